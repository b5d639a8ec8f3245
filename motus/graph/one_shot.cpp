// SPDX-License-Identifier: MIT
#include <motus/graph/fire.h>
#include <motus/graph/one_shot.h>

namespace motus::detail {
namespace {

double weight_at(const OneShot& shot, Ticks end) noexcept {
    const auto part = [](Ticks age, std::uint32_t length) {
        return length == 0 ? 1.0 : static_cast<double>(age.value) / length;
    };
    const double in = part(shot.age, shot.blend_in), out = part(end - shot.age, shot.blend_out);
    const double weight = in < out ? in : out;
    return weight < 1.0 ? weight : 1.0;
}

Status play(const TickJob& job, OneShot& shot, Ticks dt) noexcept {
    Playlist& playlist = *job.playlist;
    if (playlist.item_count >= playlist.items.size()) return Status::bad_size;
    const MotionInfo& info = job.graph.motions[shot.motion];
    const Ticks end{static_cast<std::int64_t>(static_cast<double>(info.duration.value) *
                                              static_cast<double>(shot.end))};
    PlaylistItem item;
    item.from = shot.age;
    shot.age = shot.age + dt;
    item.passed = shot.age >= end && dt > Ticks{};
    item.to = item.passed ? end : shot.age;
    item.motion = shot.motion;
    item.source = info.index;
    item.state = kNoState;
    item.kind = info.kind;
    item.entered = item.from == Ticks{};
    item.weight = 1.0f;
    PlaylistLayer layer;
    layer.first = playlist.item_count;
    layer.count = 1;
    layer.over = true;
    layer.weight = item.passed ? 0.0f : static_cast<float>(weight_at(shot, end));
    if (item.passed) shot = {};
    playlist.items[playlist.item_count++] = item;
    const std::uint32_t index = playlist.layer_count++;
    playlist.layers[index] = layer;
    fire_motions(job, index, {&item, 1}, dt != Ticks{});
    return Status::ok;
}

}  // namespace

std::uint32_t count_playing(std::span<const OneShot> shots) noexcept {
    std::uint32_t count = 0;
    for (const OneShot& shot : shots)
        count += shot.motion != kNoIndex ? 1 : 0;
    return count;
}

Status play_one_shots(const TickJob& job, std::span<OneShot> shots, Ticks dt) noexcept {
    for (OneShot& shot : shots) {
        if (shot.motion == kNoIndex) continue;
        if (const Status s = play(job, shot, dt); s != Status::ok) return s;
    }
    return Status::ok;
}

}  // namespace motus::detail
