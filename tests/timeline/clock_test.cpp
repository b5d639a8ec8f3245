// SPDX-License-Identifier: MIT
#include "reference.h"

#include <motus/timeline/clock.h>

#include <gtest/gtest.h>

#include <limits>

namespace motus::test {
namespace {

using record::PlaybackMode;

record::AnimationTimeline timeline(std::int32_t duration, PlaybackMode mode) {
    Stage s;
    auto t = s.timeline("t", duration);
    t.playback_mode = mode;
    return t;
}

Ticks after(const record::AnimationTimeline& t, float dt_s, float speed = 1.0f) {
    TimelineClock clock;
    rewind(t, speed, clock);
    TimelineStep step;
    EXPECT_EQ(advance(t, dt_s, speed, clock, step), Status::ok);
    EXPECT_EQ(step.time, time_of(t, clock));
    return step.time;
}

TEST(TimelineClock, NoRateMeansThirty) {
    auto t = timeline(60, PlaybackMode::loop);
    t.snap_fps = 0;
    EXPECT_EQ(work_area(t).length, Ticks{2 * kTicksPerSecond});
    EXPECT_EQ(frame_at(t, Ticks{kTicksPerSecond}), 30.0);
    EXPECT_EQ(key_frame_at(t, Ticks{kTicksPerSecond}), 30.0);
}

TEST(TimelineClock, KeysMayHaveTheirOwnRate) {
    auto t = timeline(60, PlaybackMode::loop);
    t.key_rate = 30000;
    t.key_rate_divisor = 1001;
    EXPECT_DOUBLE_EQ(key_rate(t), 30000.0 / 1001.0);
    // 29.97 Hz divides the tick: every frame is exact, there and back.
    for (const std::int64_t frame : {0, 1, 17, 1'000'000}) {
        const Ticks at = time_of_key_frame(t, static_cast<double>(frame));
        EXPECT_EQ(at.value, frame * 23'543'520);
        EXPECT_EQ(key_frame_at(t, at), static_cast<double>(frame));
    }
    EXPECT_EQ(frame_at(t, Ticks{kTicksPerSecond}), 30.0);
}

TEST(TimelineClock, WorkArea) {
    auto t = timeline(60, PlaybackMode::loop);
    EXPECT_EQ(work_area(t).length, Ticks{2 * kTicksPerSecond}) << "end 0 is the duration";
    t.work_start = 15;
    t.work_end = 45;
    EXPECT_EQ(work_area(t).begin, Ticks{kTicksPerSecond / 2});
    EXPECT_EQ(work_area(t).length, Ticks{kTicksPerSecond});
    for (const std::int32_t end : {15, 10}) {
        t.work_end = end;
        EXPECT_EQ(work_area(t).length, Ticks{}) << end;
        for (const auto mode :
             {PlaybackMode::one_shot, PlaybackMode::loop, PlaybackMode::ping_pong}) {
            t.playback_mode = mode;
            EXPECT_EQ(after(t, 7.3f), Ticks{kTicksPerSecond / 2}) << "an empty range holds";
            EXPECT_EQ(after(t, 7.3f, -1.0f), Ticks{kTicksPerSecond / 2});
        }
    }
}

TEST(TimelineClock, OneShotShowsItsEndAndALoopDoesNot) {
    EXPECT_EQ(after(timeline(30, PlaybackMode::one_shot), 1.0f), Ticks{kTicksPerSecond});
    EXPECT_EQ(after(timeline(30, PlaybackMode::one_shot), 5.0f), Ticks{kTicksPerSecond});
    EXPECT_EQ(after(timeline(30, PlaybackMode::loop), 1.0f), Ticks{});
    EXPECT_EQ(after(timeline(30, PlaybackMode::loop), 1.5f), Ticks{kTicksPerSecond / 2});
    EXPECT_EQ(after(timeline(30, PlaybackMode::ping_pong), 1.0f), Ticks{kTicksPerSecond});
    EXPECT_EQ(after(timeline(30, PlaybackMode::ping_pong), 1.25f), Ticks{kTicksPerSecond * 3 / 4});
}

TEST(TimelineClock, RunsBackwards) {
    EXPECT_EQ(after(timeline(30, PlaybackMode::one_shot), 0.25f, -1.0f),
              Ticks{kTicksPerSecond * 3 / 4});
    EXPECT_EQ(after(timeline(30, PlaybackMode::one_shot), 9.0f, -1.0f), Ticks{});
    EXPECT_EQ(after(timeline(30, PlaybackMode::loop), 0.25f, -1.0f),
              Ticks{kTicksPerSecond * 3 / 4});
    auto t = timeline(30, PlaybackMode::one_shot);
    t.playback_speed = -1.0f;
    EXPECT_EQ(after(t, 0.25f, -1.0f), Ticks{kTicksPerSecond / 4}) << "two negatives go forward";
}

TEST(TimelineClock, RefusesWhatIsNotFinite) {
    const auto t = timeline(30, PlaybackMode::loop);
    TimelineClock clock;
    TimelineStep step;
    ASSERT_EQ(advance(t, 0.1f, 1.0f, clock, step), Status::ok);
    const TimelineClock before = clock;
    const float nan = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(advance(t, nan, 1.0f, clock, step), Status::bad_argument);
    EXPECT_EQ(advance(t, 0.1f, nan, clock, step), Status::bad_argument);
    EXPECT_EQ(clock.head, before.head);
}

TEST(TimelineClock, SnapsToWholeFrames) {
    auto t = timeline(60, PlaybackMode::loop);
    EXPECT_EQ(frame_at(t, snapped(t, time_of_frame(t, 7.99))), 7.0);
    EXPECT_EQ(frame_at(t, snapped(t, time_of_frame(t, 8.0))), 8.0);
    t.snap_fps = 23.976f;  // no whole number of ticks
    for (int frame = 0; frame < 2000; ++frame) {
        const Ticks at = time_of_frame(t, frame);
        EXPECT_EQ(snapped(t, at), at) << frame;
        EXPECT_EQ(snapped(t, at + Ticks{1000}), at) << frame;
        if (frame == 0) continue;
        EXPECT_EQ(snapped(t, at - Ticks{1000}), time_of_frame(t, frame - 1));
    }
}

// Ten hours at 60 Hz. The reference is the sum of the steps in 128-bit integers: the float dt and
// speed are whole numbers times a power of two.
TEST(TimelineClock, TenHoursDoNotDrift) {
    __extension__ typedef __int128 Int128;
    const float dt_s = 1.0f / 60.0f;
    const int kSteps = 36'000 * 60;
    for (const auto mode : {PlaybackMode::loop, PlaybackMode::ping_pong}) {
        for (const float speed : {1.0f, -1.0f, 0.1f, -0.73f}) {
            auto t = timeline(47, mode);
            t.playback_speed = speed;
            TimelineClock clock;
            rewind(t, 1.0f, clock);
            TimelineStep step;
            for (int i = 0; i < kSteps; ++i)
                ASSERT_EQ(advance(t, dt_s, 1.0f, clock, step), Status::ok);
            int e_dt = 0, e_speed = 0;
            const auto m_dt = static_cast<std::int64_t>(std::ldexp(std::frexp(dt_s, &e_dt), 24));
            const auto m_speed =
                static_cast<std::int64_t>(std::ldexp(std::frexp(speed, &e_speed), 24));
            // ticks x 2^-shift, with the steps' product reduced by the period first
            const int shift = 48 - e_dt - e_speed;
            const Ticks length = work_area(t).length;
            const std::int64_t period =
                mode == PlaybackMode::loop ? length.value : 2 * length.value;
            const Int128 unit = Int128{period} << shift;
            Int128 way = Int128{m_dt} * m_speed;                    // < 2^48
            way = way * (Int128{kTicksPerSecond} * kSteps) % unit;  // < 2^48 * 2^51
            if (way < 0) way += unit;
            auto phase = static_cast<double>(way) / std::ldexp(1.0, shift);
            if (phase > static_cast<double>(length.value)) {
                phase = static_cast<double>(period) - phase;
            }
            EXPECT_NEAR(static_cast<double>(step.time.value), phase, 2.0)
                << "speed " << speed << ": off by more than two ticks of 1/705,600,000 s";
        }
    }
}

TEST(TimelineClock, AsAMotionOfAMachine) {
    auto t = timeline(30, PlaybackMode::loop);
    EXPECT_EQ(motion_of(t).duration, Ticks{kTicksPerSecond});
    EXPECT_TRUE(motion_of(t).loops);
    t.playback_speed = 2.0f;
    EXPECT_EQ(motion_of(t).duration, Ticks{kTicksPerSecond / 2});
    EXPECT_EQ(timeline_time(t, {kTicksPerSecond / 8}, true), Ticks{kTicksPerSecond / 4});
    EXPECT_EQ(timeline_time(t, {kTicksPerSecond / 2}, true), Ticks{}) << "a loop starts anew";
    EXPECT_EQ(timeline_time(t, {kTicksPerSecond / 2}, false), Ticks{kTicksPerSecond})
        << "a state that plays it once shows its end";
    t.playback_speed = -1.0f;
    EXPECT_EQ(timeline_time(t, {kTicksPerSecond / 4}, true), Ticks{kTicksPerSecond * 3 / 4});
    EXPECT_EQ(timeline_time(t, {}, true), Ticks{});
    EXPECT_EQ(timeline_time(t, {}, false), Ticks{kTicksPerSecond});
    EXPECT_EQ(timeline_time(t, {kTicksPerSecond}, false), Ticks{});
    t.playback_mode = PlaybackMode::ping_pong;
    t.playback_speed = 1.0f;
    EXPECT_EQ(motion_of(t).duration, Ticks{2 * kTicksPerSecond});
    EXPECT_EQ(timeline_time(t, {kTicksPerSecond * 5 / 4}, true), Ticks{kTicksPerSecond * 3 / 4});
    t.playback_mode = PlaybackMode::one_shot;
    EXPECT_FALSE(motion_of(t).loops);
    t.playback_speed = 0.0f;
    EXPECT_EQ(motion_of(t).duration, Ticks{});
    EXPECT_EQ(timeline_time(t, {}, false), Ticks{});
}

TEST(TimelineClock, SeekStaysInside) {
    auto t = timeline(30, PlaybackMode::one_shot);
    t.work_start = 10;
    TimelineClock clock;
    seek(t, time_of_frame(t, 20), clock);
    EXPECT_EQ(time_of(t, clock), time_of_frame(t, 20));
    seek(t, time_of_frame(t, 5), clock);
    EXPECT_EQ(time_of(t, clock), time_of_frame(t, 10));
    seek(t, time_of_frame(t, 99), clock);
    EXPECT_EQ(time_of(t, clock), time_of_frame(t, 30));
    t.playback_mode = PlaybackMode::loop;
    seek(t, time_of_frame(t, 35), clock);
    EXPECT_EQ(time_of(t, clock), time_of_frame(t, 15));
}

}  // namespace
}  // namespace motus::test
