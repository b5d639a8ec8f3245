// SPDX-License-Identifier: MIT
#include "sketch.h"

#include <gtest/gtest.h>

#include <limits>

namespace motus::test {
namespace {

constexpr NameHash kStart = hash_name("start"), kMiddle = hash_name("middle"),
                   kEnd = hash_name("end");

std::vector<EventTime> marks(double start, double middle, double end) {
    return {{ticks_of_seconds(start), kStart},
            {ticks_of_seconds(middle), kMiddle},
            {ticks_of_seconds(end), kEnd}};
}

TEST(MachineEvents, LoopReachesItsEndThenItsStart) {
    Sketch b;
    b.state("A", b.clip(0.3f, true, marks(0.0, 0.2, 0.3)));
    RunningMachine machine(b);
    using Names = std::vector<NameHash>;
    EXPECT_EQ(machine.tick(0.1f).motion_events(), Names{kStart});
    EXPECT_EQ(machine.tick(0.11f).motion_events(), Names{kMiddle});
    EXPECT_EQ(machine.tick(0.1f).motion_events(), (Names{kEnd, kStart}));
    EXPECT_EQ(machine.tick(0.01f).motion_events(), Names{});
}

TEST(MachineEvents, NoneIsLostOrDoubledAcrossTransitions) {
    for (const float dt : {0.01f, 0.03f, 0.25f, 0.7f}) {
        Sketch b;
        const auto a = b.state("A", b.clip(1.0f, true, marks(0.0, 0.5, 0.59)));
        const auto c = b.state("B", b.clip(10.0f, true, marks(0.0, 0.1, 0.2)));
        b.from_state(a, c).exit_at(0.6f);
        RunningMachine machine(b);
        std::vector<NameHash> all;
        for (float t = 0.0f; t < 1.0f; t += dt) {
            for (NameHash name : machine.tick(dt).motion_events())
                all.push_back(name);
        }
        EXPECT_EQ(all, (std::vector{kStart, kMiddle, kEnd, kStart, kMiddle, kEnd})) << dt;
    }
}

TEST(MachineEvents, CarryTheWeightOfTheirMotion) {
    Sketch b;
    const auto a = b.state("A", b.clip(1.0f, true, marks(0.9, 0.9, 0.9)));
    const auto c = b.state("B", b.clip(1.0f, true, marks(0.2, 2, 2)));
    const auto go = b.variable("go", Kind::bool_, 1);
    b.from_state(a, c).when(go, Op::is_true).lasts(1.0f);
    RunningMachine machine(b);
    machine.tick(0.25f);
    ASSERT_EQ(machine.motion_events().size(), 1u);
    for (const MachineEvent& event : machine.events()) {
        EXPECT_TRUE(event.kind != MachineEventKind::motion || event.weight == 0.25f);
    }
}

TEST(MachineEvents, StatesAndTransitionsSayWhenTheyBeginAndEnd) {
    Sketch b;
    const auto a = b.state("A", b.clip(1.0f)), c = b.state("B", b.clip(1.0f));
    const auto go = b.variable("go", Kind::trigger);
    b.from_state(a, c).when(go, Op::is_true).lasts(0.2f);
    RunningMachine machine(b);
    const auto kinds = [&] {
        std::vector<MachineEventKind> out;
        for (const MachineEvent& event : machine.events())
            out.push_back(event.kind);
        return out;
    };
    using K = MachineEventKind;
    machine.tick(0.1f);
    EXPECT_EQ(kinds(), std::vector{K::state_enter});
    machine.fire(go).tick(0.1f);
    EXPECT_EQ(kinds(), (std::vector{K::transition_start, K::state_enter}));
    machine.tick(0.05f);
    EXPECT_EQ(kinds(), std::vector<K>{});
    machine.tick(0.2f);
    EXPECT_EQ(kinds(), (std::vector{K::state_exit, K::transition_end}));
}

TEST(MachineEvents, ZeroDtFiresNoMotionEvent) {
    Sketch b;
    b.state("A", b.clip(1.0f, true, marks(0.0, 0.5, 1.0)));
    RunningMachine machine(b);
    EXPECT_TRUE(machine.tick(0.0f).motion_events().empty());
    EXPECT_EQ(machine.tick(0.1f).motion_events(), std::vector{kStart});
}

TEST(Tick, RefusesWhatIsNoStep) {
    Sketch b;
    b.state("A", b.clip(1.0f));
    RunningMachine machine(b);
    machine.tick(0.25f);
    const std::vector<std::byte> before = machine.bytes;
    for (const float dt :
         {-0.1f, std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
        TickJob job{machine.graph, machine.bytes, dt, &machine.playlist};
        EXPECT_EQ(run(job), Status::bad_argument);
    }
    std::vector<std::byte> wrong(machine.bytes.size() - 8);
    TickJob job{machine.graph, wrong, 0.1f, &machine.playlist};
    EXPECT_EQ(run(job), Status::bad_data);
    EXPECT_EQ(machine.bytes, before);
    EXPECT_EQ(set_float(machine.graph, machine.bytes, 7, 1.0f), Status::missing);
}

TEST(Explain, SaysWhatStoppedEachCandidate) {
    Sketch b;
    const auto clip = b.clip(1.0f);
    const auto a = b.state("A", clip), c = b.state("B", clip);
    const auto x = b.variable("x", Kind::float_, 2.0f), y = b.variable("y", Kind::bool_);
    b.any(c).when(x, Op::greater, 1.0f).when(y, Op::is_true);
    b.from_state(a, c).exit_at(0.9f);
    b.from_state(a, c).when(y, Op::is_true);
    b.from_state(a, c).when(x, Op::less, 5.0f);
    RunningMachine machine(b);
    // A file may have one that neither a bake nor build_machine makes: without any condition.
    std::vector<record::StateMachineTransition> ways(machine.graph.transitions.begin(),
                                                     machine.graph.transitions.end());
    ways[2].conditions.count = 0;
    machine.graph.transitions = ways;
    std::vector<Considered> room(16);
    Explanation explain{room, 0, 0};
    machine.explain = &explain;
    machine.tick(0.1f);
    ASSERT_GE(explain.count, 4u);
    EXPECT_EQ(room[0].source, TransitionSource::any);
    EXPECT_EQ(room[0].blocked, Blocked::conditions);
    EXPECT_EQ(room[0].met, 1u);  // the first holds, the second does not
    EXPECT_EQ(room[1].blocked, Blocked::exit_time);
    EXPECT_FALSE(room[1].crossed);
    EXPECT_EQ(room[2].blocked, Blocked::nothing_to_do);
    EXPECT_EQ(room[3].blocked, Blocked::no);
    EXPECT_EQ(machine.state(), "B");
}

TEST(Events, AZeroLengthLoopFiresOncePerUpdateWhileItIsLeft) {
    Sketch b;
    const auto a = b.state("A", b.clip(0.0f, true, {{Ticks{0}, hash_name("tick")}}));
    const auto c = b.state("B", b.clip(1.0f));
    b.from_state(a, c).exit_at(0.5f).lasts(0.5f);
    RunningMachine m(b);
    for (int i = 0; i < 5; ++i)
        EXPECT_EQ(m.tick(0.2f).motion_events().size(), 1u) << i;
}

}  // namespace
}  // namespace motus::test
