#!/usr/bin/env bash
# run.sh MOTUS - the package bindings/web/package under node, against the native binary MOTUS.
set -euo pipefail
[ $# = 1 ] || { echo "usage: $0 MOTUS" >&2; exit 2; }
if [ ! -x "$1" ]; then
    echo "SKIPPED: there is no native motus to compare with: build the preset release"
    exit 77
fi
MOTUS_TOOL=$(realpath "$1")
export MOTUS_TOOL
cd "$(dirname "$0")"
../run.sh --install
exec node --test --test-reporter=tap ./*.test.mjs
