// SPDX-License-Identifier: MIT
#include "sketch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include <cmath>
#include <random>

namespace motus::test {
namespace {

TEST(BlendState, ChildrenSharePhase) {
    Sketch b;
    const auto speed = b.variable("speed", Kind::float_, 0.5f);
    const auto walk = b.clip(1.0f), run = b.clip(0.8f);  // 30 and 24 frames
    const auto move = b.blend("Move", record::StateKind::blend_1d, speed);
    b.child(move, walk, 0.0f);
    b.child(move, run, 1.0f);
    RunningMachine machine(b);
    for (int i = 0; i < 100; ++i) {
        machine.set(speed, 0.5f + 0.4f * std::sin(static_cast<float>(i) * 0.3f)).tick(0.05f);
        ASSERT_EQ(machine.items().size(), 2u);
        const double phase = seconds_of(machine.items()[0].to) / 1.0;
        ASSERT_NEAR(phase, seconds_of(machine.items()[1].to) / 0.8, 1e-6);
    }
}

TEST(BlendState, LengthIsTheWeightedSumOfLengths) {
    Sketch b;
    const auto x = b.variable("x", Kind::float_, 0.25f);
    const auto state = b.blend("S", record::StateKind::blend_1d, x);
    b.child(state, b.clip(2.0f), 0.0f);
    b.child(state, b.clip(4.0f), 1.0f).time_scale = 2.0f;
    RunningMachine machine(b);
    machine.tick(0.5f);  // 0.75 * 2 + 0.25 * 4 / 2 = 2
    EXPECT_NEAR(machine.time(), 0.25, 1e-7);
}

TEST(BlendState, ItsOwnFadeInDoesNotChangeItsSpeed) {
    Sketch b;
    const auto x = b.variable("x", Kind::float_, 0.5f);
    const auto go = b.variable("go", Kind::bool_, 1);
    const auto a = b.state("A", b.clip(7.0f));
    const auto move = b.blend("Move", record::StateKind::blend_1d, x);
    b.child(move, b.clip(1.0f), 0.0f);
    b.child(move, b.clip(3.0f), 1.0f);
    b.from_state(a, move).when(go, Op::is_true).lasts(1.0f);
    RunningMachine machine(b);
    machine.tick(0.5f);
    EXPECT_NEAR(machine.next_time(), 0.25, 1e-7);
    machine.tick(0.5f);
    EXPECT_NEAR(machine.time(), 0.5, 1e-7);
}

TEST(BlendState, NegativeTimeScalePlaysAChildBackwards) {
    Sketch b;
    const auto x = b.variable("x", Kind::float_, 0.0f);
    const auto state = b.blend("S", record::StateKind::blend_1d, x);
    b.child(state, b.clip(1.0f), 0.0f).time_scale = -1.0f;
    b.child(state, b.clip(1.0f), 1.0f);
    RunningMachine machine(b);
    machine.tick(0.3f);
    EXPECT_NEAR(seconds_of(machine.items()[0].to), 0.7, 1e-6);
    EXPECT_TRUE(machine.items()[0].backward);
}

TEST(BlendState, DirectWeightsAreTheParameters) {
    for (const bool normalized : {false, true}) {
        Sketch b;
        const auto p = b.variable("p", Kind::float_, 1.0f), q = b.variable("q", Kind::float_, 3.0f);
        const auto state = b.blend("S", record::StateKind::blend_direct, kNoIndex);
        b.edit(state).blend->normalized = normalized;
        b.child(state, b.clip(1.0f), 0.0f).weight = b.variable_name(p);
        b.child(state, b.clip(1.0f), 0.0f).weight = b.variable_name(q);
        RunningMachine machine(b);
        machine.tick(0.1f);
        EXPECT_FLOAT_EQ(machine.items()[0].weight, normalized ? 0.25f : 1.0f);
        EXPECT_FLOAT_EQ(machine.items()[1].weight, normalized ? 0.75f : 3.0f);
    }
}

TEST(BlendState, ParameterIsClampedToTheEnds) {
    Sketch b;
    const auto x = b.variable("x", Kind::float_, -9.0f);
    const auto state = b.blend("S", record::StateKind::blend_1d, x);
    const auto low = b.clip(1.0f), high = b.clip(1.0f);
    b.child(state, low, 0.0f);
    b.child(state, high, 1.0f);
    RunningMachine machine(b);
    machine.tick(0.1f);
    ASSERT_EQ(machine.items().size(), 1u);
    EXPECT_EQ(machine.items()[0].motion, low);
    machine.set(x, 9.0f).tick(0.1f);
    ASSERT_EQ(machine.items().size(), 1u);
    EXPECT_EQ(machine.items()[0].motion, high);
}

TEST(StateProperties, SpeedTimesItsParameter) {
    Sketch b;
    const auto rate = b.variable("rate", Kind::float_, 3.0f);
    const auto a = b.state("A", b.clip(1.0f));
    b.edit(a).speed = 0.5f;
    b.edit(a).speed_variable = b.variable_name(rate);
    RunningMachine machine(b);
    EXPECT_NEAR(machine.tick(0.1f).time(), 0.15, 1e-7);
    EXPECT_NEAR(machine.set(rate, -1.0f).tick(0.1f).time(), 0.10, 1e-7);
    EXPECT_NEAR(machine.set(rate, 0.0f).tick(0.1f).time(), 0.10, 1e-7);
}

TEST(StateProperties, CycleOffsetShiftsWhatIsShownNotTheClock) {
    Sketch b;
    const auto a = b.state("A", b.clip(1.0f));
    b.edit(a).cycle_offset = 0.25f;
    RunningMachine machine(b);
    machine.tick(0.1f);
    EXPECT_NEAR(machine.time(), 0.1, 1e-7);
    EXPECT_NEAR(seconds_of(machine.items()[0].to), 0.35, 1e-6);
}

TEST(StateProperties, TimeParameterIsTheMotionsTimeAndTheClockRunsOn) {
    Sketch b;
    const auto at = b.variable("at", Kind::float_, 0.3f);
    const auto a = b.state("A", b.clip(2.0f));
    b.edit(a).time_variable = b.variable_name(at);
    RunningMachine machine(b);
    machine.tick(0.5f);
    EXPECT_NEAR(seconds_of(machine.items()[0].to), 0.6, 1e-6);
    EXPECT_NEAR(machine.time(), 0.25, 1e-7);
    machine.set(at, 1.25f).tick(0.5f);
    EXPECT_NEAR(seconds_of(machine.items()[0].to), 0.5, 1e-6);  // loops wrap
}

TEST(StateProperties, LoopComesFromTheMotionUnlessTheStateSays) {
    for (const auto mode :
         {record::LoopMode::from_motion, record::LoopMode::loop, record::LoopMode::once}) {
        Sketch b;
        const auto a = b.state("A", b.clip(1.0f, false));
        b.edit(a).loop = mode;
        RunningMachine machine(b);
        machine.tick(1.25f);
        EXPECT_NEAR(machine.time(), 1.25, 1e-7);
        EXPECT_NEAR(seconds_of(machine.items()[0].to), mode == record::LoopMode::loop ? 0.25 : 1.0,
                    1e-6);
    }
}

TEST(Layers, WeightModeAndDefaultState) {
    Sketch b;
    const auto clip = b.clip(1.0f);
    const auto upper = b.layer(0.25f, true);
    b.state("A", clip);
    b.state("X", clip, b.root(upper));
    RunningMachine machine(b);
    machine.tick(0.1f);
    EXPECT_EQ(machine.state(1), "X");
    EXPECT_EQ(machine.playlist.layers[0].weight, 1.0f);
    EXPECT_EQ(machine.playlist.layers[1].weight, 0.25f);
    EXPECT_EQ(machine.playlist.layers[1].mode, LayerMode::additive);
    EXPECT_EQ(set_layer_weight(machine.graph, machine.bytes, 1, 0.75f), Status::ok);
    EXPECT_EQ(set_layer_weight(machine.graph, machine.bytes, 0, 0.1f), Status::ok);
    machine.tick(0.1f);
    EXPECT_EQ(machine.playlist.layers[0].weight, 1.0f);
    EXPECT_EQ(machine.playlist.layers[1].weight, 0.75f);
}

TEST(Layers, SyncedFollowsStatesTransitionsAndTime) {
    Sketch b;
    const auto walk = b.clip(1.0f), run = b.clip(0.5f), limp = b.clip(3.0f), stumble = b.clip(1.0f);
    const auto tired = b.layer();
    const auto a = b.state("Walk", walk), c = b.state("Run", run);
    const auto go = b.variable("go", Kind::trigger);
    b.from_state(a, c).when(go, Op::is_true).lasts(1.0f);
    b.sync(tired, 0);
    b.synced_motion(tired, a, limp);
    b.synced_motion(tired, c, stumble);
    RunningMachine machine(b);
    machine.tick(0.5f);
    ASSERT_EQ(machine.items(1).size(), 1u);
    EXPECT_EQ(machine.items(1)[0].motion, limp);
    EXPECT_NEAR(seconds_of(machine.items(1)[0].to), 1.5, 1e-6);  // stretched to the base's length
    machine.fire(go).tick(0.25f);
    ASSERT_EQ(machine.items(1).size(), 2u);
    EXPECT_FLOAT_EQ(machine.items(1)[1].weight, 0.25f);
    EXPECT_NEAR(seconds_of(machine.items(1)[1].to), 0.5, 1e-6);
}

TEST(Layers, SyncTimingMixesTheLengthsByWeight) {
    Sketch b;
    const auto tired = b.layer(0.5f);
    const auto a = b.state("Walk", b.clip(1.0f));
    b.sync(tired, 0, true);
    b.synced_motion(tired, a, b.clip(3.0f));
    RunningMachine machine(b);
    EXPECT_NEAR(machine.tick(0.5f).time(), 0.25, 1e-6);
}

// The weight of the one-shot that plays a motion; 0 where none does.
float shot_weight(const RunningMachine& m, std::uint32_t motion) {
    float weight = 0.0f;
    for (std::uint32_t l = 0; l < m.playlist.layer_count; ++l) {
        const PlaylistLayer& layer = m.playlist.layers[l];
        if (layer.over && m.items(l)[0].motion == motion) weight = layer.weight;
    }
    return weight;
}

TEST(OneShot, BlendsInPlaysToItsMarkAndReturnsToThePreservedState) {
    Sketch b;
    const auto idle = b.clip(1.0f);
    const auto wave = b.clip(1.0f, false,
                             {{ticks_of_seconds(0.0), hash_name("begin")},
                              {ticks_of_seconds(0.5), hash_name("middle")},
                              {ticks_of_seconds(0.79), hash_name("late")},
                              {ticks_of_seconds(0.9), hash_name("never")}});
    b.state("Idle", idle);
    RunningMachine machine(b), alone(b);
    machine.tick(0.1f);
    alone.tick(0.1f);
    ASSERT_EQ(play_one_shot(machine.graph, machine.bytes, wave, 0.2f, 0.2f), Status::ok);
    std::vector<float> weights;
    std::vector<NameHash> heard;
    for (int i = 0; i < 20; ++i) {
        machine.tick(0.05f);
        alone.tick(0.05f);
        weights.push_back(shot_weight(machine, wave));
        ASSERT_EQ(machine.time(), alone.time()) << "the machine goes on underneath";
        for (const NameHash name : machine.motion_events())
            heard.push_back(name);
    }
    // In over 0.2 s, full to 0.6 s, out until 0.8 s of its length.
    for (int i = 0; i < 20; ++i) {
        const double age = 0.05 * (i + 1);
        const double expected = std::clamp(std::min(age, 0.8 - age) / 0.2, 0.0, 1.0);
        EXPECT_NEAR(weights[i], expected, 1e-4) << i;
    }
    EXPECT_EQ(heard, (std::vector{hash_name("begin"), hash_name("middle"), hash_name("late")}));
    EXPECT_EQ(machine.playlist.layer_count, 1u);
    EXPECT_EQ(machine.state(), "Idle");
}

TEST(OneShot, ASecondOneBlendsOverTheFirstAndReturnsToTheSameState) {
    Sketch b;
    const auto idle = b.clip(1.0f), first = b.clip(2.0f, false), second = b.clip(1.0f, false);
    b.state("Idle", idle);
    RunningMachine m(b);
    m.tick(0.1f);
    ASSERT_EQ(play_one_shot(m.graph, m.bytes, first, 0.1f, 0.1f), Status::ok);
    for (int i = 0; i < 4; ++i)
        m.tick(0.05f);
    EXPECT_EQ(shot_weight(m, first), 1.0f);
    ASSERT_EQ(play_one_shot(m.graph, m.bytes, second, 0.2f, 0.2f), Status::ok);
    m.tick(0.1f);
    ASSERT_EQ(m.playlist.layer_count, 3u);
    EXPECT_EQ(shot_weight(m, first), 1.0f) << "still there under the new one: no pop";
    EXPECT_NEAR(shot_weight(m, second), 0.5f, 1e-5);
    for (int i = 0; i < 30; ++i)
        m.tick(0.05f);
    EXPECT_EQ(m.playlist.layer_count, 1u);
    EXPECT_EQ(m.state(), "Idle");
}

TEST(OneShot, RefusesWhatItCannotPlay) {
    Sketch b;
    b.state("Idle", b.clip(1.0f));
    RunningMachine m(b);
    const auto before = m.bytes;
    EXPECT_EQ(play_one_shot(m.graph, m.bytes, 7), Status::missing);
    EXPECT_EQ(play_one_shot(m.graph, m.bytes, 0, -1.0f), Status::bad_argument);
    EXPECT_EQ(play_one_shot(m.graph, m.bytes, 0, 0.1f, 0.1f, std::nanf("")), Status::bad_argument);
    EXPECT_EQ(m.bytes, before);
}

TEST(Snapshot, SaveRunRestoreRunAgainIsEqualByteForByte) {
    Sketch b;
    const auto x = b.variable("x", Kind::float_), go = b.variable("go", Kind::trigger);
    const auto a = b.state("A", b.clip(1.0f));
    const auto move = b.blend("Move", record::StateKind::blend_1d, x);
    b.child(move, b.clip(1.1f), 0.0f);
    b.child(move, b.clip(0.7f), 1.0f);
    b.from_state(a, move).when(go, Op::is_true).lasts(0.37f);
    b.from_state(move, a).exit_at(1.3f).lasts(0.21f);
    b.any(a).when(x, Op::greater, 0.97f).lasts(0.1f);
    RunningMachine machine(b);
    const auto drive = [&](unsigned seed) {
        std::mt19937 random(seed);
        std::uniform_real_distribution<float> unit(0.0f, 1.0f);
        for (int i = 0; i < 60; ++i) {
            machine.set(x, unit(random));
            if (unit(random) < 0.2f) machine.fire(go);
            machine.tick(unit(random) * 0.1f);
        }
        return machine.bytes;
    };
    for (unsigned round = 0; round < 200; ++round) {
        const std::vector<std::byte> saved = machine.bytes;
        const std::vector<std::byte> first = drive(round);
        machine.bytes = saved;
        ASSERT_EQ(drive(round), first) << round;
    }
}

}  // namespace
}  // namespace motus::test
