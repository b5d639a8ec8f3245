// tools/motus/character.h - a rig with its names and clips, from whatever file has one.
// Room: tools. Includes asset, load. Included by sample.
// SPDX-License-Identifier: MIT
#pragma once

#include "baked_input.h"

#include <motus/asset/rig.h>
#include <motus/load/rig.h>

#include <optional>
#include <string>
#include <vector>

namespace motus::tool {

/// Views of a rig. Nodes are those of the source file, in its order.
struct Character {
    Skeleton skeleton{};
    std::vector<std::string> node_names;
    std::vector<Skin> skins;
    std::vector<MorphRange> morphs;  ///< By ascending node.
    std::vector<Clip> clips;
    std::shared_ptr<const BakedClips> baked;  ///< What clips of a baked file look at.
    std::vector<std::string> clip_names;
};

/// A character and what it looks at.
struct LoadedCharacter {
    Character character;
    std::optional<Rig> rig;
    std::optional<OpenedBake> baked;
};

/// The character of a file: of a baked file with several rigs the first that has a clip called
/// `clip`, else the first. Throws an InputFault where there is none.
[[nodiscard]] LoadedCharacter load_character(const std::string& file, const std::string& clip);

}  // namespace motus::tool
