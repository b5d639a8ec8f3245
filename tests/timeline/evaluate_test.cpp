// SPDX-License-Identifier: MIT
#include "stage.h"

#include "../support/alloc_counter.h"

#include <motus/timeline/evaluate.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace motus::test {
namespace {

using record::KeyInterpolation;

constexpr std::uint32_t kType = 1000;
constexpr std::uint32_t prop(std::uint32_t number) {
    return kType << 16 | number;
}

/// A set, and an instance whose base values are 100 for every channel (identity for rotations).
struct Play {
    explicit Play(Stage from, std::uint32_t layers = 2)
        : stage(std::move(from)), index(stage.view()), set(index.set()), workspace(set, 8) {
        EXPECT_EQ(check(stage.view()), Status::ok);
        for (const Channel& channel : set.channels) {
            base.push_back(channel.kind == ValueKind::quat ? float_value(0, 0, 0, 1)
                           : width_of(channel.kind) != 0   ? float_value(100, 100, 100, 100)
                                                           : whole_value(100));
        }
        values.resize(base.size());
        written.resize(base.size());
        carried.resize(base.size() * layers);
        carried_layers.resize(layers);
        layer_list.resize(layers);
        item_list.resize(16);
    }

    struct Item {
        std::uint32_t timeline;
        double frame;
        float weight = 1.0f;
        double from = -1.0;
    };

    /// Plays items on a layer, from the layers set so far.
    PlaylistLayer& layer(std::uint32_t index_of_layer, const std::vector<Item>& items) {
        if (index_of_layer == 0) playlist = {item_list, layer_list, 0, 0};
        PlaylistLayer& l = layer_list[index_of_layer];
        l = {};
        l.first = playlist.item_count;
        l.count = static_cast<std::uint32_t>(items.size());
        for (const Item& item : items) {
            PlaylistItem& out = item_list[playlist.item_count++];
            out = {};
            const auto& t = set.timelines.timelines[item.timeline];
            out.to = time_of_frame(t, item.frame);
            out.from = item.from < 0 ? out.to : time_of_frame(t, item.from);
            out.motion = out.source = item.timeline;
            out.weight = item.weight;
            out.kind = MotionKind::timeline;
        }
        playlist.layer_count = index_of_layer + 1;
        return l;
    }

    Status evaluate(float dt_s = 0.1f) {
        return run(PropertyEvaluateJob{set,
                                       &playlist,
                                       dt_s,
                                       base,
                                       {carried, carried_layers},
                                       workspace.scratch(),
                                       {values, written}});
    }
    [[nodiscard]] float operator[](std::uint32_t number) const {
        return values[channel(number)].v[0];
    }
    [[nodiscard]] std::uint32_t channel(std::uint32_t number) const {
        return find_channel(set, 0, kType, prop(number));
    }

