// SPDX-License-Identifier: MIT
#include <motus/import/unity/node_tree.h>

#include <algorithm>

#include <fmt/format.h>

namespace motus::unity {

Error too_many_objects() {
    return {"unity-too-large", "",
            fmt::format("clips that move more than {} objects, or more than {} weights of blend "
                        "shapes",
                        kMaxUnityNodes, kMaxMorphValues)};
}

std::uint32_t NodeTree::child(std::uint32_t parent, std::string name) {
    if (asset.nodes.size() >= kMaxUnityNodes) {
        const auto known = nodes_.find({parent, name});
        full = full || known == nodes_.end();
        return known == nodes_.end() ? 0 : known->second;
    }
    const auto index = static_cast<std::uint32_t>(asset.nodes.size());
    const auto [at, is_new] = nodes_.emplace(std::make_pair(parent, name), index);
    if (is_new) {
        AssetNode& node = asset.nodes.emplace_back();
        node.name = std::move(name);
        node.parent = parent;
    }
    return at->second;
}

std::uint32_t NodeTree::node(std::string_view path) {
    if (path.empty()) return child(kNone, root_);
    std::uint32_t at = one_tree_ ? child(kNone, root_) : kNone;
    while (true) {
        const std::size_t slash = path.find('/');
        at = child(at, std::string(path.substr(0, slash)));
        if (slash == path.npos) return at;
        path.remove_prefix(slash + 1);
    }
}

bool NodeTree::take_rest(std::uint32_t node, TrackKind kind) {
    return !std::exchange(rest_[{node, kind}], true);
}

std::uint32_t NodeTree::morph_target(std::uint32_t node, const std::string& name) {
    AssetNode& owner = asset.nodes[node];
    if (owner.mesh == kNone) {
        owner.mesh = static_cast<std::uint32_t>(asset.meshes.size());
        AssetMesh& mesh = asset.meshes.emplace_back();
        mesh.name = owner.name;
        mesh.primitives.emplace_back().positions.resize(3);  // nothing to see: names and weights
    }
    AssetMesh& mesh = asset.meshes[owner.mesh];
    const auto index = static_cast<std::uint32_t>(mesh.target_names.size());
    const auto [at, is_new] = targets_.emplace(std::make_pair(node, name), index);
    if (is_new) {
        mesh.target_names.push_back(name);
        mesh.weights.push_back(0.0f);
        mesh.primitives[0].targets.emplace_back().positions.resize(3);
    }
    return at->second;
}

void NodeTree::finish() {
    std::size_t total = 0;
    for (const AssetClip& clip : asset.clips) {
        for (const AssetTrack& track : clip.tracks) {
            if (track.kind != TrackKind::weights) continue;
            total +=
                track.times.size() * asset.meshes[asset.nodes[track.node].mesh].target_names.size();
        }
    }
    full = full || total > kMaxMorphValues;
    if (full) return;
    for (AssetClip& clip : asset.clips) {
        for (AssetTrack& track : clip.tracks) {
            if (track.kind != TrackKind::weights) continue;
            const bool cubic = track.interpolation == Interpolation::cubic_spline;
            const std::size_t groups = track.times.size() * (cubic ? 3 : 1);
            const std::size_t width = track.values.size() / groups;
            const std::size_t wanted =
                asset.meshes[asset.nodes[track.node].mesh].target_names.size();
            if (width == wanted) continue;
            std::vector<float> values(groups * wanted, 0.0f);
            for (std::size_t g = 0; g < groups; ++g) {
                std::copy_n(track.values.begin() + static_cast<std::ptrdiff_t>(g * width), width,
                            values.begin() + static_cast<std::ptrdiff_t>(g * wanted));
            }
            track.values = std::move(values);
        }
    }
}

}  // namespace motus::unity
