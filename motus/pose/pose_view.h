// motus/pose/pose_view.h - a pose: one local transform per joint, and the morph weights.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/status.h>
#include <motus/math/soa.h>
#include <motus/math/vec.h>
#include <motus/skeleton/skeleton.h>

#include <span>

namespace motus {

/// A pose to read. The caller owns the memory.
struct ConstPoseView {
    ConstSoaView joints{};
    std::span<const float> weights{};  ///< Morph weights, as Skeleton::rest_weights orders them.

    [[nodiscard]] std::uint32_t joint_count() const noexcept { return joints.count; }
};

/// A pose to write.
struct PoseView {
    SoaView joints{};
    std::span<float> weights{};

    [[nodiscard]] std::uint32_t joint_count() const noexcept { return joints.count; }
    operator ConstPoseView() const noexcept { return {joints, weights}; }  // NOLINT
};

/// The rest pose as a pose.
[[nodiscard]] ConstPoseView rest_pose(const Skeleton& skeleton) noexcept;

/// One joint out of, or into, the planes. `joint` < joint_count().
[[nodiscard]] Transform joint_transform(const ConstPoseView& pose, JointIndex joint) noexcept;
void set_joint_transform(const PoseView& pose, JointIndex joint, const Transform& t) noexcept;

/// Copies joints and weights. `bad_size` where the two poses differ in either.
Status copy_pose(const ConstPoseView& from, const PoseView& to) noexcept;

/// True where both views are set up as they must be: a stride that fits, data that is there.
[[nodiscard]] bool is_valid(const ConstPoseView& pose) noexcept;

}  // namespace motus
