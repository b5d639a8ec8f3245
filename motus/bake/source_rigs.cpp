// SPDX-License-Identifier: MIT
#include <motus/asset/node_path.h>
#include <motus/bake/pack_step.h>
#include <motus/bake/rigs.h>

#include <algorithm>
#include <utility>

namespace motus {

std::string SourceRig::path(JointIndex joint) const {
    return node_path(*asset, skeleton().source[joint]);
}

void SourceRigs::begin_bake() {
    for (auto& [source, made] : rigs_)
        made.told = false;
}

SourceRigs::Made SourceRigs::make(std::uint64_t source) const {
    // A rig without a file, of a machine whose character is not here: no joints.
    static const Asset kNothing;
    const Asset* asset = source == 0 ? &kNothing : nullptr;
    for (auto at = assets_.begin(); asset == nullptr && at != assets_.end(); ++at)
        if (at->source == source) asset = at->asset;
    if (asset == nullptr) return {std::nullopt, "the source is not there"};
    Result<AssetRig> rig = make_rig(*asset);
    if (!rig) return {std::nullopt, "the source is inconsistent: " + to_string(rig.error())};
    Made made{SourceRig{asset, *std::move(rig)}, {}};
    made.rig->key = skeleton_key(made.rig->skeleton());
    for (std::uint32_t i = 0; i < asset->clips.size(); ++i) {
        SourceRig::Named& named = made.rig->clips_by_name[asset->clips[i].name];
        if (named.count++ == 0) named.first = i;
    }
    return made;
}

const SourceRig* SourceRigs::find(std::uint64_t source, const std::string& place,
                                  BakeContext& context) {
    auto at = rigs_.find(source);
    if (at == rigs_.end()) at = rigs_.emplace(source, make(source)).first;
    Made& made = at->second;
    if (made.rig) return &*made.rig;
    if (!made.told) report(context, "source-file", place, made.fault);
    made.told = true;
    return nullptr;
}

JointIndex find_path(const SourceRig& source, std::string_view path, bool& several) {
    several = false;
    JointIndex found = kNoJoint;
    PathMatch best = PathMatch::none;
    const Skeleton skeleton = source.skeleton();
    for (JointIndex j = 0; j < skeleton.joint_count(); ++j) {
        const PathMatch match = match_path(*source.asset, skeleton.source[j], path);
        if (match == PathMatch::none || match < best) continue;
        several = match == best;
        if (!several) found = j;
        best = match;
    }
    return found;
}

bool has_path(const SourceRig& source, std::string_view path) {
    for (std::uint32_t node = 0; node < source.asset->nodes.size(); ++node)
        if (match_path(*source.asset, node, path) == PathMatch::whole) return true;
    return false;
}

}  // namespace motus
