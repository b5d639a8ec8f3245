#!/usr/bin/env bash
# run.sh MOTUS - what gltf-validator and three.js say about files that the binary MOTUS exports.
# Installs its npm packages once, from the lock file; MOTUS_TEST_DATA adds models to the scenes.
# run.sh --install installs only.
set -euo pipefail
[ $# = 1 ] || { echo "usage: $0 MOTUS | --install" >&2; exit 2; }
[ "$1" = --install ] || MOTUS_TOOL=$(realpath "$1")
cd "$(dirname "$0")"

# npm writes its own lock file into node_modules when it is done: a half install has none.
installed=node_modules/.package-lock.json
if [ ! -f "$installed" ] || [ package-lock.json -nt "$installed" ]; then
    exec {lock}> .install.lock
    flock "$lock"
    if [ ! -f "$installed" ] || [ package-lock.json -nt "$installed" ]; then
        npm ci --no-audit --no-fund --loglevel=error
        touch "$installed"
    fi
    exec {lock}>&-
fi
[ "$1" = --install ] && exit 0
export MOTUS_TOOL
exec node --test ./*.test.mjs
