// tests/play/evaluate_carry_test.cpp - poses that outlive what made them: frozen, inertial, held.
// SPDX-License-Identifier: MIT
#include <motus/core/decay.h>
#include <tests/play/playlist_stage.h>

#include <gtest/gtest.h>

namespace motus::test {

TEST(Evaluate, AFrozenPoseIsWhatWasShownWhenTheBlendWasBrokenOff) {
    PlaylistStage s;
    const auto from = s.turning(2, 1.0f, 0.0f), to = s.turning(2, 0.0f, 0.0f);
    s.carry.assign(carry_floats(s.skeleton, 1), 0.0f);
    s.layer();
    s.item(from, 0.0, 1.0f);
    ASSERT_EQ(s.evaluate(), Status::ok);
    for (const float weight : {0.25f, 0.75f}) {
        s.clear();
        s.layer({.carry = Carry::frozen, .keep = weight == 0.25f, .carry_weight = 1.0f - weight});
        s.item(to, 0.0, weight);
        ASSERT_EQ(s.evaluate(), Status::ok);
        EXPECT_NEAR(s.angle(2), 1.0 - weight, 1e-2);
    }
}

// Findings A5: a caller who keeps no poses is told, instead of seeing joints jump.
TEST(Evaluate, ALayerThatCarriesNeedsABlock) {
    PlaylistStage s;
    const auto to = s.turning(2, 0.0f, 0.0f);
    for (const Carry carry : {Carry::none, Carry::frozen, Carry::inertial}) {
        s.clear();
        s.layer({.carry = carry, .keep = true, .carry_weight = 0.5f});
        s.item(to, 0.0, carry == Carry::frozen ? 0.5f : 1.0f);
        s.carry.clear();
        EXPECT_EQ(s.evaluate(), carry == Carry::none ? Status::ok : Status::bad_argument);
        s.carry.assign(carry_floats(s.skeleton, 1), 0.0f);
        EXPECT_EQ(s.evaluate(), Status::ok);
    }
}

TEST(Evaluate, InertialKeepsPlaceAndSpeedAcrossTheCut) {
    PlaylistStage s;
    const auto from = s.turning(2, 0.0f, 1.0f), to = s.turning(2, 0.9f, -0.5f);
    s.carry.assign(carry_floats(s.skeleton, 1), 0.0f);
    const double dt = 1.0 / 120.0, length = 0.5;
    std::vector<double> shown;
    for (int i = 0; i < 30; ++i) {
        s.clear();
        s.layer();
        s.item(from, i * dt, 1.0f).from = ticks_of_seconds((i - 1) * dt);
        ASSERT_EQ(s.evaluate(), Status::ok);
        shown.push_back(s.angle(2));
    }
    for (int i = 1; i <= 80; ++i) {
        s.clear();
        const double age = i * dt;
        const bool carried = age < length;
        s.layer({.carry = carried ? Carry::inertial : Carry::none,
                 .keep = i == 1,
                 .carry_weight = decayed_value(age / length),
                 .carry_age = ticks_of_seconds(age),
                 .carry_length = ticks_of_seconds(length)});
        s.item(to, age, 1.0f).from = ticks_of_seconds((i - 1) * dt);
        if (i == 1) {
            const double step = seconds_of(kCutProbe);
            s.probe(from, 29 * dt, CutProbe::left);
            s.probe(from, 29 * dt + step, CutProbe::left_ahead);
            s.probe(to, step, CutProbe::ahead);
        }
        ASSERT_EQ(s.evaluate(), Status::ok);
        shown.push_back(s.angle(2));
    }
    for (std::size_t i = 2; i < shown.size(); ++i) {
        const double speed = (shown[i] - shown[i - 1]) / dt;
        const double before = (shown[i - 1] - shown[i - 2]) / dt;
        ASSERT_NEAR(speed, before, 0.6) << "frame " << i;  // no jump of speed, none of place
    }
    EXPECT_NEAR(shown.back(), 0.9 - 0.5 * 80 * dt, 1e-4);
}

TEST(Evaluate, WithoutWriteDefaultsABaseStateWithoutMotionHoldsThePose) {
    PlaylistStage s;
    const auto from = s.turning(2, 1.0f, 0.0f);
    s.carry.assign(carry_floats(s.skeleton, 1), 0.0f);
    s.layer({.unanimated = Unanimated::as_shown});
    s.item(from, 0.0, 1.0f);
    ASSERT_EQ(s.evaluate(), Status::ok);
    s.clear();
    s.layer({.unanimated = Unanimated::as_shown});
    for (int i = 0; i < 3; ++i) {
        ASSERT_EQ(s.evaluate(), Status::ok);
        EXPECT_NEAR(s.angle(2), 1.0, 1e-6) << i;
    }
}

TEST(Evaluate, WithoutWriteDefaultsALayerAboveStillShowsWhatMovesBelow) {
    PlaylistStage s;
    const auto body = s.turning(1, 0.0f, 1.0f), arm = s.turning(2, 0.7f, 0.0f);
    s.carry.assign(carry_floats(s.skeleton, 2), 0.0f);
    for (const double time : {0.1, 0.4, 0.8}) {
        s.clear();
        s.layer();
        s.item(body, time, 1.0f);
        s.layer({.unanimated = Unanimated::as_shown});
        s.item(arm, 0.0, 1.0f);
        ASSERT_EQ(s.evaluate(), Status::ok);
        EXPECT_NEAR(s.angle(1), time, 1e-3) << "the arm's clip does not animate it";
        EXPECT_NEAR(s.angle(2), 0.7, 1e-3);
    }
}

// A character that was not evaluated while its blend was broken off has no pose to go on from.
TEST(Evaluate, AFrozenPoseThatWasNeverKeptIsNotShown) {
    for (const bool additive : {false, true}) {
        PlaylistStage s;
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
            ASSERT_EQ(s.evaluate(), Status::ok);
            const Transform arm = joint_transform(s.out, 2);
            EXPECT_EQ(arm.translation, (Vec3{1, 0, 0})) << keep;
            EXPECT_EQ(arm.scale, (Vec3{1, 1, 1})) << keep;
            EXPECT_NEAR(s.angle(2), additive ? 0.125 : 0.375, 2e-2) << keep;
        }
    }
}

}  // namespace motus::test
