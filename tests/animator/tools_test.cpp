// tests/animator/tools_test.cpp - the lower tier of Animator: what tools ask of it.
// SPDX-License-Identifier: MIT
#include <motus/animator/animator.h>

#include "stage.h"

#include <motus/timeline/scene.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

namespace motus::test {
namespace {

constexpr Ticks kToolFrame = ticks_of_frames(1, 60);

Animator tool_hero(const AnimatorOptions& options = {}) {
    return *Animator::create(hero_library(), 0, options);
}

TEST(AnimatorTools, LosesNeitherEventsNorReasons) {
    Animator small = tool_hero({.events = 1, .reasons = 1});
    Animator large = tool_hero({.events = 4096, .reasons = 4096});
    std::size_t most_events = 0, most_reasons = 0;
    for (int frame = 0; frame < 60; ++frame) {
        for (Animator* hero : {&small, &large}) {
            if (frame == 5) hero->parameter<float>("speed") = 3.0f;
            if (frame == 30) hero->parameter<Trigger>("jump").fire();
        }
        const Ticks dt = frame % 10 == 9 ? kToolFrame * 600 : kToolFrame;  // some are long
        ASSERT_TRUE(small.update_fully(dt));
        ASSERT_TRUE(large.update(dt));
        ASSERT_EQ(large.lost_events(), 0u);
        ASSERT_EQ(small.lost_events(), 0u);
        ASSERT_EQ(small.snapshot(), large.snapshot()) << frame;
        ASSERT_EQ(small.events().size(), large.events().size());
        ASSERT_EQ(small.changes().size(), large.changes().size());
        ASSERT_EQ(small.explain().size(), large.explain().size());
        const auto a = small.machine_events(), b = large.machine_events();
        ASSERT_EQ(a.size(), b.size());
        ASSERT_EQ(a.size(), small.events().size() + small.changes().size());
        for (std::size_t i = 0; i < a.size(); ++i) {
            ASSERT_EQ(a[i].name, b[i].name);
            ASSERT_EQ(a[i].kind, b[i].kind);
        }
        most_events = std::max(most_events, a.size());
        most_reasons = std::max(most_reasons, small.explain().size());
    }
    EXPECT_GT(most_events, 8u);
    EXPECT_GT(most_reasons, 1u);
}

TEST(AnimatorTools, KnowsWhatTheLastUpdateFound) {
    Animator hero = tool_hero({.recorded = 3});
    const Parameter<Trigger> jump = hero.parameter<Trigger>("jump");
    const std::uint32_t variable = find_variable(hero.machine(), hash_name("jump"));
    EXPECT_EQ(hero.before().variables.data(), hero.view().variables.data());
    for (int frame = 0; frame < 8; ++frame) {
        const std::vector<std::byte> was = hero.snapshot();
        ASSERT_TRUE(hero.update_fully(kToolFrame));
        const auto* header = reinterpret_cast<const std::byte*>(hero.before().header);
        ASSERT_EQ(std::memcmp(header, was.data(), hero.instance().size()), 0) << frame;
    }
    jump.fire();
    ASSERT_TRUE(hero.update_fully(kToolFrame));
    EXPECT_EQ(hero.before().variables[variable], 1u);
    EXPECT_FALSE(jump.is_set()) << "the transition has used it up";
    EXPECT_EQ(hero.recorded(), 3u);
}

TEST(AnimatorTools, WithoutInterruptsWhatHasBegunGoesOn) {
    Animator hero = tool_hero();
    const auto breaks_off = [](Animator& one) {
        const auto layers = one.view().layers;
        return std::any_of(layers.begin(), layers.end(),
                           [](const LayerState& l) { return l.carry != Carry::none; });
    };
    hero.parameter<float>("speed") = 2.0f;
    ASSERT_TRUE(hero.update_fully(kToolFrame));
    ASSERT_TRUE(hero.update_fully(kToolFrame * 6));
    ASSERT_EQ(hero.layer().next, "Move");
    hero.parameter<Trigger>("jump").fire();
    const std::vector<std::byte> now = hero.snapshot();
    ASSERT_TRUE(hero.update_fully(kToolFrame, false));
    EXPECT_EQ(hero.layer().next, "Move");
    EXPECT_FALSE(breaks_off(hero));
    ASSERT_EQ(hero.restore(now), Status::ok);
    ASSERT_TRUE(hero.update_fully(kToolFrame));
    EXPECT_EQ(hero.layer().next, "Jump");
    EXPECT_TRUE(breaks_off(hero));
}

TEST(AnimatorTools, PlaysAMachineByItsIndex) {
    EXPECT_FALSE(Animator::create(hero_library(), 7u));
    Animator hero = tool_hero();
    EXPECT_EQ(hero.machine_index(), 0u);
    ASSERT_TRUE(hero.update(kToolFrame));
    EXPECT_FALSE(hero.reload(hero_library(), 7u));
    EXPECT_EQ(&hero.library(), &hero_library());
    const Result<std::vector<std::string>> losses = hero.reload(edited_library(), 0);
    ASSERT_TRUE(losses) << to_string(losses.error());
    EXPECT_EQ(&hero.library(), &edited_library());
    EXPECT_TRUE(hero.reload(hero_library())) << "the name is kept";
}

TEST(AnimatorTools, ShowsOtherCurves) {
    Animator hero = tool_hero();
    const Machine baked = hero_library().machine(0);
    ASSERT_EQ(baked.curves.size(), baked.transitions.size());
    hero.parameter<float>("speed") = 2.0f;
    ASSERT_TRUE(hero.update(kToolFrame));
    ASSERT_TRUE(hero.update(kToolFrame * 6));
    const LayerState layer = hero.view().layers[0];
    ASSERT_NE(layer.next, kNoState);
    const float with = transition_weight(hero.machine(), layer);
    const std::vector<record::Range> linear(baked.curves.size());
    hero.set_curves(linear, {});
    const float without = transition_weight(hero.machine(), layer);
    EXPECT_NEAR(without, static_cast<float>(count_of(layer.fade.at)), 1e-6f);
    hero.set_curves(baked.curves, baked.curve_keys);
    EXPECT_EQ(transition_weight(hero.machine(), layer), with);
    EXPECT_EQ(hero.restore(hero.snapshot()), Status::ok);
}

TEST(AnimatorTools, TellsWhatTimelinesWrote) {
    EXPECT_TRUE(tool_hero().timeline_values().values.empty());
    Animator card = *Animator::create(card_library(), 0);
    SceneBuffer scene(card_library().file().scene);
    (void)card.bind(scene.host());
    const auto written = [&] {
        const PropertyFrame frame = card.timeline_values();
        EXPECT_EQ(frame.values.size(), card_library().timelines().channels.size());
        return std::count(frame.written.begin(), frame.written.end(), std::uint8_t{1});
    };
    EXPECT_EQ(written(), 0);
    ASSERT_TRUE(card.update_fully(kToolFrame));
    EXPECT_GT(written(), 0);
}

}  // namespace
}  // namespace motus::test
