#!/usr/bin/env bash
# bench/first_run.sh [FOLDER] - processor and wall time of a first `make run`: a fresh clone of what is
# committed into FOLDER (a temporary one unless said), no compiler cache; packages must be installed.
# npm modules are copied where this checkout has them.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=${1:-$(mktemp -d)}
rm -rf "$folder/motus"
git clone -q . "$folder/motus"
mkdir -p "$folder/motus/studio"
[ ! -d studio/node_modules ] || cp -r studio/node_modules "$folder/motus/studio/"
cd "$folder/motus"
export CCACHE_DISABLE=1 TIMEFORMAT='%U %S %R'

total_wall=0
measure() {  # measure TITLE COMMAND...
    local title=$1 times
    shift
    times=$({ time "$@" > "$folder/log" 2>&1 || { tail -n 20 "$folder/log" >&2; exit 1; }; } 2>&1 | tail -n 1)
    awk -v title="$title" -v before="$total_wall" '{
        printf "%-42s %6.0f s of processor time, %5.0f s of wall time, %5.0f s since the start\n",
            title, $1 + $2, $3, before + $3 }' <<< "$times"
    total_wall=$(awk -v before="$total_wall" '{ print before + $3 }' <<< "$times")
}

picture() {
    cmake --preset release
    cmake --build --preset release --target motus_tool
    mkdir -p build/pictures
    build/release/motus render hero --clip Run --sheet 6 --size 200x260 -o build/pictures/hero-run.png
}
film() { build/release/motus render hero --clip Walk --size 320x400 --fps 24 -o build/pictures/hero-walk.webp; }
libraries() { cmake --build --preset release --target motus_libraries; }
module() {
    cmake --preset wasm
    cmake --build --preset wasm --target motus_web
}
measure "until the first picture" picture
measure "the film" film
measure "the rest of what is installed" libraries
measure "the page's module" module
measure "the page" studio/build.sh
