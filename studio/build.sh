#!/usr/bin/env bash
# studio/build.sh [OUT] - the page, from its sources and the library as WebAssembly; OUT is
# build/release/studio unless said, where the command line looks for it. Does nothing twice.
set -euo pipefail
cd "$(dirname "$0")/.."
out=$(realpath -m "${1:-build/release/studio}")
[ -f build/wasm/build.ninja ] || cmake --preset wasm > /dev/null
cmake --build --preset wasm --target motus_web
cd studio

# npm writes its own lock file into node_modules when it is done: a half install has none.
installed=node_modules/.package-lock.json
if [ ! -f "$installed" ] || [ package-lock.json -nt "$installed" ]; then
    echo "installing the page's npm packages"
    npm ci --no-audit --no-fund --loglevel=error
    touch "$installed"
fi

sources=(src public ../bindings/web/package ../docs docs.mjs index.html package-lock.json vite.config.ts tsconfig.json)
if [ ! -f "$out/index.html" ] ||
    [ -n "$(find "${sources[@]}" -type f -newer "$out/index.html" -print -quit)" ]; then
    echo "checking and bundling the page"
    node_modules/.bin/tsc --noEmit
    MOTUS_STUDIO_OUT=$out node_modules/.bin/vite build --logLevel warn
fi
