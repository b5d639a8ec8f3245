// tools/motus/character.h - a rig with its names, clips and events, from whatever file has one.
// SPDX-License-Identifier: MIT
#pragma once

#include "any_input.h"

#include <motus/asset/asset_rig.h>
#include <motus/load/library.h>

#include <memory>
#include <optional>
#include <span>
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
    ClipNames clip_names;
    std::vector<std::vector<AssetEvent>> clip_events;  ///< By ascending time.
};

/// A character and what it looks at.
struct LoadedCharacter {
    Character character;
    std::optional<AssetRig> rig;
    std::optional<ImportedModel> model;  ///< Of a file that is a model or a scene.
    std::unique_ptr<BakedInput> baked;
};

/// An asset as a character. `clips`, where there are any, are played instead of the rig's; then
/// `names`, where there are any, say where in their file they stand.
[[nodiscard]] Character character_of(const Asset& asset, const AssetRig& rig,
                                     std::span<const Clip> clips = {}, ClipNames names = {});

/// The character of a file: of several rigs the one with that clip, as find_figure() has it. Clips
/// of a document have all their keys, those of a baked file are as they were packed. Throws an
/// InputFault where there is none.
[[nodiscard]] LoadedCharacter load_character(const std::string& file, const ClipKey& clip);

/// What a clip of a baked file, by its place among all clips, is to fire.
[[nodiscard]] std::vector<AssetEvent> events_of_clip(const BakedFile& file, std::uint32_t clip);

}  // namespace motus::tool
