// tests/animator/clips_test.cpp - an Animator without a machine: clips, fades, layers, one-shots.
// SPDX-License-Identifier: MIT
#include <motus/animator/animator.h>

#include "stage.h"

#include <motus/math/ops.h>
#include <motus/play/evaluate.h>
#include <motus/pose/pose_buffer.h>
#include <motus/sample/sample.h>
#include <motus/skinning/palette.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

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

/// The carry block of a snapshot: a layer starts with five numbers and the clips that it showed.
std::vector<float> noted(Animator& animator) {
    const std::vector<std::byte> bytes = animator.snapshot();
    const std::size_t first = animator.instance().size();
    std::vector<float> out((bytes.size() - first) / sizeof(float));
    std::memcpy(out.data(), bytes.data() + first, out.size() * sizeof(float));
    return out;
}
constexpr std::size_t kFirstClip = 5;

// Frames in registers note what they show; a fade that is broken off makes a pose of it.
TEST(ClipAnimator, FramesInRegistersAreTheJobsWiredByHand) {
    Animator hero = *Animator::create(fast_library(), "Hero");
    const Rig& rig = hero.rig();
    std::vector<std::byte> instance(hero.instance().size());
    std::vector<float> carry(carry_floats(rig.skeleton, 1));
    const PlaylistLimits limits = playlist_limits(hero.machine());
    std::vector<PlaylistItem> items(limits.items);
    std::vector<PlaylistLayer> layers(limits.layers);
    PoseBuffer pose(rig.skeleton);
    EvaluateWorkspace workspace(rig.skeleton);
    std::vector<Mat34> model(rig.skeleton.joint_count()), palette(rig.skins[0].joints.size());
    int in_registers = 0, carried = 0;
    constexpr const char* kClips[] = {"Walk", "Run", "Jump", "Wave"};
    for (int frame = 0; frame < 300; ++frame) {
        if (frame % 13 == 0) {
            const float fade_s = frame / 13 % 3 == 0 ? 0.05f : 0.3f;
            ASSERT_TRUE(hero.cross_fade(kClips[frame / 13 % 4], fade_s)) << hero.take_fault();
        }
        std::memcpy(instance.data(), hero.instance().data(), instance.size());
        Playlist playlist{items, layers};
        TickJob tick{hero.machine(), instance, kDt, &playlist};
        tick.can_carry = true;
        ASSERT_EQ(run(tick), Status::ok);
        ASSERT_EQ(run(EvaluateJob{rig, &playlist, carry, workspace.scratch(), pose, nullptr}),
                  Status::ok);
        ASSERT_EQ(run(LocalToModelJob{rig.skeleton, pose, {}, model}), Status::ok);
        ASSERT_EQ(run(PaletteJob{rig.skins[0], model, palette}), Status::ok);
        ASSERT_TRUE(hero.update(kDt));
        const bool none = playlist.layers[0].carry == Carry::none, notes = noted(hero)[0] == 2.0f;
        ASSERT_TRUE(none || !notes) << frame;
        in_registers += notes ? 1 : 0;
        carried += none ? 0 : 1;
        for (std::size_t k = 0; k < palette.size(); ++k) {
            for (std::size_t n = 0; n < 12; ++n)
                ASSERT_NEAR(hero.palette()[k].m[n], palette[k].m[n], 1e-5f) << frame << ' ' << k;
        }
        // The pose is the evaluator's, also where palettes needed none.
        ASSERT_EQ(std::memcmp(hero.pose().joints.data, std::as_const(pose).view().joints.data,
                              soa_floats(rig.skeleton.joint_count()) * sizeof(float)),
                  0)
            << frame;
        for (std::size_t k = 0; k < model.size(); ++k)
            ASSERT_EQ(std::memcmp(hero.model()[k].m, model[k].m, sizeof model[k].m), 0) << frame;
        // What a snapshot holds is enough to go on from.
        ASSERT_EQ(hero.restore(hero.snapshot()), Status::ok);
    }
    EXPECT_GT(in_registers, 60);
    EXPECT_GT(carried, 60);
}

TEST(ClipAnimator, RefusesSnapshotsOfClipsThatAreNotThere) {
    Animator hero = *Animator::create(fast_library(), "Hero");
    ASSERT_TRUE(hero.play("Walk"));
    ASSERT_TRUE(hero.update(kDt) && hero.update(kDt));
    const std::vector<std::byte> good = hero.snapshot();
    ASSERT_EQ(hero.restore(good), Status::ok);
    ASSERT_EQ(noted(hero)[0], 2.0f);
    const std::size_t first = hero.instance().size();
    const auto with = [&](std::size_t at, float number) {
        std::vector<std::byte> bytes = good;
        std::memcpy(bytes.data() + first + at * sizeof number, &number, sizeof number);
        return hero.restore(bytes);
    };
    EXPECT_EQ(with(4, 9.0f), Status::bad_data);              // too many
    EXPECT_EQ(with(4, 0.5f), Status::bad_data);              // half of one
    EXPECT_EQ(with(kFirstClip, 1000.0f), Status::bad_data);  // no such clip
    EXPECT_EQ(with(kFirstClip, -1.0f), Status::bad_data);
    EXPECT_EQ(with(kFirstClip + 1, -0.5f), Status::bad_data);  // its weight
    EXPECT_EQ(with(kFirstClip + 4, 1e9f), Status::bad_data);   // its time
    EXPECT_EQ(with(200, std::nanf("")), Status::bad_data);
    EXPECT_EQ(with(kFirstClip, 0.0f), Status::ok);
    EXPECT_TRUE(hero.update(kDt));
}

TEST(ClipAnimator, ReloadsWithItsLayers) {
    const ClipLayer arms[] = {{.joint = "Spine"}};
    Animator fox = make_clips({.layers = arms});
    ASSERT_TRUE(fox.play("Walk"));
    ASSERT_TRUE(fox.play("Wave", 1));
    for (int frame = 0; frame < 30; ++frame)
        ASSERT_TRUE(fox.update(kDt));
    Animator alone = make_clips({.layers = arms});
    ASSERT_EQ(alone.restore(fox.snapshot()), Status::ok);
    const Result<std::vector<std::string>> losses = fox.reload(clip_library());
    ASSERT_TRUE(losses) << to_string(losses.error());
    EXPECT_TRUE(losses->empty());
    EXPECT_EQ(fox.layer(1).state, "Wave");
    // It goes on as one that was not reloaded; fades start from the pose that was shown.
    for (Animator* one : {&fox, &alone})
        ASSERT_TRUE(one->cross_fade("Run", 0.3f));
    for (int frame = 0; frame < 12; ++frame) {
        if (frame == 4) {
            ASSERT_TRUE(fox.cross_fade("Idle", 0.3f) && alone.cross_fade("Idle", 0.3f));
        }
        ASSERT_TRUE(fox.update(kDt) && alone.update(kDt));
        ASSERT_EQ(std::memcmp(fox.palettes().data(), alone.palettes().data(),
                              alone.palettes().size_bytes()),
                  0)
            << frame;
    }
}

}  // namespace
}  // namespace motus::test
