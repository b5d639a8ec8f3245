// SPDX-License-Identifier: MIT
#include <motus/asset/asset_rig.h>

#include <string>
#include <utility>

namespace motus {
namespace {

/// More morph weights than this in one rig are an accident: nodes times targets.
constexpr std::uint64_t kMaxWeights = std::uint64_t{1} << 24;

std::string item(const char* list, std::size_t index) {
    return std::string(list) + "[" + std::to_string(index) + "]";
}

/// "tracks[3].times" of a clip's builder as a place in the asset.
Error inside(const std::string& place, Error error) {
    error.place = error.place.empty() ? place : place + "." + error.place;
    return error;
}

struct Morphs {
    std::vector<MorphRange> ranges;
    std::vector<float> rest;
    std::vector<std::uint32_t> of_node;  // Index into ranges, or kNone.
};

Result<Morphs> collect_morphs(const Asset& asset) {
    Morphs morphs;
    morphs.of_node.assign(asset.nodes.size(), kNone);
    for (std::uint32_t i = 0; i < asset.nodes.size(); ++i) {
        const AssetNode& node = asset.nodes[i];
        if (node.mesh == kNone) continue;
        if (node.mesh >= asset.meshes.size()) {
            return Error{"asset-reference", item("nodes", i) + ".mesh",
                         "there is no mesh " + std::to_string(node.mesh)};
        }
        const std::vector<float>& own = asset.meshes[node.mesh].weights;
        if (own.empty()) continue;
        if (!node.weights.empty() && node.weights.size() != own.size()) {
            return Error{"asset-weights", item("nodes", i) + ".weights",
                         std::to_string(node.weights.size()) + " weights for " +
                             std::to_string(own.size()) + " morph targets"};
        }
        if (own.size() > kMaxWeights - morphs.rest.size()) {
            return Error{"asset-limit", item("nodes", i) + ".mesh",
                         "the nodes have more than " + std::to_string(kMaxWeights) +
                             " morph weights in all"};
        }
        const std::vector<float>& rest = node.weights.empty() ? own : node.weights;
        morphs.of_node[i] = static_cast<std::uint32_t>(morphs.ranges.size());
        morphs.ranges.push_back({i, static_cast<std::uint32_t>(morphs.rest.size()),
                                 static_cast<std::uint32_t>(rest.size())});
        morphs.rest.insert(morphs.rest.end(), rest.begin(), rest.end());
    }
    return morphs;
}

Result<ClipBuffer> make_clip(const AssetClip& clip, const Skeleton& skeleton,
                             const Morphs& morphs) {
    std::vector<TrackDesc> tracks;
    tracks.reserve(clip.tracks.size());
    for (std::size_t i = 0; i < clip.tracks.size(); ++i) {
        const AssetTrack& track = clip.tracks[i];
        if (track.node >= skeleton.of_source.size()) {
            return Error{"asset-reference", item("tracks", i) + ".node",
                         "there is no node " + std::to_string(track.node)};
        }
        TrackDesc desc{track.kind, track.interpolation, skeleton.of_source[track.node],
                       0,          track.times,         track.values};
        if (track.kind == TrackKind::weights) {
            const std::uint32_t range = morphs.of_node[track.node];
            if (range == kNone) {
                return Error{"asset-weights", item("tracks", i) + ".node",
                             "node " + std::to_string(track.node) + " has no morph targets"};
            }
            desc.target = morphs.ranges[range].first;
            desc.width = morphs.ranges[range].count;
        }
        tracks.push_back(desc);
    }
    return build_clip(tracks, clip.duration);
}

}  // namespace

Result<AssetRig> make_rig(const Asset& asset) {
    std::vector<JointDesc> joints;
    joints.reserve(asset.nodes.size());
    for (const AssetNode& node : asset.nodes) {
        joints.push_back({node.name, node.parent == kNone ? kNoJoint : node.parent, node.local});
    }
    Result<Morphs> morphs = collect_morphs(asset);
    if (!morphs) return morphs.error();
    Result<SkeletonBuffer> skeleton = build_skeleton(joints, morphs->rest);
    if (!skeleton) return skeleton.error();

    AssetRig rig{std::move(*skeleton), {}, {}, {}};
    const Skeleton view = rig.skeleton.view();
    rig.skins.reserve(asset.skins.size());
    for (std::size_t i = 0; i < asset.skins.size(); ++i) {
        const AssetSkin& skin = asset.skins[i];
        if (skin.inverse_binds.size() != skin.joints.size()) {
            return Error{"asset-skin", item("skins", i) + ".inverse_binds",
                         std::to_string(skin.inverse_binds.size()) + " matrices for " +
                             std::to_string(skin.joints.size()) + " joints"};
        }
        Result<SkinBuffer> built = build_skin(view, skin.joints, skin.inverse_binds);
        if (!built) return inside(item("skins", i), built.error());
        rig.skins.push_back(std::move(*built));
    }
    rig.clips.reserve(asset.clips.size());
    for (std::size_t i = 0; i < asset.clips.size(); ++i) {
        Result<ClipBuffer> built = make_clip(asset.clips[i], view, *morphs);
        if (!built) return inside(item("clips", i), built.error());
        rig.clips.push_back(std::move(*built));
    }
    rig.morphs = std::move(morphs->ranges);
    return rig;
}

}  // namespace motus
