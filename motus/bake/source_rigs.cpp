// SPDX-License-Identifier: MIT
#include <motus/bake/rigs.h>

#include <algorithm>
#include <utility>

namespace motus {
namespace {

std::vector<std::string> paths_of(const SkeletonBuffer& skeleton) {
    const Skeleton view = skeleton.view();
    std::vector<std::string> paths(view.joint_count());
    for (JointIndex j = 0; j < view.joint_count(); ++j) {
        if (view.parents[j] != kNoJoint) paths[j] = paths[view.parents[j]] + '/';
        paths[j] += skeleton.name(j);
    }
    return paths;
}

bool ends_in(std::string_view path, std::string_view tail) {
    return path.size() > tail.size() && path.ends_with(tail) &&
           path[path.size() - tail.size() - 1] == '/';
}

}  // namespace

const SourceRig* SourceRigs::find(std::uint64_t source, const std::string& place,
                                  BakeContext& context) {
    const auto known = rigs_.find(source);
    if (known != rigs_.end()) return known->second ? &*known->second : nullptr;
    std::optional<SourceRig>& made = rigs_[source];
    if (source == 0) {
        // A rig without a file, of a machine whose character is not here: no joints.
        static const Asset kNothing;
        Result<Rig> nothing = make_rig(kNothing);
        made.emplace(SourceRig{&kNothing, *std::move(nothing), {}});
        return &*made;
    }
    const auto at = std::find_if(assets_.begin(), assets_.end(), [&](const BakeAsset& asset) {
        return asset.source == source && asset.asset != nullptr;
    });
    if (at == assets_.end()) {
        report(context, "bake-source", place, "the source is not there");
        return nullptr;
    }
    Result<Rig> rig = make_rig(*at->asset);
    if (!rig) {
        report(context, "bake-source", place,
               "the source is inconsistent: " + to_string(rig.error()));
        return nullptr;
    }
    std::vector<std::string> paths = paths_of(rig->skeleton);
    made.emplace(SourceRig{at->asset, *std::move(rig), std::move(paths)});
    return &*made;
}

JointIndex find_path(const SourceRig& source, std::string_view path, bool& several) {
    several = false;
    JointIndex found = kNoJoint;
    bool whole = false;
    for (JointIndex j = 0; j < source.paths.size(); ++j) {
        const bool same = source.paths[j] == path;
        if (!same && (whole || !ends_in(source.paths[j], path))) continue;
        if (same && !whole) found = kNoJoint;
        whole |= same;
        several = found != kNoJoint;
        if (found == kNoJoint) found = j;
    }
    return found;
}

}  // namespace motus
