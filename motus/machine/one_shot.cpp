// SPDX-License-Identifier: MIT
#include <motus/core/assert.h>
#include <motus/machine/fire.h>
#include <motus/machine/one_shot.h>

#include <algorithm>
#include <iterator>

namespace motus::detail {
namespace {

double weight_at(const OneShot& shot, Ticks age, Ticks end) noexcept {
    const auto part = [](Ticks done, std::uint32_t length) {
        return length == 0 ? 1.0 : static_cast<double>(done.value) / length;
    };
    const double in = part(age, shot.blend_in), out = part(end - age, shot.blend_out);
    const double weight = in < out ? in : out;
    return weight < 1.0 ? weight : 1.0;
}

// Mean weight from an age to the end: straight pieces, between the ages where the ramps bend.
double mean_weight(const OneShot& shot, Ticks from, Ticks end) noexcept {
    if (from >= end) return 1.0;
    const double in = shot.blend_in, out = shot.blend_out;
    const double meet = in + out > 0.0 ? static_cast<double>(end.value) * in / (in + out) : 0.0;
    Ticks bends[] = {
        {shot.blend_in}, {static_cast<std::int64_t>(meet)}, end - Ticks{shot.blend_out}, end};
    std::sort(std::begin(bends), std::end(bends));
    double sum = 0.0;
    Ticks at = from;
    for (const Ticks bend : bends) {
        const Ticks to = std::clamp(bend, at, end);
        sum += 0.5 * (weight_at(shot, at, end) + weight_at(shot, to, end)) *
               static_cast<double>((to - at).value);
        at = to;
    }
    return sum / static_cast<double>((end - from).value);
}

Status play(const TickJob& job, OneShot& shot, Ticks dt) noexcept {
    Playlist& playlist = *job.playlist;
    if (playlist.item_count >= playlist.items.size()) return Status::bad_size;
    MOTUS_ASSERT(shot.motion < job.graph.motions.size());
    MOTUS_ASSERT(shot.end > 0.0f && shot.end <= 1.0f && shot.age >= Ticks{});
    MOTUS_ASSERT(playlist.layer_count < playlist.layers.size());
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
    // Ended within the step it shows nothing any more; what it moved counts by its mean weight.
    item.weight = item.passed ? static_cast<float>(mean_weight(shot, item.from, end)) : 1.0f;
    PlaylistLayer layer;
    layer.first = playlist.item_count;
    layer.count = 1;
    layer.over = true;
    layer.weight = item.passed ? 0.0f : static_cast<float>(weight_at(shot, shot.age, end));
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
