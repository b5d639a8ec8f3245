// Properties that states and layers mix, and what is kept of those that have gone.
// SPDX-License-Identifier: MIT
#include "property_play.h"

#include <motus/core/decay.h>

#include <gtest/gtest.h>

#include <cmath>

namespace motus::test {
namespace {

TEST(PropertyEvaluate, ATransitionMixesPropertyByProperty) {
    Play play(two());
    play.layer(0, {{0, 5, 0.75f}, {1, 0, 0.25f}});
    ASSERT_EQ(play.evaluate(), Status::ok);
    EXPECT_FLOAT_EQ(play[1], 0.75f * 5 + 0.25f * 40);
    EXPECT_FLOAT_EQ(play[2], 0.75f * 20 + 0.25f * 100) << "B does not animate it: base";
    EXPECT_FLOAT_EQ(play[3], 0.25f * 60 + 0.75f * 100);
}

TEST(PropertyEvaluate, WhatTheNewStateDoesNotAnimateReturnsToItsBase) {
    Play play(two());
    play.layer(0, {{0, 5}});
    ASSERT_EQ(play.evaluate(), Status::ok);
    EXPECT_FLOAT_EQ(play[2], 20);
    EXPECT_EQ(play.written[play.channel(3)], 0) << "nothing has animated it yet";
    play.layer(0, {{1, 0}});
    ASSERT_EQ(play.evaluate(), Status::ok);
    EXPECT_FLOAT_EQ(play[2], 100);
    EXPECT_EQ(play.written[play.channel(2)], 1) << "and is written, so that the host hears of it";
    EXPECT_FLOAT_EQ(play[3], 60);
}

TEST(PropertyEvaluate, WithoutWriteDefaultsItKeepsItsValue) {
    Play play(two());
    play.layer(0, {{0, 5}}).unanimated = Unanimated::as_shown;
    ASSERT_EQ(play.evaluate(), Status::ok);
    play.layer(0, {{1, 0}}).unanimated = Unanimated::as_shown;
    ASSERT_EQ(play.evaluate(), Status::ok);
    EXPECT_FLOAT_EQ(play[2], 20);
    EXPECT_FLOAT_EQ(play[3], 60);
    ASSERT_EQ(play.evaluate(), Status::ok);
    EXPECT_FLOAT_EQ(play[2], 20);
}

TEST(PropertyEvaluate, ALayerAboveTouchesOnlyWhatItAnimates) {
    Play play(two());
    play.layer(0, {{0, 5}});
    play.layer(1, {{1, 0}}).weight = 0.5f;
    ASSERT_EQ(play.evaluate(), Status::ok);
    EXPECT_FLOAT_EQ(play[1], 0.5f * 5 + 0.5f * 40);
    EXPECT_FLOAT_EQ(play[2], 20) << "shows through";
    EXPECT_FLOAT_EQ(play[3], 0.5f * 100 + 0.5f * 60);
    play.layer(0, {{0, 5}});
    play.layer(1, {{1, 0}}).weight = 0.0f;
    ASSERT_EQ(play.evaluate(), Status::ok);
    EXPECT_FLOAT_EQ(play[1], 5);
}

TEST(PropertyEvaluate, MasksWeighProperties) {
    Stage s = two();
    const std::uint32_t some = s.mask({{0, kType, prop(1), 0.25f}}, 0.0f);
    const std::uint32_t all_but = s.mask({{0, 0, 0, 1.0f}, {0, kType, prop(1), 0.0f}}, 0.0f);
    const std::uint32_t joints_only = s.mask({}, 0.0f);
    Play play(s);
    const auto shown = [&](std::uint32_t mask) {
        play.layer(0, {{0, 5}});
        play.layer(1, {{1, 0}}).mask = mask;
        EXPECT_EQ(play.evaluate(), Status::ok);
        return std::pair(play[1], play[3]);
    };
    EXPECT_EQ(shown(some), std::pair(0.75f * 5 + 0.25f * 40, 100.0f));
    EXPECT_EQ(shown(all_but), std::pair(5.0f, 60.0f));
    EXPECT_EQ(shown(joints_only), std::pair(40.0f, 60.0f));
    EXPECT_EQ(shown(0xffffffffu), std::pair(40.0f, 60.0f));
}

TEST(PropertyEvaluate, TheBaseHasAMaskToo) {
    Stage s = two();
    const std::uint32_t some = s.mask({{0, kType, prop(1), 0.25f}}, 0.0f);
    Play play(s);
    const float before = play.base[1].v[0];
    PlaylistLayer& base = play.layer(0, {{1, 0}});
    base.mask = some;
    base.weight = 0.5f;  // the base is whole, whatever its weight
    ASSERT_EQ(play.evaluate(), Status::ok);
    EXPECT_FLOAT_EQ(play[1], 0.75f * before + 0.25f * 40);
}

TEST(PropertyEvaluate, AdditiveLayersAddTheWay) {
    Play play(two());
    play.layer(0, {{1, 0}});
    PlaylistLayer& top = play.layer(1, {{0, 6}});
    top.mode = LayerMode::additive;
    top.weight = 0.5f;
    ASSERT_EQ(play.evaluate(), Status::ok);
    EXPECT_FLOAT_EQ(play[1], 40 + 0.5f * 6);
    EXPECT_FLOAT_EQ(play[2], 100) << "20 all the time: nothing to add";
}

TEST(PropertyEvaluate, TheOrderOfItemsDoesNotMatter) {
    Play play(two());
    play.layer(0, {{0, 3, 0.3f}, {1, 0, 0.6f}});
    ASSERT_EQ(play.evaluate(), Status::ok);
    const auto forward = play.values;
    play.layer(0, {{1, 0, 0.6f}, {0, 3, 0.3f}});
    ASSERT_EQ(play.evaluate(), Status::ok);
    for (std::size_t i = 0; i < forward.size(); ++i)
        EXPECT_TRUE(same_value(ValueKind::number, forward[i], play.values[i]));
}

TEST(PropertyEvaluate, PassedItemsAndClipsAreNotShown) {
    Play play(two());
    play.layer(0, {{0, 5}, {1, 0}});
    play.item_list[1].passed = true;
    ASSERT_EQ(play.evaluate(), Status::ok);
    EXPECT_FLOAT_EQ(play[1], 5);
    play.item_list[1].passed = false;
    play.item_list[1].kind = MotionKind::clip;
    play.item_list[1].source = 999;
    ASSERT_EQ(play.evaluate(), Status::ok);
    EXPECT_FLOAT_EQ(play[1], 5);
}

// Kept values are the base layer's: above it, what a state does not fill is what lies below.
TEST(PropertyEvaluate, WithoutWriteDefaultsALayerAboveFadesToWhatLiesBelow) {
    Play play(two());
    play.layer(0, {{0, 5}});
    play.layer(1, {{1, 0}}).unanimated = Unanimated::as_shown;
    ASSERT_EQ(play.evaluate(), Status::ok);
    EXPECT_FLOAT_EQ(play[1], 40);
    play.layer(0, {{0, 5}});
    play.layer(1, {{1, 0, 0.25f}}).unanimated = Unanimated::as_shown;
    ASSERT_EQ(play.evaluate(), Status::ok);
    EXPECT_FLOAT_EQ(play[1], 0.25f * 40 + 0.75f * 5);
}

TEST(PropertyEvaluate, AOneShotNeedsNoMemoryOfItsOwn) {
    Play play(two(), 2);
    play.carried_layers.resize(1);
    play.carried.resize(play.base.size());
    play.layer(0, {{0, 5}});
    play.layer(1, {{1, 0}}).over = true;
    ASSERT_EQ(play.evaluate(), Status::ok);
    EXPECT_FLOAT_EQ(play[1], 40);
}

TEST(PropertyEvaluate, FrozenValuesFadeOut) {
    Play play(two());
    play.layer(0, {{0, 5}});
    ASSERT_EQ(play.evaluate(), Status::ok);
    PlaylistLayer& cut = play.layer(0, {{1, 0, 0.25f}});
    cut.carry = Carry::frozen;
    cut.keep = true;
    cut.carry_weight = 0.75f;
    ASSERT_EQ(play.evaluate(), Status::ok);
    EXPECT_FLOAT_EQ(play[1], 0.25f * 40 + 0.75f * 5);
    EXPECT_FLOAT_EQ(play[2], 0.75f * 20 + 0.25f * 100);
    PlaylistLayer& later = play.layer(0, {{1, 0, 0.5f}});
    later.carry = Carry::frozen;
    later.carry_weight = 0.5f;
    ASSERT_EQ(play.evaluate(), Status::ok);
    EXPECT_FLOAT_EQ(play[1], 0.5f * 40 + 0.5f * 5) << "of what was kept, not of what was shown";
}

// The value and the speed go on over the cut, and the new motion is reached at the end.
TEST(PropertyEvaluate, InertialBlendsAreSmooth) {
    Play play(two());
    const float dt_s = 1.0f / 60.0f;
    for (int i = 0; i <= 4; ++i) {
        play.layer(0, {{0, 0.5 * i}});
        ASSERT_EQ(play.evaluate(), Status::ok);
    }
    const float before = play[1];  // moves by 0.5 a step
    float last = before, speed = 0.5f;
    for (int i = 0; i <= 30; ++i) {
        PlaylistLayer& l = play.layer(0, {{1, 0}});
        if (i == 0) play.probes(0, 2.0, 2.5);
        l.carry = Carry::inertial;
        l.keep = i == 0;
        l.carry_weight = decayed_value(i / 30.0);
        l.carry_age = ticks_of_seconds(i * static_cast<double>(dt_s));
        l.carry_length = ticks_of_seconds(30 * static_cast<double>(dt_s));
        ASSERT_EQ(play.evaluate(), Status::ok);
        const float step = play[1] - last;
        if (i == 0) {
            EXPECT_NEAR(play[1], before, 1e-3) << "no jump at the cut";
        } else if (i > 1) {
            EXPECT_LT(std::fabs(step - speed), 0.8f) << "no jump of the speed at step " << i;
        }
        last = play[1];
        speed = i == 0 ? 0.5f : step;
    }
    EXPECT_NEAR(play[1], 40.0f, 1e-4);
    EXPECT_NEAR(play[2], 100.0f, 1e-3);
}

// As poses do: what an additive layer shows is a difference, and that is what is kept.
TEST(PropertyEvaluate, AnInterruptedAdditiveLayerGoesOnFromWhatItAdded) {
    for (const Carry carry : {Carry::frozen, Carry::inertial}) {
        Play play(two());
        const auto show = [&](const std::vector<Play::Item>& items, bool cut, double age_s) {
            play.layer(0, {{1, 0}});
            PlaylistLayer& top = play.layer(1, items);
            top.mode = LayerMode::additive;
            top.weight = 0.5f;
            if (age_s < 0.0) return play.evaluate();
            top.carry = carry;
            top.keep = cut;
            top.carry_weight = static_cast<float>(1.0 - age_s);
            top.carry_age = ticks_of_seconds(age_s);
            top.carry_length = ticks_of_seconds(1.0);
            return play.evaluate();
        };
        // The way of A from 0 to 8, twice in the same place: no speed.
        ASSERT_EQ(show({{0, 8}}, false, -1.0), Status::ok);
        ASSERT_EQ(show({{0, 8}}, false, -1.0), Status::ok);
        EXPECT_FLOAT_EQ(play[1], 40 + 0.5f * 8);
        const std::vector<Play::Item> none = {{0, 0, carry == Carry::frozen ? 0.0f : 1.0f}};
        ASSERT_EQ(show(none, true, 0.0), Status::ok);
        EXPECT_NEAR(play[1], 40 + 0.5f * 8, 1e-4) << "no jump at the cut";
        std::vector<float> way;
        for (int i = 1; i <= 10; ++i) {
            const double age = 0.1 * i;
            ASSERT_EQ(show({{0, 0, carry == Carry::frozen ? float(age) : 1.0f}}, false, age),
                      Status::ok);
            way.push_back(play[1]);
        }
        for (std::size_t i = 1; i < way.size(); ++i)
            EXPECT_LE(way[i], way[i - 1]);
        EXPECT_NEAR(way[4], 42.0f, 1e-3) << "half of it half way";
        EXPECT_NEAR(way.back(), 40.0f, 1e-4);
    }
}

TEST(PropertyEvaluate, IntegersOfAnAdditiveLayerRoundAfterMixing) {
    Stage s;
    s.entity(1);
    for (int i = 0; i < 2; ++i) {
        s.timeline(i == 0 ? "A" : "B", 10);
        s.track({0, kType, prop(1), ValueKind::integer},
                {{0, whole_value(0)}, {10, whole_value(1)}});
    }
    Play play(s);
    play.layer(0, {});
    play.layer(1, {{0, 10, 0.5f}, {1, 10, 0.5f}}).mode = LayerMode::additive;
    ASSERT_EQ(play.evaluate(), Status::ok);
    EXPECT_EQ(play.values[0].whole, 101);
}

// A blend whose children do not all animate a property: in full it shows what it shows later.
TEST(PropertyEvaluate, AnInertialBlendEndsWhereItsMotionsAre) {
    Play play(two());
    for (int i = 0; i < 2; ++i) {
        play.layer(0, {{0, 5}});
        ASSERT_EQ(play.evaluate(), Status::ok);
    }
    for (int i = 0; i <= 10; ++i) {
        PlaylistLayer& l = play.layer(0, {{0, 5, 0.5f}, {1, 0, 0.5f}});
        l.carry = Carry::inertial;
        l.keep = i == 0;
        l.carry_age = ticks_of_seconds(0.1 * i);
        l.carry_length = ticks_of_seconds(1.0);
        ASSERT_EQ(play.evaluate(), Status::ok);
    }
    const float at_end = play[3];
    play.layer(0, {{0, 5, 0.5f}, {1, 0, 0.5f}});
    ASSERT_EQ(play.evaluate(), Status::ok);
    EXPECT_FLOAT_EQ(play[3], 0.5f * 60 + 0.5f * 100);
    EXPECT_NEAR(at_end, play[3], 1e-3);
}

TEST(PropertyEvaluate, AOneShotOverAMachineWithoutLayersBlendsIn) {
    Play play(two());
    PlaylistLayer& shot = play.layer(0, {{1, 0}});
    shot.over = true;
    shot.weight = 0.25f;
    ASSERT_EQ(play.evaluate(), Status::ok);
    EXPECT_FLOAT_EQ(play[1], 0.25f * 40 + 0.75f * 100);
}

}  // namespace
}  // namespace motus::test
