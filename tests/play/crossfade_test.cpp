// tests/play/crossfade_test.cpp - fades and crossfades: weights, interruptions, inertial carry.
// SPDX-License-Identifier: MIT
#include <motus/play/mixer.h>
#include <tests/play/stage.h>
#include <tests/support/random.h>

#include <gtest/gtest.h>
#include <algorithm>
#include <limits>

namespace motus::test {
namespace {

const Stage& fade_stage() {
    static const Stage made({Ramp{.x0 = 0, .x1 = 0, .morph0 = 1, .morph1 = 1},
                             Ramp{.x0 = 100, .x1 = 100, .turn0 = 40, .turn1 = 40},
                             Ramp{.x0 = -50, .x1 = -50, .turn0 = -30, .turn1 = -30},
                             Ramp{.length_s = 2, .x0 = 0, .x1 = 20, .turn0 = 0, .turn1 = 90}});
    return made;
}

double sum_of(Mixer& mixer) {
    double sum = 0;
    for (std::uint32_t i = 0; i < mixer.view().actions.size(); ++i)
        sum += double{mixer.clip_action(ClipId{i}).effective_weight()};
    return sum;
}

float weight_of(Mixer& mixer, ClipId clip) {
    return mixer.clip_action(clip).effective_weight();
}

}  // namespace

TEST(Fade, IsEvenAtEachQuarter) {
    Mixer mixer(fade_stage().rig());
    const Action action = mixer.clip_action(kB).fade_to(1.0f, 1.0f);
    EXPECT_EQ(action.effective_weight(), 0.0f);
    for (float want : {0.25f, 0.5f, 0.75f, 1.0f}) {
        ASSERT_EQ(mixer.update(0.25f), Status::ok);
        EXPECT_FLOAT_EQ(action.effective_weight(), want);
        EXPECT_NEAR(value_of(mixer), 100.0 * want, 1e-3);
    }
    ASSERT_EQ(mixer.update(0.25f), Status::ok);
    EXPECT_EQ(action.effective_weight(), 1.0f);
    action.fade_to(0.0f, 1.0f);
    for (float want : {0.75f, 0.5f, 0.25f, 0.0f}) {
        ASSERT_EQ(mixer.update(0.25f), Status::ok);
        EXPECT_FLOAT_EQ(action.effective_weight(), want);
        EXPECT_NEAR(value_of(mixer), 100.0 * want, 1e-3);
    }
    ASSERT_EQ(mixer.update(0.25f), Status::ok);
    EXPECT_FALSE(action.is_playing()) << "what has faded out leaves the mixer";
}

TEST(Fade, StartsFromThePresentWeight) {
    Mixer mixer(fade_stage().rig());
    const Action action = mixer.clip_action(kB).fade_to(1.0f, 1.0f);
    ASSERT_EQ(mixer.update(0.5f), Status::ok);
    action.fade_to(0.0f, 0.5f);
    EXPECT_FLOAT_EQ(action.weight(), 0.5f);
    ASSERT_EQ(mixer.update(0.25f), Status::ok);
    EXPECT_FLOAT_EQ(action.weight(), 0.25f);
}

TEST(Fade, EndsAtItsTargetInOneStepHoweverLong) {
    Mixer mixer(fade_stage().rig());
    const Action action = mixer.clip_action(kB).fade_to(0.7f, 0.1f);
    ASSERT_EQ(mixer.update(1e9f), Status::ok);
    EXPECT_EQ(action.weight(), 0.7f);
    action.fade_to(0.2f, 0.0f);
    EXPECT_EQ(action.weight(), 0.2f);
}

TEST(Fade, PlayAfterAFadeToNothingHasItsWeightBack) {
    Mixer mixer(fade_stage().rig());
    const Action action = mixer.clip_action(kB).set_weight(0.6f).play();
    action.fade_to(0.0f, 0.1f);
    ASSERT_EQ(mixer.update(0.2f), Status::ok);
    ASSERT_FALSE(action.is_playing());
    action.play();
    EXPECT_EQ(action.effective_weight(), 0.6f);
}

TEST(Crossfade, SumsToOneFromBeforeTheFirstUpdateOn) {
    Mixer mixer(fade_stage().rig());
    mixer.clip_action(kA).play();
    mixer.clip_action(kB).play();  // started, but never seen
    ASSERT_EQ(mixer.cross_fade(kA, kB, seconds(0.3)), Status::ok);
    EXPECT_EQ(sum_of(mixer), 1.0);
    EXPECT_EQ(weight_of(mixer, kA), 1.0f);
    for (int i = 1; i <= 20; ++i) {
        ASSERT_EQ(mixer.update(ticks_of_frames(1, 60)), Status::ok);
        EXPECT_NEAR(sum_of(mixer), 1.0, 1e-6);
        EXPECT_NEAR(weight_of(mixer, kB), std::min(1.0, i / 18.0), 1e-6);
    }
    EXPECT_EQ(weight_of(mixer, kB), 1.0f);
    EXPECT_FALSE(mixer.clip_action(kA).is_playing());
}

TEST(Crossfade, ToTheActiveActionChangesNothing) {
    Mixer mixer(fade_stage().rig());
    mixer.clip_action(kA).play();
    ASSERT_EQ(mixer.update(0.3f), Status::ok);
    const auto snapshot = [&] {
        const MixerView view = mixer.view();
        return std::vector<ActionState>(view.actions.begin(), view.actions.end());
    };
    auto before = snapshot();
    ASSERT_EQ(mixer.cross_fade(kA, kA, 1.0f), Status::ok);
    ASSERT_EQ(mixer.cross_fade(kB, kA, 1.0f), Status::ok);
    EXPECT_EQ(snapshot(), before);
    ASSERT_EQ(mixer.cross_fade(kA, kB, 1.0f), Status::ok);
    before = snapshot();
    ASSERT_EQ(mixer.cross_fade(kA, kB, 5.0f), Status::ok);
    EXPECT_EQ(snapshot(), before) << "before its first step";
    ASSERT_EQ(mixer.update(0.4f), Status::ok);
    before = snapshot();
    ASSERT_EQ(mixer.cross_fade(kA, kB, 5.0f), Status::ok);
    EXPECT_EQ(snapshot(), before) << "in its middle";
    ASSERT_EQ(mixer.update(1.0f), Status::ok);
    before = snapshot();
    ASSERT_EQ(mixer.cross_fade(kA, kB, 5.0f), Status::ok);
    EXPECT_EQ(snapshot(), before) << "after its end";
}

TEST(Crossfade, RestartsASilentTargetOnly) {
    Mixer mixer(fade_stage().rig());
    mixer.clip_action(kA).play();
    mixer.clip_action(kD).play().set_time(seconds(1.5));
    mixer.clip_action(kD).set_weight(0.0f);
    ASSERT_EQ(mixer.cross_fade(kA, kD, 1.0f), Status::ok);
    EXPECT_EQ(mixer.clip_action(kD).time(), Ticks{});
    ASSERT_EQ(mixer.update(0.5f), Status::ok);
    ASSERT_EQ(mixer.cross_fade(kD, kA, 1.0f), Status::ok);
    EXPECT_EQ(mixer.clip_action(kA).time(), seconds(0.5)) << "still shows: goes on";
    ASSERT_EQ(mixer.update(0.25f), Status::ok);
    EXPECT_NEAR(weight_of(mixer, kA), 0.625, 1e-6);
    EXPECT_NEAR(weight_of(mixer, kD), 0.375, 1e-6);
}

TEST(Crossfade, InterruptedTwiceIsContinuousAndSumsToOne) {
    Mixer mixer(fade_stage().rig());
    mixer.clip_action(kA).play();
    ASSERT_EQ(mixer.update(0.1f), Status::ok);
    float last[4] = {1, 0, 0, 0};
    const auto step = [&](double allowed) {
        ASSERT_EQ(mixer.update(ticks_of_frames(1, 60)), Status::ok);
        EXPECT_NEAR(sum_of(mixer), 1.0, 1e-6);
        for (std::uint32_t i = 0; i < 4; ++i) {
            const float now = weight_of(mixer, ClipId{i});
            EXPECT_LE(std::abs(now - last[i]), allowed + 1e-6);
            EXPECT_GE(now, 0.0f);
            EXPECT_LE(now, 1.0f);
            last[i] = now;
        }
    };
    ASSERT_EQ(mixer.cross_fade(kA, kB, seconds(0.3)), Status::ok);
    for (int i = 0; i < 9; ++i)
        step(1.0 / 18);
    ASSERT_EQ(mixer.cross_fade(kB, kC, seconds(0.3)), Status::ok);
    for (int i = 0; i < 5; ++i)
        step(1.0 / 18);
    EXPECT_NEAR(last[0], last[1], 1e-6);
    EXPECT_GT(last[0], 0.2f) << "the first one fades on from where it was";
    ASSERT_EQ(mixer.cross_fade(kC, kD, seconds(0.3)), Status::ok);
    for (int i = 0; i < 18; ++i)
        step(1.0 / 18);
    EXPECT_EQ(last[3], 1.0f);
    EXPECT_EQ(last[0] + last[1] + last[2], 0.0f);
}

TEST(Crossfade, ThousandInterruptionsStillSumToOne) {
    Mixer mixer(fade_stage().rig());
    Random random(5);
    mixer.clip_action(kA).play();
    ASSERT_EQ(mixer.update(0.1f), Status::ok);
    ClipId current = kA;
    for (int i = 0; i < 1000; ++i) {
        const ClipId next{random.below(4)};
        ASSERT_EQ(mixer.cross_fade(current, next, random.range(0.0f, 0.5f)), Status::ok);
        current = next;
        for (std::uint32_t k = random.below(6); k > 0; --k) {
            ASSERT_EQ(mixer.update(random.range(0.0f, 0.05f)), Status::ok);
            ASSERT_NEAR(sum_of(mixer), 1.0, 1e-5) << i;
        }
    }
}

TEST(Crossfade, FromHalfAWeightTakesTheRestPoseAlong) {
    Mixer mixer(fade_stage().rig());
    mixer.clip_action(kB).set_weight(0.5f).play();
    ASSERT_EQ(mixer.update(0.1f), Status::ok);
    EXPECT_NEAR(value_of(mixer), 50, 1e-3);
    ASSERT_EQ(mixer.cross_fade(kB, kC, 1.0f), Status::ok);
    ASSERT_EQ(mixer.update(Ticks{}), Status::ok);
    EXPECT_NEAR(value_of(mixer), 50, 1e-3) << "no jump";
    ASSERT_EQ(mixer.update(1.5f), Status::ok);
    EXPECT_EQ(weight_of(mixer, kC), 1.0f);
}

TEST(Crossfade, LeavesAloneWhatPlaysSteadily) {
    Mixer mixer(fade_stage().rig());
    mixer.clip_action(kA).set_weight(0.8f).play();
    mixer.clip_action(kD).set_weight(0.2f).play();
    ASSERT_EQ(mixer.update(0.1f), Status::ok);
    ASSERT_EQ(mixer.cross_fade(kA, kB, 1.0f), Status::ok);
    for (int i = 0; i < 12; ++i) {
        ASSERT_EQ(mixer.update(0.1f), Status::ok);
        EXPECT_NEAR(sum_of(mixer), 1.0, 1e-6);
        EXPECT_EQ(weight_of(mixer, kD), 0.2f);
    }
    EXPECT_NEAR(weight_of(mixer, kB), 0.8, 1e-6);
}

TEST(Crossfade, OfNoLengthIsACut) {
    Mixer mixer(fade_stage().rig());
    mixer.clip_action(kA).play();
    ASSERT_EQ(mixer.cross_fade(kA, kB, 0.0f), Status::ok);
    EXPECT_EQ(weight_of(mixer, kB), 1.0f);
    EXPECT_FALSE(mixer.clip_action(kA).is_playing());
}

TEST(Crossfade, RefusesWhatMakesNoSense) {
    Mixer mixer(fade_stage().rig()), bare(fade_stage().rig(), MixerOptions{.inertial = false});
    mixer.clip_action(kA).play();
    bare.clip_action(kA).play();
    const ActionState before = mixer.clip_action(kA).state();
    const float nan = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(mixer.cross_fade(kA, kB, nan), Status::bad_argument);
    EXPECT_EQ(mixer.cross_fade(kA, kB, -1.0f), Status::bad_argument);
    EXPECT_EQ(mixer.cross_fade(kA, ClipId::none, 1.0f), Status::missing);
    EXPECT_EQ(bare.cross_fade(kA, kB, 1.0f, FadeMode::inertial), Status::bad_size);
    mixer.clip_action(kC).set_layer(1);
    EXPECT_EQ(mixer.cross_fade(kA, kC, 1.0f), Status::bad_argument);
    EXPECT_EQ(mixer.clip_action(kA).state(), before);
}

TEST(Crossfade, InertialIsContinuousInPoseAndVelocity) {
    // From a moving ramp (10 per second, 45 degrees per second) to standing ones, twice in a row.
    Mixer mixer(fade_stage().rig());
    const Ticks frame = ticks_of_frames(1, 120);
    mixer.clip_action(kD).play();
    for (int i = 0; i < 60; ++i)
        ASSERT_EQ(mixer.update(frame), Status::ok);
    double x = value_of(mixer), turn = turn_of(mixer), vx = 10.0 / 120, vt = 45.0 / 120;
    const auto step = [&](double jolt_x, double jolt_turn) {
        ASSERT_EQ(mixer.update(frame), Status::ok);
        const double next_x = value_of(mixer), next_turn = turn_of(mixer);
        EXPECT_NEAR(next_x - x, vx, jolt_x);
        EXPECT_NEAR(next_turn - turn, vt, jolt_turn);
        vx = next_x - x;
        vt = next_turn - turn;
        x = next_x;
        turn = next_turn;
    };
    ASSERT_EQ(mixer.cross_fade(kD, kB, 0.5f, FadeMode::inertial), Status::ok);
    EXPECT_EQ(sum_of(mixer), 1.0);
    EXPECT_EQ(weight_of(mixer, kB), 1.0f);
    ASSERT_EQ(mixer.update(Ticks{}), Status::ok);
    EXPECT_NEAR(value_of(mixer), x, 1e-4) << "a step of 0 shows what was shown";
    step(0.02, 0.02);  // one frame: the velocity is still the old one
    // The quintic's acceleration is at most 5.8 x distance / duration^2.
    const double jolt = 5.8 * 110 / 0.25 / 120 / 120, jolt_turn = 5.8 * 60 / 0.25 / 120 / 120;
    for (int i = 0; i < 20; ++i)
        step(jolt, jolt_turn);
    EXPECT_GT(vx, 1.0) << "well on its way";
    ASSERT_EQ(mixer.cross_fade(kB, kC, 0.5f, FadeMode::inertial), Status::ok);
    step(jolt, jolt_turn);
    EXPECT_GT(vx, 0.8) << "still going the way it went";
    for (int i = 0; i < 80; ++i)
        step(2.5 * jolt, 2.5 * jolt_turn);
    EXPECT_NEAR(x, -50, 1e-3);
    EXPECT_NEAR(turn, -30, 1e-3);
    EXPECT_EQ(mixer.view().state->carry_active, false);
}

TEST(Crossfade, InertialCarriesMorphWeightsToo) {
    Mixer mixer(fade_stage().rig());
    mixer.clip_action(kA).play();
    for (int i = 0; i < 3; ++i)
        ASSERT_EQ(mixer.update(0.01f), Status::ok);
    ASSERT_EQ(mixer.cross_fade(kA, kB, 0.4f, FadeMode::inertial), Status::ok);
    float last = 1.0f;
    for (int i = 0; i < 40; ++i) {
        ASSERT_EQ(mixer.update(0.0101f), Status::ok);
        const float now = mixer.pose().weights[0];
        EXPECT_LE(now, last + 1e-6f);
        EXPECT_NEAR(now, last, 15.0 / 8 * 0.0101 / 0.4 + 1e-5);
        last = now;
    }
    EXPECT_EQ(last, 0.0f);
}

TEST(Crossfade, InertialBeforeAnythingWasShownIsACut) {
    Mixer mixer(fade_stage().rig());
    mixer.clip_action(kA).play();
    ASSERT_EQ(mixer.cross_fade(kA, kB, 0.4f, FadeMode::inertial), Status::ok);
    ASSERT_EQ(mixer.update(0.1f), Status::ok);
    EXPECT_NEAR(value_of(mixer), 100, 1e-4);
}

TEST(Crossfade, InertialAfterASeekTakesNoVelocityFromTheJump) {
    Mixer mixer(fade_stage().rig());
    const Action action = mixer.clip_action(kD).play();
    for (int i = 0; i < 10; ++i)
        ASSERT_EQ(mixer.update(0.01f), Status::ok);
    action.set_time(seconds(1.9));
    ASSERT_EQ(mixer.update(0.01f), Status::ok);
    const double x = value_of(mixer);
    ASSERT_EQ(mixer.cross_fade(kD, kC, 0.4f, FadeMode::inertial), Status::ok);
    double highest = x;
    for (int i = 0; i < 50; ++i) {
        ASSERT_EQ(mixer.update(0.01f), Status::ok);
        highest = std::max(highest, value_of(mixer));
    }
    EXPECT_LT(highest, x + 1e-3) << "the jump of the seek would have thrown it far ahead";
}

TEST(Crossfade, InertialAfterASetWeightTakesNoVelocityFromTheJump) {
    Mixer mixer(fade_stage().rig());
    const Action a = mixer.clip_action(kA).play(), b = mixer.clip_action(kB).play();
    b.set_weight(0.0f);
    for (int i = 0; i < 3; ++i)
        ASSERT_EQ(mixer.update(0.01f), Status::ok);
    a.set_weight(0.0f), b.set_weight(1.0f);
    ASSERT_EQ(mixer.update(0.001f), Status::ok);
    const double x = value_of(mixer);
    ASSERT_EQ(mixer.cross_fade(kB, kA, 0.4f, FadeMode::inertial), Status::ok);
    double highest = x;
    for (int i = 0; i < 50; ++i) {
        ASSERT_EQ(mixer.update(0.01f), Status::ok);
        highest = std::max(highest, value_of(mixer));
    }
    EXPECT_LT(highest, x + 1e-3) << "the jump of the weight would have thrown it far ahead";
}

}  // namespace motus::test
