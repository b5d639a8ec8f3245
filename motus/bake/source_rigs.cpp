// SPDX-License-Identifier: MIT
#include <motus/asset/node_path.h>
#include <motus/bake/rigs.h>

#include <algorithm>
#include <utility>

namespace motus {

std::string SourceRig::path(JointIndex joint) const {
    return node_path(*asset, skeleton().source[joint]);
}

const SourceRig* SourceRigs::find(std::uint64_t source, const std::string& place,
                                  BakeContext& context) {
    const auto known = rigs_.find(source);
    if (known != rigs_.end()) return known->second ? &*known->second : nullptr;
    std::optional<SourceRig>& made = rigs_[source];
    if (source == 0) {
        // A rig without a file, of a machine whose character is not here: no joints.
        static const Asset kNothing;
        Result<Rig> nothing = make_rig(kNothing);
        made.emplace(SourceRig{&kNothing, *std::move(nothing)});
        return &*made;
    }
    const auto at = std::find_if(assets_.begin(), assets_.end(), [&](const BakeAsset& asset) {
        return asset.source == source && asset.asset != nullptr;
    });
    if (at == assets_.end()) {
        report(context, "source-file", place, "the source is not there");
        return nullptr;
    }
    Result<Rig> rig = make_rig(*at->asset);
    if (!rig) {
        report(context, "source-file", place,
               "the source is inconsistent: " + to_string(rig.error()));
        return nullptr;
    }
    made.emplace(SourceRig{at->asset, *std::move(rig)});
    for (std::uint32_t i = 0; i < at->asset->clips.size(); ++i) {
        SourceRig::Named& named = made->clips_by_name[at->asset->clips[i].name];
        if (named.count++ == 0) named.first = i;
    }
    return &*made;
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
