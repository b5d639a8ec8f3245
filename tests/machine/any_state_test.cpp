// SPDX-License-Identifier: MIT
#include "sketch.h"

#include <gtest/gtest.h>

namespace motus::test {
namespace {

TEST(AnyState, WinsOverTheStatesOwnTransition) {
    Sketch b;
    const auto clip = b.clip(1.0f);
    const auto a = b.state("A", clip), own = b.state("Own", clip), any = b.state("Any", clip);
    const auto go = b.variable("go", Kind::trigger);
    b.from_state(a, own).when(go, Op::is_true);
    b.any(any).when(go, Op::is_true);
    RunningMachine machine(b);
    EXPECT_EQ(machine.fire(go).tick(0.1f).state(), "Any");
}

TEST(AnyState, FirstMatchWins) {
    Sketch b;
    const auto clip = b.clip(1.0f);
    b.state("A", clip);
    const auto one = b.state("One", clip), two = b.state("Two", clip);
    const auto x = b.variable("x", Kind::int_, 5);
    b.any(one).when(x, Op::greater, 9);
    b.any(two).when(x, Op::greater, 3).not_to_self();
    RunningMachine machine(b);
    EXPECT_EQ(machine.tick(0.1f).state(), "Two");
}

TEST(AnyState, ToTheCurrentStateRestartsIt) {
    Sketch b;
    const auto a = b.state("A", b.clip(1.0f));
    const auto go = b.variable("go", Kind::trigger);
    b.any(a).when(go, Op::is_true);
    RunningMachine machine(b);
    machine.tick(0.6f).fire(go).tick(0.1f);
    EXPECT_EQ(machine.state(), "A");
    EXPECT_NEAR(machine.time(), 0.1, 1e-7);
}

TEST(AnyState, NotToSelfTestsCurrentAndNext) {
    Sketch b;
    const auto clip = b.clip(1.0f);
    b.state("A", clip);
    const auto c = b.state("B", clip);
    const auto hurt = b.variable("hurt", Kind::bool_, 1);
    b.any(c).when(hurt, Op::is_true).lasts(0.5f).not_to_self();
    RunningMachine machine(b);
    machine.tick(0.1f).tick(0.1f).tick(0.1f);
    EXPECT_EQ(machine.next(), "B");
    EXPECT_FLOAT_EQ(machine.weight(), 0.6f);  // it went on, it was not started again
    machine.tick(0.3f);
    EXPECT_EQ(machine.state(), "B");
    EXPECT_NEAR(machine.tick(0.3f).time(), 0.9, 1e-6);
}

TEST(AnyState, ToSelfInterruptsItselfEveryUpdateWhileItHolds) {
    Sketch b;
    const auto clip = b.clip(1.0f);
    b.state("A", clip);
    const auto c = b.state("B", clip);
    const auto hurt = b.variable("hurt", Kind::bool_, 1);
    b.any(c).when(hurt, Op::is_true).lasts(0.5f);
    RunningMachine machine(b);
    for (int i = 0; i < 20; ++i)
        machine.tick(0.1f);
    EXPECT_EQ(machine.state(), "A");
    EXPECT_EQ(machine.next(), "B");
    EXPECT_NEAR(machine.progress(), 0.2, 1e-6);
    EXPECT_NEAR(machine.total_weight(), 1.0, 1e-6);
}

TEST(AnyState, ListOfTheRootComesBeforeThatOfItsSubMachines) {
    Sketch b;
    const auto clip = b.clip(1.0f);
    b.state("A", clip);
    const auto sub = b.machine("Sub");
    const auto inner = b.state("Inner", clip, b.graph_of(sub));
    const auto outer = b.state("Outer", clip);
    const auto go = b.variable("go", Kind::trigger);
    b.any(inner, b.graph_of(sub)).when(go, Op::is_true);
    b.any(outer).when(go, Op::is_true);
    RunningMachine machine(b);
    EXPECT_EQ(machine.fire(go).tick(0.1f).state(), "Outer");
}

TEST(AnyState, DeclaredInASubMachineItAppliesEverywhere) {
    Sketch b;
    const auto clip = b.clip(1.0f);
    b.state("A", clip);
    const auto sub = b.machine("Sub");
    const auto inner = b.state("Inner", clip, b.graph_of(sub));
    const auto go = b.variable("go", Kind::trigger);
    b.any(inner, b.graph_of(sub)).when(go, Op::is_true);
    RunningMachine machine(b);
    EXPECT_EQ(machine.fire(go).tick(0.1f).state(), "Inner");
}

TEST(AnyState, TheActiveTransitionRemembersWhereItCameFrom) {
    Sketch b;
    const auto clip = b.clip(1.0f);
    const auto a = b.state("A", clip), c = b.state("B", clip);
    const auto go = b.variable("go", Kind::trigger), hit = b.variable("hit", Kind::trigger);
    b.from_state(a, c).when(go, Op::is_true).lasts(1.0f);
    b.any(c).when(hit, Op::is_true).lasts(1.0f);
    for (const bool any : {false, true}) {
        RunningMachine machine(b);
        EXPECT_EQ(machine.tick(0.1f).layer().transition, kNoIndex);
        EXPECT_EQ(machine.layer().source, TransitionSource::none);
        machine.fire(any ? hit : go).tick(0.1f);
        EXPECT_EQ(machine.layer().source, any ? TransitionSource::any : TransitionSource::state);
        EXPECT_EQ(machine.graph.transitions[machine.layer().transition].from_kind,
                  any ? record::TransitionFrom::any : record::TransitionFrom::state);
    }
}

}  // namespace
}  // namespace motus::test
