// motus/mix/inertial.h - carries the difference between two motions over a cut, and lets it fade.
// SPDX-License-Identifier: MIT
//
// Inertialization (D. Bollo, GDC 2018): at the cut the new motion is shown at once, and what it
// differs in from what was shown, position and velocity, is kept as an offset that decays to zero.
// Only one motion is sampled from then on, and a further cut at any moment needs no special case.
// The method and what was left out of it: docs/decisions/inertial.md.
#pragma once

#include <motus/core/status.h>
#include <motus/pose/pose_view.h>

#include <cstddef>
#include <span>

namespace motus {

/// Floats that the offsets of a pose take: position and velocity of translation, rotation vector
/// and scale per joint, and of each morph weight.
[[nodiscard]] constexpr std::size_t inertial_floats(std::uint32_t joints,
                                                    std::size_t weights) noexcept {
    return 2 * (std::size_t{9} * soa_stride(joints) + weights);
}

/// Velocities over less than this are mostly rounding, and count as none.
inline constexpr float kShortestGap_s = 1e-4f;

/// Takes the offsets at a cut.
///
/// Poses may be anywhere: what was shown counts for where the offset starts, and two moments of the
/// old motion for how fast. A jump, as of a blend parameter, must not lie between those two.
struct InertialStartJob {
    ConstPoseView shown{};         ///< What was shown last.
    ConstPoseView old_before{};    ///< The old motion near the cut,
    ConstPoseView old_after{};     ///< and `old_gap_s` later.
    float old_gap_s = 0.0f;        ///< Below kShortestGap_s: the offset starts at rest.
    ConstPoseView target{};        ///< The new motion at the moment of `shown`.
    ConstPoseView target_after{};  ///< The new motion `target_gap_s` later.
    float target_gap_s = 0.0f;     ///< As old_gap_s.
    std::span<float> offsets{};    ///< inertial_floats() of them; plain, copy them to save them.
};

/// Runs the job. Cost: joints. No allocation, no lock. `bad_size` where sizes differ,
/// `bad_argument` for a gap that is negative or not finite; then `offsets` are untouched.
/// Poses that are only needed for a velocity may be empty where a gap is below kShortestGap_s.
Status run(const InertialStartJob& job) noexcept;

/// Adds the offsets, as far as they have faded, to the new motion.
///
/// out = target + share * offset + velocity * decayed_slope(t / duration) * duration. With the
/// share that decayed_value() gives this is a quintic, with value, velocity and acceleration 0 at
/// t = duration; a curve may give another. Rotations: exp(offset) * target.
struct InertialJob {
    std::span<const float> offsets{};
    float share = 0.0f;       ///< Of the offset that is left, in [0, 1].
    float elapsed_s = 0.0f;   ///< >= 0. At and after `duration_s` the target is shown as it is.
    float duration_s = 0.0f;  ///< >= 0.
    ConstPoseView target{};
    PoseView out{};  ///< May be the same buffer as `target`.
};

/// Runs the job. Cost: joints. No allocation, no lock. `bad_size` and `bad_argument` as above; then
/// `out` is untouched.
Status run(const InertialJob& job) noexcept;

}  // namespace motus
