// motus/pose/mask.h - a weight per joint: which part of the body something applies to.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/status.h>
#include <motus/skeleton/skeleton.h>

#include <span>

namespace motus {

/// A mask is `joint_count` floats in [0, 1] in the caller's memory; an empty span means 1 for all.
using Mask = std::span<const float>;

/// Sets `weight` for `joint` and everything below it, and leaves the rest of `out` alone.
/// `missing` for an unknown joint, `bad_size` for a short span, `bad_argument` for a weight outside
/// [0, 1]; then nothing changes.
Status mask_subtree(const Skeleton& skeleton, JointIndex joint, float weight,
                    std::span<float> out) noexcept;

/// True where `mask` is empty or has a weight in [0, 1] for each of `joint_count` joints.
[[nodiscard]] bool is_valid_mask(Mask mask, std::uint32_t joint_count) noexcept;

}  // namespace motus