    Stage stage;
    TimelineIndex index;
    TimelineSet set;
    PropertyWorkspace workspace;
    std::vector<PropertyValue> base, values;
    std::vector<std::uint8_t> written;
    std::vector<CarriedProperty> carried;
    std::vector<CarriedLayer> carried_layers;
    std::vector<PlaylistLayer> layer_list;
    std::vector<PlaylistItem> item_list;
    Playlist playlist;
};

/// A: 1 goes 0..10, 2 is 20. B: 1 is 40, 3 is 60. All over 10 frames.
Stage two() {
    Stage s;
    s.entity(1);
    s.timeline("A", 10);
    s.track({0, kType, prop(1)}, {{0, float_value(0)}, {10, float_value(10)}});
    s.track({0, kType, prop(2)}, {{0, float_value(20)}});
    s.timeline("B", 10);
    s.track({0, kType, prop(1)}, {{0, float_value(40)}});
    s.track({0, kType, prop(3)}, {{0, float_value(60)}});
    return s;
}

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
    play.layer(0, {{0, 5}}).write_defaults = false;
    ASSERT_EQ(play.evaluate(), Status::ok);
    play.layer(0, {{1, 0}}).write_defaults = false;
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
        ASSERT_EQ(play.evaluate(dt_s), Status::ok);
    }
    const float before = play[1];  // moves by 0.5 a step
    float last = before, speed = 0.5f;
    for (int i = 0; i <= 30; ++i) {
        PlaylistLayer& l = play.layer(0, {{1, 0}});
        l.carry = Carry::inertial;
        l.keep = i == 0;
        l.carry_age = ticks_of_seconds(i * static_cast<double>(dt_s));
        l.carry_length = ticks_of_seconds(30 * static_cast<double>(dt_s));
        ASSERT_EQ(play.evaluate(dt_s), Status::ok);
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
    PropertyEvaluateJob job{play.set,
                            &play.playlist,
                            0.1f,
                            play.base,
                            {},
                            play.workspace.scratch(),
                            {play.values, play.written}};
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
    fails([=](auto& j, auto&) { j.dt_s = nan; }, Status::bad_argument);
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

Stage nest(record::PlaybackMode mode, float inner_speed, std::int64_t start, float speed) {
    Stage s;
    s.entity(1);
    auto& inner = s.timeline("inner", 10);
    inner.playback_mode = mode;
    inner.playback_speed = inner_speed;
    s.track({0, kType, prop(1)}, {{0, float_value(0)}, {10, float_value(10)}});
    s.event(4, "four");
    s.timeline("outer", 60);
    s.nested(0, start, speed);
    return s;
}

float nested_value(const Stage& s, double frame) {
    const TimelineIndex index(s.view());
    PropertyValue value;
    std::uint8_t written = 0;
    const TimelineJob job{
        index.set(), 1, time_of_frame(s.timelines_[1], frame), false, {{&value, 1}, {&written, 1}}};
    EXPECT_EQ(run(job), Status::ok);
    EXPECT_EQ(written, 1);
    return value.v[0];
}

TEST(NestedTimelines, PlayWithOffsetAndSpeed) {
    using record::PlaybackMode;
    const Stage once = nest(PlaybackMode::one_shot, 1, 20, 2);
    EXPECT_FLOAT_EQ(nested_value(once, 0), 0) << "stands at its beginning until it starts";
    EXPECT_FLOAT_EQ(nested_value(once, 20), 0);
    EXPECT_FLOAT_EQ(nested_value(once, 22), 4);
    EXPECT_FLOAT_EQ(nested_value(once, 25), 10);
    EXPECT_FLOAT_EQ(nested_value(once, 59), 10) << "and holds its end";
    const Stage loop = nest(PlaybackMode::loop, 1, 20, 1);
    EXPECT_FLOAT_EQ(nested_value(loop, 33), 3);
    const Stage back = nest(PlaybackMode::one_shot, 1, 20, -0.5f);
    EXPECT_FLOAT_EQ(nested_value(back, 0), 10);
    EXPECT_FLOAT_EQ(nested_value(back, 24), 8);
    const Stage swing = nest(PlaybackMode::ping_pong, 2, 20, 1);
    EXPECT_FLOAT_EQ(nested_value(swing, 27), 6);
}

TEST(NestedTimelines, LaterTracksWin) {
    Stage s = nest(record::PlaybackMode::loop, 1, 0, 1);
    s.track({0, kType, prop(1)}, {{0, float_value(77)}});
    EXPECT_FLOAT_EQ(nested_value(s, 3), 77);
    s.tracks_.back().muted = true;
    EXPECT_FLOAT_EQ(nested_value(s, 3), 3) << "a muted track writes nothing";
}

TEST(NestedTimelines, SnapShowsWholeFrames) {
    const Stage s = nest(record::PlaybackMode::loop, 1, 0, 1);
    const TimelineIndex index(s.view());
    PropertyValue value;
    std::uint8_t written = 0;
    const Ticks at = time_of_frame(s.timelines_[1], 3.8);
    ASSERT_EQ(run(TimelineJob{index.set(), 1, at, true, {{&value, 1}, {&written, 1}}}), Status::ok);
    EXPECT_FLOAT_EQ(value.v[0], 3);
    ASSERT_EQ(run(TimelineJob{index.set(), 1, at, false, {{&value, 1}, {&written, 1}}}),
              Status::ok);
    EXPECT_FLOAT_EQ(value.v[0], 3.8f);
}

std::vector<double> event_frames(const Stage& s, std::uint32_t timeline) {
    const TimelineIndex index(s.view());
    std::vector<double> frames;
    for (const EventTime& event : motion_events(index.set(), timeline))
        frames.push_back(frame_at(s.timelines_[timeline], event.time));
    return frames;
}

TEST(TimelineEvents, OfNestedTimelinesHappenInTheOuterOne) {
    using record::PlaybackMode;
    using Frames = std::vector<double>;
    EXPECT_EQ(event_frames(nest(PlaybackMode::one_shot, 1, 20, 2), 1), (Frames{22}));
    EXPECT_EQ(event_frames(nest(PlaybackMode::loop, 1, 20, 1), 1), (Frames{24, 34, 44, 54}));
    EXPECT_EQ(event_frames(nest(PlaybackMode::ping_pong, 1, 20, 1), 1), (Frames{24, 36, 44, 56}));
    EXPECT_EQ(event_frames(nest(PlaybackMode::one_shot, 1, 20, -1), 1), (Frames{26}));
    EXPECT_EQ(event_frames(nest(PlaybackMode::loop, 1, 20, -1), 1), (Frames{26, 36, 46, 56}));
}

TEST(TimelineEvents, InTimesOfAMotion) {
    Stage s;
    auto& t = s.timeline("t", 30);
    t.playback_speed = 2.0f;
    t.work_start = 10;
    for (const int frame : {5, 10, 20, 30, 31})
        s.event(frame, "e");
    s.marker(20, "middle");
    using Frames = std::vector<double>;
    EXPECT_EQ(event_frames(s, 0), (Frames{0, 5, 10})) << "only those in the work area";
    s.timelines_[0].playback_mode = record::PlaybackMode::ping_pong;
    EXPECT_EQ(event_frames(s, 0), (Frames{0, 5, 10, 15}));
    s.timelines_[0].playback_mode = record::PlaybackMode::one_shot;
    s.timelines_[0].playback_speed = -2.0f;
    EXPECT_EQ(event_frames(s, 0), (Frames{0, 5, 10}));
    const TimelineIndex index(s.view());
    const auto markers = motion_markers(index.set(), 0);
    ASSERT_EQ(markers.size(), 1u);
    EXPECT_EQ(markers[0].name, hash_name("middle"));
}

TEST(TimelineEvents, OfATimelineThatHardlyMovesComeAtItsEnd) {
    Stage s;
    auto& t = s.timeline("t", 30);
    t.playback_speed = 1e-36f;
    s.event(0, "start");
    s.event(20, "e");
    const TimelineIndex index(s.view());
    const auto events = motion_events(index.set(), 0);
    ASSERT_EQ(events.size(), 2u);
    EXPECT_EQ(events[0].time, Ticks{});
    EXPECT_EQ(events[1].time, motion_of(s.timelines_[0]).duration);
}

TEST(TimelineEvents, AreWalkedByTheClock) {
    Stage s;
    s.timeline("t", 30);
    s.event(0, "start");
    s.event(10, "ten");
    s.event(29, "late");
    const TimelineIndex index(s.view());
    const TimelineSet set = index.set();
    TimelineClock clock;
    std::vector<NameHash> heard;
    const auto step = [&](float dt_s) {
        heard.clear();
        TimelineStep out;
        EXPECT_EQ(advance(s.timelines_[0], dt_s, 1.0f, clock, out), Status::ok);
        for_each_event(event_walk(set, 0, out),
                       [&](const EventTime& e) { heard.push_back(e.name); });
        return heard;
    };
    using Names = std::vector<NameHash>;
    EXPECT_EQ(step(0.0f), Names{}) << "nothing moved";
    EXPECT_EQ(step(0.1f), Names{hash_name("start")}) << "the entry time counts";
    EXPECT_EQ(step(0.3f), Names{hash_name("ten")});
    EXPECT_EQ(step(0.65f), (Names{hash_name("late"), hash_name("start")}));
    EXPECT_EQ(step(2.0f).size(), 6u) << "every lap counts";
}

// Kept values are the base layer's: above it, what a state does not fill is what lies below.
TEST(PropertyEvaluate, WithoutWriteDefaultsALayerAboveFadesToWhatLiesBelow) {
    Play play(two());
    play.layer(0, {{0, 5}});
    play.layer(1, {{1, 0}}).write_defaults = false;
    ASSERT_EQ(play.evaluate(), Status::ok);
    EXPECT_FLOAT_EQ(play[1], 40);
    play.layer(0, {{0, 5}});
    play.layer(1, {{1, 0, 0.25f}}).write_defaults = false;
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

TEST(PropertyEvaluate, AFrameWithoutTimeDoesNotStopAnInertialBlend) {
    const auto after_cut = [](bool pause) {
        Play play(two());
        const auto show = [&](double frame, float dt_s) {
            play.layer(0, {{0, frame}});
            EXPECT_EQ(play.evaluate(dt_s), Status::ok);
        };
        show(4, 1.0f / 30), show(5, 1.0f / 30);
        if (pause) show(5, 0.0f), show(5, 0.0f);
        PlaylistLayer& layer = play.layer(0, {{1, 1, 1.0f, 0}});
        layer.carry = Carry::inertial;
        layer.keep = true;
        layer.carry_age = ticks_of_frames(1, 30);
        layer.carry_length = ticks_of_seconds(1.0);
        EXPECT_EQ(play.evaluate(1.0f / 30), Status::ok);
        return play[1];
    };
    EXPECT_GT(after_cut(false), 5.5f) << "goes on";
    EXPECT_EQ(after_cut(true), after_cut(false));
}

}  // namespace
}  // namespace motus::test
