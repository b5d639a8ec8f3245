// SPDX-License-Identifier: MIT
#include "figure_input.h"

#include "input.h"
#include "output.h"

#include <motus/pose/pose_view.h>

#include <utility>

namespace motus::tool {
namespace {

// Nodes and skins: a baked file has no meshes.
Asset bones_of(const BakedFile& file, std::uint32_t rig) {
    Asset out;
    const Skeleton skeleton = skeleton_at(file.rigs, rig);
    out.nodes.resize(skeleton.of_source.size());
    AssetScene& scene = out.scenes.emplace_back();
    out.scene = 0;
    for (std::uint32_t node = 0; node < out.nodes.size(); ++node) {
        const JointIndex joint = skeleton.of_source[node];
        out.nodes[node].name = text_of(file, skeleton.names[joint]);
        out.nodes[node].local = joint_transform(rest_pose(skeleton), joint);
        const JointIndex parent = skeleton.parents[joint];
        if (parent == kNoJoint)
            scene.roots.push_back(node);
        else
            out.nodes[node].parent = skeleton.source[parent];
    }
    for (std::uint32_t i = 0; i < file.rigs.rigs[rig].skin_count; ++i) {
        const Skin skin = skin_at(file.rigs, rig, i);
        AssetSkin& to = out.skins.emplace_back();
        to.name = text_of(file, file.rigs.skins[file.rigs.rigs[rig].skin_start + i].name);
        for (const JointIndex joint : skin.joints)
            to.joints.push_back(skeleton.source[joint]);
        to.inverse_binds.assign(skin.inverse_binds.begin(), skin.inverse_binds.end());
    }
    // Weights belong to meshes; these have no surface.
    for (const MorphEntry& morph : morphs_at(file.rigs, rig)) {
        out.nodes[morph.node].mesh = static_cast<std::uint32_t>(out.meshes.size());
        const auto weights = skeleton.rest_weights.subspan(morph.first, morph.count);
        out.meshes.emplace_back().weights.assign(weights.begin(), weights.end());
    }
    return out;
}

}  // namespace

LoadedFigure load_figure(const std::string& file) {
    Diagnostics diagnostics;
    Asset asset = load_asset(file, diagnostics);
    AssetRig rig = load_rig(file, asset);
    ClipNames names = clip_names_of(asset);
    const bool bones = asset.meshes.empty();
    return {std::move(asset), std::move(rig), {}, std::move(names), bones};
}

LoadedFigure baked_figure(const std::string& file, const BakedInput& baked, std::uint32_t rig) {
    const Asset* known = asset_of_rig(baked, rig);
    Asset asset = known ? *known : bones_of(baked.file(), rig);
    const bool bones = known == nullptr || known->meshes.empty();
    asset.clips.clear();
    const RigEntry& entry = baked.file().rigs.rigs[rig];
    AssetRig made = load_rig(file, asset);
    LoadedFigure out{
        std::move(asset), std::move(made), {}, clip_names_of(baked.file(), rig), bones};
    const Skeleton skeleton = out.rig.skeleton.view();
    if (skeleton.joint_count() != entry.joint_count)
        throw InputFault(file, "the rig and what it was baked from do not belong together");
    out.asset.root_motion_node =
        entry.root_joint < entry.joint_count ? skeleton.source[entry.root_joint] : kNone;
    for (std::uint32_t i = 0; i < entry.clip_count; ++i) {
        const ClipEntry& clip = baked.file().clips.clips[entry.clip_start + i];
        AssetClip& named = out.asset.clips.emplace_back();
        named.name = text_of(baked.file(), clip.name);
        named.duration = clip.duration;
        named.loop = clip.loops != 0;
        named.root_motion = clip.root_motion != 0;
        named.events = events_of_clip(baked.file(), entry.clip_start + i);
        out.clips.push_back(baked.library.clips()[entry.clip_start + i]);
    }
    return out;
}

}  // namespace motus::tool
