// motus/timeline/walk.h - the tracks of a timeline and of all timelines inside it, in order.
// Room: timeline, private: included by timeline's sources only.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/timeline/set.h>
#include <motus/timeline/track.h>

namespace motus::detail {

/// Calls `visit(channel, value)` for each track that writes.
template <typename Visit>
void sample_tracks(const TimelineSet& set, std::uint32_t timeline, Ticks time, bool snap,
                   std::uint32_t depth, Visit&& visit) noexcept {
    const Timelines& t = set.timelines;
    const record::AnimationTimeline& owner = t.timelines[timeline];
    if (snap) time = snapped(owner, time);
    const double frame = key_frame_at(owner, time);
    PropertyValue value;
    for (std::uint32_t i = owner.tracks.start; i < owner.tracks.start + owner.tracks.count; ++i) {
        const record::AnimationTrack& track = t.tracks[i];
        if (track.muted) continue;
        if (track.kind == record::TrackKind::timeline) {
            if (track.timeline == kNoRecord || depth >= kMaxTimelineDepth) continue;
            const Ticks inner = nested_time(owner, track, t.timelines[track.timeline], time);
            sample_tracks(set, track.timeline, inner, snap, depth + 1, visit);
            continue;
        }
        const std::uint32_t channel = set.track_channels[i];
        if (channel != kNoRecord && sample(keys_of(t, track), frame, value)) visit(channel, value);
    }
}

}  // namespace motus::detail
