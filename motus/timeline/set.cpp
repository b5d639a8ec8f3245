// SPDX-License-Identifier: MIT
#include <motus/timeline/set.h>

#include <cmath>

namespace motus {

std::uint32_t find_channel(const TimelineSet& set, std::uint32_t entity, std::uint32_t component,
                           std::uint32_t property, std::uint32_t array_index,
                           std::uint64_t path) noexcept {
    for (std::uint32_t i = 0; i < set.channels.size(); ++i) {
        const Channel& c = set.channels[i];
        if (c.entity == entity && c.component == component && c.property == property &&
            c.array_index == array_index && c.path == path) {
            return i;
        }
    }
    return kNoRecord;
}

Status advance(const TimelineSet& set, std::uint32_t timeline, float dt_s, float speed,
               TimelineClock& clock, TimelineStep& out) noexcept {
    if (timeline >= set.plans.size()) return Status::missing;
    return advance(set.plans[timeline].area, set.timelines.timelines[timeline].playback_speed, dt_s,
                   speed, clock, out);
}

EventWalk event_walk(const TimelineSet& set, std::uint32_t timeline,
                     const TimelineStep& step) noexcept {
    const WorkArea area = set.plans[timeline].area;
    const record::Range range = set.event_ranges[timeline];
    EventWalk walk = event_walk(set.events.subspan(range.start, range.count), step.advance,
                                area.mode, area.length, step.entered);
    walk.begin = area.begin;
    walk.stepped = step.stepped;
    // Whole laps beyond the bound are left out: then it ends where it would have.
    const Ticks lap = area.mode == PlayMode::ping_pong ? area.length * 2 : area.length;
    const std::int64_t laps = lap > Ticks{} ? walk.moved.value / lap.value : 0;
    if (area.mode != PlayMode::once && (laps > kMaxTimelineLaps || laps < -kMaxTimelineLaps)) {
        const std::int64_t kept = laps > 0 ? kMaxTimelineLaps : -kMaxTimelineLaps;
        walk.moved = {walk.moved.value % lap.value + kept * lap.value};
    }
    return walk;
}

Ticks nested_time(const record::AnimationTimeline& outer_timeline,
                  const record::AnimationTrack& track, const record::AnimationTimeline& inner,
                  Ticks outer) noexcept {
    Ticks since = outer - time_of_key_frame(outer_timeline, static_cast<double>(track.start_frame));
    if (since < Ticks{}) since = {};
    const WorkArea area = work_area(inner);
    const float speed = inner.playback_speed * track.speed;
    Playhead head;
    if (speed < 0.0f && area.mode == PlayMode::once) head.phase = area.length;
    Advance step;
    // The whole way in one step: stateless, and exact as a clock's many steps are.
    if (!std::isfinite(speed) ||
        advance(head, since, speed, area.mode, area.length, step) != Status::ok) {
        return area.begin;
    }
    return area.begin + time_of(head, area.mode, area.length);
}

}  // namespace motus
