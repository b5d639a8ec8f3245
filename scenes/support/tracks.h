// scenes/support/tracks.h - small helpers that put keys into an asset.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/asset/asset.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace motus::scenes {

/// A node under `parent`; returns its index.
inline std::uint32_t add_node(Asset& asset, std::string name, std::uint32_t parent,
                              const Transform& local) {
    AssetNode node;
    node.name = std::move(name);
    node.parent = parent;
    node.local = local;
    asset.nodes.push_back(std::move(node));
    return static_cast<std::uint32_t>(asset.nodes.size() - 1);
}

/// A track with keys at whole frames of `rate_hz`.
inline AssetTrack make_track(std::uint32_t node, TrackKind kind, Interpolation interpolation,
                             std::int64_t rate_hz, const std::vector<std::int64_t>& frames,
                             std::vector<float> values) {
    AssetTrack track;
    track.node = node;
    track.kind = kind;
    track.interpolation = interpolation;
    for (const std::int64_t f : frames)
        track.times.push_back(ticks_of_frames(f, rate_hz));
    track.values = std::move(values);
    return track;
}

/// Local transforms of all nodes at even frames, to be written as linear keys.
struct SampledClip {
    std::string name;
    std::int64_t rate_hz = 30;
    std::vector<std::vector<Transform>> frames;  ///< frames[f][node]; the last is at the end.
    bool loop = true;
    bool root_motion = false;
};

/// Writes what moves: a property that equals the node's rest in every frame gets no track, one
/// that is constant gets one key, one that runs along a straight line two.
[[nodiscard]] AssetClip write_clip(const SampledClip& sampled, const std::vector<AssetNode>& nodes);

}  // namespace motus::scenes
