// SPDX-License-Identifier: MIT
#include <motus/timeline/job_check.h>

#include <algorithm>
#include <cmath>

namespace motus::detail {
namespace {

bool is_share(float share) noexcept {
    return share >= 0.0f && share <= 1.0f;
}

bool is_weight(float weight) noexcept {
    return weight >= 0.0f && std::isfinite(weight);
}

}  // namespace

Status check(const PropertyEvaluateJob& job) noexcept {
    const std::size_t channels = job.set.channels.size();
    if (job.playlist == nullptr || job.playlist->layer_count > job.playlist->layers.size() ||
        job.base.size() < channels || job.out.values.size() < channels ||
        job.out.written.size() < channels) {
        return Status::bad_size;
    }
    const Playlist& playlist = *job.playlist;
    std::uint32_t carrying = playlist.layer_count;
    while (carrying > 0 && playlist.layers[carrying - 1].over)
        --carrying;
    if (!job.carry.layers.empty() &&
        (job.carry.layers.size() < carrying || job.carry.properties.size() < carrying * channels)) {
        return Status::bad_size;
    }
    std::uint32_t most = 0;
    for (const PlaylistLayer& layer : playlist.layers.first(playlist.layer_count)) {
        if (layer.first > playlist.items.size() ||
            layer.count > playlist.items.size() - layer.first) {
            return Status::bad_size;
        }
        if (!is_weight(layer.weight) || !is_share(layer.carry_weight) ||
            !is_share(layer.broken.weight) || !is_share(layer.broken.weight_ahead)) {
            return Status::bad_argument;
        }
        std::uint32_t shown[4] = {};  // of each CutProbe
        for (const PlaylistItem& item : playlist.items.subspan(layer.first, layer.count)) {
            if (item.kind != MotionKind::timeline) continue;
            if (item.source >= job.set.timelines.timelines.size()) return Status::missing;
            if (!is_weight(item.weight)) return Status::bad_argument;
            const auto probe = static_cast<std::size_t>(item.probe) & 3;
            if ((item.passed && probe == 0) || item.weight == 0.0f) continue;
            most = std::max(most, ++shown[probe]);
        }
    }
    const bool fits = most <= job.scratch.items && most <= kMaxShown &&
                      job.scratch.values.size() >= (job.scratch.items + 5) * channels &&
                      job.scratch.written.size() >= (job.scratch.items + 1) * channels;
    return fits ? Status::ok : Status::bad_size;
}

}  // namespace motus::detail
