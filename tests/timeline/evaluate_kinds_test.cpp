// Kinds of values, each mixed as it can be; what is refused; no allocation.
// SPDX-License-Identifier: MIT
#include "property_play.h"

#include "../support/alloc_counter.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace motus::test {
namespace {

TEST(PropertyEvaluate, KindsThatStepShowTheLargestWeight) {
    for (const ValueKind kind :
         {ValueKind::boolean, ValueKind::enumeration, ValueKind::text, ValueKind::reference}) {
        Stage s;
        s.entity(1);
        s.timeline("A", 10);
        s.track({0, kType, prop(1), kind}, {{0, whole_value(1)}});
        s.timeline("B", 10);
        s.track({0, kType, prop(1), kind}, {{0, whole_value(2)}});
        Play play(s);
        const auto shown = [&](float a, float b) {
            play.layer(0, {{0, 0, a}, {1, 0, b}});
            EXPECT_EQ(play.evaluate(), Status::ok);
            return play.values[0].whole;
        };
        EXPECT_EQ(shown(0.6f, 0.4f), 1);
        EXPECT_EQ(shown(0.4f, 0.6f), 2);
        EXPECT_EQ(shown(0.5f, 0.5f), 1) << "of equal ones the first";
        EXPECT_EQ(shown(0.1f, 0.2f), 100) << "the rest";
    }
}

TEST(PropertyEvaluate, IntegersRoundAfterMixing) {
    Stage s;
    s.entity(1);
    s.timeline("A", 10);
    s.track({0, kType, prop(1), ValueKind::integer}, {{0, whole_value(10)}});
    s.timeline("B", 10);
    s.track({0, kType, prop(1), ValueKind::integer}, {{0, whole_value(13)}});
    Play play(s);
    play.layer(0, {{0, 0, 0.5f}, {1, 0, 0.5f}});
    ASSERT_EQ(play.evaluate(), Status::ok);
    EXPECT_EQ(play.values[0].whole, 12);
    play.layer(0, {{0, 0, 0.75f}, {1, 0, 0.25f}});
    ASSERT_EQ(play.evaluate(), Status::ok);
    EXPECT_EQ(play.values[0].whole, 11);
}

// As poses: 0, 90 and 180 degrees in equal parts give 90, whatever the signs.
TEST(PropertyEvaluate, RotationsMixAsPosesDo) {
    const float h = std::sqrt(0.5f);
    for (int signs = 0; signs < 8; ++signs) {
        const float a = (signs & 1) != 0 ? -1.0f : 1.0f, b = (signs & 2) != 0 ? -1.0f : 1.0f,
                    c = (signs & 4) != 0 ? -1.0f : 1.0f;
        Stage s;
        s.entity(1);
        const PropertyValue turns[3] = {float_value(0, 0, 0, a), float_value(0, h * b, 0, h * b),
                                        float_value(0, c, 0, 0)};
        for (const PropertyValue& turn : turns) {
            s.timeline("t", 10);
            s.track({0, kType, prop(1), ValueKind::quat}, {{0, turn}});
        }
        Play play(s);
        const float third = 1.0f / 3.0f;
        play.layer(0, {{0, 0, third}, {1, 0, third}, {2, 0, third}});
        ASSERT_EQ(play.evaluate(), Status::ok);
        const float* v = play.values[0].v;
        EXPECT_NEAR(std::fabs(v[1]), h, 1e-6) << signs;
        EXPECT_NEAR(std::fabs(v[3]), h, 1e-6) << signs;
    }
}

TEST(PropertyEvaluate, RefusesWhatDoesNotFit) {
    Play play(two());
    play.layer(0, {{0, 5}});
    PropertyEvaluateJob job{play.set, &play.playlist,           play.base,
                            {},       play.workspace.scratch(), {play.values, play.written}};
    EXPECT_EQ(run(job), Status::ok);
    const auto fails = [&](auto change, Status expected) {
        PropertyEvaluateJob bad = job;
        Playlist playlist = play.playlist;
        bad.playlist = &playlist;
        play.layer(0, {{0, 5}});
        change(bad, playlist);
        play.values.assign(play.values.size(), float_value(-5));
        EXPECT_EQ(run(bad), expected);
        EXPECT_EQ(play.values[0].v[0], -5.0f) << "untouched";
    };
    const float nan = std::numeric_limits<float>::quiet_NaN();
    fails([](auto& j, auto&) { j.playlist = nullptr; }, Status::bad_size);
    fails([](auto& j, auto&) { j.base = j.base.first(1); }, Status::bad_size);
    fails([](auto& j, auto&) { j.out.written = j.out.written.first(1); }, Status::bad_size);
    fails([](auto& j, auto&) { j.scratch.items = 0; }, Status::bad_size);
    fails([&](auto& j, auto&) { j.carry.layers = std::span(play.carried_layers).first(1); },
          Status::bad_size);
    fails([&](auto&, auto&) { play.layer_list[0].broken.weight = nan; }, Status::bad_argument);
    fails([&](auto&, auto&) { play.item_list[0].weight = nan; }, Status::bad_argument);
    fails([&](auto&, auto&) { play.item_list[0].source = 2; }, Status::missing);
    fails([&](auto&, auto&) { play.layer_list[0].count = 99; }, Status::bad_size);
    fails([&](auto&, auto&) { play.layer_list[0].weight = -1; }, Status::bad_argument);
}

TEST(PropertyEvaluate, AllocatesNothing) {
    Play play(two());
    play.layer(0, {{0, 5, 0.5f}, {1, 0, 0.5f}});
    PlaylistLayer& top = play.layer(1, {{1, 0}});
    top.carry = Carry::inertial;
    top.keep = true;
    top.carry_length = {kTicksPerSecond};
    const AllocCounter allocations;
    bool ok = true;
    for (int i = 0; i < 10; ++i)
        ok = ok && play.evaluate() == Status::ok;
    EXPECT_EQ(allocations.count(), 0u);
    EXPECT_TRUE(ok);
}

}  // namespace
}  // namespace motus::test
