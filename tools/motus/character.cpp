// SPDX-License-Identifier: MIT
#include "character.h"

#include "input.h"
#include "output.h"

#include <utility>

namespace motus::tool {
namespace {

Character character_of(const Library& library, std::uint32_t rig) {
    const BakedFile& file = library.file();
    Character out;
    const RigEntry& entry = file.rigs.rigs[rig];
    out.skeleton = skeleton_at(file.rigs, rig);
    for (const JointIndex joint : out.skeleton.of_source)
        out.node_names.push_back(text_of(file, out.skeleton.names[joint]));
    for (std::uint32_t i = 0; i < entry.skin_count; ++i)
        out.skins.push_back(skin_at(file.rigs, rig, i));
    for (const MorphEntry& morph : morphs_at(file.rigs, rig))
        out.morphs.push_back({morph.node, morph.first, morph.count});
    out.clip_names = clip_names_of(file, rig);
    for (std::uint32_t i = 0; i < entry.clip_count; ++i) {
        const std::uint32_t clip = entry.clip_start + i;
        out.clips.push_back(library.clips()[clip]);
        out.clip_events.push_back(events_of_clip(file, clip));
    }
    return out;
}

}  // namespace

Character character_of(const Asset& asset, const AssetRig& rig, std::span<const Clip> clips,
                       ClipNames names) {
    Character out;
    out.skeleton = rig.skeleton.view();
    for (const AssetNode& node : asset.nodes)
        out.node_names.push_back(node.name);
    for (const SkinBuffer& skin : rig.skins)
        out.skins.push_back(skin.view());
    out.morphs = rig.morphs;
    out.clips.assign(clips.begin(), clips.end());
    for (std::size_t i = 0; clips.empty() && i < rig.clips.size(); ++i)
        out.clips.push_back(rig.clips[i].view());
    for (const AssetClip& clip : asset.clips)
        out.clip_events.push_back(clip.events);
    out.clip_names = names.all.empty() ? clip_names_of(asset) : std::move(names);
    return out;
}

LoadedCharacter load_character(const std::string& file, const ClipKey& clip) {
    LoadedCharacter out;
    if (is_asset_file(file)) {
        Diagnostics diagnostics;
        Result<ImportedModel> model = open_model(file, diagnostics);
        if (!model) throw InputFault(file, model.error());
        out.model = *std::move(model);
        out.rig.emplace(load_rig(file, out.model->asset));
        out.character = character_of(out.model->asset, *out.rig);
        return out;
    }
    out.baked = load_any_input(file, {}, Keys::exact);
    const std::uint32_t rig = find_figure(out.baked->file(), clip);
    if (rig == kNoItem) throw InputFault(file, "there is no rig in it");
    out.character = character_of(out.baked->library, rig);
    return out;
}

std::vector<AssetEvent> events_of_clip(const BakedFile& file, std::uint32_t clip) {
    std::vector<AssetEvent> out;
    for (const MotionInfo& motion : file.machines.motions) {
        if (motion.kind != MotionKind::clip || motion.index != clip) continue;
        for (const EventTime& event :
             file.machines.events.subspan(motion.events.start, motion.events.count)) {
            out.push_back({event.time, text_of(file, event.name)});
        }
        break;
    }
    return out;
}

}  // namespace motus::tool
