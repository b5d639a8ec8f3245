// tests/machine/passing_test.cpp - what a step plays and leaves behind counts, whatever its size.
// SPDX-License-Identifier: MIT
#include "sketch.h"

#include <gtest/gtest.h>

#include <cmath>

namespace motus::test {
namespace {

using Names = std::vector<NameHash>;

constexpr NameHash kOne = hash_name("one"), kTwo = hash_name("two"), kThree = hash_name("three");

EventTime at(double time_s, NameHash name) {
    return {ticks_of_seconds(time_s), name};
}

Names all_events(RunningMachine& machine, float dt_s, float until_s) {
    Names all;
    for (int i = 1; static_cast<float>(i) * dt_s <= until_s + 1e-4f; ++i) {
        for (const NameHash name : machine.tick(dt_s).motion_events())
            all.push_back(name);
    }
    return all;
}

TEST(Passing, EventsOfAStateThatFadesOutWithinAStepAreHeard) {
    for (const float dt : {0.01f, 0.125f, 0.5f, 1.0f, 2.0f}) {
        Sketch b;
        const auto a = b.state("A", b.clip(4.0f, true, {at(0.3, kOne), at(0.55, kTwo)}));
        const auto c = b.state("B", b.clip(4.0f, true, {at(0.8, kThree)}));
        b.from_state(a, c).exit_at(0.125f).lasts(0.25f);
        RunningMachine machine(b);
        EXPECT_EQ(all_events(machine, dt, 2.0f), (Names{kOne, kTwo, kThree})) << dt;
        EXPECT_EQ(machine.state(), "B");
    }
}

TEST(Passing, TheEntryEventOfATargetThatIsReachedAtTheEndOfAStepIsHeardOnce) {
    for (const float dt : {0.0625f, 0.5f, 1.0f, 0.25f, 0.75f}) {
        Sketch b;
        const auto a = b.state("A", b.clip(1.0f));
        const auto c = b.state("B", b.clip(9.0f, true, {at(0.0, kOne)}));
        b.from_state(a, c).exit_at(0.5f).lasts(0.25f);
        RunningMachine machine(b);
        EXPECT_EQ(all_events(machine, dt, 3.0f), Names{kOne}) << dt;
    }
}

// Metres that each motion of the base layer moves in a step, at one metre a second.
double travelled(const RunningMachine& machine) {
    double sum = 0.0, shown = 0.0;
    for (const PlaylistItem& item : machine.items()) {
        const Ticks length = machine.graph.motions[item.motion].duration;
        const double way =
            seconds_of(Ticks{(item.to - item.from).value + item.wraps * length.value});
        sum += way * item.weight;
        shown += item.passed ? 0.0 : item.weight;
    }
    EXPECT_NEAR(shown, 1.0, 1e-6);
    return sum;
}

TEST(Passing, NoWayIsLostOrInventedByAFade) {
    for (const float dt : {1.0f / 64, 0.125f, 0.375f, 0.75f, 1.5f, 3.0f}) {
        Sketch b;
        const auto a = b.state("A", b.clip(10.0f)), c = b.state("B", b.clip(7.0f));
        b.from_state(a, c).exit_at(0.11f).lasts(0.4f);
        b.from_state(c, a).exit_at(0.09f).lasts(0.25f);
        RunningMachine machine(b);
        double sum = 0.0;
        for (int i = 1; static_cast<float>(i) * dt <= 3.0f; ++i)
            sum += travelled(machine.tick(dt));
        EXPECT_NEAR(sum, 3.0, 1e-5) << dt;
    }
}

TEST(Passing, MotionsOfASyncedLayerHaveEvents) {
    for (const float dt : {0.01f, 0.25f, 1.0f}) {
        Sketch b;
        const auto upper = b.layer();
        const auto a = b.state("A", b.clip(1.0f, false)), c = b.state("B", b.clip(1.0f, false));
        b.from_state(a, c).exit_at(0.75f).lasts(0.125f);
        b.sync(upper, 0);
        b.synced_motion(upper, a, b.clip(2.0f, false, {at(0.0, kOne), at(1.0, kTwo)}));
        b.synced_motion(upper, c, b.clip(1.0f, false, {at(0.0, kThree)}));
        RunningMachine machine(b);
        EXPECT_EQ(all_events(machine, dt, 1.0f), (Names{kOne, kTwo, kThree})) << dt;
        for (const MachineEvent& event : machine.events()) {
            EXPECT_TRUE(event.kind != MachineEventKind::motion || event.layer == upper);
        }
    }
}

TEST(Passing, ZeroDtFiresNothingOfAMotionWithoutLength) {
    for (const bool loops : {true, false}) {
        Sketch b;
        b.state("A", b.clip(0.0f, loops, {at(0.0, kOne)}));
        RunningMachine machine(b);
        EXPECT_EQ(machine.tick(0.0f).motion_events(), Names{});
        EXPECT_EQ(machine.tick(0.1f).motion_events(), Names{kOne});
        EXPECT_EQ(machine.tick(0.0f).motion_events(), Names{});
        EXPECT_EQ(machine.tick(0.1f).motion_events(), loops ? Names{kOne} : Names{});
    }
}

TEST(Passing, ZeroDtFiresNothingOfAStateThatIsLeftAtOnce) {
    Sketch b;
    const auto a = b.state("A", b.clip(1.0f, true, {at(0.0, kOne)}));
    const auto c = b.state("B", b.clip(1.0f, true, {at(0.0, kTwo)}));
    const auto go = b.variable("go", Kind::bool_, 1);
    b.from_state(a, c).when(go, Op::is_true);
    RunningMachine machine(b);
    EXPECT_EQ(machine.tick(0.0f).motion_events(), Names{});
    EXPECT_EQ(machine.state(), "B");
    EXPECT_EQ(machine.tick(0.1f).motion_events(), Names{kTwo});
}

TEST(Passing, AOneShotWithoutLengthWaitsForAStep) {
    Sketch b;
    b.state("A", b.clip(1.0f));
    const auto blink = b.clip(0.0f, false, {at(0.0, kOne)});
    RunningMachine machine(b);
    ASSERT_EQ(play_one_shot(machine.graph, machine.bytes, blink), Status::ok);
    EXPECT_EQ(machine.tick(0.0f).motion_events(), Names{});
    EXPECT_EQ(machine.tick(0.1f).motion_events(), Names{kOne});
    EXPECT_EQ(machine.tick(0.1f).motion_events(), Names{});
}

}  // namespace
}  // namespace motus::test
