// SPDX-License-Identifier: MIT
#include "exercise_parts.h"

#include <motus/timeline/tables.h>

namespace motus::test {
namespace {

constexpr std::uint32_t kEventsHeard = 1000;

}  // namespace

PropertyStage::PropertyStage(const BakedFile& file)
    : index_(file.timelines), set_(index_.set()), workspace_(std::in_place, set_, kShownItems) {
    const std::size_t channels = set_.channels.size();
    base_.resize(channels);
    values_.resize(channels);
    written_.resize(channels);
    bound_.resize(channels);
}

void* PropertyStage::find(void* user, const TargetQuery& query) noexcept {
    Objects& objects = *static_cast<Objects*>(user);
    switch (static_cast<SceneType>(query.type)) {
        case SceneType::transform_3d:
            return &objects.transform_3d;
        case SceneType::transform_2d:
            return &objects.transform_2d;
        case SceneType::fill:
            return &objects.fill;
        case SceneType::paint_layer:
            return &objects.layer;
        case SceneType::paint:
            return &objects.paint;
        case SceneType::text:
            return &objects.text;
        default:
            return nullptr;
    }
}

const char* PropertyStage::play(std::uint32_t timeline) {
    for (const double seconds : {-1.0, 0.0, 0.4, 1e6}) {
        const TimelineJob job{.set = set_,
                              .timeline = timeline,
                              .time = ticks_of_seconds(seconds),
                              .snap = seconds > 0.4,
                              .out = {values_, written_}};
        if (run(job) != Status::ok) return "timeline";
    }
    const record::AnimationTimeline& record = set_.timelines.timelines[timeline];
    TimelineClock clock;
    rewind(record, 1.0f, clock);
    for (const float dt_s : {0.0f, 0.1f, 3.0f, -1.0f}) {
        TimelineStep step;
        if (advance(record, dt_s, 1.0f, clock, step) != Status::ok) return "clock";
        std::uint32_t heard = 0;
        for_each_event(event_walk(set_, timeline, step),
                       [&](const EventTime&) { return ++heard < kEventsHeard; });
        const PlayTimelineJob job{
            .set = set_, .timeline = timeline, .time = step.time, .bound = bound_};
        if (run(job) != Status::ok) return "play a timeline";
    }
    const TimelineMotion motion = motion_of(record);
    (void)timeline_time(record, motion.duration, motion.loops);
    return nullptr;
}

const char* PropertyStage::play_each() {
    const PropertyHost host{record::kComponents, find, &objects_};
    if (run(BindJob{set_, host, bound_, base_}) != Status::ok) return "bind";
    for (std::uint32_t i = 0; i < set_.timelines.timelines.size(); ++i) {
        if (const char* fault = play(i)) return fault;
        (void)motion_events(set_, i);
        (void)motion_markers(set_, i);
    }
    return run(WriteJob{set_, bound_, base_, values_, written_}) == Status::ok ? nullptr : "write";
}

const char* PropertyStage::show(const Playlist& playlist) {
    for (const PlaylistLayer& layer : playlist.layers.first(playlist.layer_count))
        if (layer.count > kShownItems) return nullptr;
    carried_.resize(std::size_t{playlist.layer_count} * set_.channels.size());
    carried_layers_.resize(playlist.layer_count);
    const PropertyEvaluateJob job{.set = set_,
                                  .playlist = &playlist,
                                  .base = base_,
                                  .carry = {carried_, carried_layers_},
                                  .scratch = workspace_->scratch(),
                                  .out = {values_, written_}};
    if (run(job) != Status::ok) return "evaluate properties";
    return run(WriteJob{set_, bound_, base_, values_, written_}) == Status::ok ? nullptr : "write";
}

}  // namespace motus::test
