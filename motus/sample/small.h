// motus/sample/small.h - small clips into poses: what SampleJob and sample_joint do with them.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/clip/small.h>
#include <motus/math/vec.h>
#include <motus/pose/pose_view.h>

namespace motus::detail {

/// Writes what the clip animates over `out`, which is a copy of `below`. Rotations come out unit.
void unpack_pose(const SmallClip& clip, Ticks time, const ConstPoseView& below,
                 const PoseView& out) noexcept;

/// The same bits for one joint, `out` being what it is where nothing animates it.
void unpack_joint(const SmallClip& clip, JointIndex joint, Ticks time, Transform& out) noexcept;

}  // namespace motus::detail
