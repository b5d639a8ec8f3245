// SPDX-License-Identifier: MIT
#include <motus/bake/motions.h>

#include <motus/timeline/clock.h>

#include <cmath>
#include <utility>

namespace motus {
namespace {

/// Appends the times of the motion at which the timeline passes a frame of its keys.
void add_times(const record::AnimationTimeline& timeline, std::int64_t frame, std::uint64_t name,
               std::vector<EventTime>& out) {
    const WorkArea area = work_area(timeline);
    const Ticks length = motion_of(timeline).duration;
    Ticks phase = time_of_key_frame(timeline, static_cast<double>(frame)) - area.begin;
    if (phase < Ticks{} || phase > area.length) return;
    if (timeline.playback_speed < 0.0f) phase = area.length - phase;
    const double speed = std::fabs(static_cast<double>(timeline.playback_speed));
    const auto at = [&](Ticks passed) {
        const double ticks =
            speed > 0.0 ? std::floor(static_cast<double>(passed.value) / speed + 0.5) : 0.0;
        const Ticks time{static_cast<std::int64_t>(ticks)};
        return time < length ? time : length;
    };
    out.push_back({at(phase), NameHash{name}});
    // The turns of a ping-pong are passed once.
    const bool turns = area.mode == PlayMode::ping_pong;
    if (turns && phase > Ticks{} && phase < area.length) {
        out.push_back({at(area.length * 2 - phase), NameHash{name}});
    }
}

}  // namespace

void add_timeline_motions(const LoweredTimelines& timelines, LoweredMachines& machines) {
    for (const record::AnimationTimeline& timeline : timelines.timelines) {
        std::vector<EventTime> events, markers;
        for (std::uint32_t i = 0; i < timeline.events.count; ++i) {
            const record::TimelineEvent& event = timelines.events[timeline.events.start + i];
            if (event.event >= timelines.event_names.size()) continue;
            add_times(timeline, event.frame, timelines.event_names[event.event], events);
        }
        for (std::uint32_t i = 0; i < timeline.markers.count; ++i) {
            const record::TimelineMarker& marker = timelines.markers[timeline.markers.start + i];
            add_times(timeline, marker.frame, marker.name, markers);
        }
        const TimelineMotion motion = motion_of(timeline);
        machines.add_motion(MotionKind::timeline, motion.duration, motion.loops, std::move(events),
                            std::move(markers));
    }
}

}  // namespace motus
