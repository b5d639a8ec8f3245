// tests/core/ticks_test.cpp - conversions of time against 128-bit arithmetic.
// SPDX-License-Identifier: MIT
#include <motus/core/ticks.h>
#include <tests/support/exact_time.h>
#include <tests/support/random.h>

#include <gtest/gtest.h>
#include <cfloat>
#include <limits>

namespace motus::test {
namespace {

const float kNan = std::numeric_limits<float>::quiet_NaN();
const float kInfinity = std::numeric_limits<float>::infinity();

TEST(Ticks, AFrameOfEveryUsualRateIsWhole) {
    for (const std::int64_t rate : {24, 25, 30, 48, 50, 60, 90, 100, 120, 144, 44100, 48000}) {
        EXPECT_EQ(kTicksPerSecond % rate, 0) << rate;
        EXPECT_EQ(ticks_of_frames(rate * 36000, rate).value, 36000 * kTicksPerSecond) << rate;
        EXPECT_EQ(ticks_of_frames(1, rate).value * rate, kTicksPerSecond) << rate;
    }
}

TEST(Ticks, SecondsRoundToNearestTick) {
    EXPECT_EQ(ticks_of_seconds(0.0), Ticks{});
    EXPECT_EQ(ticks_of_seconds(-0.0), Ticks{});
    EXPECT_EQ(ticks_of_seconds(1.0).value, 705600000);
    EXPECT_EQ(ticks_of_seconds(-2.5).value, -1764000000);
    EXPECT_EQ(ticks_of_seconds(1.0 / 60.0).value, 11760000);
    EXPECT_EQ(ticks_of_seconds(double(1.0f / 3.0f)).value, 235200007);
    // Halves go away from zero: 0.5 tick is 1/1411200000 s, which rounds up in double.
    EXPECT_EQ(ticks_of_seconds(1.5 / 705600000.0).value, 2);
    EXPECT_EQ(ticks_of_seconds(-1.5 / 705600000.0).value, -2);
}

TEST(Ticks, SecondsOutOfRangeClamp) {
    EXPECT_EQ(ticks_of_seconds(1e300), kMaxTicks);
    EXPECT_EQ(ticks_of_seconds(-1e300), -kMaxTicks);
    EXPECT_EQ(ticks_of_seconds(std::numeric_limits<double>::infinity()), kMaxTicks);
    EXPECT_EQ(ticks_of_seconds(-std::numeric_limits<double>::infinity()), -kMaxTicks);
    EXPECT_EQ(ticks_of_seconds(std::numeric_limits<double>::quiet_NaN()), Ticks{});
}

TEST(Ticks, SecondsRoundTripForThirtyDays) {
    Random random(1);
    for (int i = 0; i < 100000; ++i) {
        const std::int64_t limit = kTicksPerSecond * 86400 * 30;
        const std::int64_t value = static_cast<std::int64_t>(random.bits() % (2 * limit)) - limit;
        ASSERT_EQ(ticks_of_seconds(seconds_of({value})).value, value);
    }
}

// Ticks given so far are the floor of the exact sum: not one tick is lost or invented.
TEST(TicksOfStep, SumIsTheFloorOfTheExactSum) {
    Random random(2);
    for (int sequence = 0; sequence < 50; ++sequence) {
        TickRemainder remainder;
        ExactSum<40> exact;
        std::int64_t sum = 0;
        for (int i = 0; i < 2000; ++i) {
            const float dt = random.range(sequence % 2 ? -0.25f : 0.0005f, 0.25f);
            if (std::fabs(dt) < 0x1p-16f) continue;
            Ticks ticks;
            ASSERT_EQ(ticks_of_step(dt, remainder, ticks), Status::ok);
            exact.add(dt);
            sum += ticks.value;
            ASSERT_TRUE(Int128{sum} == exact.floor_times(kTicksPerSecond)) << "step " << i;
        }
        ASSERT_TRUE(exact.exact());
    }
}

TEST(TicksOfStep, TinyStepsAddUp) {
    // 1 ns is 0.7056 ticks; a million of them, 705600 ticks within one.
    TickRemainder remainder;
    std::int64_t sum = 0;
    for (int i = 0; i < 1000000; ++i) {
        Ticks ticks;
        ASSERT_EQ(ticks_of_step(1e-9f, remainder, ticks), Status::ok);
        sum += ticks.value;
    }
    EXPECT_NEAR(double(sum), 1e6 * double(1e-9f) * 705600000.0, 1.0);
    // And back again to nothing.
    for (int i = 0; i < 1000000; ++i) {
        Ticks ticks;
        ASSERT_EQ(ticks_of_step(-1e-9f, remainder, ticks), Status::ok);
        sum += ticks.value;
    }
    EXPECT_EQ(sum, 0);
    EXPECT_EQ(remainder, TickRemainder{});
}

TEST(TicksOfStep, ZeroMovesNothing) {
    for (const float zero : {0.0f, -0.0f}) {
        TickRemainder remainder{12345};
        Ticks out{99};
        EXPECT_EQ(ticks_of_step(zero, remainder, out), Status::ok);
        EXPECT_EQ(out, Ticks{});
        EXPECT_EQ(remainder.fraction, 12345u);
    }
}

TEST(TicksOfStep, ExtremesClampAndDenormalsVanish) {
    TickRemainder remainder{1};
    Ticks out;
    EXPECT_EQ(ticks_of_step(FLT_MAX, remainder, out), Status::ok);
    EXPECT_EQ(out, kMaxTicks);
    EXPECT_EQ(ticks_of_step(-FLT_MAX, remainder, out), Status::ok);
    EXPECT_EQ(out, -kMaxTicks);
    // The last float whose ticks fit, just below 2^62 / 705600000, and the first that do not.
    const float edge = std::nextafterf(6535836160.0f, 1e10f);
    EXPECT_EQ(ticks_of_step(edge, remainder, out), Status::ok);
    EXPECT_EQ(out, kMaxTicks);
    EXPECT_EQ(ticks_of_step(std::nextafterf(edge, 0.0f), remainder, out), Status::ok);
    EXPECT_LT(out, kMaxTicks);
    EXPECT_EQ(out.value, std::int64_t{6535836160} * kTicksPerSecond);
    remainder = {77};
    EXPECT_EQ(ticks_of_step(FLT_TRUE_MIN, remainder, out), Status::ok);
    EXPECT_EQ(out, Ticks{});
    EXPECT_EQ(remainder.fraction, 77u);
}

TEST(TicksOfStep, NotFiniteIsRejectedAndChangesNothing) {
    for (const float bad : {kNan, -kNan, kInfinity, -kInfinity}) {
        TickRemainder remainder{5};
        Ticks out{6};
        EXPECT_EQ(ticks_of_step(bad, remainder, out), Status::bad_argument);
        EXPECT_EQ(remainder.fraction, 5u);
        EXPECT_EQ(out.value, 6);
        EXPECT_EQ(scale_ticks({100}, bad, remainder, out), Status::bad_argument);
        EXPECT_EQ(remainder.fraction, 5u);
        EXPECT_EQ(out.value, 6);
    }
}

TEST(ScaleTicks, SumIsTheFloorOfTheExactSum) {
    Random random(3);
    for (int sequence = 0; sequence < 200; ++sequence) {
        TickRemainder remainder;
        ExactSum<32> exact;
        std::int64_t sum = 0;
        for (int i = 0; i < 500; ++i) {
            const std::int64_t dt = static_cast<std::int64_t>(random.below(20000000)) - 4000000;
            // Speeds of 2^-8 and more have no bit below 2^-32.
            float speed = random.range(-3.0f, 3.0f);
            if (std::fabs(speed) < 0x1p-8f) speed = 0.5f;
            if (i % 7 == 0) speed = 1.0f;
            Ticks out;
            ASSERT_EQ(scale_ticks({dt}, speed, remainder, out), Status::ok);
            exact.add(speed, dt);
            sum += out.value;
            ASSERT_TRUE(Int128{sum} == exact.floor_times(1)) << "step " << i;
        }
        ASSERT_TRUE(exact.exact());
    }
}

TEST(ScaleTicks, HugeFactorsClamp) {
    TickRemainder remainder;
    Ticks out;
    EXPECT_EQ(scale_ticks(kMaxTicks, FLT_MAX, remainder, out), Status::ok);
    EXPECT_EQ(out, kMaxTicks);
    EXPECT_EQ(scale_ticks(kMaxTicks, -FLT_MAX, remainder, out), Status::ok);
    EXPECT_EQ(out, -kMaxTicks);
    EXPECT_EQ(scale_ticks({INT64_MAX}, 1.0f, remainder, out), Status::ok);
    EXPECT_EQ(out, kMaxTicks);
    EXPECT_EQ(scale_ticks({INT64_MIN}, 1.0f, remainder, out), Status::ok);
    EXPECT_EQ(out, -kMaxTicks);
    EXPECT_EQ(scale_ticks({1}, 1e30f, remainder, out), Status::ok);
    EXPECT_EQ(out, kMaxTicks);
    EXPECT_EQ(scale_ticks({1000}, 0.0f, remainder, out), Status::ok);
    EXPECT_EQ(out, Ticks{});
    EXPECT_EQ(scale_ticks({1}, 2305843009213693952.0f, remainder, out), Status::ok);  // 2^61
    EXPECT_EQ(out.value, std::int64_t{1} << 61);
}

TEST(ScaleTicks, NoTimeIsNoTimeAtAnySpeed) {
    for (const float speed : {1e30f, 1e35f, 2e35f, FLT_MAX, -FLT_MAX}) {
        TickRemainder remainder{7};
        Ticks out{1};
        EXPECT_EQ(scale_ticks({}, speed, remainder, out), Status::ok);
        EXPECT_EQ(out, Ticks{}) << speed;
        EXPECT_EQ(remainder.fraction, 7u) << speed;
    }
}

}  // namespace
}  // namespace motus::test
