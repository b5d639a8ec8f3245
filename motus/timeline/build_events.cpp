// SPDX-License-Identifier: MIT
#include <motus/timeline/set.h>

#include <algorithm>
#include <cmath>

namespace motus {
namespace {

constexpr std::size_t kMaxNestedEvents = 65536, kMaxEvents = std::size_t{1} << 22;

struct Found {
    EventTime event;
    std::uint32_t record;
};

void sort_by_time(std::vector<Found>& found) {
    std::stable_sort(found.begin(), found.end(),
                     [](const Found& a, const Found& b) { return a.event.time < b.event.time; });
}

NameHash name_of(const Timelines& timelines, const record::TimelineEvent& event) {
    return event.event == kNoRecord ? NameHash::none : NameHash{timelines.event_names[event.event]};
}

/// Events inside one timeline, those of timelines inside it where they happen. Each timeline is
/// looked through once, however many play it.
class EventCollector {
  public:
    explicit EventCollector(const Timelines& timelines)
        : t_(timelines), done_(timelines.timelines.size()), known_(timelines.timelines.size()) {}

    const std::vector<Found>& collect(std::uint32_t timeline, std::uint32_t depth) {
        std::vector<Found>& found = done_[timeline];
        if (known_[timeline]) return found;
        known_[timeline] = true;
        const record::AnimationTimeline& outer = t_.timelines[timeline];
        for (std::uint32_t i = 0; i < outer.events.count; ++i) {
            const std::uint32_t at = outer.events.start + i;
            const record::TimelineEvent& event = t_.events[at];
            found.push_back(
                {{time_of_key_frame(outer, static_cast<double>(event.frame)), name_of(t_, event)},
                 at});
        }
        const WorkArea area = work_area(outer);
        const Ticks end = area.begin + area.length;
        for (std::uint32_t i = 0; i < outer.tracks.count; ++i) {
            const record::AnimationTrack& track = t_.tracks[outer.tracks.start + i];
            if (track.kind != record::TrackKind::timeline || track.muted ||
                track.timeline == kNoRecord || depth >= kMaxTimelineDepth) {
                continue;
            }
            add_nested(outer, track, end, collect(track.timeline, depth + 1), found);
        }
        sort_by_time(found);
        total_ += found.size();
        return found;
    }

  private:
    // Plays the inner timeline from its start to the outer one's end, in one step.
    void add_nested(const record::AnimationTimeline& outer, const record::AnimationTrack& track,
                    Ticks end, const std::vector<Found>& inner_events,
                    std::vector<Found>& found) const {
        const record::AnimationTimeline& inner = t_.timelines[track.timeline];
        const Ticks start = time_of_key_frame(outer, static_cast<double>(track.start_frame));
        const float speed = inner.playback_speed * track.speed;
        if (inner_events.empty() || end <= start || speed == 0.0f || !std::isfinite(speed)) {
            return;
        }
        const WorkArea area = work_area(inner);
        // How far the inner one goes until the outer one ends, and after which part of that way it
        // passes each event: once, or once a lap.
        const double pace = std::abs(static_cast<double>(speed));
        const double way = static_cast<double>((end - start).value) * pace;
        const double length = static_cast<double>(area.length.value);
        const double period = area.mode == PlayMode::ping_pong ? 2.0 * length : length;
        for (const Found& event : inner_events) {
            const double at = static_cast<double>((event.event.time - area.begin).value);
            if (at < 0.0 || at > length) continue;
            double first = at;
            if (speed < 0.0f) {
                first = area.mode == PlayMode::once ? length - at : at > 0.0 ? period - at : 0.0;
            }
            const Laps laps{first, period, way, pace, area.mode == PlayMode::once};
            add_laps(event, laps, start, found);
            if (area.mode == PlayMode::ping_pong && at > 0.0 && at < length) {
                Laps back = laps;
                back.first = period - first;
                add_laps(event, back, start, found);
            }
        }
    }

    struct Laps {
        double first, period, way, pace;
        bool once;
    };

    void add_laps(const Found& event, const Laps& laps, Ticks start,
                  std::vector<Found>& found) const {
        const std::size_t left = total_ < kMaxEvents ? kMaxEvents - total_ : 0;
        const std::size_t most = std::min(kMaxNestedEvents, left);
        for (double at = laps.first; at <= laps.way && found.size() < most; at += laps.period) {
            Found lap = event;
            lap.event.time = start + Ticks{static_cast<std::int64_t>(at / laps.pace + 0.5)};
            found.push_back(lap);
            if (laps.once || !(laps.period > 0.0)) return;
        }
    }

    const Timelines& t_;
    std::vector<std::vector<Found>> done_;
    std::vector<bool> known_;
    std::size_t total_ = 0;
};

/// Times of a timeline as times of its motion.
std::vector<EventTime> in_motion(const record::AnimationTimeline& timeline,
                                 std::span<const EventTime> events) {
    const WorkArea area = work_area(timeline);
    const TimelineMotion motion = motion_of(timeline);
    const double speed = std::abs(static_cast<double>(timeline.playback_speed));
    const bool backwards = timeline.playback_speed < 0.0f;
    std::vector<EventTime> out;
    for (const EventTime& event : events) {
        const Ticks at = event.time - area.begin;
        if (at < Ticks{} || at > area.length) continue;
        const auto add = [&](Ticks phase) {
            const double time = speed > 0.0 ? static_cast<double>(phase.value) / speed : 0.0;
            const bool within = time + 0.5 < static_cast<double>(motion.duration.value);
            const Ticks rounded{within ? static_cast<std::int64_t>(time + 0.5)
                                       : motion.duration.value};
            out.push_back({rounded, event.name});
        };
        const Ticks pass = area.mode == PlayMode::ping_pong ? area.length * 2 : area.length;
        const bool wraps = motion.loops && at == Ticks{};
        add(backwards && !wraps ? pass - at : at);
        if (area.mode == PlayMode::ping_pong && at > Ticks{} && at < area.length) {
            add(backwards ? at : pass - at);
        }
    }
    std::stable_sort(out.begin(), out.end(),
                     [](const EventTime& a, const EventTime& b) { return a.time < b.time; });
    return out;
}

}  // namespace

void TimelineIndex::find_events() {
    EventCollector collector(timelines_);
    for (std::uint32_t i = 0; i < timelines_.timelines.size(); ++i) {
        const std::vector<Found>& found = collector.collect(i, 0);
        event_ranges_.push_back(
            {static_cast<std::uint32_t>(events_.size()), static_cast<std::uint32_t>(found.size())});
        for (const Found& event : found) {
            events_.push_back(event.event);
            event_records_.push_back(event.record);
        }
    }
}

std::vector<EventTime> motion_events(const TimelineSet& set, std::uint32_t timeline) {
    const record::Range range = set.event_ranges[timeline];
    return in_motion(set.timelines.timelines[timeline],
                     set.events.subspan(range.start, range.count));
}

std::vector<EventTime> motion_markers(const TimelineSet& set, std::uint32_t timeline) {
    const record::AnimationTimeline& record = set.timelines.timelines[timeline];
    std::vector<EventTime> times;
    for (const record::TimelineMarker& marker :
         set.timelines.markers.subspan(record.markers.start, record.markers.count)) {
        times.push_back(
            {time_of_key_frame(record, static_cast<double>(marker.frame)), NameHash{marker.name}});
    }
    return in_motion(record, times);
}

}  // namespace motus
