// tests/play/mixer_test.cpp - the mix of many actions: weights, masks, layers, additive.
// SPDX-License-Identifier: MIT
#include <motus/math/ops.h>
#include <motus/play/mixer.h>
#include <tests/play/stage.h>

#include <gtest/gtest.h>
#include <limits>

namespace motus::test {
namespace {

constexpr JointIndex kRoot = 0, kSpine = 1, kHead = 2;

}  // namespace

TEST(Mixer, HalfAWeightIsHalfTheWayFromTheRestPose) {
    Stage stage({Ramp{}});
    Mixer mixer(stage.rig());
    mixer.clip_action(kA).set_weight(0.5f).play();
    ASSERT_EQ(mixer.update(0.5f), Status::ok);
    EXPECT_NEAR(value_of(mixer), 90, 1e-3);
    mixer.set_strict(true);
    ASSERT_EQ(mixer.update(Ticks{}), Status::ok);
    EXPECT_NEAR(value_of(mixer), 180, 1e-3);
    Mixer strict(stage.rig(), MixerOptions{.strict = true});
    strict.clip_action(kA).set_weight(0.5f).play();
    ASSERT_EQ(strict.update(0.5f), Status::ok);
    EXPECT_NEAR(value_of(strict), 180, 1e-3);
}

TEST(Mixer, StoppingEverythingRestoresTheRestPose) {
    Stage stage({Ramp{.turn1 = 90, .morph1 = 1}, Ramp{.joint = kHead}});
    Mixer mixer(stage.rig());
    const std::uint64_t rest = hash_of(mixer);
    mixer.clip_action(kA).play();
    mixer.clip_action(kB).play();
    ASSERT_EQ(mixer.update(0.5f), Status::ok);
    EXPECT_NE(hash_of(mixer), rest);
    mixer.stop_all();
    ASSERT_EQ(mixer.update(0.1f), Status::ok);
    EXPECT_EQ(hash_of(mixer), rest);
}

TEST(Mixer, TheBindPosesPaletteIsTheIdentity) {
    Stage stage({Ramp{}});
    Mixer mixer(stage.rig());
    for (int i = 0; i < 2; ++i) {
        ASSERT_EQ(mixer.palette().size(), 3u);
        for (const Mat34& m : mixer.palette()) {
            for (int k = 0; k < 12; ++k)
                EXPECT_NEAR(m.m[k], Mat34{}.m[k], 1e-5f);
        }
        ASSERT_EQ(mixer.update(0.1f), Status::ok);
    }
    EXPECT_TRUE(mixer.palette(1).empty());
    mixer.clip_action(kA).play();
    ASSERT_EQ(mixer.update(0.5f), Status::ok);
    EXPECT_NEAR(mixer.palette()[2].m[3], 180, 1e-3);
    EXPECT_NEAR(mixer.model()[2].m[3], 180, 1e-3);
}

TEST(Mixer, ClipsOnDifferentJointsDoNotThinEachOtherOut) {
    Stage stage({Ramp{.joint = kRoot, .has_morph = false}, Ramp{.joint = kHead, .has_morph = false},
                 Ramp{.morph0 = 1, .morph1 = 1, .joint = kSpine}});
    Mixer mixer(stage.rig());
    for (ClipId clip : {kA, kB, kC})
        mixer.clip_action(clip).play();
    ASSERT_EQ(mixer.update(0.5f), Status::ok);
    EXPECT_NEAR(value_of(mixer, kRoot), 180, 1e-3);
    EXPECT_NEAR(value_of(mixer, kSpine), 180, 1e-3);
    EXPECT_NEAR(value_of(mixer, kHead), 180, 1e-3);
    EXPECT_EQ(mixer.pose().weights[0], 1.0f);
}

TEST(Mixer, AMaskLimitsAnAction) {
    Stage stage({Ramp{.joint = kSpine}}, {{0.0f, 0.25f, 1.0f}});
    Mixer mixer(stage.rig());
    mixer.clip_action(kA).set_mask(0).play();
    ASSERT_EQ(mixer.update(0.5f), Status::ok);
    EXPECT_NEAR(value_of(mixer, kSpine), 45, 1e-3);
    mixer.clip_action(kA).set_mask(kNoMask);
    ASSERT_EQ(mixer.update(Ticks{}), Status::ok);
    EXPECT_NEAR(value_of(mixer, kSpine), 180, 1e-3);
}

TEST(Mixer, AnUpperLayerShowsTheOneBelowWhereItIsMissing) {
    Stage stage({Ramp{.x0 = 10, .x1 = 10, .joint = kSpine},
                 Ramp{.x0 = 50, .x1 = 50, .joint = kSpine},
                 Ramp{.x0 = 7, .x1 = 7, .joint = kRoot}});
    Mixer mixer(stage.rig());
    mixer.clip_action(kA).play();
    mixer.clip_action(kC).play();
    mixer.clip_action(kB).set_layer(1).set_weight(0.25f).play();
    ASSERT_EQ(mixer.update(0.1f), Status::ok);
    EXPECT_NEAR(value_of(mixer, kSpine), 20, 1e-4);
    EXPECT_NEAR(value_of(mixer, kRoot), 7, 1e-4) << "no track there: the layer below shows";
    mixer.clip_action(kB).set_weight(1.0f);
    ASSERT_EQ(mixer.update(0.1f), Status::ok);
    EXPECT_NEAR(value_of(mixer, kSpine), 50, 1e-4);
    mixer.clip_action(kB).fade_to(0.0f, 0.1f);
    ASSERT_EQ(mixer.update(1.0f), Status::ok);
    EXPECT_NEAR(value_of(mixer, kSpine), 10, 1e-4);
}

TEST(Mixer, ACrossfadeOnAnUpperLayerKeepsItsWeight) {
    Stage stage({Ramp{.x0 = 10, .x1 = 10}, Ramp{.x0 = 50, .x1 = 50}, Ramp{.x0 = 90, .x1 = 90}});
    Mixer mixer(stage.rig());
    mixer.clip_action(kA).play();
    mixer.clip_action(kB).set_layer(1).set_weight(0.5f).play();
    mixer.clip_action(kC).set_layer(1);
    ASSERT_EQ(mixer.update(0.1f), Status::ok);
    EXPECT_NEAR(value_of(mixer), 30, 1e-4);
    ASSERT_EQ(mixer.cross_fade(kB, kC, 1.0f), Status::ok);
    ASSERT_EQ(mixer.update(0.5f), Status::ok);
    EXPECT_NEAR(value_of(mixer), 40, 1e-4);
    ASSERT_EQ(mixer.update(1.0f), Status::ok);
    EXPECT_NEAR(value_of(mixer), 50, 1e-4);
    EXPECT_EQ(mixer.clip_action(kA).effective_weight(), 1.0f);
}

TEST(Mixer, AnAdditiveActionAddsItsDifference) {
    Stage stage(
        {Ramp{.x0 = 10, .x1 = 10, .turn0 = 45, .turn1 = 45},
         Ramp{.x0 = 100, .x1 = 200, .turn0 = 20, .turn1 = 110, .morph0 = 0.25f, .morph1 = 0.75f}});
    Mixer mixer(stage.rig());
    mixer.clip_action(kA).play();
    const Action wave = mixer.clip_action(kB).set_additive(true).set_loop(PlayMode::once).play();
    ASSERT_EQ(mixer.update(2.0f), Status::ok);
    EXPECT_NEAR(turn_of(mixer), 135, 1e-3);
    EXPECT_NEAR(value_of(mixer), 110, 1e-3);
    EXPECT_NEAR(mixer.pose().weights[0], 0.5, 1e-6);
    wave.set_weight(0.5f);
    ASSERT_EQ(mixer.update(Ticks{}), Status::ok);
    EXPECT_NEAR(turn_of(mixer), 90, 1e-3);
    EXPECT_NEAR(value_of(mixer), 60, 1e-3);
    wave.set_additive(true, seconds(1.0)).set_weight(1.0f);
    ASSERT_EQ(mixer.update(Ticks{}), Status::ok);
    EXPECT_NEAR(turn_of(mixer), 45, 1e-3) << "against its own last frame it adds nothing";
    wave.set_additive(true, {-1});
    ASSERT_EQ(mixer.update(Ticks{}), Status::ok);
    EXPECT_NEAR(turn_of(mixer), 155, 1e-3) << "against the rest pose";
    EXPECT_NEAR(value_of(mixer), 210, 1e-3);
}

TEST(Mixer, ANegativeTimeScalePlaysEverythingBackwards) {
    Stage stage({Ramp{}});
    Mixer mixer(stage.rig());
    const Action action = mixer.clip_action(kA).play();
    ASSERT_EQ(mixer.set_time_scale(-0.5f), Status::ok);
    ASSERT_EQ(mixer.update(0.5f), Status::ok);
    EXPECT_NEAR(value_of(mixer), 270, 1e-3);
    action.fade_to(0.0f, 1.0f);
    ASSERT_EQ(mixer.update(1.0f), Status::ok);
    EXPECT_FLOAT_EQ(action.weight(), 0.5f);
    EXPECT_EQ(mixer.set_time_scale(std::numeric_limits<float>::quiet_NaN()), Status::bad_argument);
    EXPECT_EQ(mixer.view().state->time_scale, -0.5f);
}

// The mask reaches further than the clip: what the clip has no track for is as without it.
TEST(Mixer, AMaskedActionCountsOnlyWhereItHasTracks) {
    for (const std::uint8_t layer : {std::uint8_t{0}, std::uint8_t{1}}) {
        Stage stage({Ramp{.turn1 = 90, .joint = kSpine}, Ramp{.turn1 = 40, .joint = kHead}},
                    {{0.0f, 1.0f, 1.0f}});
        Mixer mixer(stage.rig());
        mixer.clip_action(kA).play();
        mixer.clip_action(kB).set_mask(0).set_layer(layer).play();
        ASSERT_EQ(mixer.update(0.5f), Status::ok);
        ASSERT_EQ(mixer.take_fault(), Status::ok);
        const Transform spine = joint_transform(mixer.pose(), kSpine);
        const Transform head = joint_transform(mixer.pose(), kHead);
        EXPECT_NEAR(std::fabs(dot(spine.rotation, Stage::turn_z(45))), 1.0, 1e-5) << int(layer);
        EXPECT_NEAR(std::fabs(dot(head.rotation, Stage::turn_z(20))), 1.0, 1e-5) << int(layer);
    }
}

}  // namespace motus::test
