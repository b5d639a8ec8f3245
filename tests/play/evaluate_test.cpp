// tests/play/evaluate_test.cpp - a playlist to a pose: weights, layers, masks, root motion, faults.
// SPDX-License-Identifier: MIT
#include <motus/sample/joint.h>
#include <motus/sample/sample.h>
#include <tests/machine/sketch.h>
#include <tests/play/playlist_stage.h>

#include <gtest/gtest.h>

namespace motus::test {

TEST(Evaluate, OneClipInFullIsItsSampleBitForBit) {
    PlaylistStage s;
    const auto clip = s.turning(2, 0.2f, 1.0f);
    s.layer();
    s.item(clip, 0.3, 1.0f);
    ASSERT_EQ(s.evaluate(), Status::ok);
    PoseBuffer expected(s.skeleton);
    ASSERT_EQ(
        run(SampleJob{s.clips[0], ticks_of_seconds(0.3), rest_pose(s.skeleton), {}, expected}),
        Status::ok);
    for (JointIndex j = 0; j < 3; ++j) {
        EXPECT_EQ(joint_transform(s.out, j), joint_transform(expected, j));
        EXPECT_EQ(sample_joint(s.clips[0], j, ticks_of_seconds(0.3),
                               joint_transform(rest_pose(s.skeleton), j)),
                  joint_transform(expected, j));
    }
}

TEST(Evaluate, AnEmptyPlaylistIsTheRestPose) {
    PlaylistStage s;
    s.turning(2, 1.0f, 0.0f);
    ASSERT_EQ(s.evaluate(), Status::ok);
    EXPECT_EQ(s.angle(2), 0.0);
    s.layer();
    ASSERT_EQ(s.evaluate(), Status::ok);
    EXPECT_EQ(s.angle(2), 0.0);
}

TEST(Evaluate, WhatIsMissingOnTheBaseIsTheRestPose) {
    PlaylistStage s;
    const auto clip = s.turning(2, 1.0f, 0.0f);
    s.layer();
    s.item(clip, 0.0, 0.5f);
    ASSERT_EQ(s.evaluate(), Status::ok);
    EXPECT_NEAR(s.angle(2), 0.5, 1e-3);
}

TEST(Evaluate, TheLayerSaysWhatAClipCountsForWhereItAnimatesNothing) {
    PlaylistStage s;
    const auto body = s.turning(1, 0.8f, 0.0f), arm = s.turning(2, 0.4f, 0.0f);
    for (const bool left_out : {false, true}) {
        s.clear();
        s.layer({.unanimated = left_out ? Unanimated::left_out : Unanimated::at_rest});
        s.item(body, 0.0, 1.0f);
        s.item(arm, 0.0, 1.0f);
        ASSERT_EQ(s.evaluate(), Status::ok);
        EXPECT_NEAR(s.angle(1), left_out ? 0.8 : 0.4, 1e-3);
        EXPECT_NEAR(s.angle(2), left_out ? 0.4 : 0.2, 1e-3);
        EXPECT_EQ(s.angle(0), 0.0);
    }
}

TEST(Evaluate, AnItemMayHaveAMaskOfItsOwn) {
    PlaylistStage s;
    const auto body = s.turning(1, 0.8f, 0.0f), arm = s.turning(2, 0.4f, 0.0f);
    s.layer();
    s.item(body, 0.0, 1.0f).mask = 0;  // the arm's: nothing is left of it
    s.item(arm, 0.0, 1.0f);
    ASSERT_EQ(s.evaluate(), Status::ok);
    EXPECT_NEAR(s.angle(1), 0.0, 1e-3);
    EXPECT_NEAR(s.angle(2), 0.2, 1e-3);
    s.items[0].mask = 1;
    EXPECT_EQ(s.evaluate(), Status::missing);
}

TEST(Evaluate, OneClipAloneNeedsNoScratch) {
    PlaylistStage s;
    const auto arm = s.turning(2, 0.4f, 0.0f);
    s.views.assign(s.clips.begin(), s.clips.end());
    s.layer();
    s.item(arm, 0.0, 1.0f);
    Playlist list{s.items, s.layers, 1, 1};
    EvaluateJob job;
    job.rig = {.skeleton = s.skeleton, .clips = s.views};
    job.playlist = &list;
    job.out = s.out;
    ASSERT_EQ(run(job), Status::ok);
    EXPECT_NEAR(s.angle(2), 0.4, 1e-3);
    s.items[0].weight = 0.5f;
    EXPECT_EQ(run(job), Status::bad_size);
}

TEST(Evaluate, ALayerAboveLetsTheOneBelowShowThrough) {
    PlaylistStage s;
    const auto body = s.turning(1, 0.8f, 0.0f), arm_down = s.turning(2, 0.4f, 0.0f);
    const auto arm_up = s.turning(2, 1.2f, 0.0f);
    for (const float weight : {0.0f, 0.25f, 1.0f}) {
        s.clear();
        s.layer();
        s.item(body, 0.0, 0.5f);
        s.item(arm_down, 0.0, 0.5f);
        s.layer({.weight = weight});
        s.item(arm_up, 0.0, 1.0f);
        ASSERT_EQ(s.evaluate(), Status::ok);
        EXPECT_NEAR(s.angle(1), 0.4, 1e-3) << "a joint that the upper clip does not animate";
        EXPECT_NEAR(s.angle(2), 0.2 + (1.2 - 0.2) * weight, 1e-2);
    }
}

TEST(Evaluate, AMaskKeepsALayerToItsJoints) {
    PlaylistStage s;
    const auto spine = s.turning(1, 0.9f, 0.0f), arm = s.turning(2, 0.9f, 0.0f);
    s.layer();
    s.layer({.mask = 0});
    s.item(spine, 0.0, 0.5f);
    s.item(arm, 0.0, 0.5f);
    ASSERT_EQ(s.evaluate(), Status::ok);
    EXPECT_EQ(s.angle(1), 0.0);
    EXPECT_NEAR(s.angle(2), 0.45, 1e-3);
}

TEST(Evaluate, TheBaseRestsWhereItsMaskLeavesItOut) {
    PlaylistStage s;
    const auto spine = s.turning(1, 0.9f, 0.0f), arm = s.turning(2, 0.9f, 0.0f);
    s.layer({.mask = 0, .weight = 0.25f});  // whole, whatever its weight
    s.item(spine, 0.0, 0.5f);
    s.item(arm, 0.0, 0.5f);
    ASSERT_EQ(s.evaluate(), Status::ok);
    EXPECT_EQ(s.angle(1), 0.0);
    EXPECT_NEAR(s.angle(2), 0.45, 1e-3);
    s.layer();
    s.item(spine, 0.0, 1.0f);
    ASSERT_EQ(s.evaluate(), Status::ok);
    EXPECT_NEAR(s.angle(1), 0.9, 1e-3);
    EXPECT_NEAR(s.angle(2), 0.45, 1e-3);
}

TEST(Evaluate, AdditiveAddsWhatTheClipMovesFromItsFirstFrame) {
    PlaylistStage s;
    const auto base = s.turning(2, 0.5f, 0.0f), nod = s.turning(2, 2.0f, 0.3f);
    s.layer();
    s.item(base, 0.0, 1.0f);
    s.layer({.weight = 0.5f, .mode = LayerMode::additive});
    s.item(nod, 1.0, 1.0f);
    ASSERT_EQ(s.evaluate(), Status::ok);
    EXPECT_NEAR(s.angle(2), 0.5 + 0.15, 1e-5);
}

TEST(Evaluate, RootMotionIsTheWeightedMeanAndWeightsAloneMoveNothing) {
    PlaylistStage s;
    for (const float distance : {1.0f, 3.0f, 0.0f})
        s.walking(5, distance);
    RootMotion motion;
    motion.joint = 0;
    RootDelta delta;
    s.layer();
    s.item(0, 0.5, 0.25f);
    s.item(1, 0.5, 0.75f);
    ASSERT_EQ(s.evaluate(&delta, motion), Status::ok);
    EXPECT_NEAR(delta.translation.z, 0.5 * (0.25 * 1.0 + 0.75 * 3.0), 1e-5);
    EXPECT_EQ(joint_transform(s.out, 0).translation, (Vec3{0, 0, 0}));
    for (const float w : {0.1f, 0.9f}) {
        s.clear();
        s.layer();
        s.item(0, 0.5, w).from = ticks_of_seconds(0.5);
        s.item(1, 0.5, 1.0f - w).from = ticks_of_seconds(0.5);
        ASSERT_EQ(s.evaluate(&delta, motion), Status::ok);
        EXPECT_EQ(delta, RootDelta{});
    }
}

TEST(Evaluate, AClipThatGivesNoRootMotionKeepsItsPlace) {
    PlaylistStage s;
    for (int i = 0; i < 2; ++i)
        s.walking(5, 1);
    RootMotion motion;
    motion.joint = 0;
    s.roots = {motion, {}};
    RootDelta delta;
    s.layer();
    s.item(0, 0.5, 0.25f);
    s.item(1, 0.5, 0.75f);
    ASSERT_EQ(s.evaluate(&delta, motion), Status::ok);
    EXPECT_NEAR(delta.translation.z, 0.5 * 0.25, 1e-6);
    EXPECT_NEAR(joint_transform(s.out, 0).translation.z, 5.5 * 0.75, 1e-5);
    s.roots[1].joint = 3;
    EXPECT_EQ(s.evaluate(&delta, motion), Status::bad_size);
}

TEST(Evaluate, RefusesWhatDoesNotFitAndLeavesThePose) {
    PlaylistStage s;
    const auto clip = s.turning(2, 1.0f, 0.0f);
    s.layer();
    s.item(clip, 0.0, 1.0f).source = 9;
    EXPECT_EQ(s.evaluate(), Status::missing);
    s.items[0].source = clip;
    s.layers[0].count = 2;
    EXPECT_EQ(s.evaluate(), Status::bad_size);
    s.layers[0].count = 1;
    s.layers[0].broken.weight = std::nanf("");
    EXPECT_EQ(s.evaluate(), Status::bad_argument);
    s.layers[0].broken = {};
    s.carry.assign(3, 0.0f);
    EXPECT_EQ(s.evaluate(), Status::bad_size);
    s.carry.clear();
    s.layer();
    s.item(s.turning(7, 1.0f, 0.0f), 0.0, 1.0f);
    EXPECT_EQ(s.evaluate(), Status::bad_size) << "a clip of another rig";
    s.items[1].source = clip;
    s.items[1].weight = HUGE_VALF;
    EXPECT_EQ(s.evaluate(), Status::bad_argument);
    s.items[1].weight = 1.0f;
    s.masks[0] = s.masks[0].first(2);
    s.layers[1].mask = 0;
    EXPECT_EQ(s.evaluate(), Status::bad_size);
    s.items.pop_back(), s.layers.pop_back();
    EXPECT_EQ(s.angle(2), 0.0);
    s.carry.clear();
    EXPECT_EQ(s.evaluate(), Status::ok);
    EXPECT_NEAR(s.angle(2), 1.0, 1e-6);
}

TEST(Evaluate, AOneShotOverAMachineWithoutLayersBlendsIn) {
    PlaylistStage s;
    const auto wave = s.turning(2, 1.0f, 0.0f);
    s.layer({.weight = 0.25f, .over = true});
    s.item(wave, 0.0, 1.0f);
    ASSERT_EQ(s.evaluate(), Status::ok);
    EXPECT_NEAR(s.angle(2), 0.25, 1e-2);
}

TEST(Evaluate, AOneShotOfATimelineMovesNoRootAndStopsNone) {
    PlaylistStage s;
    s.walking(0, 2);
    RootMotion motion;
    motion.joint = 0;
    RootDelta delta;
    s.layer();
    s.item(0, 0.5, 1.0f);
    s.layer({.over = true});
    s.item(0, 0.5, 1.0f).kind = MotionKind::timeline;
    ASSERT_EQ(s.evaluate(&delta, motion), Status::ok);
    EXPECT_NEAR(delta.translation.z, 1.0, 1e-6);
}

// A pose-carry block is memory: it must not change what is shown.
TEST(Evaluate, AnAdditiveLayerIsTheSameWithAndWithoutACarryBlock) {
    PlaylistStage s;
    const auto base = s.turning(2, 0.5f, 0.0f), nod = s.turning(2, 0.0f, 1.4f);
    const Ticks times[] = {{0}, {kTicksPerSecond}};
    const Quat tilted = axis_angle({1, 0, 0}, 1.2f);
    const float values[] = {0, 0, 0, 1, tilted.x, tilted.y, tilted.z, tilted.w};
    const TrackDesc track{TrackKind::rotation, Interpolation::linear, 2, 0, times, values};
    s.clips.push_back(std::move(*build_clip({&track, 1})));
    s.layer();
    s.item(base, 0.0, 1.0f);
    s.layer({.weight = 0.5f, .mode = LayerMode::additive});
    s.item(nod, 1.0, 0.5f);
    s.item(2, 1.0, 0.5f);
    ASSERT_EQ(s.evaluate(), Status::ok);
    const Quat without = joint_transform(s.out, 2).rotation;
    s.carry.assign(carry_floats(s.skeleton, 2), 0.0f);
    ASSERT_EQ(s.evaluate(), Status::ok);
    EXPECT_EQ(joint_transform(s.out, 2).rotation, without);
}

// What the last step of a one-shot moves counts with what it weighed in that step.
TEST(Evaluate, AOneShotMovesTheRootToItsEndWhateverTheStep) {
    PlaylistStage s;
    s.walking(0, 0), s.walking(0, 2);
    s.views.assign(s.clips.begin(), s.clips.end());
    RootMotion motion;
    motion.joint = 0;
    const auto walked = [&](float dt, float in, float out) {
        Sketch b;
        b.state("Idle", b.clip(1.0f));
        const auto walk = b.clip(1.0f, false);
        RunningMachine m(b);
        m.tick(0.1f);
        EXPECT_EQ(play_one_shot(m.graph, m.bytes, walk, in, out, 1.0f), Status::ok);
        double sum = 0.0;
        for (float t = 0.0f; t < 1.5f; t += dt) {
            m.tick(dt);
            RootDelta delta;
            EvaluateJob job;
            job.rig = {.skeleton = s.skeleton,
                       .clips = s.views,
                       .masks = s.masks,
                       .root = motion,
                       .roots = s.roots};
            job.playlist = &m.playlist;
            job.scratch = s.workspace.scratch();
            job.out = s.out;
            job.root = &delta;
            EXPECT_EQ(run(job), Status::ok);
            sum += delta.translation.z;
        }
        return sum;
    };
    for (const float dt : {0.01f, 0.1f, 0.3f, 0.7f, 2.0f})
        EXPECT_NEAR(walked(dt, 0.0f, 0.0f), 2.0, 1e-4) << dt;
    EXPECT_NEAR(walked(2.0f, 0.2f, 0.4f), 2.0 * 0.7, 1e-4) << "the mean weight of the whole";
    EXPECT_NEAR(walked(2.0f, 0.0f, 0.4f), 2.0 * 0.8, 1e-4);
    EXPECT_NEAR(walked(2.0f, 1.5f, 0.5f), 2.0 * 0.25, 1e-4) << "never in full: up to 0.5";
    for (const float dt : {0.01f, 0.002f})
        EXPECT_NEAR(walked(dt, 0.2f, 0.4f), 2.0 * 0.7, 2.0 * dt) << dt;
}

}  // namespace motus::test
