// motus/render/board_player.cpp - binds timelines to copies of components, and evaluates.
// SPDX-License-Identifier: MIT
#include <motus/render/board_player.h>
#include <motus/timeline/tables.h>

#include <algorithm>

namespace motus::render {
namespace {

constexpr std::uint32_t kMostItems = 64;  // Of one layer of a playlist.

template <class T>
std::vector<T> copy(std::span<const T> items) {
    return {items.begin(), items.end()};
}

}  // namespace

SceneRecords BoardComponents::in(const SceneRecords& scene) const noexcept {
    SceneRecords out = scene;
    out.transforms_2d = transforms;
    out.fills = fills;
    out.paints = paints;
    out.paint_layers = layers;
    out.texts = texts;
    return out;
}

BoardPlayer::BoardPlayer(const Timelines& timelines, const SceneRecords& scene, std::size_t layers)
    : scene_(scene),
      now_{copy(scene.transforms_2d), copy(scene.fills), copy(scene.paints),
           copy(scene.paint_layers), copy(scene.texts)},
      index_(timelines),
      bound_(index_.set().channels.size()),
      base_(bound_.size()),
      values_(bound_.size()),
      written_(bound_.size()),
      workspace_(index_.set(), kMostItems),
      carried_(layers * bound_.size()),
      layers_(layers) {
    // What is not here, a node of a rig or a host's component, is skipped.
    (void)run(BindJob{index_.set(), {record::kComponents, find, this}, bound_, base_});
}

Status BoardPlayer::show(std::uint32_t timeline, Ticks time) {
    std::copy(base_.begin(), base_.end(), values_.begin());
    std::fill(written_.begin(), written_.end(), std::uint8_t{1});
    const Status status =
        run(TimelineJob{index_.set(), timeline, time, false, {values_, written_}});
    return status == Status::ok ? write() : status;
}

Status BoardPlayer::show(const Playlist& playlist, float dt_s) {
    PropertyEvaluateJob job;
    job.set = index_.set();
    job.playlist = &playlist;
    job.dt_s = dt_s;
    job.base = base_;
    job.carry = {carried_, layers_};
    job.scratch = workspace_.scratch();
    job.out = {values_, written_};
    const Status status = run(job);
    return status == Status::ok ? write() : status;
}

Status BoardPlayer::write() {
    return run(WriteJob{index_.set(), bound_, base_, values_, written_});
}

void* BoardPlayer::find(void* user, const TargetQuery& query) noexcept {
    return static_cast<BoardPlayer*>(user)->find(query);
}

void* BoardPlayer::find(const TargetQuery& query) noexcept {
    if (query.entity == nullptr || query.path != 0) return nullptr;
    const record::Range range = query.entity->components;
    for (const record::Link& link : scene_.links.subspan(range.start, range.count)) {
        if (link.type != query.component) continue;
        const auto component = static_cast<SceneType>(link.type);
        if (component == SceneType::paint && query.type != link.type) {
            const record::Range layers = now_.paints[link.index].layers;
            const bool there = static_cast<SceneType>(query.type) == SceneType::paint_layer &&
                               query.array_index < layers.count;
            return there ? &now_.layers[layers.start + query.array_index] : nullptr;
        }
        if (query.type != link.type) return nullptr;
        switch (component) {
            case SceneType::transform_2d:
                return &now_.transforms[link.index];
            case SceneType::fill:
                return &now_.fills[link.index];
            case SceneType::paint:
                return &now_.paints[link.index];
            case SceneType::text:
                return &now_.texts[link.index];
            default:
                return nullptr;
        }
    }
    return nullptr;
}

Ticks film_time(const record::AnimationTimeline& timeline, Ticks time) noexcept {
    const TimelineMotion motion = motion_of(timeline);
    const std::int64_t length = motion.duration.value;
    std::int64_t at = 0;
    if (length > 0 && motion.loops)
        at = (time.value % length + length) % length;
    else if (length > 0)
        at = std::clamp<std::int64_t>(time.value, 0, length);
    return timeline_time(timeline, Ticks{at}, motion.loops);
}

}  // namespace motus::render
