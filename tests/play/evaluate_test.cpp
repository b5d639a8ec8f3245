// SPDX-License-Identifier: MIT
#include <motus/clip/build.h>
#include <motus/math/ops.h>
#include <motus/play/evaluate.h>
#include <motus/pose/pose_buffer.h>
#include <motus/sample/joint.h>
#include <motus/sample/sample.h>
#include <motus/skeleton/build.h>

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace motus {
namespace {

// Root, Spine, Arm. Clips turn a joint about Z by an angle per second.
struct Stage {
    SkeletonBuffer skeleton;
    std::vector<ClipBuffer> clips;
    std::vector<Clip> views;
    std::vector<PlaylistItem> items;
    std::vector<PlaylistLayer> layers;
    std::vector<float> arm_mask{0.0f, 0.0f, 1.0f};
    Mask masks[1];
    PoseBuffer out;
    EvaluateWorkspace workspace;
    std::vector<float> carry;
    std::vector<RootMotion> roots;

    static SkeletonBuffer make() {
        const JointDesc joints[] = {{"Root", kNoJoint, {}},
                                    {"Spine", 0, {{0, 1, 0}, {}, {1, 1, 1}}},
                                    {"Arm", 1, {{1, 0, 0}, {}, {1, 1, 1}}}};
        return std::move(*build_skeleton(joints));
    }
    Stage() : skeleton(make()), out(skeleton), workspace(skeleton, 8) { masks[0] = arm_mask; }

    std::uint32_t turning(JointIndex joint, float start_rad, float speed_rad) {
        const Ticks times[] = {{0}, {kTicksPerSecond}};
        std::vector<float> values;
        for (const float t : {0.0f, 1.0f}) {
            const Quat q = axis_angle({0, 0, 1}, start_rad + speed_rad * t);
            values.insert(values.end(), {q.x, q.y, q.z, q.w});
        }
        const TrackDesc track{TrackKind::rotation, Interpolation::linear, joint, 0, times, values};
        clips.push_back(std::move(*build_clip({&track, 1})));
        return static_cast<std::uint32_t>(clips.size() - 1);
    }
    void layer(PlaylistLayer layer = {}) {
        layer.first = static_cast<std::uint32_t>(items.size());
        layers.push_back(layer);
    }
    PlaylistItem& item(std::uint32_t clip, double time_s, float weight) {
        PlaylistItem it;
        it.motion = it.source = clip;
        it.to = ticks_of_seconds(time_s);
        it.weight = weight;
        items.push_back(it);
        ++layers.back().count;
        return items.back();
    }
    Status evaluate(float dt_s = 0.0f, RootDelta* root = nullptr, RootMotion motion = {}) {
        views.assign(clips.begin(), clips.end());
        Playlist list{items, layers, static_cast<std::uint32_t>(items.size()),
                      static_cast<std::uint32_t>(layers.size())};
        EvaluateJob job;
        job.rig = {skeleton, views, masks, {}, motion, roots};
        job.playlist = &list;
        job.dt_s = dt_s;
        job.carry = carry;
        job.scratch = workspace.scratch();
        job.out = out;
        job.root = root;
        return run(job);
    }
    double angle(JointIndex joint) const {
        const Quat q = joint_transform(out, joint).rotation;
        return 2.0 * std::atan2(q.z, q.w);
    }
    void clear() { items.clear(), layers.clear(); }
};

TEST(Evaluate, OneClipInFullIsItsSampleBitForBit) {
    Stage s;
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
    Stage s;
    s.turning(2, 1.0f, 0.0f);
    ASSERT_EQ(s.evaluate(), Status::ok);
    EXPECT_EQ(s.angle(2), 0.0);
    s.layer();
    ASSERT_EQ(s.evaluate(), Status::ok);
    EXPECT_EQ(s.angle(2), 0.0);
}

TEST(Evaluate, WhatIsMissingOnTheBaseIsTheRestPose) {
    Stage s;
    const auto clip = s.turning(2, 1.0f, 0.0f);
    s.layer();
    s.item(clip, 0.0, 0.5f);
    ASSERT_EQ(s.evaluate(), Status::ok);
    EXPECT_NEAR(s.angle(2), 0.5, 1e-3);
}

TEST(Evaluate, ALayerAboveLetsTheOneBelowShowThrough) {
    Stage s;
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
    Stage s;
    const auto spine = s.turning(1, 0.9f, 0.0f), arm = s.turning(2, 0.9f, 0.0f);
    s.layer();
    s.layer({.mask = 0});
    s.item(spine, 0.0, 0.5f);
    s.item(arm, 0.0, 0.5f);
    ASSERT_EQ(s.evaluate(), Status::ok);
    EXPECT_EQ(s.angle(1), 0.0);
    EXPECT_NEAR(s.angle(2), 0.45, 1e-3);
}

TEST(Evaluate, AdditiveAddsWhatTheClipMovesFromItsFirstFrame) {
    Stage s;
    const auto base = s.turning(2, 0.5f, 0.0f), nod = s.turning(2, 2.0f, 0.3f);
    s.layer();
    s.item(base, 0.0, 1.0f);
    s.layer({.weight = 0.5f, .mode = LayerMode::additive});
    s.item(nod, 1.0, 1.0f);
    ASSERT_EQ(s.evaluate(), Status::ok);
    EXPECT_NEAR(s.angle(2), 0.5 + 0.15, 1e-5);
}

TEST(Evaluate, AFrozenPoseIsWhatWasShownWhenTheBlendWasBrokenOff) {
    Stage s;
    const auto from = s.turning(2, 1.0f, 0.0f), to = s.turning(2, 0.0f, 0.0f);
    s.carry.assign(carry_floats(s.skeleton, 1), 0.0f);
    s.layer();
    s.item(from, 0.0, 1.0f);
    ASSERT_EQ(s.evaluate(0.1f), Status::ok);
    for (const float weight : {0.25f, 0.75f}) {
        s.clear();
        s.layer({.carry = Carry::frozen, .keep = weight == 0.25f, .carry_weight = 1.0f - weight});
        s.item(to, 0.0, weight);
        ASSERT_EQ(s.evaluate(0.1f), Status::ok);
        EXPECT_NEAR(s.angle(2), 1.0 - weight, 1e-2);
    }
}

TEST(Evaluate, InertialKeepsPlaceAndSpeedAcrossTheCut) {
    Stage s;
    const auto from = s.turning(2, 0.0f, 1.0f), to = s.turning(2, 0.9f, -0.5f);
    s.carry.assign(carry_floats(s.skeleton, 1), 0.0f);
    const double dt = 1.0 / 120.0, length = 0.5;
    std::vector<double> shown;
    for (int i = 0; i < 30; ++i) {
        s.clear();
        s.layer();
        s.item(from, i * dt, 1.0f).from = ticks_of_seconds((i - 1) * dt);
        ASSERT_EQ(s.evaluate(static_cast<float>(dt)), Status::ok);
        shown.push_back(s.angle(2));
    }
    for (int i = 1; i <= 80; ++i) {
        s.clear();
        const double age = i * dt;
        const bool carried = age < length;
        s.layer({.carry = carried ? Carry::inertial : Carry::none,
                 .keep = i == 1,
                 .carry_weight = static_cast<float>(carried ? 1.0 - age / length : 0.0),
                 .carry_age = ticks_of_seconds(age),
                 .carry_length = ticks_of_seconds(length)});
        s.item(to, age, 1.0f).from = ticks_of_seconds((i - 1) * dt);
        ASSERT_EQ(s.evaluate(static_cast<float>(dt)), Status::ok);
        shown.push_back(s.angle(2));
    }
    for (std::size_t i = 2; i < shown.size(); ++i) {
        const double speed = (shown[i] - shown[i - 1]) / dt;
        const double before = (shown[i - 1] - shown[i - 2]) / dt;
        ASSERT_NEAR(speed, before, 0.6) << "frame " << i;  // no jump of speed, none of place
    }
    EXPECT_NEAR(shown.back(), 0.9 - 0.5 * 80 * dt, 1e-4);
}

TEST(Evaluate, RootMotionIsTheWeightedMeanAndWeightsAloneMoveNothing) {
    Stage s;
    const Ticks times[] = {{0}, {kTicksPerSecond}};
    for (const float distance : {1.0f, 3.0f, 0.0f}) {
        const float values[] = {0, 0, 5, 0, 0, 5 + distance};
        const TrackDesc track{TrackKind::translation, Interpolation::linear, 0, 0, times, values};
        s.clips.push_back(std::move(*build_clip({&track, 1})));
    }
    RootMotion motion;
    motion.joint = 0;
    RootDelta delta;
    s.layer();
    s.item(0, 0.5, 0.25f);
    s.item(1, 0.5, 0.75f);
    ASSERT_EQ(s.evaluate(0.1f, &delta, motion), Status::ok);
    EXPECT_NEAR(delta.translation.z, 0.5 * (0.25 * 1.0 + 0.75 * 3.0), 1e-5);
    EXPECT_EQ(joint_transform(s.out, 0).translation, (Vec3{0, 0, 0}));
    for (const float w : {0.1f, 0.9f}) {
        s.clear();
        s.layer();
        s.item(0, 0.5, w).from = ticks_of_seconds(0.5);
        s.item(1, 0.5, 1.0f - w).from = ticks_of_seconds(0.5);
        ASSERT_EQ(s.evaluate(0.1f, &delta, motion), Status::ok);
        EXPECT_EQ(delta, RootDelta{});
    }
}

TEST(Evaluate, AClipThatGivesNoRootMotionKeepsItsPlace) {
    Stage s;
    const Ticks times[] = {{0}, {kTicksPerSecond}};
    const float values[] = {0, 0, 5, 0, 0, 6};
    const TrackDesc track{TrackKind::translation, Interpolation::linear, 0, 0, times, values};
    for (int i = 0; i < 2; ++i)
        s.clips.push_back(std::move(*build_clip({&track, 1})));
    RootMotion motion;
    motion.joint = 0;
    s.roots = {motion, {}};
    RootDelta delta;
    s.layer();
    s.item(0, 0.5, 0.25f);
    s.item(1, 0.5, 0.75f);
    ASSERT_EQ(s.evaluate(0.1f, &delta, motion), Status::ok);
    EXPECT_NEAR(delta.translation.z, 0.5 * 0.25, 1e-6);
    EXPECT_NEAR(joint_transform(s.out, 0).translation.z, 5.5 * 0.75, 1e-5);
    s.roots[1].joint = 3;
    EXPECT_EQ(s.evaluate(0.1f, &delta, motion), Status::bad_size);
}

TEST(Evaluate, RefusesWhatDoesNotFitAndLeavesThePose) {
    Stage s;
    const auto clip = s.turning(2, 1.0f, 0.0f);
    s.layer();
    s.item(clip, 0.0, 1.0f).source = 9;
    EXPECT_EQ(s.evaluate(), Status::missing);
    s.items[0].source = clip;
    s.layers[0].count = 2;
    EXPECT_EQ(s.evaluate(), Status::bad_size);
    s.layers[0].count = 1;
    EXPECT_EQ(s.evaluate(std::nanf("")), Status::bad_argument);
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

TEST(Evaluate, WithoutWriteDefaultsABaseStateWithoutMotionHoldsThePose) {
    Stage s;
    const auto from = s.turning(2, 1.0f, 0.0f);
    s.carry.assign(carry_floats(s.skeleton, 1), 0.0f);
    s.layer({.write_defaults = false});
    s.item(from, 0.0, 1.0f);
    ASSERT_EQ(s.evaluate(0.1f), Status::ok);
    s.clear();
    s.layer({.write_defaults = false});
    for (int i = 0; i < 3; ++i) {
        ASSERT_EQ(s.evaluate(0.1f), Status::ok);
        EXPECT_NEAR(s.angle(2), 1.0, 1e-6) << i;
    }
}

TEST(Evaluate, WithoutWriteDefaultsALayerAboveStillShowsWhatMovesBelow) {
    Stage s;
    const auto body = s.turning(1, 0.0f, 1.0f), arm = s.turning(2, 0.7f, 0.0f);
    s.carry.assign(carry_floats(s.skeleton, 2), 0.0f);
    for (const double time : {0.1, 0.4, 0.8}) {
        s.clear();
        s.layer();
        s.item(body, time, 1.0f);
        s.layer({.write_defaults = false});
        s.item(arm, 0.0, 1.0f);
        ASSERT_EQ(s.evaluate(0.1f), Status::ok);
        EXPECT_NEAR(s.angle(1), time, 1e-3) << "the arm's clip does not animate it";
        EXPECT_NEAR(s.angle(2), 0.7, 1e-3);
    }
}

// A character that was not evaluated while its blend was broken off has no pose to go on from.
TEST(Evaluate, AFrozenPoseThatWasNeverKeptIsNotShown) {
    for (const bool additive : {false, true}) {
        Stage s;
        const auto to = s.turning(2, 1.0f, 0.5f);
        for (const bool keep : {false, true}) {
            s.carry.assign(carry_floats(s.skeleton, 2), 0.0f);
            s.clear();
            if (additive) s.layer();
            s.layer({.mode = additive ? LayerMode::additive : LayerMode::override_below,
                     .carry = Carry::frozen,
                     .keep = keep,
                     .carry_weight = 0.75f});
            s.item(to, 1.0, 0.25f);
            ASSERT_EQ(s.evaluate(0.1f), Status::ok);
            const Transform arm = joint_transform(s.out, 2);
            EXPECT_EQ(arm.translation, (Vec3{1, 0, 0})) << keep;
            EXPECT_EQ(arm.scale, (Vec3{1, 1, 1})) << keep;
            EXPECT_NEAR(s.angle(2), additive ? 0.125 : 0.375, 2e-2) << keep;
        }
    }
}

TEST(Evaluate, AFrameWithoutTimeDoesNotStopAnInertialBlend) {
    const auto after_cut = [](bool pause) {
        Stage s;
        const auto from = s.turning(2, 0.0f, 1.0f), to = s.turning(2, 0.0f, 0.0f);
        s.carry.assign(carry_floats(s.skeleton, 1), 0.0f);
        const auto show = [&](double time, float dt_s) {
            s.clear();
            s.layer();
            s.item(from, time, 1.0f);
            EXPECT_EQ(s.evaluate(dt_s), Status::ok);
        };
        show(0.4, 0.1f), show(0.5, 0.1f);
        if (pause) show(0.5, 0.0f), show(0.5, 0.0f);
        s.clear();
        s.layer({.carry = Carry::inertial,
                 .keep = true,
                 .carry_weight = 0.9f,
                 .carry_age = ticks_of_seconds(0.1),
                 .carry_length = ticks_of_seconds(1.0)});
        s.item(to, 0.1, 1.0f);
        EXPECT_EQ(s.evaluate(0.1f), Status::ok);
        return s.angle(2);
    };
    EXPECT_GT(after_cut(false), 0.55) << "goes on";
    EXPECT_EQ(after_cut(true), after_cut(false));
}

TEST(Evaluate, AOneShotOverAMachineWithoutLayersBlendsIn) {
    Stage s;
    const auto wave = s.turning(2, 1.0f, 0.0f);
    s.layer({.weight = 0.25f, .over = true});
    s.item(wave, 0.0, 1.0f);
    ASSERT_EQ(s.evaluate(0.1f), Status::ok);
    EXPECT_NEAR(s.angle(2), 0.25, 1e-2);
}

TEST(Evaluate, AOneShotOfATimelineMovesNoRootAndStopsNone) {
    Stage s;
    const Ticks times[] = {{0}, {kTicksPerSecond}};
    const float values[] = {0, 0, 0, 0, 0, 2};
    const TrackDesc track{TrackKind::translation, Interpolation::linear, 0, 0, times, values};
    s.clips.push_back(std::move(*build_clip({&track, 1})));
    RootMotion motion;
    motion.joint = 0;
    RootDelta delta;
    s.layer();
    s.item(0, 0.5, 1.0f);
    s.layer({.over = true});
    s.item(0, 0.5, 1.0f).kind = MotionKind::timeline;
    ASSERT_EQ(s.evaluate(0.1f, &delta, motion), Status::ok);
    EXPECT_NEAR(delta.translation.z, 1.0, 1e-6);
}

}  // namespace
}  // namespace motus
