// motus/sample/joint.h - one joint of a clip at a time, without the rest of the pose.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/clip/clip.h>
#include <motus/math/vec.h>
#include <motus/skeleton/skeleton.h>

namespace motus {

/// Local transform of `joint`, the same bits as a SampleJob gives; `rest` where the clip does not
/// animate it. Cost: a few binary searches. No allocation, no lock.
[[nodiscard]] Transform sample_joint(const Clip& clip, JointIndex joint, Ticks time,
                                     const Transform& rest) noexcept;

}  // namespace motus
