// SPDX-License-Identifier: MIT
#include "sketch.h"

#include <gtest/gtest.h>

namespace motus::test {
namespace {

struct TwoStates {
    Sketch b;
    std::uint32_t a, c;
    explicit TwoStates(float length = 1.0f, bool loops = true) {
        a = b.state("A", b.clip(length, loops));
        c = b.state("B", b.clip(length, loops));
    }
};

TEST(Conditions, EachOperatorAtItsBoundary) {
    const struct {
        Op op;
        bool below, at, above;
    } cases[] = {{Op::greater, false, false, true},      {Op::less, true, false, false},
                 {Op::greater_equal, false, true, true}, {Op::less_equal, true, true, false},
                 {Op::equal, false, true, false},        {Op::not_equal, true, false, true}};
    for (const auto& test : cases) {
        for (int offset = -1; offset <= 1; ++offset) {
            TwoStates m;
            const auto level = m.b.variable("level", Kind::int_, static_cast<float>(5 + offset));
            m.b.from_state(m.a, m.c).when(level, test.op, 5.0f);
            RunningMachine machine(m.b);
            machine.tick(0.1f);
            const bool expected = offset < 0 ? test.below : offset > 0 ? test.above : test.at;
            EXPECT_EQ(machine.state(), expected ? "B" : "A")
                << static_cast<int>(test.op) << " at " << offset;
        }
    }
}

TEST(Conditions, BoolTrueAndFalse) {
    for (const bool value : {false, true}) {
        for (const Op op : {Op::is_true, Op::is_false}) {
            TwoStates m;
            const auto flag = m.b.variable("flag", Kind::bool_, value ? 1.0f : 0.0f);
            m.b.from_state(m.a, m.c).when(flag, op);
            RunningMachine machine(m.b);
            machine.tick(0.1f);
            EXPECT_EQ(machine.state(), (op == Op::is_true) == value ? "B" : "A");
        }
    }
}

TEST(Conditions, AllMustHold) {
    TwoStates m;
    const auto x = m.b.variable("x", Kind::float_), y = m.b.variable("y", Kind::float_);
    m.b.from_state(m.a, m.c).when(x, Op::greater, 1.0f).when(y, Op::less, 0.0f);
    RunningMachine machine(m.b);
    EXPECT_EQ(machine.set(x, 2.0f).tick(0.1f).state(), "A");
    EXPECT_EQ(machine.set(y, -1.0f).tick(0.1f).state(), "B");
}

TEST(Transitions, NeitherConditionNorExitTimeNeverFires) {
    TwoStates m;
    m.b.from_state(m.a, m.c).exit_at(0.5f);
    RunningMachine machine(m.b);
    std::vector<record::StateMachineTransition> ways(machine.graph.transitions.begin(),
                                                     machine.graph.transitions.end());
    ways[0].has_exit_time = false;
    machine.graph.transitions = ways;
    for (int i = 0; i < 100; ++i)
        machine.tick(0.3f);
    EXPECT_EQ(machine.state(), "A");
}

TEST(Transitions, WholeStepGoesIntoTheTransitionThatFires) {
    TwoStates m;
    const auto go = m.b.variable("go", Kind::bool_);
    m.b.from_state(m.a, m.c).when(go, Op::is_true).lasts(0.4f);
    RunningMachine machine(m.b);
    machine.tick(0.1f).set(go, 1).tick(0.1f);
    EXPECT_EQ(machine.next(), "B");
    EXPECT_FLOAT_EQ(machine.weight(), 0.25f);
    EXPECT_NEAR(machine.next_time(), 0.1, 1e-7);
    EXPECT_NEAR(machine.time(), 0.2, 1e-7);
    EXPECT_NEAR(machine.total_weight(), 1.0, 1e-6);
}

TEST(Transitions, LeftOverTimeIsSpentInWhatFollows) {
    TwoStates m;
    m.b.from_state(m.a, m.c).exit_at(0.75f).lasts(0.25f);
    RunningMachine machine(m.b);
    machine.tick(1.5f);  // 0.75 in A, 0.25 blending, 0.5 more in B
    EXPECT_EQ(machine.state(), "B");
    EXPECT_EQ(machine.next(), "");
    EXPECT_NEAR(machine.time(), 0.75, 1e-7);
}

TEST(Transitions, ResultDoesNotDependOnTheStep) {
    for (const int steps : {1, 2, 3, 7, 60, 144}) {
        TwoStates m;
        m.b.from_state(m.a, m.c).exit_at(0.6f).lasts(0.3f);
        m.b.from_state(m.c, m.a).exit_at(1.4f).lasts(0.2f).starts_at(0.25f);
        RunningMachine machine(m.b);
        for (int i = 0; i < steps * 3; ++i)
            machine.tick(1.0f / static_cast<float>(steps));
        // B from t = 0.6; at its 1.4, t = 2.0, back to A at 0.25; at its 0.6, t = 2.35, B again.
        EXPECT_EQ(machine.state(), "B") << steps;
        EXPECT_NEAR(machine.time(), 0.65, 2e-6) << steps;
    }
}

TEST(Transitions, ZeroLengthSwitchesInTheSameUpdate) {
    TwoStates m;
    const auto go = m.b.variable("go", Kind::bool_, 1);
    m.b.from_state(m.a, m.c).when(go, Op::is_true);
    RunningMachine machine(m.b);
    machine.tick(0.1f);
    EXPECT_EQ(machine.state(), "B");
    EXPECT_NEAR(machine.time(), 0.1, 1e-7);
}

TEST(Transitions, ChainsOfLengthZeroAreBounded) {
    TwoStates m;
    const auto go = m.b.variable("go", Kind::bool_, 1);
    m.b.from_state(m.a, m.c).when(go, Op::is_true);
    m.b.from_state(m.c, m.a).when(go, Op::is_true);
    RunningMachine machine(m.b);
    machine.tick(0.1f);
    EXPECT_EQ(machine.state(), "A");  // an even number of hops
    EXPECT_NEAR(machine.time(), 0.1, 1e-7);
}

TEST(Transitions, ZeroDtTakesWhatIsReadyAndMovesNothing) {
    TwoStates m;
    const auto go = m.b.variable("go", Kind::bool_, 1);
    m.b.from_state(m.a, m.c).when(go, Op::is_true).lasts(0.5f);
    RunningMachine machine(m.b);
    machine.tick(0.0f);
    EXPECT_EQ(machine.next(), "B");
    EXPECT_EQ(machine.weight(), 0.0f);
    EXPECT_EQ(machine.time(), 0.0);
}

TEST(Transitions, ListOrderIsPriority) {
    Sketch b;
    const auto clip = b.clip(1.0f);
    const auto a = b.state("A", clip), first = b.state("First", clip),
               second = b.state("Second", clip);
    const auto go = b.variable("go", Kind::bool_, 1);
    b.from_state(a, first).when(go, Op::is_true);
    b.from_state(a, second).when(go, Op::is_true);
    RunningMachine machine(b);
    EXPECT_EQ(machine.tick(0.1f).state(), "First");
}

TEST(Transitions, AWaitingExitTimeDoesNotBlockAReadyOne) {
    Sketch b;
    const auto clip = b.clip(1.0f);
    const auto a = b.state("A", clip), late = b.state("Late", clip), ready = b.state("Ready", clip);
    const auto go = b.variable("go", Kind::bool_, 1);
    b.from_state(a, late).exit_at(0.9f);
    b.from_state(a, ready).when(go, Op::is_true);
    RunningMachine machine(b);
    EXPECT_EQ(machine.tick(0.1f).state(), "Ready");
}

TEST(Transitions, NormalizedDurationIsInLengthsOfTheSource) {
    Sketch b;
    const auto a = b.state("A", b.clip(4.0f)), c = b.state("B", b.clip(1.0f));
    const auto go = b.variable("go", Kind::bool_, 1);
    b.from_state(a, c).when(go, Op::is_true).lasts_normalized(0.25f);
    RunningMachine machine(b);
    machine.tick(0.5f);
    EXPECT_FLOAT_EQ(machine.weight(), 0.5f);
    EXPECT_EQ(machine.tick(0.5f).state(), "B");
}

TEST(Transitions, TheClockIsRealTimeNotTheStatesSpeed) {
    TwoStates m;
    const auto go = m.b.variable("go", Kind::bool_, 1);
    m.b.edit(m.a).speed = 4.0f;
    m.b.edit(m.c).speed = 0.5f;
    m.b.from_state(m.a, m.c).when(go, Op::is_true).lasts(1.0f);
    RunningMachine machine(m.b);
    machine.tick(0.25f);
    EXPECT_FLOAT_EQ(machine.weight(), 0.25f);
    EXPECT_NEAR(machine.time(), 1.0, 1e-7);
    EXPECT_NEAR(machine.next_time(), 0.125, 1e-7);
}

TEST(Transitions, OffsetStartsTheTargetLater) {
    TwoStates m;
    const auto go = m.b.variable("go", Kind::bool_, 1);
    m.b.from_state(m.a, m.c).when(go, Op::is_true).lasts(0.5f).starts_at(0.3f);
    RunningMachine machine(m.b);
    machine.tick(0.1f);
    EXPECT_NEAR(machine.next_time(), 0.4, 1e-7);
}

TEST(Transitions, ACurveShapesTheWeightOfStateAndAnyStateTransitions) {
    for (const bool any : {false, true}) {
        TwoStates m;
        const auto go = m.b.variable("go", Kind::trigger);
        const std::vector<CurveKey> ease{{half_of(0), half_of(0), half_of(0), half_of(0)},
                                         {half_of(1), half_of(1), half_of(0), half_of(0)}};
        (any ? m.b.any(m.c) : m.b.from_state(m.a, m.c))
            .when(go, Op::is_true)
            .lasts(1.0f)
            .shaped(ease);
        RunningMachine machine(m.b);
        machine.fire(go).tick(0.25f);
        EXPECT_EQ(machine.weight(), curve_weight(ease, 0.25f));
        EXPECT_NEAR(machine.total_weight(), 1.0, 1e-6);
    }
}

TEST(Triggers, ConsumedOnlyByTheTransitionTaken) {
    Sketch b;
    const auto clip = b.clip(1.0f);
    const auto a = b.state("A", clip), c = b.state("B", clip), d = b.state("C", clip);
    const auto jump = b.variable("jump", Kind::trigger), gate = b.variable("gate", Kind::bool_);
    b.from_state(a, c).when(jump, Op::is_true).when(gate, Op::is_true);
    b.from_state(a, d).when(gate, Op::is_true);
    RunningMachine machine(b);
    machine.fire(jump).tick(0.1f);
    EXPECT_EQ(machine.state(), "A");
    EXPECT_TRUE(machine.is_set(jump));  // nothing listened: it stays
    machine.set(gate, 1).tick(0.1f);
    EXPECT_EQ(machine.state(), "B");
    EXPECT_FALSE(machine.is_set(jump));
}

TEST(Triggers, OneCannotFireTwoTransitionsInOneUpdate) {
    Sketch b;
    const auto clip = b.clip(1.0f);
    const auto a = b.state("A", clip), c = b.state("B", clip), d = b.state("C", clip);
    const auto go = b.variable("go", Kind::trigger);
    b.from_state(a, c).when(go, Op::is_true);
    b.from_state(c, d).when(go, Op::is_true);
    RunningMachine machine(b);
    EXPECT_EQ(machine.fire(go).tick(0.1f).state(), "B");
    EXPECT_EQ(machine.tick(0.1f).state(), "B");
}

TEST(Triggers, TwoLayersBothSeeItInTheUpdateInWhichItIsSet) {
    for (const auto reset :
         {record::TriggerReset::after_all_layers, record::TriggerReset::first_consumer}) {
        Sketch b;
        b.trigger_reset = reset;
        const auto clip = b.clip(1.0f);
        const auto upper = b.layer();
        const auto go = b.variable("go", Kind::trigger);
        const auto a = b.state("A", clip), c = b.state("B", clip);
        const auto x = b.state("X", clip, b.root(upper)), y = b.state("Y", clip, b.root(upper));
        b.from_state(a, c).when(go, Op::is_true);
        b.from_state(x, y).when(go, Op::is_true);
        RunningMachine machine(b);
        machine.fire(go).tick(0.1f);
        EXPECT_EQ(machine.state(0), "B");
        EXPECT_EQ(machine.state(1), reset == record::TriggerReset::after_all_layers ? "Y" : "X");
        EXPECT_FALSE(machine.is_set(go));
    }
}

TEST(Triggers, OneThatIsUsedUpReadsAsNotSet) {
    Sketch b;
    const auto clip = b.clip(1.0f);
    const auto a = b.state("A", clip), c = b.state("B", clip), d = b.state("C", clip);
    const auto go = b.variable("go", Kind::trigger);
    b.from_state(a, c).when(go, Op::is_true);
    b.from_state(c, d).when(go, Op::is_false);
    RunningMachine machine(b);
    EXPECT_EQ(machine.tick(0.1f).state(), "A");
    EXPECT_EQ(machine.fire(go).tick(0.1f).state(), "C");
}

// Neither a transition nor a chain of them has too many triggers.
TEST(Triggers, OneTransitionMayUseUpAnyNumber) {
    for (const int hops : {1, 7}) {
        Sketch b;
        const auto clip = b.clip(1.0f);
        std::vector<std::uint32_t> triggers;
        std::uint32_t from = b.state("0", clip);
        for (int hop = 1; hop <= hops; ++hop) {
            const auto to = b.state(std::to_string(hop), clip);
            TransitionSpec& t = b.from_state(from, to);
            for (int i = 0; i < 65; ++i) {
                triggers.push_back(
                    b.variable("t" + std::to_string(triggers.size()), Kind::trigger));
                t.when(triggers.back(), Op::is_true);
            }
            from = to;
        }
        RunningMachine machine(b);
        for (const auto trigger : triggers)
            machine.fire(trigger);
        EXPECT_EQ(machine.tick(0.1f).state(), std::to_string(hops));
        for (const auto trigger : triggers)
            EXPECT_FALSE(machine.is_set(trigger)) << trigger;
        EXPECT_EQ(machine.tick(0.1f).state(), std::to_string(hops)) << "used up";
    }
}

TEST(Triggers, AllThatManyLayersUseUpAreReset) {
    Sketch b;
    const auto clip = b.clip(1.0f);
    std::vector<std::uint32_t> triggers;
    for (std::uint32_t l = 0; l < 3; ++l) {
        const auto layer = l == 0 ? 0 : b.layer();
        const auto a = b.state("A", clip, b.root(layer)), c = b.state("B", clip, b.root(layer));
        TransitionSpec& t = b.from_state(a, c);
        for (int i = 0; i < 30; ++i) {
            triggers.push_back(b.variable("t" + std::to_string(triggers.size()), Kind::trigger));
            t.when(triggers.back(), Op::is_true);
        }
    }
    RunningMachine machine(b);
    for (const auto trigger : triggers)
        machine.fire(trigger);
    machine.tick(0.1f);
    for (const auto trigger : triggers)
        EXPECT_FALSE(machine.is_set(trigger)) << trigger;
}

}  // namespace
}  // namespace motus::test
