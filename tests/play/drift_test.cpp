// tests/play/drift_test.cpp - ten hours of frames against exact arithmetic: not one tick of drift.
// SPDX-License-Identifier: MIT
#include <motus/play/player.h>
#include <tests/support/exact_time.h>
#include <tests/support/random.h>

#include <gtest/gtest.h>

namespace motus::test {
namespace {

constexpr double kTenHours = 36000.0;

Clip clip_of(std::int64_t ticks) {
    Clip clip;
    clip.duration = {ticks};
    return clip;
}

// Where a player that looped for `ticks` must stand.
std::int64_t folded(Int128 ticks, std::int64_t period) {
    return static_cast<std::int64_t>(ticks - floor_div(ticks, period) * period);
}

struct Marathon {
    Player loop, ping_pong;
    Clip clip;
    ExactSum<40> sum;

    explicit Marathon(std::int64_t duration) : clip(clip_of(duration)) {
        ping_pong.mode = PlayMode::ping_pong;
    }
    void step(float dt) {
        ASSERT_EQ(advance(loop, clip, dt), Status::ok);
        ASSERT_EQ(advance(ping_pong, clip, dt), Status::ok);
        sum.add(dt);
    }
    void check() const {
        ASSERT_TRUE(sum.exact());
        const Int128 ticks = sum.floor_times(kTicksPerSecond);
        ASSERT_EQ(loop.head.phase.value, folded(ticks, clip.duration.value));
        ASSERT_EQ(ping_pong.head.phase.value, folded(ticks, 2 * clip.duration.value));
    }
};

// 1.0667 s of clip, 1/60 s as a float: after 2,160,000 frames the clock is where the exact sum of
// those floats is.
TEST(Drift, TenHoursAtSixtyHertz) {
    Marathon clock(752641234);
    const float dt = 1.0f / 60.0f;
    double time = 0.0;
    for (int frame = 0; time < kTenHours; ++frame) {
        clock.step(dt);
        time += double(dt);
        if (frame % 1000 == 0) clock.check();
        if (testing::Test::HasFatalFailure()) return;
    }
    clock.check();
}

TEST(Drift, TenHoursAtIrregularSteps) {
    Random random(1);
    Marathon clock(1234567891);
    double time = 0.0;
    for (int frame = 0; time < kTenHours; ++frame) {
        // From 4 kHz to 4 Hz, now and then a stall of seconds, some frames of no time at all.
        float dt = random.range(0.00025f, 0.03f);
        if (frame % 100 == 0) dt = random.range(0.03f, 0.25f);
        if (frame % 1000 == 0) dt = random.range(1.0f, 9.0f);
        if (frame % 77 == 0) dt = 0.0f;
        clock.step(dt);
        time += double(dt);
        if (frame % 1000 == 0) clock.check();
        if (testing::Test::HasFatalFailure()) return;
    }
    clock.check();
}

// A host that keeps time in ticks is exact at every rate, and a loop of whole frames closes.
TEST(Drift, TenHoursOfTicksAtEveryRate) {
    for (const std::int64_t rate : {24, 25, 30, 60, 90, 144}) {
        const Clip clip = clip_of(ticks_of_frames(37, rate).value);
        Player player;
        const Ticks dt = ticks_of_frames(1, rate);
        const std::int64_t frames = rate * 36000 / 37 * 37;
        for (std::int64_t i = 0; i < frames; ++i) {
            ASSERT_EQ(advance(player, clip, dt), Status::ok);
        }
        EXPECT_EQ(player.head.phase, Ticks{}) << rate;
        EXPECT_EQ(player.head.remainder, TickRemainder{}) << rate;
    }
}

// Speeds that change all the time, of both signs: the exact sum of ticks x speed.
TEST(Drift, AnHourOfChangingSpeeds) {
    Random random(2);
    const Clip clip = clip_of(987654321);
    Player player;
    ExactSum<40> seconds_sum;
    ExactSum<32> phase_sum;
    Int128 ticks = 0;
    for (int frame = 0; frame < 216000; ++frame) {
        if (frame % 50 == 0) {
            do {
                player.speed = random.range(-3.0f, 3.0f);
            } while (std::fabs(player.speed) < 0x1p-8f);
        }
        const float dt = random.range(0.004f, 0.03f);
        ASSERT_EQ(advance(player, clip, dt), Status::ok);
        seconds_sum.add(dt);
        const Int128 now = seconds_sum.floor_times(kTicksPerSecond);
        phase_sum.add(player.speed, static_cast<std::int64_t>(now - ticks));
        ticks = now;
        if (frame % 500 == 0) {
            ASSERT_EQ(player.head.phase.value,
                      folded(phase_sum.floor_times(1), clip.duration.value));
        }
    }
    ASSERT_TRUE(seconds_sum.exact() && phase_sum.exact());
    EXPECT_EQ(player.head.phase.value, folded(phase_sum.floor_times(1), clip.duration.value));
}

// The same ten hours cut into frames differently end in the same place: 2^-10 s is exact.
TEST(Drift, StepSizeDoesNotMatter) {
    const Clip clip = clip_of(705600007);
    Player fine, coarse;
    fine.speed = coarse.speed = 0.7f;
    for (int i = 0; i < 36000; ++i) {
        for (int k = 0; k < 64; ++k)
            ASSERT_EQ(advance(fine, clip, 1.0f / 64.0f), Status::ok);
        ASSERT_EQ(advance(coarse, clip, 1.0f), Status::ok);
        ASSERT_EQ(fine.head, coarse.head);
    }
}

}  // namespace
}  // namespace motus::test
