// motus/skeleton/skeleton.h - an immutable hierarchy of joints: parents, rest pose, name hashes.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/hash.h>
#include <motus/math/soa.h>
#include <motus/math/vec.h>

#include <cstdint>
#include <span>

namespace motus {

/// Index of a joint in a skeleton, parents before children.
using JointIndex = std::uint32_t;
inline constexpr JointIndex kNoJoint = 0xffffffffu;

/// A view of a skeleton: cheap to copy, owns nothing, never changes. Made by a SkeletonBuffer or by
/// a reader of baked files, both of which guarantee everything said here.
struct Skeleton {
    std::span<const JointIndex> parents{};    ///< kNoJoint or an index smaller than one's own.
    ConstSoaView rest{};                      ///< Local rest pose; unit rotations.
    std::span<const float> rest_weights{};    ///< Rest value of every morph weight.
    std::span<const NameHash> names{};        ///< Per joint; NameHash::none where unnamed.
    std::span<const JointIndex> by_name{};    ///< Joints sorted by (name hash, index).
    std::span<const std::uint32_t> source{};  ///< Per joint: its index in the input.
    std::span<const JointIndex> of_source{};  ///< Per input index: the joint.

    [[nodiscard]] std::uint32_t joint_count() const noexcept {
        return static_cast<std::uint32_t>(parents.size());
    }
};

/// The joint of that name, the first one where several share it, or kNoJoint. O(log n).
[[nodiscard]] JointIndex find_joint(const Skeleton& skeleton, NameHash name) noexcept;

/// True where `joint` is `ancestor` or below it. O(depth).
[[nodiscard]] bool is_below(const Skeleton& skeleton, JointIndex joint,
                            JointIndex ancestor) noexcept;

/// Joints that a mesh is bound to, in the mesh's own order. A view, like Skeleton.
struct Skin {
    std::span<const JointIndex> joints{};    ///< Indices into the skeleton.
    std::span<const Mat34> inverse_binds{};  ///< One per joint of the skin.
};

}  // namespace motus
