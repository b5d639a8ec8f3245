// motus/timeline/clock.h - where a timeline stands: from ticks to frames, without drift.
// SPDX-License-Identifier: MIT
//
// A timeline's own time runs from its frame 0. Durations and work area are in frames of snap_fps
// (0 means 30); keys, events, markers and the start of nested timelines in frames of the key rate
// (0: the same). Played is the work area: [start, end) by a loop, [start, end] by one-shot and
// ping-pong; an end of 0 means the duration; an empty area holds its start.
#pragma once

#include <motus/core/events.h>
#include <motus/core/playhead.h>
#include <motus/timeline/timeline.h>

namespace motus {

/// The part of a timeline that is played.
struct WorkArea {
    Ticks begin{};
    Ticks length{};  ///< >= 0.
    PlayMode mode = PlayMode::loop;
};
[[nodiscard]] WorkArea work_area(const record::AnimationTimeline& timeline) noexcept;

/// Frames per second of durations; never 0.
[[nodiscard]] double snap_rate(const record::AnimationTimeline& timeline) noexcept;
/// Frames of keys per second; never 0.
[[nodiscard]] double key_rate(const record::AnimationTimeline& timeline) noexcept;

/// Frame of snap_fps at a time of the timeline, fractional: exact where rate and time allow it.
[[nodiscard]] double frame_at(const record::AnimationTimeline& timeline, Ticks time) noexcept;
/// Frame of the key rate at a time of the timeline, fractional.
[[nodiscard]] double key_frame_at(const record::AnimationTimeline& timeline, Ticks time) noexcept;
/// A timeline's key rate, as the walk of a frame uses it: frame = ticks x frames / ticks.
struct KeyClock {
    double frames = 30.0;
    double ticks = 1.0;
};
[[nodiscard]] KeyClock key_clock(const record::AnimationTimeline& timeline) noexcept;
/// Nearest tick of a frame of snap_fps, and of a frame of the key rate.
[[nodiscard]] Ticks time_of_frame(const record::AnimationTimeline& timeline, double frame) noexcept;
[[nodiscard]] Ticks time_of_key_frame(const record::AnimationTimeline& timeline,
                                      double frame) noexcept;
/// Time of the last whole frame of snap_fps at or before `time`: for play that steps like film.
[[nodiscard]] Ticks snapped(const record::AnimationTimeline& timeline, Ticks time) noexcept;

/// Clock of a timeline that plays on its own. Plain data: copy it to save it.
struct TimelineClock {
    Playhead head{};       ///< Phase within the work area.
    TickRemainder step{};  ///< What the frames' dt left of a tick.
    bool moved = false;    ///< It has been stepped since it was put where it is.
    std::uint8_t reserved[3] = {};
};

/// What a step did; events are walked with it.
struct TimelineStep {
    Advance advance{};
    Ticks time{};          ///< Time of the timeline after the step: what is shown.
    bool stepped = false;  ///< dt was not 0.
    bool entered = false;  ///< First step since it was put where it was.
};

/// Puts the clock at the beginning: of a one-shot that runs backwards, at the end.
void rewind(const record::AnimationTimeline& timeline, float speed, TimelineClock& clock) noexcept;
/// Puts it at a time of the timeline: clamped to the work area, or folded into a loop's.
void seek(const record::AnimationTimeline& timeline, Ticks time, TimelineClock& clock) noexcept;
/// The time of the timeline that the clock stands at.
[[nodiscard]] Ticks time_of(const record::AnimationTimeline& timeline,
                            const TimelineClock& clock) noexcept;

/// Moves by dt x the timeline's speed x `speed` (a state's). Either may be negative.
/// `bad_argument` for numbers that are not finite: nothing changes.
Status advance(const record::AnimationTimeline& timeline, float dt_s, float speed,
               TimelineClock& clock, TimelineStep& out) noexcept;

/// The same for a work area and a timeline's speed that are known already.
Status advance(const WorkArea& area, float playback_speed, float dt_s, float speed,
               TimelineClock& clock, TimelineStep& out) noexcept;

/// A timeline as a state machine plays it: how long one pass is at the timeline's own speed (for
/// ping-pong: there and back), and whether it goes on.
struct TimelineMotion {
    Ticks duration{};
    bool loops = false;
};
[[nodiscard]] TimelineMotion motion_of(const record::AnimationTimeline& timeline) noexcept;

/// Time of the timeline at `at` of its motion, in [0, duration]. `loops`: the state goes on at the
/// end, so that the end is the start; else the end is shown.
[[nodiscard]] Ticks timeline_time(const record::AnimationTimeline& timeline, Ticks at,
                                  bool loops) noexcept;

}  // namespace motus
