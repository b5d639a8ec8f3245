// motus/mix/additive.h - the difference between two poses, and adding it to a third.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/status.h>
#include <motus/pose/mask.h>
#include <motus/pose/pose_view.h>

namespace motus {

/// Makes a delta: what has to be added to `reference` to get `pose`.
///
/// A delta is kept in a pose: translation, scale and morph weights are differences, rotations are
/// inverse(reference) * pose on the short way. Adding nothing is translation 0, scale 0, weights 0
/// and the identity, so a delta is no pose to show, nor an input for a BlendJob.
struct AdditiveDeltaJob {
    ConstPoseView pose{};
    ConstPoseView reference{};  ///< A frame of the same clip, or the rest pose. Unit rotations.
    PoseView out{};             ///< May be the same buffer as any input.
};

/// Runs the job. Cost: joints. No allocation, no lock. `bad_size` where the poses differ in size;
/// then `out` is untouched.
Status run(const AdditiveDeltaJob& job) noexcept;

/// Adds `weight` of a delta: translation + w * d, rotation * slerp(identity, d, w), scale + w * d.
struct AdditiveJob {
    ConstPoseView base{};
    ConstPoseView delta{};  ///< Made by an AdditiveDeltaJob.
    float weight = 1.0f;    ///< In [0, 1].
    Mask joint_weights{};   ///< Factor on `weight` per joint; not for morph weights.
    PoseView out{};         ///< May be the same buffer as any input.
};

/// Runs the job. Cost: joints. No allocation, no lock. At weight 0 `out` is `base`, bit for bit.
/// `bad_argument` for a weight or mask out of range or NaN, `bad_size` where sizes differ; then
/// `out` is untouched.
Status run(const AdditiveJob& job) noexcept;

}  // namespace motus
