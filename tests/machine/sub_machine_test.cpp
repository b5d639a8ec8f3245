// SPDX-License-Identifier: MIT
#include "sketch.h"

#include <gtest/gtest.h>

namespace motus::test {
namespace {

struct Nested {
    Sketch b;
    std::uint32_t clip, idle, sub, one, two, done, go, pick;
    Nested() {
        clip = b.clip(1.0f);
        go = b.variable("go", Kind::trigger);
        pick = b.variable("pick", Kind::int_);
        idle = b.state("Idle", clip);
        sub = b.machine("Attack");
        one = b.state("One", clip, b.graph_of(sub));
        two = b.state("Two", clip, b.graph_of(sub));
        done = b.state("Done", clip);
        b.from_state(idle, sub).when(go, Op::is_true).lasts(0.2f);
    }
};

TEST(SubMachine, EnteredThroughItsFirstOpenEntryElseItsDefault) {
    for (const int pick : {0, 2}) {
        Nested m;
        m.b.entry(m.b.graph_of(m.sub), m.two).when(m.pick, Op::equal, 2);
        RunningMachine machine(m.b);
        machine.set(m.pick, static_cast<float>(pick)).fire(m.go).tick(0.1f);
        EXPECT_EQ(machine.next(), pick == 2 ? "Two" : "One");
        EXPECT_FLOAT_EQ(machine.weight(), 0.5f);  // timing is the state transition's
    }
}

TEST(SubMachine, ExitLeavesThroughTheParentsTransitionWithItsTiming) {
    Nested m;
    m.b.to_exit(m.one).exit_at(0.5f).lasts(9.0f);
    const std::vector<CurveKey> ease{{half_of(0), half_of(0), half_of(0), half_of(0)},
                                     {half_of(1), half_of(1), half_of(0), half_of(0)}};
    m.b.leave(m.sub, m.done).lasts(0.4f).shaped(ease).starts_at(0.25f);
    RunningMachine machine(m.b);
    machine.fire(m.go).tick(0.5f);  // One is at 0.5: leaves, with nothing left of the step
    EXPECT_EQ(machine.next(), "Done");
    machine.tick(0.1f);
    EXPECT_EQ(machine.weight(), curve_weight(ease, 0.25f));
    EXPECT_NEAR(machine.next_time(), 0.35, 1e-6);
    EXPECT_EQ(machine.tick(0.4f).state(), "Done");
}

TEST(SubMachine, InheritTakesDurationAndOffsetFromTheExit) {
    Nested m;
    m.b.to_exit(m.one).exit_at(0.5f).lasts(1.0f).starts_at(0.5f);
    m.b.leave(m.sub, m.done).inherits().lasts(0.1f);
    RunningMachine machine(m.b);
    machine.fire(m.go).tick(0.5f).tick(0.25f);
    EXPECT_EQ(machine.next(), "Done");
    EXPECT_FLOAT_EQ(machine.weight(), 0.25f);
    EXPECT_NEAR(machine.next_time(), 0.75, 1e-6);
}

TEST(SubMachine, TheFirstOpenWayOutIsTaken) {
    Nested m;
    m.b.to_exit(m.one).exit_at(0.5f);
    m.b.leave(m.sub, m.idle).when(m.pick, Op::equal, 1);
    m.b.leave(m.sub, m.done);
    for (const int pick : {0, 1}) {
        RunningMachine machine(m.b);
        machine.set(m.pick, static_cast<float>(pick)).fire(m.go).tick(0.6f);
        EXPECT_EQ(machine.state(), pick == 1 ? "Idle" : "Done");
    }
}

TEST(SubMachine, WithoutAWayOutTheParentIsEnteredAnew) {
    Nested m;
    m.b.to_exit(m.one).exit_at(0.5f);
    RunningMachine machine(m.b);
    EXPECT_EQ(machine.fire(m.go).tick(0.6f).state(), "Idle");
}

TEST(SubMachine, ExitOfTheRootStartsOver) {
    Sketch b;
    const auto clip = b.clip(1.0f);
    const auto a = b.state("A", clip), c = b.state("B", clip);
    const auto x = b.variable("x", Kind::bool_);
    b.from_state(a, c).exit_at(0.5f);
    b.to_exit(c).exit_at(0.5f);
    b.entry(b.root(), c).when(x, Op::is_true);
    RunningMachine machine(b);
    EXPECT_EQ(machine.tick(0.6f).state(), "B");
    EXPECT_EQ(machine.tick(0.5f).state(), "A");
    machine.set(x, 1);
    EXPECT_EQ(machine.tick(0.5f).state(), "B");
    EXPECT_EQ(machine.tick(0.5f).state(), "B");  // out and in again
    EXPECT_LT(machine.time(), 0.5);
}

TEST(SubMachine, ExitsGoThroughSeveralLevels) {
    Sketch b;
    const auto clip = b.clip(1.0f);
    const auto go = b.variable("go", Kind::trigger);
    const auto idle = b.state("Idle", clip), outer = b.machine("Outer");
    const auto inner = b.machine("Inner", b.graph_of(outer));
    const auto leaf = b.state("Leaf", clip, b.graph_of(inner));
    const auto end = b.state("End", clip);
    b.from_state(idle, outer).when(go, Op::is_true);
    b.to_exit(leaf).exit_at(0.5f);
    b.leave_to_exit(inner);
    b.leave(outer, end).lasts(1.0f);
    RunningMachine machine(b);
    EXPECT_EQ(machine.fire(go).tick(0.25f).state(), "Leaf");
    machine.tick(0.5f);
    EXPECT_EQ(machine.next(), "End");
    EXPECT_FLOAT_EQ(machine.weight(), 0.25f);
}

TEST(SubMachine, TriggersPassedOnTheWayAreConsumed) {
    Nested m;
    const auto side = m.b.variable("side", Kind::trigger);
    m.b.entry(m.b.graph_of(m.sub), m.two).when(side, Op::is_true);
    RunningMachine machine(m.b);
    machine.fire(m.go).fire(side).tick(0.1f);
    EXPECT_EQ(machine.next(), "Two");
    EXPECT_FALSE(machine.is_set(m.go));
    EXPECT_FALSE(machine.is_set(side));
}

TEST(SubMachine, WithoutAStateToEnterTheTransitionIsNotTaken) {
    Sketch b;
    const auto idle = b.state("Idle", b.clip(1.0f)), empty = b.machine("Empty");
    const auto go = b.variable("go", Kind::trigger);
    b.from_state(idle, empty).when(go, Op::is_true);
    RunningMachine machine(b);
    EXPECT_EQ(machine.fire(go).tick(0.1f).state(), "Idle");
    EXPECT_TRUE(machine.is_set(go));
}

TEST(SubMachine, DefaultMayBeInsideANestedMachine) {
    Sketch b;
    const auto outer = b.machine("Outer");
    const auto inner = b.machine("Inner", b.graph_of(outer));
    const auto leaf = b.state("Leaf", b.clip(1.0f), b.graph_of(inner));
    RunningMachine nested(b);
    EXPECT_EQ(nested.tick(0.1f).state(), "Leaf");
    b.set_default(b.root(), leaf);
    RunningMachine direct(b);
    EXPECT_EQ(direct.tick(0.1f).state(), "Leaf");
}

TEST(Start, TheDefaultStateThenWhatIsReadyBeforeTheFirstPose) {
    // unity.md 2.9: the default state's clip is never shown where a transition of length 0 leaves
    // it.
    Sketch b;
    const auto on_clip = b.clip(1.0f), off_clip = b.clip(1.0f);
    const auto on = b.state("On", on_clip), off = b.state("Off", off_clip);
    const auto flag = b.variable("flag", Kind::bool_);
    b.entry(b.root(), off).when(flag, Op::is_false);
    b.to_exit(on).when(flag, Op::is_false);
    b.to_exit(off).when(flag, Op::is_true);
    RunningMachine machine(b);
    machine.tick(0.1f);
    EXPECT_EQ(machine.state(), "Off");
    for (const PlaylistItem& item : machine.items()) {
        EXPECT_TRUE(item.passed || item.motion == off_clip);
        EXPECT_TRUE(!item.passed || item.from == item.to);
    }
}

TEST(Start, EntryTransitionsCountWhereTheMachineSaysSo) {
    for (const auto start :
         {record::LayerStart::default_state, record::LayerStart::entry_transitions}) {
        Sketch b;
        const auto clip = b.clip(1.0f);
        b.state("A", clip);
        const auto c = b.state("B", clip);
        const auto flag = b.variable("flag", Kind::bool_, 1);
        b.entry(b.root(), c).when(flag, Op::is_true);
        b.start = start;
        RunningMachine machine(b);
        EXPECT_EQ(machine.tick(0.0f).state(),
                  start == record::LayerStart::default_state ? "A" : "B");
    }
}

TEST(Start, AMachineWithoutStatesIsAValidEmptyMachine) {
    Sketch b;
    RunningMachine machine(b);
    machine.tick(0.1f).tick(10.0f);
    EXPECT_EQ(machine.state(), "");
    EXPECT_EQ(machine.items().size(), 0u);
}

// An exit that interrupts leaves the sub-machine of the state it starts from.
TEST(SubMachine, AnExitOfTheTargetLeavesTheTargetsMachine) {
    Nested m;
    const auto out = m.b.variable("out", Kind::trigger);
    m.b.to_exit(m.one).when(out, Op::is_true).lasts(0.2f);
    m.b.leave(m.sub, m.done).lasts(0.2f);
    m.b.from_state(m.done, m.sub)
        .when(m.go, Op::is_true)
        .lasts(1.0f)
        .interrupted_by(record::InterruptionSource::destination);
    m.b.set_default(0, m.idle);
    m.b.from_state(m.idle, m.done).when(m.pick, Op::equal, 1).lasts(0.0f);
    RunningMachine machine(m.b);
    machine.set(m.pick, 1.0f).tick(0.1f);
    ASSERT_EQ(machine.state(), "Done");
    machine.fire(m.go).tick(0.5f);
    ASSERT_EQ(machine.next(), "One");
    machine.fire(out).tick(0.1f);
    EXPECT_EQ(machine.next(), "Done");
}

// The default is where the layer starts: of a sub-machine, through that one's entry.
TEST(SubMachine, AsADefaultItIsEnteredPastTheRootsEntries) {
    for (const bool through : {false, true}) {
        Sketch b;
        b.start =
            through ? record::LayerStart::entry_transitions : record::LayerStart::default_state;
        const auto go = b.variable("go", Kind::bool_, 1.0f);
        const auto sub = b.machine("Sub");
        b.state("In", b.clip(1.0f), b.graph_of(sub));
        const auto other = b.state("Other", b.clip(1.0f), b.graph_of(sub));
        const auto x = b.state("X", b.clip(1.0f));
        b.entry(b.root(), x).when(go, Op::is_true);
        b.entry(b.graph_of(sub), other).when(go, Op::is_true);
        RunningMachine m(b);
        EXPECT_EQ(m.tick(0.1f).state(), through ? "X" : "Other");
    }
}

}  // namespace
}  // namespace motus::test
