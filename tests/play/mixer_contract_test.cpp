// tests/play/mixer_contract_test.cpp - a mixer's steps, events, copies, memory and faults.
// SPDX-License-Identifier: MIT
#include <motus/play/mixer.h>
#include <motus/pose/pose_buffer.h>
#include <tests/play/stage.h>
#include <tests/support/alloc_counter.h>

#include <gtest/gtest.h>
#include <limits>

namespace motus::test {

TEST(Mixer, ANaNStepIsRejectedAndPoisonsNothing) {
    Stage stage({Ramp{}, Ramp{.x0 = 5}});
    Mixer mixer(stage.rig()), twin(stage.rig());
    for (Mixer* m : {&mixer, &twin}) {
        m->clip_action(kA).play();
        ASSERT_EQ(m->cross_fade(kA, kB, 0.5f), Status::ok);
        ASSERT_EQ(m->update(0.1f), Status::ok);
    }
    const float inf = std::numeric_limits<float>::infinity();
    for (float bad : {std::numeric_limits<float>::quiet_NaN(), inf, -inf})
        EXPECT_EQ(mixer.update(bad), Status::bad_argument);
    EXPECT_EQ(hash_of(mixer), hash_of(twin));
    for (Mixer* m : {&mixer, &twin})
        ASSERT_EQ(m->update(0.1f), Status::ok);
    EXPECT_EQ(hash_of(mixer), hash_of(twin));
}

TEST(Mixer, AStepOfNothingMovesNothingAndFiresNothing) {
    Stage stage({Ramp{.events = {event_at(0.1, 1)}}});
    Mixer mixer(stage.rig());
    const Action action = mixer.clip_action(kA).set_time(seconds(0.1)).play();
    ASSERT_EQ(mixer.update(0.0f), Status::ok);
    EXPECT_TRUE(mixer.events().empty());
    EXPECT_EQ(action.time(), seconds(0.1));
    EXPECT_NEAR(value_of(mixer), 36, 1e-3) << "but it shows";
    ASSERT_EQ(mixer.update(0.1f), Status::ok);
    EXPECT_EQ(mixer.events().size(), 1u) << "the entry is still to come";
}

TEST(Mixer, ReportsEventsWithWeightsAndSaysWhenItDropsSome) {
    Stage stage({Ramp{.events = {event_at(0.25, 1), event_at(0.5, 2)}},
                 Ramp{.events = {event_at(0.5, 3)}}});
    Mixer mixer(stage.rig(), MixerOptions{.events = 4});
    mixer.clip_action(kA).play();
    ASSERT_EQ(mixer.cross_fade(kA, kB, 1.0f), Status::ok);
    ASSERT_EQ(mixer.update(0.5f), Status::ok);
    ASSERT_EQ(mixer.events().size(), 3u);
    EXPECT_EQ(mixer.events()[0].clip, kA);
    EXPECT_EQ(mixer.events()[2].clip, kB);
    EXPECT_FLOAT_EQ(mixer.events()[0].weight, 0.5f);
    EXPECT_FLOAT_EQ(mixer.events()[2].weight, 0.5f);
    EXPECT_FALSE(mixer.dropped());
    ASSERT_EQ(mixer.update(0.0f), Status::ok);
    EXPECT_TRUE(mixer.events().empty());
    ASSERT_EQ(mixer.update(1e6f), Status::ok) << "a million laps end at once";
    EXPECT_EQ(mixer.events().size(), 4u);
    EXPECT_TRUE(mixer.dropped());
}

TEST(Mixer, ASilentActionIsNotHeard) {
    Stage stage({Ramp{.events = {event_at(0.5, 1)}}});
    Mixer mixer(stage.rig());
    mixer.clip_action(kA).set_weight(0.0f).play();
    ASSERT_EQ(mixer.update(0.7f), Status::ok);
    EXPECT_TRUE(mixer.events().empty());
}

TEST(Mixer, SavingAndRestoringItsPlainDataReplaysBitForBit) {
    Stage stage({Ramp{.turn1 = 90}, Ramp{.x1 = 20, .turn0 = 10, .turn1 = -80}});
    Mixer mixer(stage.rig());
    mixer.clip_action(kA).play();
    const auto run_on = [&] {
        std::uint64_t hash = kHashSeed;
        for (int i = 0; i < 60; ++i) {
            if (i == 20) {
                EXPECT_EQ(mixer.cross_fade(kA, kB, 0.2f, FadeMode::inertial), Status::ok);
            }
            if (i == 25) {
                EXPECT_EQ(mixer.cross_fade(kB, kA, 0.3f), Status::ok);
            }
            EXPECT_EQ(mixer.update(0.0173f), Status::ok);
            hash = hash_u64(hash, hash_of(mixer));
        }
        return hash;
    };
    for (int i = 0; i < 10; ++i)
        ASSERT_EQ(mixer.update(0.0173f), Status::ok);
    const MixerView view = mixer.view();
    const MixerState state = *view.state;
    const std::vector<ActionState> actions(view.actions.begin(), view.actions.end());
    const std::vector<float> carry(view.carry.begin(), view.carry.end());
    const std::uint64_t first = run_on();
    *view.state = state;
    std::copy(actions.begin(), actions.end(), view.actions.begin());
    std::copy(carry.begin(), carry.end(), view.carry.begin());
    EXPECT_EQ(run_on(), first);
}

TEST(Mixer, SharingAWorkspaceChangesNothing) {
    Stage stage({Ramp{.turn1 = 90}, Ramp{.x1 = 20, .turn0 = 10, .turn1 = -80}});
    MixerWorkspace workspace(stage.rig());
    Mixer own(stage.rig());
    std::vector<Mixer> many;
    for (int i = 0; i < 8; ++i)
        many.emplace_back(stage.rig(), workspace);
    for (int frame = 0; frame < 30; ++frame) {
        for (Mixer* m : {&own, &many[5]}) {
            if (frame == 0) m->clip_action(kA).play();
            if (frame == 7) {
                ASSERT_EQ(m->cross_fade(kA, kB, 0.3f), Status::ok);
            }
        }
        ASSERT_EQ(own.update(0.02f), Status::ok);
        for (Mixer& m : many)
            ASSERT_EQ(m.update(0.02f), Status::ok);
        EXPECT_EQ(hash_of(own), hash_of(many[5]));
    }
}

TEST(Mixer, HandlesStayValidWhenItMoves) {
    Stage stage({Ramp{}});
    Mixer mixer(stage.rig());
    const Action action = mixer.clip_action(kA).play();
    Mixer moved = std::move(mixer);
    action.set_speed(2.0f);
    ASSERT_EQ(moved.update(0.25f), Status::ok);
    EXPECT_NEAR(value_of(moved), 180, 1e-3);
}

TEST(Mixer, UpdatesAllocateNothing) {
    Stage stage({Ramp{.turn1 = 90, .events = {event_at(0.1, 1)}}, Ramp{.turn0 = 10, .turn1 = -80},
                 Ramp{.joint = 2}},
                {{0.0f, 1.0f, 1.0f}});
    Mixer mixer(stage.rig());
    AllocCounter allocations;
    mixer.clip_action(kA).set_loop(PlayMode::loop, 3).play();
    mixer.clip_action(kC).set_additive(true).set_mask(0).play();
    for (int i = 0; i < 100; ++i) {
        if (i == 10) {
            ASSERT_EQ(mixer.cross_fade(kA, kB, 0.3f), Status::ok);
        }
        if (i == 20) {
            ASSERT_EQ(mixer.cross_fade(kB, kA, 0.3f, FadeMode::inertial), Status::ok);
        }
        if (i == 60) mixer.clip_action(kB).fade_to(1.0f, 0.2f);
        ASSERT_EQ(mixer.update(0.0167f), Status::ok);
    }
    EXPECT_EQ(allocations.count(), 0u);
}

TEST(Mixer, JobsThatDoNotFitAreRefusedAndChangeNothing) {
    Stage stage({Ramp{}, Ramp{}});
    Mixer mixer(stage.rig());
    mixer.clip_action(kA).play();
    ASSERT_EQ(mixer.update(0.1f), Status::ok);
    MixerWorkspace workspace(stage.rig());
    PoseBuffer local(stage.skeleton());
    std::vector<Mat34> model(3), palettes(3);
    const MixerJob good{.mixer = mixer.view(),
                        .dt = seconds(0.1),
                        .scratch = workspace.scratch(),
                        .local = local,
                        .model = model,
                        .palettes = palettes};
    const ActionState before = mixer.view().actions[0];
    MixerJob job = good;
    job.model = std::span(model).first(2);
    EXPECT_EQ(run(job), Status::bad_size);
    job = good;
    job.palettes = std::span(palettes).first(2);
    EXPECT_EQ(run(job), Status::bad_size);
    job = good;
    job.scratch.evaluate.items = 0;
    EXPECT_EQ(run(job), Status::bad_size);
    job = good;
    job.scratch.layers = {};
    EXPECT_EQ(run(job), Status::bad_size);
    job = good;
    job.local = {};
    EXPECT_EQ(run(job), Status::bad_size);
    job = good;
    job.mixer.state = nullptr;
    EXPECT_EQ(run(job), Status::bad_argument);
    EXPECT_EQ(mixer.view().actions[0], before);
    mixer.view().actions[0].mask = 5;
    EXPECT_EQ(run(good), Status::missing);
    mixer.view().actions[0].mask = kNoMask;
    mixer.view().actions[0].weight = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(run(good), Status::bad_argument);
    mixer.view().actions[0] = before;
    EXPECT_EQ(run(good), Status::ok);
}

TEST(Rig, RefusesPartsThatDoNotFit) {
    Stage stage({Ramp{.joint = 2}});
    const Rig rig = stage.rig();
    const JointDesc one{"only", kNoJoint, {}};
    const SkeletonBuffer small = std::move(*build_skeleton({&one, 1}));
    const auto no_joint = build_rig({.skeleton = small, .clips = rig.clips});
    ASSERT_FALSE(no_joint);
    EXPECT_EQ(no_joint.error().place, "clips[0]");
    const auto no_skin = build_rig({.skeleton = small, .skins = rig.skins});
    ASSERT_FALSE(no_skin);
    EXPECT_EQ(no_skin.error().code, "rig-skin");
    Skin unbound = rig.skins[0];
    unbound.inverse_binds = {};
    EXPECT_FALSE(build_rig({.skeleton = rig.skeleton, .skins = {&unbound, 1}}));
    const std::vector<float> values{0.0f, 2.0f, 0.0f};
    const Mask mask = values;
    const auto no_mask = build_rig({.skeleton = rig.skeleton, .masks = {&mask, 1}});
    ASSERT_FALSE(no_mask);
    EXPECT_EQ(no_mask.error().place, "masks[0]");
    const RootMotion roots[2];
    EXPECT_FALSE(build_rig({.skeleton = rig.skeleton, .clips = rig.clips, .roots = roots}));
    // Clips of others are neither looked at nor counted.
    const auto other = build_rig({.skeleton = small, .clips = rig.clips}, 1, 0);
    ASSERT_TRUE(other);
    EXPECT_TRUE(other->view().covers[0].joints.empty());
    EXPECT_TRUE(other->view().plan->chain);
}

}  // namespace motus::test
