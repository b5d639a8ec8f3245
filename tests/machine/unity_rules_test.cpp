// Rules of Unity's animator about where it goes, that no other file here has: each test is named
// after its rule.
// docs/unity_rules.md lists all of them, and where each is tested.
// SPDX-License-Identifier: MIT
#include "sketch.h"

#include <gtest/gtest.h>

#include <cmath>

namespace motus::test {
namespace {

// "s" + std::to_string(n) makes g++ 12 warn of an overlap that is none.
std::string numbered(std::uint32_t number) {
    std::string name = "s";
    name += std::to_string(number);
    return name;
}

TEST(Parameters, StartAtTheDefaultOfTheirKind) {
    Sketch b;
    const auto x = b.variable("x", Kind::float_, 0.75f), n = b.variable("n", Kind::int_, 3.0f);
    const auto on = b.variable("on", Kind::bool_, 1.0f), go = b.variable("go", Kind::trigger, 1.0f);
    const auto clip = b.clip(1.0f);
    const auto a = b.state("A", clip), c = b.state("B", clip);
    // A trigger's default is a bool: set, it fires once.
    b.from_state(a, c).when(go, Op::is_true);
    b.from_state(c, a).when(go, Op::is_true);
    RunningMachine m(b);
    const InstanceView view = view_of(m.graph, m.bytes);
    EXPECT_EQ(view.variables[x], 0x3f400000u);
    EXPECT_EQ(view.variables[n], 3u);
    EXPECT_EQ(view.variables[on], 1u);
    EXPECT_EQ(m.tick(0.1f).state(), "B");
    EXPECT_FALSE(m.is_set(go));
    EXPECT_EQ(m.tick(0.1f).state(), "B");
}

TEST(Conditions, ThresholdsOfIntsAreRounded) {
    for (const auto& [threshold, holds] : {std::pair(4.6f, true), std::pair(5.4f, true),
                                           std::pair(5.6f, false), std::pair(4.4f, false)}) {
        Sketch b;
        const auto n = b.variable("n", Kind::int_, 5.0f);
        const auto clip = b.clip(1.0f);
        const auto a = b.state("A", clip), c = b.state("B", clip);
        b.from_state(a, c).when(n, Op::equal, threshold);
        EXPECT_EQ(RunningMachine(b).tick(0.1f).state(), holds ? "B" : "A") << threshold;
    }
}

TEST(Conditions, OfFloatsAreStrict) {
    for (const Op op : {Op::greater, Op::less}) {
        Sketch b;
        const auto x = b.variable("x", Kind::float_, 0.5f);
        const auto clip = b.clip(1.0f);
        const auto a = b.state("A", clip), c = b.state("B", clip);
        b.from_state(a, c).when(x, op, 0.5f);
        RunningMachine m(b);
        EXPECT_EQ(m.tick(0.1f).state(), "A");
        m.set(x, std::nextafter(0.5f, op == Op::greater ? 1.0f : 0.0f));
        EXPECT_EQ(m.tick(0.1f).state(), "B");
    }
}

TEST(Conditions, AreLookedAtWhereTheExitTimeLets) {
    // Open before the crossing and closed at it: not taken; the trigger stays.
    Sketch b;
    const auto go = b.variable("go", Kind::trigger), open = b.variable("open", Kind::bool_, 1.0f);
    const auto a = b.state("A", b.clip(1.0f, false)), c = b.state("B", b.clip(1.0f));
    b.from_state(a, c).exit_at(0.5f, true).when(go, Op::is_true).when(open, Op::is_true);
    RunningMachine m(b);
    m.fire(go).tick(0.4f);
    EXPECT_EQ(m.state(), "A");
    m.set(open, 0.0f).tick(0.2f);
    m.set(open, 1.0f).tick(5.0f);
    EXPECT_EQ(m.state(), "A");
    EXPECT_TRUE(m.is_set(go));
}

TEST(SubMachine, EntryAndExitWithoutConditionsAreAlwaysOpen) {
    Sketch b;
    const auto go = b.variable("go", Kind::trigger);
    const auto clip = b.clip(1.0f);
    const auto idle = b.state("Idle", clip), end = b.state("End", clip);
    const auto sub = b.machine("Sub");
    const auto first = b.state("First", clip, b.graph_of(sub));
    const auto second = b.state("Second", clip, b.graph_of(sub));
    b.from_state(idle, sub).when(go, Op::is_true);
    b.entry(b.graph_of(sub), second);
    b.to_exit(second).when(go, Op::is_true);
    b.leave(sub, end);
    (void)first;
    RunningMachine m(b);
    EXPECT_EQ(m.fire(go).tick(0.1f).state(), "Second");
    EXPECT_EQ(m.fire(go).tick(0.1f).state(), "End");
}

TEST(SubMachine, InheritedTimingIsLinearWhateverTheCurves) {
    Sketch b;
    const auto go = b.variable("go", Kind::trigger);
    const auto clip = b.clip(1.0f);
    const auto sub = b.machine("Sub");
    const auto inside = b.state("Inside", clip, b.graph_of(sub));
    const auto end = b.state("End", clip);
    b.set_default(b.root(), sub);
    const std::vector<CurveKey> late{{half_of(0), half_of(0), half_of(0), half_of(0)},
                                     {half_of(1), half_of(1), half_of(3), half_of(3)}};
    b.to_exit(inside).when(go, Op::is_true).lasts(1.0f).shaped(late);
    b.leave(sub, end).inherits().lasts(9.0f).shaped(late);
    RunningMachine m(b);
    m.tick(0.1f);
    m.fire(go).tick(0.25f);
    EXPECT_EQ(m.next(), "End");
    EXPECT_NEAR(m.weight(), 0.25f, 1e-6f);
}

TEST(Transitions, AsManyOfLengthZeroAsOneUpdateMayTake) {
    Sketch b;
    const auto on = b.variable("on", Kind::bool_, 1.0f);
    const auto clip = b.clip(1.0f);
    std::uint32_t before = b.state("s0", clip);
    for (std::uint32_t i = 1; i <= kMaxHops + 1; ++i) {
        const auto next = b.state(numbered(i), clip);
        b.from_state(before, next).when(on, Op::is_true).lasts(0.0f);
        before = next;
    }
    RunningMachine m(b);
    EXPECT_EQ(m.tick(0.1f).state(), numbered(kMaxHops));
    EXPECT_EQ(m.tick(0.1f).state(), numbered(kMaxHops + 1));
}

TEST(ExitTime, OfOneComesInEveryLoop) {
    Sketch b;
    const auto open = b.variable("open", Kind::bool_);
    const auto a = b.state("A", b.clip(1.0f)), c = b.state("B", b.clip(1.0f));
    b.from_state(a, c).exit_at(1.0f, true).when(open, Op::is_true);
    RunningMachine m(b);
    m.tick(1.5f);
    m.set(open, 1.0f).tick(0.25f);
    EXPECT_EQ(m.state(), "A");
    m.tick(0.5f);
    EXPECT_EQ(m.state(), "B");
    EXPECT_NEAR(m.time(), 0.25, 1e-6);  // from 2.0 on
}

TEST(Transitions, ANormalizedDurationFollowsTheLengthOfItsSource) {
    // A blend of 1 s and 3 s clips: half way its length changes, and with it the pace.
    Sketch b;
    const auto x = b.variable("x", Kind::float_), go = b.variable("go", Kind::trigger);
    const auto blend = b.blend("Blend", record::StateKind::blend_1d, x);
    b.child(blend, b.clip(1.0f), 0.0f);
    b.child(blend, b.clip(3.0f), 1.0f);
    const auto end = b.state("End", b.clip(1.0f));
    b.from_state(blend, end).when(go, Op::is_true).lasts_normalized(1.0f);
    RunningMachine m(b);
    m.fire(go).tick(0.5f);
    EXPECT_NEAR(m.weight(), 0.5f, 1e-5f);
    m.set(x, 1.0f).tick(0.75f);
    EXPECT_NEAR(m.weight(), 0.75f, 1e-5f);
    EXPECT_EQ(m.tick(0.8f).state(), "End");
}

TEST(Transitions, BothStatesAdvanceEachAtItsOwnSpeedAndLength) {
    Sketch b;
    const auto go = b.variable("go", Kind::trigger);
    const auto a = b.state("A", b.clip(2.0f)), c = b.state("B", b.clip(4.0f));
    b.edit(a).speed = 2.0f;
    b.edit(c).speed = 0.5f;
    b.from_state(a, c).when(go, Op::is_true).lasts(1.0f);
    RunningMachine m(b);
    m.fire(go).tick(0.5f);
    EXPECT_NEAR(m.time(), 0.5, 1e-6);
    EXPECT_NEAR(m.next_time(), 0.0625, 1e-6);
    EXPECT_NEAR(m.weight(), 0.5f, 1e-6f);
}

TEST(Interruption, TheSourceStaysCurrentAndItsLengthCounts) {
    Sketch b;
    const auto go = b.variable("go", Kind::trigger), other = b.variable("other", Kind::trigger);
    const auto a = b.state("A", b.clip(2.0f)), c = b.state("B", b.clip(7.0f));
    const auto d = b.state("C", b.clip(5.0f));
    b.from_state(a, c).when(go, Op::is_true).lasts(1.0f);
    b.any(d).when(other, Op::is_true).lasts_normalized(0.5f);
    RunningMachine m(b);
    m.fire(go).tick(0.5f);
    m.fire(other).tick(0.25f);
    EXPECT_EQ(m.state(), "A");
    EXPECT_EQ(m.next(), "C");
    EXPECT_NEAR(m.progress(), 0.25, 1e-5);  // of 0.5 x 2 s
    m.tick(0.74f);
    EXPECT_EQ(m.state(), "A");
    EXPECT_EQ(m.tick(0.02f).state(), "C");
}

TEST(Interruption, LeavesTheStateThatWasBeingEntered) {
    Sketch b;
    const auto go = b.variable("go", Kind::trigger), other = b.variable("other", Kind::trigger);
    const auto clip = b.clip(1.0f);
    const auto a = b.state("A", clip), c = b.state("B", clip), d = b.state("C", clip);
    b.from_state(a, c).when(go, Op::is_true).lasts(1.0f);
    b.any(d).when(other, Op::is_true).lasts(1.0f);
    RunningMachine m(b);
    m.fire(go).tick(0.5f);
    m.fire(other).tick(0.1f);
    std::vector<std::uint32_t> left, entered;
    for (const MachineEvent& event : m.events()) {
        if (event.kind == MachineEventKind::state_exit) left.push_back(event.state);
        if (event.kind == MachineEventKind::state_enter) entered.push_back(event.state);
    }
    EXPECT_EQ(left, std::vector{c});
    EXPECT_EQ(entered, std::vector{d});
}

TEST(Triggers, AllOfTheTransitionTakenAreConsumed) {
    Sketch b;
    const auto one = b.variable("one", Kind::trigger), two = b.variable("two", Kind::trigger);
    const auto not_asked = b.variable("three", Kind::trigger);
    const auto clip = b.clip(1.0f);
    const auto a = b.state("A", clip), c = b.state("B", clip);
    b.from_state(a, c).when(one, Op::is_true).when(two, Op::is_true);
    RunningMachine m(b);
    EXPECT_EQ(m.fire(one).fire(not_asked).tick(0.1f).state(), "A");
    EXPECT_EQ(m.fire(two).tick(0.1f).state(), "B");
    EXPECT_FALSE(m.is_set(one) || m.is_set(two));
    EXPECT_TRUE(m.is_set(not_asked));
}

TEST(Update, ABoolSetInThisFrameStartsTheBlendWithAllOfTheStep) {
    Sketch b;
    const auto on = b.variable("on", Kind::bool_);
    const auto clip = b.clip(1.0f);
    const auto a = b.state("A", clip), c = b.state("B", clip);
    b.from_state(a, c).when(on, Op::is_true).lasts(1.0f);
    RunningMachine m(b);
    m.tick(0.1f);
    m.set(on, 1.0f).tick(0.1f);
    EXPECT_NEAR(m.weight(), 0.1f, 1e-6f);
    EXPECT_NEAR(m.next_time(), 0.1, 1e-6);
}

}  // namespace
}  // namespace motus::test
