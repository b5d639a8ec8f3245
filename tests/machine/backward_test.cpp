// tests/machine/backward_test.cpp - states and children that run backwards.
// SPDX-License-Identifier: MIT
#include "sketch.h"

#include <gtest/gtest.h>

namespace motus::test {
namespace {

double shown(const RunningMachine& machine) {
    return machine.items().empty() ? -1.0 : seconds_of(machine.items().back().to);
}

TEST(Backward, AChildOfABlendThatEndsPlaysFromItsEnd) {
    Sketch b;
    const auto x = b.variable("x", Kind::float_, 0.0f);
    const auto state = b.blend("S", record::StateKind::blend_1d, x);
    b.child(state, b.clip(1.0f, false), 0.0f).time_scale = -1.0f;
    b.child(state, b.clip(1.0f, false), 1.0f);
    RunningMachine machine(b);
    EXPECT_NEAR(shown(machine.tick(0.25f)), 0.75, 1e-6);
    EXPECT_TRUE(machine.items()[0].backward);
    EXPECT_NEAR(shown(machine.tick(0.5f)), 0.25, 1e-6);
    EXPECT_NEAR(shown(machine.tick(5.0f)), 0.0, 1e-6);
}

TEST(Backward, AStateThatEndsPlaysFromItsEndAndIsLeftAtItsExitTime) {
    const NameHash step = hash_name("step");
    for (const float dt : {0.0625f, 0.25f}) {
        Sketch b;
        const auto open = b.state("Open", b.clip(1.0f));
        const auto shut = b.state("Shut", b.clip(1.0f, false, {{ticks_of_seconds(0.5), step}}));
        const auto done = b.state("Done", b.clip(1.0f));
        const auto go = b.variable("go", Kind::trigger);
        b.edit(shut).speed = -1.0f;
        b.from_state(open, shut).when(go, Op::is_true);
        b.from_state(shut, done).exit_at(0.75f);
        RunningMachine machine(b);
        std::size_t steps = 0;
        machine.tick(0.25f).fire(go);
        for (float t = dt; t < 0.75f; t += dt) {
            steps += machine.tick(dt).motion_events().size();
            EXPECT_EQ(machine.state(), "Shut") << t;
            EXPECT_NEAR(shown(machine), 1.0 - static_cast<double>(t), 1e-6);
        }
        EXPECT_EQ(steps, 1u);
        EXPECT_EQ(machine.tick(dt).state(), "Done");
    }
}

TEST(Backward, TurningRoundGoesOnFromWhereItIs) {
    Sketch b;
    const auto rate = b.variable("rate", Kind::float_, 1.0f);
    const auto a = b.state("A", b.clip(1.0f, false));
    b.edit(a).speed_variable = b.variable_name(rate);
    RunningMachine machine(b);
    EXPECT_NEAR(shown(machine.tick(0.5f)), 0.5, 1e-6);
    EXPECT_NEAR(shown(machine.set(rate, -1.0f).tick(0.25f)), 0.25, 1e-6);
    EXPECT_NEAR(shown(machine.tick(0.5f)), 0.0, 1e-6);
}

TEST(Backward, TheFirstStateOfAMachineStartsAtItsEndToo) {
    Sketch b;
    b.edit(b.state("A", b.clip(2.0f, false))).speed = -1.0f;
    RunningMachine machine(b);
    EXPECT_NEAR(shown(machine.tick(0.5f)), 1.5, 1e-6);
}

// Entered on the end of a step or within it: the start of a way back is the end, too.
TEST(Backward, ALoopEnteredOnTheEndOfAStepPassesItsEnd) {
    const NameHash start = hash_name("start"), end = hash_name("end");
    for (const float dt : {0.5f, 0.375f}) {
        Sketch b;
        const auto a = b.state("A", b.clip(1.0f));
        const auto c =
            b.state("B", b.clip(1.0f, true, {{Ticks{0}, start}, {ticks_of_seconds(1.0), end}}));
        b.edit(c).speed = -1.0f;
        b.from_state(a, c).exit_at(0.5f);
        RunningMachine m(b);
        std::size_t starts = 0, ends = 0;
        for (float t = 0.0f; t < 0.9f; t += dt) {
            m.tick(dt);
            for (const NameHash name : m.motion_events()) {
                starts += name == start ? 1 : 0;
                ends += name == end ? 1 : 0;
            }
        }
        EXPECT_EQ(starts, 1u) << dt;
        EXPECT_EQ(ends, 1u) << dt;
    }
}

}  // namespace
}  // namespace motus::test
