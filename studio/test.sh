#!/usr/bin/env bash
# studio/test.sh MOTUS [PAGE] - unit tests of the views, then journeys in Chromium against the binary
# MOTUS and the built PAGE (build/release/studio). Prints TAP; the exit status tells.
set -euo pipefail
[ $# -ge 1 ] || { echo "usage: $0 MOTUS [PAGE]" >&2; exit 2; }
MOTUS_TOOL=$(realpath "$1")
cd "$(dirname "$0")"
MOTUS_STUDIO_PAGE=$(realpath "${2:-../build/release/studio}")
export MOTUS_TOOL MOTUS_STUDIO_PAGE
node_modules/.bin/vitest run
# One file after the other: two browsers at once on two cores wait for each other.
for journey in tests/journeys/*.test.mjs; do
    node --test "$journey"
done
