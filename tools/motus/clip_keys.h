// tools/motus/clip_keys.h - a runtime clip back to keys of nodes, as files have them.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/asset/asset.h>
#include <motus/asset/asset_rig.h>
#include <motus/clip/clip.h>
#include <motus/skeleton/skeleton.h>

#include <span>
#include <vector>

namespace motus::tool {

/// The tracks of a clip, from its start to its end. Exact tracks keep their keys, with one at the
/// end where they went on; frames of a packed clip become linear keys, those that say nothing left
/// out. `morphs` says which node a weight belongs to; weights of none are left out.
[[nodiscard]] std::vector<AssetTrack> keys_of(const Skeleton& skeleton,
                                              std::span<const MorphRange> morphs, const Clip& clip);

}  // namespace motus::tool
