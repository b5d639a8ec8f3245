// tests/animator/clips_test.cpp - an Animator without a machine: clips, fades, layers, one-shots.
// SPDX-License-Identifier: MIT
#include <motus/animator/animator.h>

#include "stage.h"

#include <motus/math/ops.h>
#include <motus/pose/pose_buffer.h>
#include <motus/sample/sample.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace motus::test {
namespace {

Animator make_clips(const AnimatorOptions& options = {}) {
    Result<Animator> made = Animator::create(clip_library(), "Hero", options);
    EXPECT_TRUE(made) << to_string(made.error());
    return *std::move(made);
}

Quat rotation(const ConstPoseView& pose, JointIndex joint) {
    return joint_transform(pose, joint).rotation;
}

TEST(ClipAnimator, RestsUntilItIsToldToPlay) {
    Animator fox = make_clips();
    ASSERT_TRUE(fox.update(kDt));
    const ConstPoseView rest = rest_pose(fox.rig().skeleton);
    for (JointIndex j = 0; j < rest.joint_count(); ++j)
        ASSERT_EQ(joint_transform(fox.pose(), j), joint_transform(rest, j));
    EXPECT_TRUE(fox.events().empty());
}

TEST(ClipAnimator, PlaysAClipAsItIsSampled) {
    Animator fox = make_clips();
    ASSERT_TRUE(fox.play("Idle"));
    const std::uint32_t idle = *clip_library().find_clip(0, "Idle");
    const Clip& clip = fox.rig().clips[idle];
    PoseBuffer pose(fox.rig().skeleton);
    Ticks time{};
    for (int frame = 0; frame < 200; ++frame) {
        ASSERT_TRUE(fox.update(ticks_of_frames(1, 60)));
        time = Ticks{(time + ticks_of_frames(1, 60)).value % clip.duration.value};
        ASSERT_EQ(run(SampleJob{clip, time, rest_pose(fox.rig().skeleton), {}, pose}), Status::ok);
        for (JointIndex j = 0; j < pose.view().joint_count(); ++j) {
            const Transform shown = joint_transform(fox.pose(), j),
                            sampled = joint_transform(pose, j);
            ASSERT_LT(length(subtract(shown.translation, sampled.translation)), 1e-5f) << frame;
            ASSERT_GT(std::fabs(dot(shown.rotation, sampled.rotation)), 0.99999f) << frame;
        }
    }
}

TEST(ClipAnimator, CrossFadesWithRootMotionAndEvents) {
    Animator fox = make_clips();
    ASSERT_TRUE(fox.play("Walk"));
    double way = 0.0;
    std::size_t steps = 0;
    for (int frame = 0; frame < 120; ++frame) {
        if (frame == 60) {
            ASSERT_TRUE(fox.cross_fade("Run", 0.3f));
        }
        ASSERT_TRUE(fox.update(kDt));
        way += static_cast<double>(length(fox.root_delta().translation));
        steps += fox.events().size();
        if (frame == 69) {
            EXPECT_EQ(fox.layer().state, "Walk");
            EXPECT_EQ(fox.layer().next, "Run");
            EXPECT_NEAR(fox.layer().blend, 10.0 / 18.0, 0.01);
        }
    }
    EXPECT_EQ(fox.layer().state, "Run");
    EXPECT_GT(way, 2.0);  // a second at 1.1 m/s, a second at up to 3
    EXPECT_LT(way, 4.5);
    EXPECT_GT(steps, 3u);
    ASSERT_TRUE(fox.stop(0.2f));
    for (int frame = 0; frame < 20; ++frame)
        ASSERT_TRUE(fox.update(kDt));
    EXPECT_EQ(fox.layer().state, "");
    EXPECT_LT(length(fox.root_delta().translation), 1e-6f);
}

TEST(ClipAnimator, LayersCoverTheirJointsAlone) {
    const ClipLayer arms[] = {{.joint = "Spine"}};
    Animator plain = make_clips(), layered = make_clips({.layers = arms});
    ASSERT_TRUE(plain.play("Walk"));
    ASSERT_TRUE(layered.play("Walk"));
    ASSERT_TRUE(layered.play("Wave", 1));
    for (int frame = 0; frame < 40; ++frame) {
        ASSERT_TRUE(plain.update(kDt));
        ASSERT_TRUE(layered.update(kDt));
    }
    const Skeleton& skeleton = plain.rig().skeleton;
    const JointIndex thigh = find_joint(skeleton, hash_name("Thigh.L"));
    const JointIndex arm = find_joint(skeleton, hash_name("UpperArm.R"));
    EXPECT_EQ(rotation(plain.pose(), thigh), rotation(layered.pose(), thigh));
    EXPECT_LT(std::fabs(dot(rotation(plain.pose(), arm), rotation(layered.pose(), arm))), 0.99f);
    ASSERT_TRUE(layered.set_layer_weight(1, 0.0f));
    ASSERT_TRUE(plain.update(kDt));
    ASSERT_TRUE(layered.update(kDt));
    EXPECT_EQ(rotation(plain.pose(), arm), rotation(layered.pose(), arm));
    EXPECT_FALSE(layered.set_layer_weight(1, 2.0f));
    EXPECT_FALSE(layered.set_layer_weight(7, 1.0f));
}

TEST(ClipAnimator, RefusesLayersThatCannotBe) {
    const ClipLayer unknown[] = {{.joint = "Tail"}};
    const Error joint = Animator::create(clip_library(), "Hero", {.layers = unknown}).error();
    EXPECT_NE(joint.cause.find("there is no joint \"Tail\""), std::string::npos);
    const ClipLayer heavy[] = {{.weight = 2.0f}};
    EXPECT_FALSE(Animator::create(clip_library(), "Hero", {.layers = heavy}));
    // A machine has its own: two settings would contradict each other.
    const ClipLayer one[] = {{}};
    EXPECT_FALSE(Animator::create(hero_library(), "hero", {.layers = one}));
}

TEST(ClipAnimator, PlaysOnceOverWhatPlays) {
    Animator fox = make_clips(), other = make_clips();
    ASSERT_TRUE(fox.play("Idle"));
    ASSERT_TRUE(other.play("Idle"));
    ASSERT_TRUE(fox.play_once("Wave"));
    const JointIndex arm = find_joint(fox.rig().skeleton, hash_name("UpperArm.R"));
    float least = 1.0f;
    for (int frame = 0; frame < 60 * 6; ++frame) {
        ASSERT_TRUE(fox.update(kDt));
        ASSERT_TRUE(other.update(kDt));
        least =
            std::min(least, std::fabs(dot(rotation(fox.pose(), arm), rotation(other.pose(), arm))));
    }
    EXPECT_LT(least, 0.9f);
    EXPECT_EQ(rotation(fox.pose(), arm), rotation(other.pose(), arm));  // and it is over
}

TEST(ClipAnimator, ReloadsWithItsLayers) {
    const ClipLayer arms[] = {{.joint = "Spine"}};
    Animator fox = make_clips({.layers = arms});
    ASSERT_TRUE(fox.play("Walk"));
    ASSERT_TRUE(fox.play("Wave", 1));
    for (int frame = 0; frame < 30; ++frame)
        ASSERT_TRUE(fox.update(kDt));
    const std::vector<std::byte> before = fox.snapshot();
    const Result<std::vector<std::string>> losses = fox.reload(clip_library());
    ASSERT_TRUE(losses) << to_string(losses.error());
    EXPECT_TRUE(losses->empty());
    EXPECT_EQ(fox.snapshot(), before);
    EXPECT_EQ(fox.layer(1).state, "Wave");
}

}  // namespace
}  // namespace motus::test
