// SPDX-License-Identifier: MIT
#include <motus/timeline/job_check.h>

#include <cmath>

namespace motus::detail {
namespace {

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
    if (!is_weight(job.dt_s)) return Status::bad_argument;
    std::uint32_t most = 0;
    for (const PlaylistLayer& layer : playlist.layers.first(playlist.layer_count)) {
        if (layer.first > playlist.items.size() ||
            layer.count > playlist.items.size() - layer.first) {
            return Status::bad_size;
        }
        if (!is_weight(layer.weight) || !is_weight(layer.carry_weight)) return Status::bad_argument;
        std::uint32_t shown = 0;
        for (const PlaylistItem& item : playlist.items.subspan(layer.first, layer.count)) {
            if (item.kind != MotionKind::timeline) continue;
            if (item.source >= job.set.timelines.timelines.size()) return Status::missing;
            if (!is_weight(item.weight)) return Status::bad_argument;
            shown += item.passed || item.weight == 0.0f ? 0 : 1;
        }
        most = shown > most ? shown : most;
    }
    const bool fits = most <= job.scratch.items && most <= kMaxShown &&
                      job.scratch.values.size() >= (job.scratch.items + 2) * channels &&
                      job.scratch.written.size() >= (job.scratch.items + 1) * channels;
    return fits ? Status::ok : Status::bad_size;
}

}  // namespace motus::detail
