// SPDX-License-Identifier: MIT
#include "sketch.h"

#include <gtest/gtest.h>

namespace motus::test {
namespace {

struct ExitMachine {
    Sketch b;
    std::uint32_t a, c, open;
    ExitMachine(float exit, bool at, bool loops = true, float speed = 1.0f) {
        a = b.state("A", b.clip(1.0f, loops));
        c = b.state("B", b.clip(1.0f));
        open = b.variable("open", Kind::bool_);
        b.edit(a).speed = speed;
        b.from_state(a, c).exit_at(exit, at).when(open, Op::is_true);
    }
};

// Seconds until B is reached when the condition opens at `opens`; -1: not within 10 s.
double leaves_at(float exit, bool at, bool loops, float opens, float dt, float speed = 1.0f) {
    ExitMachine m(exit, at, loops, speed);
    RunningMachine machine(m.b);
    double t = 0.0;
    while (t < 10.0) {
        machine.set(m.open, t + 1e-6 >= opens ? 1.0f : 0.0f).tick(dt);
        t += dt;
        if (machine.state() == "B") return t - machine.time();
    }
    return -1.0;
}

TEST(ExitTime, NoStepCanMissTheCrossing) {
    for (const float dt : {0.01f, 0.033f, 0.1f, 0.4f, 0.7f, 0.99f, 2.5f, 7.0f}) {
        for (const bool at : {false, true}) {
            EXPECT_NEAR(leaves_at(0.75f, at, true, 0.0f, dt), 0.75, 1e-5) << dt << " " << at;
            EXPECT_NEAR(leaves_at(2.25f, at, true, 0.0f, dt), 2.25, 1e-5) << dt << " " << at;
        }
    }
}

TEST(ExitTime, FromTheCrossingStaysOpenUntilTheStateIsLeft) {
    EXPECT_NEAR(leaves_at(0.5f, false, true, 0.9f, 0.1f), 0.9, 1e-5);
    EXPECT_NEAR(leaves_at(0.5f, false, true, 3.2f, 0.1f), 3.2, 1e-5);
    EXPECT_NEAR(leaves_at(0.5f, false, false, 3.2f, 0.1f), 3.2, 1e-5);
}

TEST(ExitTime, AtTheCrossingComesAgainInEveryLoop) {
    EXPECT_NEAR(leaves_at(0.5f, true, true, 0.9f, 0.1f), 1.5, 1e-5);
    EXPECT_NEAR(leaves_at(0.5f, true, true, 3.7f, 0.1f), 4.5, 1e-5);
    EXPECT_NEAR(leaves_at(1.0f, true, true, 1.3f, 0.1f), 2.0, 1e-5);
}

TEST(ExitTime, AboveOneIsCrossedOnce) {
    EXPECT_NEAR(leaves_at(1.5f, true, true, 0.0f, 0.1f), 1.5, 1e-5);
    EXPECT_EQ(leaves_at(1.5f, true, true, 1.7f, 0.1f), -1.0);
}

TEST(ExitTime, NotLoopingIsCrossedOnce) {
    EXPECT_NEAR(leaves_at(0.5f, true, false, 0.0f, 0.1f), 0.5, 1e-5);
    EXPECT_EQ(leaves_at(0.5f, true, false, 0.7f, 0.1f), -1.0);
    EXPECT_NEAR(leaves_at(1.5f, true, false, 0.0f, 0.1f), 1.5, 1e-5);
}

TEST(ExitTime, ZeroDoesNotFireOnEntryAtTheCrossing) {
    EXPECT_NEAR(leaves_at(0.0f, true, true, 0.0f, 0.1f), 1.0, 1e-5);
    EXPECT_NEAR(leaves_at(0.0f, false, true, 0.0f, 0.1f), 0.0, 1e-5);
}

TEST(ExitTime, NegativeSpeedMeasuresTheOtherWay) {
    for (const bool at : {false, true}) {
        EXPECT_NEAR(leaves_at(0.75f, at, true, 0.0f, 0.2f, -1.0f), 0.75, 1e-5);
        EXPECT_NEAR(leaves_at(0.75f, at, true, 0.0f, 0.2f, -3.0f), 0.25, 1e-5);
    }
}

TEST(ExitTime, SpeedScalesTheSourceNotTheTarget) {
    EXPECT_NEAR(leaves_at(0.8f, true, true, 0.0f, 0.15f, 2.0f), 0.4, 1e-5);
    EXPECT_NEAR(leaves_at(0.8f, true, true, 0.0f, 0.15f, 0.5f), 1.6, 1e-5);
}

TEST(ExitTime, AStateWithoutMotionLastsOneSecond) {
    Sketch b;
    const auto a = b.state("A"), c = b.state("B");
    b.from_state(a, c).exit_at(1.0f);
    RunningMachine machine(b);
    EXPECT_EQ(machine.tick(0.9f).state(), "A");
    EXPECT_EQ(machine.tick(0.2f).state(), "B");
    EXPECT_NEAR(machine.time(), 0.1, 1e-6);
}

TEST(ExitTime, OfAnAnyStateTransitionIsTheCurrentStates) {
    Sketch b;
    const auto a = b.state("A", b.clip(2.0f)), c = b.state("B", b.clip(1.0f));
    (void)a;
    b.any(c).exit_at(0.5f).not_to_self();
    RunningMachine machine(b);
    EXPECT_EQ(machine.tick(0.9f).state(), "A");
    EXPECT_EQ(machine.tick(0.2f).state(), "B");
}

TEST(ExitTime, TheEarlierCrossingWinsWhateverTheStep) {
    for (const float dt : {0.05f, 0.4f, 3.0f}) {
        Sketch b;
        const auto clip = b.clip(1.0f);
        const auto a = b.state("A", clip), late = b.state("Late", clip),
                   soon = b.state("Soon", clip);
        b.from_state(a, late).exit_at(0.75f);
        b.from_state(a, soon).exit_at(0.5f);
        RunningMachine machine(b);
        while (machine.tick(dt).state() == "A") {
        }
        EXPECT_EQ(machine.state(), "Soon") << dt;
    }
}

// Every crossing counts, however many of them lie in one step.
TEST(ExitTime, AStateThatRestartsItselfDoesSoAtEveryCrossing) {
    for (const bool any : {false, true}) {
        for (const float dt : {0.25f, 1.0f, 6.0f}) {
            Sketch b;
            const auto a = b.state("A", b.clip(1.0f));
            (any ? b.any(a) : b.from_state(a, a)).exit_at(1.0f);
            RunningMachine m(b);
            int taken = 0;
            for (float t = 0.0f; t < 6.0f; t += dt) {
                m.tick(dt);
                for (const MachineEvent& event : m.events())
                    taken += event.kind == MachineEventKind::transition_start ? 1 : 0;
            }
            EXPECT_EQ(taken, 6) << any << " " << dt;
            EXPECT_DOUBLE_EQ(m.time(), 0.0) << any << " " << dt;
        }
    }
}

// Holding a state that runs backwards keeps its direction: it has come a tenth of its way.
TEST(ExitTime, HoldingAStateThatRunsBackwardsCrossesNothing) {
    for (const bool loops : {false, true}) {
        Sketch b;
        const auto pace = b.variable("pace", Kind::float_, 1.0f);
        const auto a = b.state("A", b.clip(1.0f, loops)), c = b.state("B", b.clip(1.0f));
        b.edit(a).speed = -1.0f;
        b.edit(a).speed_variable = b.variable_name(pace);
        b.from_state(a, c).exit_at(0.75f);
        RunningMachine m(b);
        m.tick(0.1f);
        EXPECT_EQ(m.set(pace, 0.0f).tick(0.1f).state(), "A") << loops;
        EXPECT_EQ(m.set(pace, 1.0f).tick(0.6f).state(), "A") << loops;
        EXPECT_EQ(m.tick(0.1f).state(), "B") << loops;
    }
}

TEST(ExitTime, AStateThatIsHeldOnEntryAndRunsBackwardsBeginsAtItsEnd) {
    Sketch b;
    const auto pace = b.variable("pace", Kind::float_, 0.0f);
    const auto a = b.state("A", b.clip(1.0f, false));
    b.edit(a).speed = -1.0f;
    b.edit(a).speed_variable = b.variable_name(pace);
    RunningMachine m(b);
    EXPECT_DOUBLE_EQ(m.tick(0.1f).time(), 1.0);
    EXPECT_NEAR(m.set(pace, 1.0f).tick(0.25f).time(), 0.75, 1e-6);
}

TEST(ExitTime, NoStepIsTooLargeForIt) {
    for (const float dt : {1.0e6f, 1073741824.0f, 2.0e9f}) {
        Sketch b;
        const auto a = b.state("A", b.clip(1.0f)), c = b.state("B", b.clip(1.0f));
        b.from_state(a, c).exit_at(0.75f);
        RunningMachine m(b);
        EXPECT_EQ(m.tick(dt).state(), "B") << dt;
    }
}

}  // namespace
}  // namespace motus::test
