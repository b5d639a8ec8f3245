// motus/sample/sample.h - clip and time in, local pose out.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/clip/clip.h>
#include <motus/core/status.h>
#include <motus/pose/pose_view.h>

#include <cstdint>
#include <span>

namespace motus {

/// Samples `clip` at `time` into `out`. What the clip does not animate is taken from `rest`.
///
/// Times outside a track's keys hold its first or last value. Rotations come out as long as their
/// keys, which build_clip keeps within 0.5 % of unit length; those of splines normalised.
struct SampleJob {
    Clip clip{};
    Ticks time{};
    ConstPoseView rest{};
    /// Optional, one entry per track, zeroed at first: remembers where each track was, so that
    /// playing forward costs O(1) per track instead of a binary search. Never changes the result.
    std::span<std::uint32_t> cursor{};
    PoseView out{};  ///< May be the same memory as `rest` where that may be overwritten.
};

/// Runs the job. Cost: tracks x log2(keys), or tracks with a cursor. No allocation, no lock.
/// `bad_size` where the clip targets joints or weights that `out` does not have, where `rest` and
/// `out` differ, or where a cursor is too short; then `out` is untouched.
Status run(const SampleJob& job) noexcept;

}  // namespace motus
