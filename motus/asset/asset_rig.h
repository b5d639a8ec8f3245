// motus/asset/asset_rig.h - an asset turned into what the runtime plays: skeleton, skins, clips.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/asset/asset.h>
#include <motus/clip/build.h>
#include <motus/core/result.h>
#include <motus/skeleton/build.h>

#include <vector>

namespace motus {

/// Morph weights of one node, as a range of the skeleton's weights.
struct MorphRange {
    std::uint32_t node = kNone;
    std::uint32_t first = 0;
    std::uint32_t count = 0;
};

/// Runtime data of one asset. The skeleton holds all nodes; `skeleton.view().of_source[node]` is
/// the joint of a node. Skins and clips are in the asset's order.
struct AssetRig {
    SkeletonBuffer skeleton;
    std::vector<SkinBuffer> skins;
    std::vector<ClipBuffer> clips;
    std::vector<MorphRange> morphs;  ///< Nodes that have morph weights, ascending.
};

/// Builds the rig of an asset. Fails where the asset is inconsistent; `Error::place` is a path
/// into the asset.
[[nodiscard]] Result<AssetRig> make_rig(const Asset& asset);

}  // namespace motus
