// motus/pose/read_masks.h - masks of a baked file: weights per joint of each rig.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/pose/mask.h>
#include <motus/skeleton/read_skeletons.h>

namespace motus {

/// One mask for one rig: `count` weights, one per joint.
struct MaskRange {
    std::uint32_t rig = 0;
    std::uint32_t mask = 0;  ///< As layers of machines count them.
    std::uint32_t start = 0;
    std::uint32_t count = 0;
};
static_assert(sizeof(MaskRange) == 16);

/// Every mask of a file for every rig, rig by rig. Views only.
struct MaskTable {
    std::span<const MaskRange> ranges{};
    std::span<const float> weights{};
    std::uint32_t mask_count = 0;
};

/// Reads the masks and checks that each rig has each of them, with a weight in [0, 1] per joint.
/// `bad_data` where something is wrong; then `out` is untouched.
Status read_masks(const Container& container, const RigTable& rigs, MaskTable& out) noexcept;

/// The weights of a mask for a rig. Asserts the indices.
[[nodiscard]] Mask mask_at(const MaskTable& table, std::uint32_t rig, std::uint32_t mask) noexcept;

}  // namespace motus
