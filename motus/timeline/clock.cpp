// SPDX-License-Identifier: MIT
#include <motus/core/assert.h>
#include <motus/timeline/clock.h>

#include <cmath>

namespace motus {
namespace {

using record::AnimationTimeline;

constexpr double kTicks = static_cast<double>(kTicksPerSecond);

// Frames a second as a fraction: whole rates stay exact in both directions.
struct Rate {
    double frames, seconds;
};

Rate snap_rate_of(const AnimationTimeline& timeline) noexcept {
    return {timeline.snap_fps > 0.0f ? static_cast<double>(timeline.snap_fps) : 30.0, 1.0};
}

Rate key_rate_of(const AnimationTimeline& timeline) noexcept {
    if (timeline.key_rate == 0) return snap_rate_of(timeline);
    return {static_cast<double>(timeline.key_rate), static_cast<double>(timeline.key_rate_divisor)};
}

double frame_of(const Rate& rate, Ticks time) noexcept {
    MOTUS_ASSERT(rate.frames > 0.0 && rate.seconds > 0.0);
    return static_cast<double>(time.value) * rate.frames / (kTicks * rate.seconds);
}

Ticks ticks_of(const Rate& rate, double frame) noexcept {
    MOTUS_ASSERT(rate.frames > 0.0 && rate.seconds > 0.0);
    const double ticks = std::round(frame * (kTicks * rate.seconds) / rate.frames);
    constexpr double kLimit = static_cast<double>(kMaxTicks.value / 4);
    if (!(ticks < kLimit)) return {kMaxTicks.value / 4};
    if (!(ticks > -kLimit)) return {-kMaxTicks.value / 4};
    return {static_cast<std::int64_t>(ticks)};
}

PlayMode mode_of(const AnimationTimeline& timeline) noexcept {
    switch (timeline.playback_mode) {
        case record::PlaybackMode::one_shot:
            return PlayMode::once;
        case record::PlaybackMode::ping_pong:
            return PlayMode::ping_pong;
        default:
            return PlayMode::loop;
    }
}

}  // namespace

WorkArea work_area(const AnimationTimeline& timeline) noexcept {
    const Rate rate = snap_rate_of(timeline);
    const std::int32_t end = timeline.work_end != 0 ? timeline.work_end : timeline.duration;
    WorkArea area{ticks_of(rate, timeline.work_start), {}, mode_of(timeline)};
    if (end > timeline.work_start) area.length = ticks_of(rate, end) - area.begin;
    return area;
}

double snap_rate(const AnimationTimeline& timeline) noexcept {
    return snap_rate_of(timeline).frames;
}

double key_rate(const AnimationTimeline& timeline) noexcept {
    const Rate rate = key_rate_of(timeline);
    return rate.frames / rate.seconds;
}

double frame_at(const AnimationTimeline& timeline, Ticks time) noexcept {
    return frame_of(snap_rate_of(timeline), time);
}

double key_frame_at(const AnimationTimeline& timeline, Ticks time) noexcept {
    return frame_of(key_rate_of(timeline), time);
}

KeyClock key_clock(const AnimationTimeline& timeline) noexcept {
    const Rate rate = key_rate_of(timeline);
    return {rate.frames, kTicks * rate.seconds};
}

Ticks time_of_frame(const AnimationTimeline& timeline, double frame) noexcept {
    return ticks_of(snap_rate_of(timeline), frame);
}

Ticks time_of_key_frame(const AnimationTimeline& timeline, double frame) noexcept {
    return ticks_of(key_rate_of(timeline), frame);
}

Ticks snapped(const AnimationTimeline& timeline, Ticks time) noexcept {
    // Where a frame is no whole number of ticks, its own tick may lie just before it.
    const double near = std::round(frame_at(timeline, time));
    if (time_of_frame(timeline, near) == time) return time;
    return time_of_frame(timeline, std::floor(frame_at(timeline, time)));
}

void rewind(const AnimationTimeline& timeline, float speed, TimelineClock& clock) noexcept {
    const WorkArea area = work_area(timeline);
    clock = {};
    const bool backwards = timeline.playback_speed * speed < 0.0f;
    if (backwards && area.mode == PlayMode::once) clock.head.phase = area.length;
}

void seek(const AnimationTimeline& timeline, Ticks time, TimelineClock& clock) noexcept {
    const WorkArea area = work_area(timeline);
    Ticks within = time - area.begin;
    if (area.mode == PlayMode::ping_pong) {
        if (within < Ticks{}) within = {};
        if (within > area.length) within = area.length;
    }
    seek(clock.head, within, area.mode, area.length);
    clock.moved = false;
}

Ticks time_of(const AnimationTimeline& timeline, const TimelineClock& clock) noexcept {
    const WorkArea area = work_area(timeline);
    return area.begin + time_of(clock.head, area.mode, area.length);
}

Status advance(const AnimationTimeline& timeline, float dt_s, float speed, TimelineClock& clock,
               TimelineStep& out) noexcept {
    return advance(work_area(timeline), timeline.playback_speed, dt_s, speed, clock, out);
}

Status advance(const WorkArea& area, float playback_speed, float dt_s, float speed,
               TimelineClock& clock, TimelineStep& out) noexcept {
    // Field by field: a copy of a struct that was just written in parts makes processors wait.
    TickRemainder rest = clock.step;
    Ticks dt{};
    if (const Status s = ticks_of_step(dt_s, rest, dt); s != Status::ok) return s;
    const float rate = playback_speed * speed;
    if (const Status s = advance(clock.head, dt, rate, area.mode, area.length, out.advance);
        s != Status::ok) {
        return s;
    }
    out.stepped = dt_s != 0.0f && rate != 0.0f;
    out.entered = out.stepped && !clock.moved;
    out.time = area.begin + time_of(clock.head, area.mode, area.length);
    clock.step = rest;
    clock.moved = clock.moved || out.stepped;
    return Status::ok;
}

TimelineMotion motion_of(const AnimationTimeline& timeline) noexcept {
    const WorkArea area = work_area(timeline);
    const double speed = std::fabs(static_cast<double>(timeline.playback_speed));
    TimelineMotion motion{{}, area.mode != PlayMode::once};
    if (!(speed > 0.0)) return motion;
    const double pass = static_cast<double>(area.length.value) *
                        (area.mode == PlayMode::ping_pong ? 2.0 : 1.0) / speed;
    constexpr double kLimit = static_cast<double>(kMaxTicks.value / 4);
    motion.duration = {
        static_cast<std::int64_t>(std::floor((pass < kLimit ? pass : kLimit) + 0.5))};
    return motion;
}

Ticks timeline_time(const AnimationTimeline& timeline, Ticks at, bool loops) noexcept {
    const WorkArea area = work_area(timeline);
    if (area.length == Ticks{}) return area.begin;
    const float speed = std::fabs(timeline.playback_speed);
    const bool backwards = timeline.playback_speed < 0.0f;
    const Ticks pass = area.mode == PlayMode::ping_pong ? area.length * 2 : area.length;
    TickRemainder rest{};
    Ticks phase{};
    if (scale_ticks(at, speed, rest, phase) != Status::ok) return area.begin;
    // The length of a pass was rounded to a tick; its end is the end all the same.
    const bool at_end = speed > 0.0f && at >= motion_of(timeline).duration;
    if (phase > pass || at_end) phase = pass;
    if (loops && phase == pass) phase = {};
    if (backwards) phase = loops && phase == Ticks{} ? Ticks{} : pass - phase;
    if (phase > area.length) phase = area.length * 2 - phase;
    MOTUS_ASSERT(phase >= Ticks{} && phase <= area.length);
    return area.begin + phase;
}

}  // namespace motus
