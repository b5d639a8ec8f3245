#!/usr/bin/env bash
# run.sh MOTUS VIEWPORT - what a browser draws with viewport.wasm of the folder VIEWPORT, and what
# the binary MOTUS draws natively. MOTUS_KEEP_PICTURES names a folder for both.
set -euo pipefail
[ $# = 2 ] || { echo "usage: $0 MOTUS VIEWPORT" >&2; exit 2; }
skip() { echo "SKIPPED: $*"; exit 77; }
command -v chromium > /dev/null || skip "there is no chromium here (Debian: chromium)"
[ -x "$1" ] || skip "there is no native motus to compare with: build the preset release"
MOTUS_TOOL=$(realpath "$1") MOTUS_VIEWPORT=$(realpath "$2")
export MOTUS_TOOL MOTUS_VIEWPORT
cd "$(dirname "$0")"
../run.sh --install
exec node --test ./*.test.mjs
