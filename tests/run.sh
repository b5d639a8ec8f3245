#!/usr/bin/env bash
# The whole of `make test`: every stage, one after the other, each with its time. Goes on after a
# red stage, so that one run shows all that is wrong; the last line counts, the exit status tells.
# tests/run.sh [STAGE...] runs some of: format release asan fuzz tsan wasm studio determinism.
set -uo pipefail
cd "$(dirname "$0")/.."
logs=build/logs
mkdir -p "$logs"
jobs=$(nproc)
begin=$SECONDS
total_passed=0 total_failed=0 total_skipped=0
table=()

say() { printf '[%4d s] %s\n' $((SECONDS - begin)) "$*"; }

# Of the lines of a build, one every ten seconds.
show_steps() {
    local line next=0
    while IFS= read -r line; do
        [[ $line =~ ^\[[0-9]+/[0-9]+ ]] && ((SECONDS >= next)) || continue
        next=$((SECONDS + 10))
        printf '         %.90s\n' "$line"
    done
}

# Of the lines of ctest, one for about every tenth of the tests.
show_tests() {
    local line shown=0
    while IFS= read -r line; do
        [[ $line =~ ^\ *([0-9]+)/([0-9]+)\ Test\ +# ]] || continue
        ((BASH_REMATCH[1] * 10 >= (shown + 1) * BASH_REMATCH[2])) || continue
        shown=$((BASH_REMATCH[1] * 10 / BASH_REMATCH[2]))
        printf '         %d of %d tests\n' "${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}"
    done
}

# Runs a command into a log; shows a step of a build every ten seconds, and the end of it where it fails.
quietly() {
    local log=$1
    shift
    "$@" 2>&1 | tee "$log" | show_steps
    local status=${PIPESTATUS[0]}
    [ "$status" = 0 ] || { grep -v '^\[[0-9]*/[0-9]*\] Build' "$log" | tail -n 40 | cut -c1-400; }
    return "$status"
}

build() {  # build PRESET [TARGET...]
    local preset=$1
    shift
    if [ ! -f "build/$preset/build.ninja" ]; then
        quietly "$logs/$preset-configure.log" cmake --preset "$preset" || return 1
    fi
    quietly "$logs/$preset-build.log" cmake --build --preset "$preset" -j "$jobs" \
        ${1:+--target "$@"}
}

# Runs ctest, prints what failed and what was skipped, and counts.
run_ctest() {  # run_ctest PRESET
    local preset=$1 log=$logs/$1-ctest.log status
    ctest --preset "$preset" -j "$jobs" 2>&1 | tee "$log" | show_tests
    status=${PIPESTATUS[0]}
    local skipped failed summary out of
    # Natively ctest names the skipped tests; under node they are inside the output of a test.
    skipped=$(sed -n 's/^[[:space:]]*[0-9]* - \(.*\) (Skipped).*/\1/p' "$log"
        [ "$preset" != wasm ] || grep -ah '^\[  SKIPPED \] .* (' \
            build/wasm/Testing/Temporary/LastTest.log | sed 's/^[^]]*\] \(.*\) (.*/\1/')
    if [ -n "$skipped" ]; then
        sed 's/^/         SKIPPED: /' <<< "$skipped"
        skipped=$(wc -l <<< "$skipped")
    fi
    summary=$(grep -a '% tests passed' "$log" | tail -n 1)
    if [ -z "$summary" ]; then
        tail -n 20 "$log" | cut -c1-400
        stage_failed=1
        return 1
    fi
    failed=$(sed 's/.*, \([0-9]*\) tests failed out of.*/\1/' <<< "$summary")
    of=$(sed 's/.*out of \([0-9]*\).*/\1/' <<< "$summary")
    [ "$preset" = wasm ] && out=0 || out=${skipped:-0}
    stage_failed=$failed stage_skipped=${skipped:-0} stage_passed=$((of - failed - out))
    [ "$status" = 0 ] || cut -c1-400 "$log" | grep -av ' Passed ' | tail -n 80
    return "$status"
}

stage() {  # stage NAME FUNCTION
    local name=$1 from=$SECONDS result=ok
    say "$name ..."
    stage_passed=0 stage_failed=0 stage_skipped=0
    if ! "stage_$name"; then
        result=FAILED
        [ "$stage_failed" != 0 ] || stage_failed=1
    fi
    total_passed=$((total_passed + stage_passed))
    total_failed=$((total_failed + stage_failed))
    total_skipped=$((total_skipped + stage_skipped))
    table+=("$(printf '%-12s %-7s %5d s %6d passed %4d failed %4d skipped' "$name" "$result" \
        $((SECONDS - from)) "$stage_passed" "$stage_failed" "$stage_skipped")")
    say "$name: $result, $stage_passed passed, $stage_failed failed, $stage_skipped skipped"
}

stage_format() {
    local files
    mapfile -t files < <(git ls-files '*.h' '*.cpp')
    [ ${#files[@]} -gt 0 ] || { echo "no file to check"; return 1; }
    quietly "$logs/format.log" clang-format --dry-run -Werror "${files[@]}" || return 1
    stage_passed=1
}

stage_release() { build release && run_ctest release; }

stage_asan() {
    export UBSAN_OPTIONS=print_stacktrace=1
    build asan && run_ctest asan
}

# Only what has threads. The sanitizer's shadow memory collides with strong address randomisation,
# so that is switched off where the system lets us.
stage_tsan() {
    if [ -z "${MOTUS_NO_ASLR:-}" ] && setarch "$(uname -m)" -R true 2>/dev/null; then
        export MOTUS_NO_ASLR=1
        setarch "$(uname -m)" -R "$0" --counts tsan "$logs/tsan.counts"
        local status=$?
        read -r stage_passed stage_failed stage_skipped < "$logs/tsan.counts"
        return $status
    fi
    # The tool of the other kind of build, source by source here: both must say the same.
    build release motus_tool && build tsan motus_thread_tests &&
        MOTUS_UNITY_TOOL=$PWD/build/release/motus run_ctest tsan
}

# Each fuzz target: its corpus, then ten seconds of new inputs. As many at once as there are cores.
stage_fuzz() {
    local targets target good=0
    targets=$(ls tests/fuzz/corpus)
    rm -f "$logs"/fuzz-*.log
    build asan $(sed 's/$/_fuzz/' <<< "$targets") || return 1
    xargs -P "$jobs" -I{} bash -c \
        '{ tests/fuzz/run.sh {} "$1" && echo ok || echo FAILED; } > "$2/fuzz-{}.log" 2>&1' \
        _ "${MOTUS_FUZZ_SECONDS:-10}" "$logs" <<< "$targets"
    for target in $targets; do
        sed "s/^/         $target: /" "$logs/fuzz-$target.log" | cut -c1-400
        if [ "$(tail -n 1 "$logs/fuzz-$target.log")" = ok ]; then
            stage_passed=$((stage_passed + 1))
        else
            stage_failed=$((stage_failed + 1)) good=1
        fi
    done
    [ "$stage_passed" != 0 ] && return "$good"
}

# The runtime and its unit tests, under node; the renderer in a browser, compared with the native one.
stage_wasm() { build release motus_tool && build wasm motus_tests bench_crowd && run_ctest wasm; }

# Adds what a log of TAP lists; shows what failed and what was skipped. Red where nothing passed.
count_tap() {  # count_tap LOG STATUS
    local log=$1 status=$2 passed failed skipped
    skipped=$(grep -c '^ok .*# SKIP' "$log")
    passed=$(($(grep -c '^ok ' "$log") - skipped))
    failed=$(grep -c '^not ok ' "$log")
    [ "$status" = 0 ] || [ "$failed" != 0 ] || failed=1
    stage_passed=$((stage_passed + passed))
    stage_failed=$((stage_failed + failed))
    stage_skipped=$((stage_skipped + skipped))
    sed -n 's/^ok [0-9]* *- \(.*\) # SKIP/         SKIPPED: \1:/p' "$log"
    if [ "$failed" != 0 ]; then
        grep -A 30 '^not ok' "$log" | cut -c1-400 | head -n 200
        [ "$(grep -c '^not ok' "$log")" != 0 ] || tail -n 40 "$log" | cut -c1-400
    fi
    [ "$failed" = 0 ] && [ $((passed + skipped)) != 0 ]
}

# The page: its library under node against the native one, its views, and journeys in Chromium.
stage_studio() {
    build release motus_tool || return 1
    quietly "$logs/studio-build.log" studio/build.sh || return 1
    local good=0
    if count_tap /dev/null 0; then
        echo "a log without a test is green"
        return 1
    fi
    studio/test.sh --self-test > "$logs/studio-guard.log" 2>&1
    count_tap "$logs/studio-guard.log" $? || good=1
    tests/consumer/page.sh build/release > "$logs/studio-installed.log" 2>&1
    count_tap "$logs/studio-installed.log" $? || good=1
    tests/web/package/run.sh build/release/motus > "$logs/studio-package.log" 2>&1
    count_tap "$logs/studio-package.log" $? || good=1
    studio/test.sh build/release/motus 2>&1 | tee "$logs/studio.log" |
        sed -un 's/^# \([0-9]* s: tests\)/         \1/p'
    count_tap "$logs/studio.log" "${PIPESTATUS[0]}" || good=1
    return "$good"
}

stage_determinism() {
    quietly "$logs/determinism.log" python3 tests/determinism/matrix.py build/determinism || return 1
    stage_passed=$(grep -c ': equal$' "$logs/determinism.log")
}

if [ "${1:-}" = --counts ]; then  # stage_tsan calling itself
    stage_passed=0 stage_failed=0 stage_skipped=0
    "stage_$2"
    status=$?
    echo "$stage_passed $stage_failed $stage_skipped" > "$3"
    exit $status
fi

if [ -z "${MOTUS_TEST_DATA:-}" ]; then
    say "MOTUS_TEST_DATA is not set: tests that read models from it are SKIPPED"
fi
[ $# -gt 0 ] || set -- format release asan fuzz tsan wasm studio determinism
for name in "$@"; do
    stage "$name"
done
printf '%s\n' "" "${table[@]}"
echo "$total_passed passed, $total_failed failed, $total_skipped skipped in $((SECONDS - begin)) s"
[ "$total_failed" = 0 ]
