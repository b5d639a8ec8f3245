#!/usr/bin/env bash
# studio/test.sh MOTUS [PAGE] [JOURNEY...] - unit tests of the views, then journeys in Chromium, all of
# tests/journeys or those named, against the binary MOTUS and the built PAGE (build/release/studio).
# Prints TAP and goes on after a red file; the exit status tells.
set -uo pipefail
[ $# -ge 1 ] || { echo "usage: $0 MOTUS [PAGE] [JOURNEY...]" >&2; exit 2; }
MOTUS_TOOL=$(realpath "$1")
page=$(realpath "${2:-$(dirname "$0")/../build/release/studio}")
cd "$(dirname "$0")" || exit 1
export MOTUS_TOOL MOTUS_STUDIO_PAGE=$page
shift $(($# < 2 ? $# : 2))
status=0
if [ $# = 0 ]; then
    node_modules/.bin/vitest run --reporter=tap-flat || status=1
    set -- tests/journeys/*.test.mjs
fi
if ! command -v chromium > /dev/null; then
    for journey in "$@"; do echo "ok - $journey # SKIP there is no chromium here (Debian: chromium)"; done
    exit "$status"
fi
# One file after the other: two browsers at once on two cores wait for each other.
for journey in "$@"; do
    echo "# $journey"
    timeout --kill-after=10 300 node --test --test-reporter=tap "$journey"
    case $? in
        0) continue ;;
        124 | 137) echo "not ok - $journey took more than 300 s" ;;
    esac
    status=1
done
exit "$status"
