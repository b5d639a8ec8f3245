#!/usr/bin/env bash
# The whole of `make run`: builds the command line, draws the embedded hero, builds the studio's page and
# starts the studio. Says what it does, how long each step is likely to take and how long it took; what is
# up to date is skipped.
set -euo pipefail
cd "$(dirname "$0")/.."
build=build/release pictures=build/pictures
cores=$(nproc)
begin=$(date +%s)

# Processor seconds of each step on the machine of docs/performance.md, compiler cache empty.
compile_s=330 page_s=290
minutes() { awk -v s="$1" -v n="$cores" 'BEGIN { m = s / (n < 8 ? n : 8) / 60; printf m < 1 ? "less than a minute" : "about %.0f min", m }'; }
say() { printf '[%3d s] %s\n' $(($(date +%s) - begin)) "$*"; }
export NINJA_STATUS='        [%f/%t, %e s] '

mkdir -p build
first=false
[ -x "$build/motus" ] || first=true
if $first; then
    echo "From nothing to a picture and the studio, on $cores cores:"
    echo "  1. packages that are missing (Debian's; $(cmake/setup.sh page --missing | wc -w) of them)"
    echo "  2. compile the command line: $(minutes $compile_s)"
    echo "  3. a film and a contact sheet of the hero: seconds"
    echo "  4. compile the studio's page for the browser: $(minutes $page_s)"
    echo "  5. start the studio"
fi

cmake/setup.sh run
[ -f "$build/build.ninja" ] || { say "configuring"; cmake --preset release > build/configure.log 2>&1 ||
    { cat build/configure.log >&2; exit 1; }; }
$first && say "compiling the command line: $(minutes $compile_s)"
cmake --build --preset release --target motus_tool

# What the README's first code opens.
if [ "$build/motus" -nt build/hero.motusb ]; then
    "$build/motus" bake hero -o build/hero.motusb --quiet
fi
if [ "$build/motus" -nt "$pictures/hero-run.png" ]; then
    say "drawing the hero"
    "$build/motus" inspect
    "$build/motus" sample hero --clip Walk --time 0.25
    mkdir -p "$pictures"
    "$build/motus" render hero --clip Run --sheet 6 --size 200x260 -o "$pictures/hero-run.part.png"
    "$build/motus" render hero --clip Walk --size 320x400 --fps 24 -o "$pictures/hero-walk.webp"
    mv "$pictures/hero-run.part.png" "$pictures/hero-run.png"
fi
say "a contact sheet and a film of the hero: $PWD/$pictures/hero-run.png, hero-walk.webp"

# Libraries that `cmake --install` wants and the command line does not.
cmake --build --preset release --target motus_libraries > "$build/libraries.log" ||
    { cat "$build/libraries.log" >&2; exit 1; }
[ -f "$build/studio/index.html" ] || say "the studio's page: packages, then $(minutes $page_s) of compiling"
cmake/setup.sh page
studio/build.sh
say "starting the studio"
if [ -t 0 ] && [ -t 1 ]; then
    exec "$build/motus" studio
fi
exec "$build/motus" studio --check
