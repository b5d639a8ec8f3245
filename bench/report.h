// bench/report.h - what every benchmark prints beside its time: cost per item and a state hash.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/hash.h>
#include <motus/core/status.h>
#include <motus/math/vec.h>
#include <motus/pose/pose_view.h>

#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <span>

namespace motus::bench {

/// A benchmark of work that failed would measure nothing.
inline void must(Status status) {
    if (status == Status::ok) return;
    std::fprintf(stderr, "bench: %s\n", to_string(status));
    std::abort();
}

[[nodiscard]] inline std::uint64_t hash_matrices(std::uint64_t hash, std::span<const Mat34> all) {
    for (const Mat34& m : all)
        hash = hash_floats(hash, m.floats());
    return hash;
}

[[nodiscard]] inline std::uint64_t hash_pose(std::uint64_t hash, const ConstPoseView& pose) {
    for (std::uint32_t p = 0; p < kPlaneCount; ++p) {
        hash = hash_floats(hash, {pose.joints.plane(static_cast<Plane>(p)), pose.joints.count});
    }
    return hash_floats(hash, pose.weights);
}

/// Adds "<item>" = seconds per item (printed as 1.2n for 1.2 ns), and the hash as a label. The hash
/// is of a fixed piece of work, so that a speed-up that changes results shows in the same run.
inline void report(benchmark::State& state, const char* item, std::size_t items,
                   std::uint64_t hash) {
    using benchmark::Counter;
    state.counters[item] =
        Counter(static_cast<double>(items), Counter::kIsIterationInvariantRate | Counter::kInvert);
    char text[32];
    std::snprintf(text, sizeof text, "hash %016llx", static_cast<unsigned long long>(hash));
    state.SetLabel(text);
}

}  // namespace motus::bench
