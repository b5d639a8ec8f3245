// motus/mix/blend.h - weighted mix of local poses into one local pose.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/status.h>
#include <motus/pose/mask.h>
#include <motus/pose/pose_view.h>

#include <cstdint>
#include <span>

namespace motus {

/// One input of a blend. Views only: the caller owns every buffer.
struct BlendLayer {
    ConstPoseView pose{};      ///< Local space, at least as many joints and weights as `rest`.
    float weight = 1.0f;       ///< >= 0, finite. Weights need not sum to 1.
    std::uint32_t motion = 0;  ///< Orders the sum, so that callers need not. Equal ids keep theirs.
    Mask joint_weights{};      ///< Factor on `weight` per joint, in [0, 1]; empty: 1 for each.
    /// Bit j % 16 of word j / 16: the layer counts at joint j. Empty: at every joint.
    std::span<const std::uint16_t> cover{};
    float morph_factor = 1.0f;  ///< Factor on `weight` for the morph weights, in [0, 1].
};

/// Layers of one blend that may have a weight above 0.
inline constexpr std::size_t kMaxBlendLayers = 256;

/// Mixes `layers` into `out`, joint by joint; the result does not depend on the order of layers.
///
/// Weights that sum to more than 1 are normalised; what is missing to 1 is `rest`, so a fade to
/// nothing ends in the rest pose and not in a collapsed skeleton. With the pose of the layer below
/// as `rest` the job is an override: where a mask or a weight is under 1, that layer shows through.
///
/// Translation, scale and morph weights are weighted means. Rotations are summed in ascending
/// motion id, each turned to the side of the input of largest weight at that joint (ties: lowest
/// id); inputs perpendicular to it (|dot| <= 1e-6) come after, turned to the side of the sum;
/// `rest` comes last, turned to the side of the sum; then the sum is normalised. Continuous in all
/// inputs while all pairwise dots are positive; where two inputs lie more than 180 degrees apart
/// the result can jump when the largest weight changes hands.
struct BlendJob {
    std::span<const BlendLayer> layers{};
    ConstPoseView rest{};  ///< Its sizes are the sizes of the job. Unit rotations.
    PoseView out{};        ///< May be the same buffer as any input.
    /// Normalise sums under 1 as well: rest shows only where no layer has a weight.
    bool strict = false;
};

/// Runs the job. Cost: layers x joints. No allocation, no lock, no exception.
/// `bad_argument` for a weight, factor or mask that is out of range or NaN, `bad_size` for poses
/// that do not fit or too many layers; then `out` is untouched.
/// Same inputs, same bits: docs/determinism.md.
Status run(const BlendJob& job) noexcept;

}  // namespace motus
