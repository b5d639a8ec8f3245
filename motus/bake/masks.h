// motus/bake/masks.h - the masks of a document as weights of one rig's joints.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/bake/rigs.h>
#include <motus/pose/read_masks.h>

#include <unordered_set>
#include <vector>

namespace motus {

/// Sections `masks` and `mask_weights`, rig by rig.
struct MaskSections {
    std::vector<MaskRange> ranges;
    std::vector<float> weights;
    std::unordered_set<const Object*> found{};  ///< Entries that a rig has a joint for.
};

/// Appends every mask of the document for the joints of one rig: the mask's rest weight, and for
/// each entry the weight of the one joint that it names.
void add_masks(BakeContext& context, std::uint32_t rig_index, const SourceRig& rig,
               MaskSections& out);
/// Warns of entries that no rig has a joint for.
void warn_of_masks(BakeContext& context, const MaskSections& masks);

}  // namespace motus
