// tools/motus/figure_input.h - a figure with its meshes, from whatever file has one.
// SPDX-License-Identifier: MIT
#pragma once

#include "character.h"
#include "verbs.h"

#include <motus/asset/asset_rig.h>
#include <motus/load/library.h>

#include <memory>
#include <string>
#include <vector>

namespace motus::tool {

/// What is drawn. Clips of the asset and of the rig are those of the file.
struct LoadedFigure {
    Asset asset;
    AssetRig rig;
    std::vector<Clip> clips;  ///< Of a baked file, one per clip of the asset; empty: the rig's.
    ClipNames names;          ///< Of the clips, with those of other rigs in the file.
    bool bones = false;       ///< There is no surface to draw.
};

/// A glTF file or a scene as it is.
[[nodiscard]] LoadedFigure load_figure(const std::string& file);

/// A rig of a baked file, with its clips: drawn as the asset it was baked from, or, where that is
/// not known, as its bones. `baked` must outlive it. Throws an InputFault.
[[nodiscard]] LoadedFigure baked_figure(const std::string& file, const BakedInput& baked,
                                        std::uint32_t rig);

}  // namespace motus::tool
