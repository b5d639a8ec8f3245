#!/usr/bin/env bash
# tests/fuzz/run.sh TARGET SECONDS: builds a fuzz target, runs its corpus, then fuzzes for a while.
# New finds go to build/fuzz/corpus/TARGET; a crash leaves its input in build/fuzz/ and exits 1.
# MOTUS_TEST_DATA, where set, adds files of the target's kind as seeds.
set -euo pipefail
cd "$(dirname "$0")/../.."
target=$1 seconds=$2
[ -f build/fuzz/build.ninja ] || cmake --preset fuzz > /dev/null
cmake --build --preset fuzz --target "${target}_fuzz" | tail -n 1
corpus=tests/fuzz/corpus/$target
found=build/fuzz/corpus/$target
mkdir -p "$found"
seeds=("$corpus")
[ -n "$(ls "$corpus")" ] || { echo "the corpus $corpus is empty"; exit 1; }
if [ -n "${MOTUS_TEST_DATA:-}" ] && [ "$target" = gltf ]; then
    seeds+=("$MOTUS_TEST_DATA/malformed" "$MOTUS_TEST_DATA/models/Synthetic")
fi
program=build/fuzz/tests/fuzz/${target}_fuzz
limits=(-timeout=10 -rss_limit_mb=1024 -max_len=65536 -artifact_prefix=build/fuzz/)
# First every file of the corpus, as it is; then new ones made from it.
"$program" "${limits[@]}" -runs=0 "${seeds[@]}" 2>&1 | tail -n 1
"$program" "${limits[@]}" -max_total_time="$seconds" -print_final_stats=1 "$found" "${seeds[@]}" \
    2>&1 | grep -aE 'ERROR|SUMMARY|Done|stat::number_of_executed|#[0-9]+ [^ ]+ *#|^\s+#[0-9]+ ' |
    tail -n 40
exit "${PIPESTATUS[0]}"
