// motus/timeline/walk.h - the tracks of a timeline and of all timelines inside it, in order.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/timeline/keys.h>
#include <motus/timeline/set.h>

namespace motus::detail {

/// One track at one frame, before it is asked for its value.
struct TrackFrame {
    const AnimationKeyframe* keys;
    const PropertyValue* values;
    const KeyPosition& position;
    ValueKind kind;

    void value(PropertyValue& out) const noexcept { value_at(position, keys, values, kind, out); }
    void floats(float* out) const noexcept { floats_at(position, keys, values, kind, out); }
};

/// Frame of the key rate, as key_frame_at gives it.
inline double frame_in(const TimelinePlan& plan, Ticks time) noexcept {
    return static_cast<double>(time.value) * plan.clock.frames / plan.clock.ticks;
}

template <typename Visit>
void walk_nested(const TimelineSet& set, std::uint32_t timeline, const PlannedTrack& planned,
                 Ticks time, bool snap, std::uint32_t depth, const Visit& visit) noexcept;

/// Calls `visit(channel, track_frame)` for each track that writes.
template <typename Visit>
inline void walk_tracks(const TimelineSet& set, std::uint32_t timeline, Ticks time, bool snap,
                        std::uint32_t depth, const Visit& visit) noexcept {
    const Timelines& t = set.timelines;
    const TimelinePlan& plan = set.plans[timeline];
    if (snap) time = snapped(t.timelines[timeline], time);
    const double frame = frame_in(plan, time);
    KeyPosition position;
    for (const PlannedTrack& planned : set.planned.subspan(plan.tracks.start, plan.tracks.count)) {
        if (planned.channel == kNoRecord) {
            walk_nested(set, timeline, planned, time, snap, depth, visit);
            continue;
        }
        const auto keys = t.keys.subspan(planned.keys.start, planned.keys.count);
        if (!planned.follows) locate(keys, frame, position);
        visit(planned.channel, TrackFrame{keys.data(), t.values.data(), position, planned.kind});
    }
}

// Apart, so that the walk without nesting is one loop with nothing called in it.
template <typename Visit>
[[gnu::noinline]] void walk_nested(const TimelineSet& set, std::uint32_t timeline,
                                   const PlannedTrack& planned, Ticks time, bool snap,
                                   std::uint32_t depth, const Visit& visit) noexcept {
    if (depth >= kMaxTimelineDepth) return;
    const Timelines& t = set.timelines;
    const record::AnimationTrack& track = t.tracks[planned.track];
    const Ticks inner =
        nested_time(t.timelines[timeline], track, t.timelines[track.timeline], time);
    walk_tracks(set, track.timeline, inner, snap, depth + 1, visit);
}

/// Calls `visit(channel, value)` for each track that writes.
template <typename Visit>
void sample_tracks(const TimelineSet& set, std::uint32_t timeline, Ticks time, bool snap,
                   const Visit& visit) noexcept {
    walk_tracks(set, timeline, time, snap, 0, [&](std::uint32_t channel, const TrackFrame& track) {
        PropertyValue value;
        track.value(value);
        visit(channel, value);
    });
}

}  // namespace motus::detail
