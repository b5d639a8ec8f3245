#!/usr/bin/env bash
# studio/test.sh MOTUS [PAGE] [JOURNEY...] - unit tests of the views, then journeys in Chromium, all of
# tests/journeys or those named, against the binary MOTUS and the built PAGE (build/release/studio).
# Prints TAP and goes on after a red file; the exit status tells. A file without a test is red.
# MOTUS_JOURNEYS journeys run at a time, 2 unless said; each prints when it is done.
# studio/test.sh --self-test - files that must be red, and are.
set -uo pipefail
[ $# -ge 1 ] || { echo "usage: $0 MOTUS [PAGE] [JOURNEY...]" >&2; exit 2; }

run_journey() {  # run_journey FILE
    local log status
    log=$(mktemp)
    timeout --kill-after=10 600 node --test --test-reporter=tap "$1" | tee "$log"
    status=${PIPESTATUS[0]}
    # Node lists a file without tests as one test that passed, by the name of the file.
    if [ "$status" = 0 ] && ! grep '^ok ' "$log" | grep -qv '\.test\.mjs$'; then
        echo "not ok - $1 has no test"
        status=1
    fi
    rm -f "$log"
    case $status in
        124 | 137) echo "not ok - $1 took more than 600 s" ;;
    esac
    return "$status"
}

if [ "$1" = --self-test ]; then
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
    echo "export const nothing = 1;" > "$folder/empty.test.mjs"
    echo "import { test } from 'node:test'; test('red', () => { throw 1; });" > "$folder/red.test.mjs"
    status=0
    for journey in empty red missing; do
        if run_journey "$folder/$journey.test.mjs" > /dev/null 2>&1; then
            echo "not ok - a journey that is $journey is green"
            status=1
        else
            echo "ok - a journey that is $journey is red"
        fi
    done
    exit "$status"
fi

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
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
run_one() {  # run_one JOURNEY: its output as one piece, however many run beside it
    local log begin=$SECONDS status=0
    log=$logs/$(basename "$1").log
    case $1 in
        *.test.mjs) run_journey "$1" > "$log" 2>&1 || status=1 ;;
        *) node "$1" > "$log" 2>&1 || status=1 ;;
    esac
    {
        echo "# $1"
        cat "$log"
        echo "# $((SECONDS - begin)) s: $1"
    } | flock "$logs" cat
    return "$status"
}
export -f run_one run_journey
export logs
printf '%s\0' "$@" | xargs -0 -P "${MOTUS_JOURNEYS:-2}" -I{} bash -c 'run_one "$1"' _ {} || status=1
exit "$status"
