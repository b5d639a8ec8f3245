// SPDX-License-Identifier: MIT
#include "random_machine.h"

#include <motus/machine/reload.h>

#include <gtest/gtest.h>

#include <numeric>
#include <utility>

namespace motus::test {
namespace {

using Losses = std::vector<std::pair<LossKind, NameHash>>;

/// Moves a machine onto another one; what it says was lost.
Losses move(const RunningMachine& from, RunningMachine& to, bool keeps_pose = true,
            std::vector<std::uint32_t> motions = {}) {
    std::vector<ReloadLoss> memory(16);
    ReloadReport report{memory, 0, 0};
    ReloadJob job{from.graph, from.bytes, to.graph, to.bytes};
    job.motions = motions;
    job.keeps_pose = keeps_pose;
    job.report = &report;
    EXPECT_EQ(run(job), Status::ok);
    EXPECT_EQ(report.count, report.total);
    Losses losses;
    for (const ReloadLoss& loss : report.losses.first(report.count))
        losses.emplace_back(loss.kind, loss.name);
    return losses;
}

/// Idle and Walk with a blend of one second between them; `before` adds things that shift every
/// index of the tables.
struct Walker {
    explicit Walker(bool before, bool with_walk = true, bool with_transition = true) {
        if (before) {
            builder.variable("other", Kind::int_, 7.0f);
            const std::uint32_t other = builder.state("Other", builder.clip(0.7f));
            builder.from_state(other, other).when(0, Op::greater, 99.0f);
            builder.any(other).when(0, Op::greater, 99.0f);
        }
        speed = builder.variable("speed", Kind::float_);
        const std::uint32_t idle = builder.state("Idle", builder.clip(2.0f));
        const std::uint32_t walk = with_walk ? builder.state("Walk", builder.clip(1.0f)) : kNoState;
        builder.set_default(builder.root(), idle);
        if (with_walk && with_transition) {
            builder.from_state(idle, walk).when(speed, Op::greater, 0.5f).lasts(1.0f);
        }
    }
    Sketch builder;
    std::uint32_t speed = 0;
};

TEST(Reload, OntoTheSameGraphIsACopyBitForBit) {
    std::vector<std::uint32_t> motions(64);
    std::iota(motions.begin(), motions.end(), 0u);
    int blending = 0;
    for (std::uint32_t seed = 1; seed <= 60; ++seed) {
        auto random = random_machine(seed);
        RunningMachine m(random->builder), other(random->builder);
        motions.resize(m.graph.motions.size());
        std::iota(motions.begin(), motions.end(), 0u);
        std::mt19937 dice(seed);
        for (int frame = 0; frame < 120; ++frame) {
            random_inputs(*random, m, dice);
            m.tick(1.0f / 30.0f);
            ASSERT_TRUE(move(m, other, true, motions).empty()) << "seed " << seed;
            ASSERT_TRUE(m.bytes == other.bytes) << "seed " << seed << " frame " << frame;
            blending += m.layer().next != kNoState;
        }
    }
    EXPECT_GT(blending, 1000);
}

TEST(Reload, StatesTransitionsAndVariablesAreFoundByName) {
    Walker old(false), now(true);
    RunningMachine a(old.builder), b(now.builder), alone(old.builder);
    for (RunningMachine* m : {&a, &alone}) {
        m->tick(0.5f);
        m->set(old.speed, 2.0f).tick(0.25f);
    }
    EXPECT_TRUE(move(a, b).empty());
    EXPECT_EQ(view_of(b.graph, b.bytes).variables[0], 7u);  // new: at its default
    for (int frame = 0; frame < 40; ++frame) {
        alone.tick(0.1f);
        b.tick(0.1f);
        ASSERT_EQ(b.state(), alone.state());
        ASSERT_EQ(b.next(), alone.next());
        ASSERT_EQ(b.time(), alone.time());
        ASSERT_EQ(b.weight(), alone.weight());
    }
    EXPECT_EQ(b.state(), "Walk");
}

TEST(Reload, AClipOfAnotherLengthGoesOnAtTheSamePhase) {
    Sketch old, now;
    old.state("Walk", old.clip(1.0f));
    now.state("Walk", now.clip(3.0f));
    RunningMachine a(old), b(now);
    a.tick(1.25f);
    EXPECT_TRUE(move(a, b).empty());
    EXPECT_EQ(b.time(), 1.25);
    b.tick(0.75f);
    EXPECT_NEAR(b.time(), 1.5, 1e-6);
    EXPECT_EQ(b.items()[0].to, ticks_of_seconds(1.5));
}

TEST(Reload, WithoutTheTargetTheSourceGoesOn) {
    Walker old(false), now(false, false);
    RunningMachine a(old.builder), b(now.builder);
    a.set(old.speed, 2.0f).tick(0.4f);
    ASSERT_EQ(a.next(), "Walk");
    EXPECT_EQ(move(a, b), (Losses{{LossKind::state, hash_name("Walk")}}));
    b.tick(0.1f);
    EXPECT_EQ(b.state(), "Idle");
    EXPECT_EQ(b.layer().next, kNoState);
    EXPECT_NEAR(b.time(), 0.25, 1e-6);
    EXPECT_NEAR(b.total_weight(), 1.0, 1e-6);
}

TEST(Reload, WithoutTheTransitionItHasArrived) {
    Walker old(false), now(false, true, false);
    RunningMachine a(old.builder), b(now.builder);
    a.set(old.speed, 2.0f).tick(0.4f);
    EXPECT_EQ(move(a, b).size(), 1u);
    EXPECT_EQ(b.state(), "Walk");
    EXPECT_EQ(b.layer().next, kNoState);
    EXPECT_NEAR(b.time(), 0.4, 1e-6);
}

TEST(Reload, WithoutAnyOfItsStatesALayerStartsAnew) {
    Sketch old, now;
    old.state("Swim", old.clip(1.0f));
    now.state("Idle", now.clip(1.0f));
    const std::uint32_t arms = now.layer(0.5f);
    now.state("Wave", now.clip(1.0f), now.root(arms));
    RunningMachine a(old), b(now);
    a.tick(0.5f);
    EXPECT_EQ(move(a, b), (Losses{{LossKind::state, hash_name("Swim")}}));
    b.tick(0.25f);
    EXPECT_EQ(b.state(), "Idle");
    EXPECT_NEAR(b.time(), 0.25, 1e-6);
    EXPECT_EQ(b.state(arms), "Wave");  // a layer that is new runs too
    EXPECT_EQ(b.playlist.layers[arms].weight, 0.5f);
}

TEST(Reload, AStateThatRunsBackwardsStartsAnewAtItsEnd) {
    Sketch old, now;
    old.state("Swim", old.clip(1.0f));
    const std::uint32_t pace = now.variable("pace", Kind::float_, -0.5f);
    now.edit(now.state("Back", now.clip(1.0f, false))).speed_variable = now.variable_name(pace);
    const std::uint32_t arms = now.layer(0.5f);
    now.edit(now.state("Round", now.clip(1.0f), now.root(arms))).speed = -1.0f;
    RunningMachine a(old), b(now), fresh(now);
    a.tick(0.5f);
    move(a, b);
    for (RunningMachine* machine : {&b, &fresh})
        machine->tick(0.25f);
    EXPECT_NEAR(b.time(), 0.875, 1e-6);
    EXPECT_EQ(b.time(), fresh.time()) << "as a machine that has just begun";
    EXPECT_EQ(b.time(arms), fresh.time(arms));
}

TEST(Reload, AStateThatWasRenamedIsFoundByItsId) {
    Sketch old, now;
    old.edit(old.state("Idle", old.clip(1.0f))).id = 5;
    now.edit(now.state("Stand", now.clip(2.0f))).id = 4;
    now.edit(now.state("Rest", now.clip(1.0f))).id = 5;
    RunningMachine a(old), b(now);
    a.tick(0.5f);
    EXPECT_TRUE(move(a, b).empty());
    EXPECT_EQ(b.state(), "Rest");
    EXPECT_EQ(b.time(), 0.5);
}

TEST(Reload, OfOneNameInTwoSubMachinesThatOnTheSamePath) {
    const auto make = [](Sketch& builder, bool swapped) {
        const std::uint32_t first = builder.machine(swapped ? "Water" : "Land");
        const std::uint32_t second = builder.machine(swapped ? "Land" : "Water");
        builder.state("Move", builder.clip(1.0f), builder.graph_of(first));
        builder.state("Move", builder.clip(1.0f), builder.graph_of(second));
    };
    Sketch old, now;
    make(old, false);
    make(now, true);
    RunningMachine a(old), b(now);
    a.tick(0.5f);
    ASSERT_EQ(a.state(), "Move");
    EXPECT_TRUE(move(a, b).empty());
    EXPECT_EQ(b.graph.states[b.layer().state].path,
              static_cast<std::uint64_t>(hash_name("Land/Move")));
}

TEST(Reload, LayersAreFoundByNameAndKeepTheirWeight) {
    const auto make = [](Sketch& builder, std::vector<const char*> names) {
        for (std::uint32_t i = 0; i < names.size(); ++i) {
            if (i > 0) builder.layer(1.0f);
            builder.name_layer(i, names[i]);
            builder.state(names[i], builder.clip(1.0f), builder.root(i));
        }
    };
    Sketch old, now;
    make(old, {"Base", "Arms", "Face"});
    make(now, {"Base", "Face", "Legs"});
    RunningMachine a(old), b(now);
    EXPECT_EQ(set_layer_weight(a.graph, a.bytes, 2, 0.25f), Status::ok);
    a.tick(0.5f);
    std::vector<std::uint32_t> layers(3);
    ReloadJob job{a.graph, a.bytes, b.graph, b.bytes};
    job.layers = layers;
    ReloadReport report;
    job.report = &report;
    ASSERT_EQ(run(job), Status::ok);
    EXPECT_EQ(report.total, 1u);  // also where there is no room to say what
    EXPECT_EQ(layers, (std::vector<std::uint32_t>{0, 2, kNoIndex}));
    EXPECT_EQ(b.layer(1).weight, 0.25f);
    EXPECT_EQ(b.time(1), 0.5);
    EXPECT_EQ(b.time(2), 0.0);
}

TEST(Reload, AWeightThatNobodySetFollowsWhatIsAuthored) {
    const auto make = [](Sketch& builder, float arms, float face) {
        builder.state("Idle", builder.clip(1.0f));
        builder.layer(arms);
        builder.layer(face);
        for (std::uint32_t i = 1; i < 3; ++i) {
            builder.name_layer(i, i == 1 ? "Arms" : "Face");
            builder.state("Wave", builder.clip(1.0f), builder.root(i));
        }
    };
    Sketch old, now;
    make(old, 1.0f, 1.0f);
    make(now, 0.25f, 0.25f);
    RunningMachine a(old), b(now);
    EXPECT_EQ(set_layer_weight(a.graph, a.bytes, 2, 0.75f), Status::ok);
    a.tick(0.5f);
    EXPECT_TRUE(move(a, b).empty());
    EXPECT_EQ(b.layer(1).weight, 0.25f);
    EXPECT_EQ(b.layer(2).weight, 0.75f);  // the game's own
}

TEST(Reload, AVariableOfAnotherKindStartsAtItsDefault) {
    Sketch old, now;
    old.variable("mood", Kind::float_);
    old.variable("gone", Kind::bool_);
    now.variable("mood", Kind::int_, 3.0f);
    RunningMachine a(old), b(now);
    a.set(0, 0.5f);
    EXPECT_EQ(move(a, b), (Losses{{LossKind::variable_kind, hash_name("mood")},
                                  {LossKind::variable, hash_name("gone")}}));
    EXPECT_EQ(view_of(b.graph, b.bytes).variables[0], 3u);
}

TEST(Reload, WithoutItsKeptPoseAnInterruptedTransitionHasArrived) {
    Sketch builder;
    const std::uint32_t back = builder.variable("back", Kind::bool_);
    const std::uint32_t go = builder.variable("go", Kind::bool_);
    const std::uint32_t idle = builder.state("Idle", builder.clip(1.0f));
    const std::uint32_t walk = builder.state("Walk", builder.clip(1.0f));
    builder.from_state(idle, walk).when(go, Op::is_true).lasts(1.0f);
    builder.any(idle).when(back, Op::is_true).lasts(1.0f);
    RunningMachine a(builder), kept(builder), lost(builder);
    a.set(go, 1.0f).tick(0.5f);
    a.set(go, 0.0f).set(back, 1.0f).tick(0.1f);
    a.set(back, 0.0f).tick(0.1f);
    ASSERT_EQ(a.layer().carry, Carry::inertial);
    EXPECT_TRUE(move(a, kept, true).empty());
    EXPECT_EQ(kept.layer().carry, Carry::inertial);
    EXPECT_EQ(move(a, lost, false), (Losses{{LossKind::pose, hash_name("Idle")}}));
    EXPECT_EQ(lost.layer().carry, Carry::none);
    EXPECT_EQ(lost.state(), "Idle");
    EXPECT_NEAR(lost.time(), a.next_time(), 0.0);
}

TEST(Reload, OneShotsGoOnWhereTheirMotionIs) {
    Sketch builder;
    builder.state("Idle", builder.clip(1.0f));
    const std::uint32_t wave = builder.clip(2.0f, false);
    RunningMachine a(builder), b(builder), c(builder);
    EXPECT_EQ(play_one_shot(a.graph, a.bytes, wave), Status::ok);
    a.tick(0.5f);
    EXPECT_TRUE(move(a, b, true, {0, wave}).empty());
    EXPECT_TRUE(a.bytes == b.bytes);
    EXPECT_EQ(move(a, c).front().first, LossKind::one_shot);
    c.tick(0.1f);
    EXPECT_EQ(c.playlist.layer_count, 1u);
}

TEST(Reload, RefusesWhatDoesNotFit) {
    Walker old(false), now(true);
    RunningMachine a(old.builder), b(now.builder);
    ReloadJob job{a.graph, a.bytes, b.graph, b.bytes};
    job.instance = job.instance.first(job.instance.size() - 8);
    EXPECT_EQ(run(job), Status::bad_data);
    job.instance = b.bytes;
    EXPECT_EQ(run(job), Status::bad_data);
    job.instance = a.bytes;
    job.out = job.out.first(job.out.size() - 8);
    EXPECT_EQ(run(job), Status::bad_size);
    job.out = b.bytes;
    LayerState& layer = view_of(a.graph, a.bytes).layers[0];
    layer.state = static_cast<std::uint32_t>(a.graph.states.size());
    EXPECT_EQ(run(job), Status::bad_data);
    layer.state = kNoState;
    std::vector<std::uint32_t> layers(2);
    job.layers = layers;
    EXPECT_EQ(run(job), Status::bad_size);
    for (const LossKind kind :
         {LossKind::variable, LossKind::variable_kind, LossKind::layer, LossKind::state,
          LossKind::transition, LossKind::pose, LossKind::one_shot}) {
        EXPECT_STRNE(to_string(kind), "unknown");
    }
}

TEST(Reload, ALayerWithoutStatesIsCopiedToo) {
    Sketch b;
    b.name_layer(0, "base");
    b.state("A", b.clip(1.0f));
    b.name_layer(b.layer(0.5f), "empty");
    RunningMachine m(b), out(b);
    m.tick(0.1f);
    EXPECT_TRUE(move(m, out, true, {0}).empty());
    EXPECT_EQ(out.bytes, m.bytes);
}

}  // namespace
}  // namespace motus::test
