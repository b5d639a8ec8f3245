#!/usr/bin/env bash
# tests/fuzz/run.sh TARGET SECONDS: builds a fuzz target, runs its corpus, then fuzzes for a while.
# New finds go to build/fuzz/finds/TARGET; what crashes, hangs or eats memory is left in build/fuzz/
# and the exit status is 1. MOTUS_TEST_DATA, where set, adds files as seeds.
set -euo pipefail
cd "$(dirname "$0")/../.."
target=$1 seconds=$2
[ -f build/asan/build.ninja ] || cmake --preset asan > /dev/null
# One at a time: two targets may be run side by side.
flock build/asan cmake --build --preset asan --target "${target}_fuzz" | tail -n 1
seeds=("tests/fuzz/corpus/$target")
[ -n "$(ls "${seeds[0]}")" ] || { echo "the corpus ${seeds[0]} is empty"; exit 1; }
if [ -n "${MOTUS_TEST_DATA:-}" ] && [ "$target" = gltf ]; then
    seeds+=("$MOTUS_TEST_DATA/malformed" "$MOTUS_TEST_DATA/models/Synthetic")
fi
if [ -n "${MOTUS_TEST_DATA:-}" ] && [ "$target" = fbx ]; then
    seeds+=("$MOTUS_TEST_DATA/fbx/good" "$MOTUS_TEST_DATA/fbx/bad")
fi
if [ -n "${MOTUS_TEST_DATA:-}" ] && [ "$target" = bvh ]; then
    seeds+=("$MOTUS_TEST_DATA/mocap")
fi
if [ -n "${MOTUS_TEST_DATA:-}" ] && [ "$target" = unity ]; then
    seeds+=("$MOTUS_TEST_DATA/unity")
fi
finds=build/fuzz/finds/$target
mkdir -p "$finds"
fuzz() {
    local log=build/fuzz/$target.log
    if ! "build/asan/tests/fuzz/${target}_fuzz" -timeout=20 -rss_limit_mb=1024 -max_len=65536 \
        -artifact_prefix=build/fuzz/ -print_final_stats=1 "$@" > "$log" 2>&1; then
        grep -aE 'ERROR|SUMMARY|runtime error|^ +#[0-9]+ |Test unit written' "$log" | head -n 30
        return 1
    fi
    grep -aE '^Done' "$log"
}
fuzz -runs=0 "${seeds[@]}"
fuzz -max_total_time="$seconds" "$finds" "${seeds[@]}"
