// tests/core/playhead_test.cpp - the clock of a motion: modes, directions, huge steps, no drift.
// SPDX-License-Identifier: MIT
#include <motus/core/playhead.h>
#include <tests/support/exact_time.h>
#include <tests/support/random.h>

#include <gtest/gtest.h>
#include <cfloat>
#include <limits>

namespace motus::test {
namespace {

Advance step(Playhead& head, Ticks dt, float speed, PlayMode mode, Ticks duration) {
    Advance out{};
    EXPECT_EQ(advance(head, dt, speed, mode, duration, out), Status::ok);
    return out;
}

TEST(Playhead, LoopAtExactlyItsDurationIsAtZero) {
    Playhead head;
    const Advance a = step(head, seconds(1), 1.0f, PlayMode::loop, seconds(1));
    EXPECT_EQ(head.phase, Ticks{});
    EXPECT_EQ(a.wraps, 1);
    EXPECT_EQ(a.moved, seconds(1));
    EXPECT_FALSE(a.finished);
}

TEST(Playhead, LoopRunsBackwardsThroughZero) {
    Playhead head;
    Advance a = step(head, {1}, -1.0f, PlayMode::loop, {1000});
    EXPECT_EQ(head.phase.value, 999);
    EXPECT_EQ(a.wraps, -1);
    EXPECT_EQ(a.moved.value, -1);
    a = step(head, {999}, -1.0f, PlayMode::loop, {1000});
    EXPECT_EQ(head.phase.value, 0);
    EXPECT_EQ(a.wraps, 0);
    a = step(head, {3500}, -1.0f, PlayMode::loop, {1000});
    EXPECT_EQ(head.phase.value, 500);
    EXPECT_EQ(a.wraps, -4);
    EXPECT_EQ(a.from, Ticks{});
    EXPECT_EQ(a.to.value, 500);
}

// cases.md: 5 s clip, steps 2, 5, 9, 6, 20 s.
TEST(Playhead, PingPongKeepsItsPhase) {
    Playhead head;
    const double steps[] = {2, 5, 9, 6, 20};
    const double times[] = {2, 3, 4, 2, 2};
    const int directions[] = {1, -1, -1, 1, 1};
    for (int i = 0; i < 5; ++i) {
        step(head, seconds(steps[i]), 1.0f, PlayMode::ping_pong, seconds(5));
        EXPECT_EQ(time_of(head, PlayMode::ping_pong, seconds(5)), seconds(times[i])) << i;
        EXPECT_EQ(direction_of(head, PlayMode::ping_pong, seconds(5)), directions[i]) << i;
    }
}

TEST(Playhead, PingPongTurnsAtBothEnds) {
    Playhead head;
    step(head, {1000}, 1.0f, PlayMode::ping_pong, {1000});
    EXPECT_EQ(time_of(head, PlayMode::ping_pong, {1000}).value, 1000);
    step(head, {1}, 1.0f, PlayMode::ping_pong, {1000});
    EXPECT_EQ(time_of(head, PlayMode::ping_pong, {1000}).value, 999);
    const Advance a = step(head, {999}, 1.0f, PlayMode::ping_pong, {1000});
    EXPECT_EQ(head.phase, Ticks{});
    EXPECT_EQ(a.wraps, 1);
    // A change of speed on the way back retraces the path.
    step(head, {1300}, 1.0f, PlayMode::ping_pong, {1000});
    step(head, {100}, -1.0f, PlayMode::ping_pong, {1000});
    EXPECT_EQ(time_of(head, PlayMode::ping_pong, {1000}).value, 800);
    step(head, {300}, -1.0f, PlayMode::ping_pong, {1000});
    EXPECT_EQ(time_of(head, PlayMode::ping_pong, {1000}).value, 900);
    EXPECT_EQ(direction_of(head, PlayMode::ping_pong, {1000}), 1);
}

// cases.md: one-shot of 5 s, step 2 then 10: time 5, 12 s in all, finished once.
TEST(Playhead, OnceStopsAtItsEnd) {
    Playhead head;
    Advance a = step(head, seconds(2), 1.0f, PlayMode::once, seconds(5));
    EXPECT_FALSE(a.finished);
    Ticks all = a.moved + a.spilled;
    a = step(head, seconds(10), 1.0f, PlayMode::once, seconds(5));
    all = all + a.moved + a.spilled;
    EXPECT_TRUE(a.finished);
    EXPECT_EQ(head.phase, seconds(5));
    EXPECT_EQ(a.moved, seconds(3));
    EXPECT_EQ(a.spilled, seconds(7));
    EXPECT_EQ(all, seconds(12));
    a = step(head, seconds(1), 1.0f, PlayMode::once, seconds(5));
    EXPECT_EQ(head.phase, seconds(5));
    EXPECT_EQ(a.moved, Ticks{});
    EXPECT_EQ(a.spilled, seconds(1));
}

TEST(Playhead, OnceReachesItsEndExactly) {
    Playhead head;
    EXPECT_FALSE(step(head, {999}, 1.0f, PlayMode::once, {1000}).finished);
    const Advance a = step(head, {1}, 1.0f, PlayMode::once, {1000});
    EXPECT_TRUE(a.finished);
    EXPECT_EQ(a.spilled, Ticks{});
    // Backwards it ends at 0, and what does not fit is left over with its sign.
    const Advance b = step(head, {1500}, -1.0f, PlayMode::once, {1000});
    EXPECT_TRUE(b.finished);
    EXPECT_EQ(b.moved.value, -1000);
    EXPECT_EQ(b.spilled.value, -500);
}

TEST(Playhead, ZeroStepsMoveNothingAndFinishNothing) {
    for (const PlayMode mode : {PlayMode::once, PlayMode::loop, PlayMode::ping_pong}) {
        for (const std::int64_t at : {0, 400, 1000}) {
            Playhead head{{at}, {77}};
            if (mode == PlayMode::loop && at == 1000) continue;
            const Playhead before = head;
            for (const float speed : {1.0f, -1.0f, 0.3f, 0.0f}) {
                const Advance a = step(head, {0}, speed, mode, {1000});
                EXPECT_EQ(head, before);
                EXPECT_FALSE(a.finished);
                EXPECT_EQ(a.wraps, 0);
                EXPECT_EQ(a.moved, Ticks{});
                EXPECT_EQ(a.spilled, Ticks{});
            }
            const Advance a = step(head, {123456}, 0.0f, mode, {1000});
            EXPECT_EQ(head, before);
            EXPECT_FALSE(a.finished);
        }
    }
}

TEST(Playhead, ZeroLengthIsOneFrame) {
    for (const PlayMode mode : {PlayMode::loop, PlayMode::ping_pong}) {
        Playhead head;
        for (const std::int64_t dt : {0, 1, -5, 1000000}) {
            const Advance a = step(head, {dt}, 1.0f, mode, {0});
            EXPECT_EQ(head.phase, Ticks{});
            EXPECT_EQ(a.wraps, 0);
            EXPECT_FALSE(a.finished);
            EXPECT_EQ(time_of(head, mode, {0}), Ticks{});
        }
    }
    Playhead head;
    EXPECT_FALSE(step(head, {0}, 1.0f, PlayMode::once, {0}).finished);
    const Advance a = step(head, {10}, 1.0f, PlayMode::once, {0});
    EXPECT_TRUE(a.finished);
    EXPECT_EQ(a.spilled.value, 10);
    EXPECT_EQ(head.phase, Ticks{});
}

TEST(Playhead, BadArgumentsChangeNothing) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const float infinity = std::numeric_limits<float>::infinity();
    Playhead head{{10}, {20}};
    const Playhead before = head;
    Advance out{};
    out.wraps = 42;
    for (const float speed : {nan, infinity, -infinity}) {
        EXPECT_EQ(advance(head, {1}, speed, PlayMode::loop, {100}, out), Status::bad_argument);
    }
    EXPECT_EQ(advance(head, {1}, 1.0f, PlayMode::loop, {-1}, out), Status::bad_argument);
    EXPECT_EQ(advance(head, {1}, 1.0f, PlayMode::loop, kMaxTicks, out), Status::bad_argument);
    EXPECT_EQ(head, before);
    EXPECT_EQ(out.wraps, 42);
}

TEST(Playhead, SeekPutsItInRange) {
    Playhead head{{3}, {9}};
    seek(head, {2500}, PlayMode::once, {1000});
    EXPECT_EQ(head, (Playhead{{1000}, {}}));
    seek(head, {-3}, PlayMode::once, {1000});
    EXPECT_EQ(head.phase.value, 0);
    seek(head, {2500}, PlayMode::loop, {1000});
    EXPECT_EQ(head.phase.value, 500);
    seek(head, {-1}, PlayMode::loop, {1000});
    EXPECT_EQ(head.phase.value, 999);
    seek(head, {1000}, PlayMode::loop, {1000});
    EXPECT_EQ(head.phase.value, 0);
    seek(head, {700}, PlayMode::ping_pong, {1000});
    EXPECT_EQ(time_of(head, PlayMode::ping_pong, {1000}).value, 700);
    EXPECT_EQ(direction_of(head, PlayMode::ping_pong, {1000}), 1);
    for (const PlayMode mode : {PlayMode::once, PlayMode::loop, PlayMode::ping_pong}) {
        seek(head, {5}, mode, {0});
        EXPECT_EQ(head.phase.value, 0);
    }
}

// Any step, any speed, any mode: in range, and where exact arithmetic says.
TEST(Playhead, RandomStepsMatchExactArithmetic) {
    Random random(7);
    for (int sequence = 0; sequence < 300; ++sequence) {
        const auto mode = static_cast<PlayMode>(sequence % 3);
        const std::int64_t d = 1 + std::int64_t(random.bits() >> (1 + 2 + random.below(58)));
        const Int128 period = mode == PlayMode::ping_pong ? Int128{2} * d : Int128{d};
        Playhead head;
        ExactSum<32> sum;
        for (int i = 0; i < 200; ++i) {
            const std::int64_t dt = std::int64_t(random.bits()) >> (22 + random.below(40));
            const float speeds[] = {1.0f, -1.0f, 0.37f, -2.5f, 1000.0f, 0x1p-8f};
            const float speed = speeds[random.below(6)];
            const Ticks from = head.phase;
            const Int128 before = sum.floor_times(1);
            sum.add(speed, dt);
            const Int128 moved = sum.floor_times(1) - before;
            const Advance a = step(head, {dt}, speed, mode, {d});
            ASSERT_EQ(a.from, from);
            ASSERT_EQ(a.to, head.phase);
            if (mode == PlayMode::once) {
                Int128 to = from.value + moved;
                if (to < 0) to = 0;
                if (to > d) to = d;
                ASSERT_TRUE(to == head.phase.value);
                ASSERT_TRUE(a.moved.value + Int128{a.spilled.value} == moved);
                if (a.finished) sum = {};  // what was left of a tick ends with the motion
            } else {
                const Int128 to = from.value + moved;
                const Int128 wraps = floor_div(to, period);
                ASSERT_TRUE(to - wraps * period == head.phase.value);
                ASSERT_TRUE(wraps == a.wraps);
                ASSERT_TRUE(moved == a.moved.value);
            }
            const Ticks time = time_of(head, mode, {d});
            ASSERT_GE(time.value, 0);
            ASSERT_LE(time.value, d);
        }
        ASSERT_TRUE(sum.exact());
    }
}

TEST(Playhead, LargestStepsStayInRange) {
    for (const PlayMode mode : {PlayMode::once, PlayMode::loop, PlayMode::ping_pong}) {
        for (const std::int64_t d : {std::int64_t{1}, std::int64_t{7}, std::int64_t{1} << 61}) {
            Playhead head;
            for (const float speed : {FLT_MAX, -FLT_MAX, 1.0f, -1.0f, FLT_MIN, FLT_TRUE_MIN}) {
                for (const Ticks dt :
                     {kMaxTicks, -kMaxTicks, Ticks{INT64_MAX}, Ticks{INT64_MIN}, Ticks{1}}) {
                    step(head, dt, speed, mode, {d});
                    const std::int64_t end = mode == PlayMode::ping_pong ? 2 * d - 1
                                             : mode == PlayMode::loop    ? d - 1
                                                                         : d;
                    ASSERT_GE(head.phase.value, 0);
                    ASSERT_LE(head.phase.value, end);
                    ASSERT_LE(time_of(head, mode, {d}).value, d);
                }
            }
        }
    }
}

// A clip may be exchanged for a shorter one, or the mode changed, under a stored phase.
TEST(Playhead, StalePhasesCountAsFolded) {
    Playhead head{{1700}, {}};
    EXPECT_EQ(time_of(head, PlayMode::loop, {1000}).value, 700);
    EXPECT_EQ(time_of(head, PlayMode::once, {1000}).value, 1000);
    EXPECT_EQ(time_of(head, PlayMode::ping_pong, {1000}).value, 300);
    EXPECT_EQ(time_of(head, PlayMode::ping_pong, {100}).value, 100);
    const Advance a = step(head, {10}, 1.0f, PlayMode::loop, {1000});
    EXPECT_EQ(a.from.value, 700);
    EXPECT_EQ(head.phase.value, 710);
    EXPECT_EQ(a.wraps, 0);
}

}  // namespace
}  // namespace motus::test
