// SPDX-License-Identifier: MIT
#include <motus/machine/clock.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace motus {
namespace {

constexpr Ticks kSecond{kTicksPerSecond};

TEST(StateClock, TenHoursOfIrregularStepsAddUpExactly) {
    std::mt19937_64 random(1);
    const Ticks length{kTicksPerSecond / 7 * 3 + 11};  // divides nothing
    StateClock clock;
    std::int64_t sum = 0;
    while (sum < 36000 * kTicksPerSecond) {
        const Ticks dt{static_cast<std::int64_t>(random() % (kTicksPerSecond / 20))};
        ASSERT_EQ(advance(clock, dt, 1.0f, length), Status::ok);
        sum += dt.value;
        ASSERT_EQ(time_at(clock, length, true).value, sum % length.value);
    }
    EXPECT_EQ(clock.at.value / kCycle, sum / length.value);
}

TEST(StateClock, BackwardsMirrorsForwards) {
    StateClock clock;
    const Ticks length{1000003};
    std::int64_t sum = 0;
    for (int i = 0; i < 10000; ++i) {
        ASSERT_EQ(advance(clock, Ticks{777}, -1.0f, length), Status::ok);
        sum -= 777;
        const std::int64_t expected = ((sum % length.value) + length.value) % length.value;
        ASSERT_EQ(time_at(clock, length, true).value, expected);
    }
}

TEST(StateClock, SpeedIsExact) {
    StateClock clock;
    for (int i = 0; i < 1000; ++i) {
        ASSERT_EQ(advance(clock, Ticks{1}, 0.125f, kSecond), Status::ok);
    }
    EXPECT_EQ(time_at(clock, kSecond, true).value, 125);
}

TEST(StateClock, KeepsItsPhaseWhenTheLengthChanges) {
    StateClock clock;
    ASSERT_EQ(advance(clock, Ticks{kTicksPerSecond / 4}, 1.0f, kSecond), Status::ok);
    EXPECT_DOUBLE_EQ(count_of(clock.at), 0.25);
    const Ticks twice = kSecond * 2;
    EXPECT_EQ(time_at(clock, twice, true).value, kTicksPerSecond / 2);
    ASSERT_EQ(advance(clock, Ticks{kTicksPerSecond / 2}, 1.0f, twice), Status::ok);
    EXPECT_DOUBLE_EQ(count_of(clock.at), 0.5);
}

TEST(StateClock, NotLoopingHoldsItsEnds) {
    StateClock clock;
    ASSERT_EQ(advance(clock, kSecond * 5, 1.0f, kSecond), Status::ok);
    EXPECT_EQ(time_at(clock, kSecond, false), kSecond);
    EXPECT_DOUBLE_EQ(count_of(clock.at), 5.0);
    ASSERT_EQ(advance(clock, kSecond * 9, -1.0f, kSecond), Status::ok);
    EXPECT_EQ(time_at(clock, kSecond, false), Ticks{});
}

TEST(StateClock, RefusesWhatIsNoSpeedOrLength) {
    StateClock clock;
    const StateClock before = clock;
    EXPECT_EQ(advance(clock, kSecond, std::nanf(""), kSecond), Status::bad_argument);
    EXPECT_EQ(advance(clock, kSecond, std::numeric_limits<float>::infinity(), kSecond),
              Status::bad_argument);
    EXPECT_EQ(advance(clock, kSecond, 1.0f, Ticks{}), Status::bad_argument);
    EXPECT_EQ(clock, before);
}

TEST(StateClock, StaysInRangeAfterAnyStep) {
    StateClock clock;
    for (float speed : {1.0f, -1.0f, 1e30f, -1e30f, 1e-30f}) {
        for (Ticks length : {Ticks{1}, Ticks{17}, kSecond}) {
            ASSERT_EQ(advance(clock, kMaxTicks, speed, length), Status::ok);
            const Ticks time = time_at(clock, length, true);
            ASSERT_GE(time, Ticks{});
            ASSERT_LT(time, length);
            ASSERT_LT(std::fabs(count_of(clock.at)), 1.1e9);
        }
    }
}

TEST(StateClock, TimeUntilIsTheLeastStepThatGetsThere) {
    std::mt19937_64 random(2);
    std::uniform_real_distribution<float> speeds(-4.0f, 4.0f);
    for (int round = 0; round < 3000; ++round) {
        StateClock clock;
        const Ticks length{static_cast<std::int64_t>(1 + random() % (3 * kTicksPerSecond))};
        const float speed = speeds(random);
        ASSERT_EQ(advance(clock, Ticks{static_cast<std::int64_t>(random() % kTicksPerSecond)},
                          speed, length),
                  Status::ok);
        const double ahead = static_cast<double>(random() % 1000) / 500.0;
        const Cycles target{clock.at.value + cycles_of(speed < 0 ? -ahead : ahead).value};
        const Ticks limit{20 * kTicksPerSecond};
        const Ticks needed = time_until(clock, target, speed, length, limit);
        const auto reached = [&](Ticks dt) {
            StateClock moved = clock;
            EXPECT_EQ(advance(moved, dt, speed, length), Status::ok);
            return speed >= 0 ? moved.at >= target : moved.at <= target;
        };
        if (needed < Ticks{}) {
            ASSERT_FALSE(reached(limit));
        } else {
            ASSERT_TRUE(reached(needed));
            ASSERT_TRUE(needed == Ticks{} || !reached(needed - Ticks{1}));
        }
    }
}

}  // namespace
}  // namespace motus
