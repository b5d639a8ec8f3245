// SPDX-License-Identifier: MIT
#include "character.h"

#include "input.h"
#include "output.h"

#include <utility>

namespace motus::tool {
namespace {

Character character_of(const Asset& asset, const Rig& rig) {
    Character out;
    out.skeleton = rig.skeleton.view();
    for (const AssetNode& node : asset.nodes)
        out.node_names.push_back(node.name);
    for (const SkinBuffer& skin : rig.skins)
        out.skins.push_back(skin.view());
    out.morphs = rig.morphs;
    for (std::size_t i = 0; i < rig.clips.size(); ++i) {
        out.clips.push_back(rig.clips[i].view());
        out.clip_names.push_back(asset.clips[i].name);
    }
    return out;
}

Character character_of(const BakedFile& file, std::uint32_t rig) {
    Character out;
    const RigEntry& entry = file.rigs.rigs[rig];
    out.skeleton = skeleton_at(file.rigs, rig);
    for (const JointIndex joint : out.skeleton.of_source)
        out.node_names.push_back(text_of(file, out.skeleton.names[joint]));
    for (std::uint32_t i = 0; i < entry.skin_count; ++i)
        out.skins.push_back(skin_at(file.rigs, rig, i));
    for (const MorphEntry& morph : morphs_at(file.rigs, rig))
        out.morphs.push_back({morph.node, morph.first, morph.count});
    out.baked = std::make_shared<const BakedClips>(file);
    for (std::uint32_t i = 0; i < entry.clip_count; ++i) {
        out.clips.push_back(out.baked->view()[entry.clip_start + i]);
        out.clip_names.push_back(text_of(file, file.clips.clips[entry.clip_start + i].name));
    }
    return out;
}

}  // namespace

LoadedCharacter load_character(const std::string& file, const std::string& clip) {
    LoadedCharacter out;
    if (!is_baked_file(file)) {
        Diagnostics diagnostics;
        const Asset asset = load_asset(file, diagnostics);
        out.rig.emplace(load_rig(file, asset));
        out.character = character_of(asset, *out.rig);
        return out;
    }
    out.baked.emplace(load_baked_file(file));
    const BakedFile& baked = out.baked->file;
    if (baked.rigs.rigs.empty()) throw InputFault(file, "the file has no rig");
    std::uint32_t chosen = 0;
    for (std::uint32_t rig = 0; rig < baked.rigs.rigs.size() && !clip.empty(); ++rig) {
        if (find_clip(baked, rig, hash_name(clip)) == kNoItem) continue;
        chosen = rig;
        break;
    }
    out.character = character_of(baked, chosen);
    return out;
}

}  // namespace motus::tool
