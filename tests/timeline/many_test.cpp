// tests/timeline/many_test.cpp - files that would take for ever: refused, or dealt with in time.
// SPDX-License-Identifier: MIT
#include "stage.h"

#include <motus/timeline/set.h>

#include <gtest/gtest.h>

namespace motus::test {
namespace {

using record::PlaybackMode;

// A small file with ranges on top of each other would be a million times its size to look at.
TEST(ManyTimelines, MayNotShareWhatTheyHold) {
    Stage s;
    s.entity(1);
    for (int i = 0; i < 3; ++i) {
        s.timeline("t", 10);
        s.track({}, {{0, float_value(1)}, {5, float_value(2)}});
        s.event(1, "e");
        s.marker(2, "m");
        s.mask({{0, 1, 0, 0.5f}}, 0.0f);
    }
    ASSERT_EQ(check(s.view()), Status::ok);
    const auto refuses = [&](const char* what, auto&& change) {
        Stage changed = s;
        change(changed);
        EXPECT_EQ(check(changed.view()), Status::bad_data) << what;
    };
    refuses("tracks", [](Stage& c) { c.timelines_[2].tracks = {0, 2}; });
    refuses("events", [](Stage& c) { c.timelines_[1].events = {0, 2}; });
    refuses("markers", [](Stage& c) { c.timelines_[1].markers = {1, 2}; });
    refuses("keys", [](Stage& c) { c.tracks_[1].keys = {0, 3}; });
    refuses("masks", [](Stage& c) { c.masks_[0].entries = {0, 3}; });
}

// Eight levels of fifty tracks each lead through 50^8 timelines.
TEST(ManyTimelines, NestingThatGrowsWithoutEndIsRefusedAtOnce) {
    Stage s;
    for (std::uint32_t level = 0; level < 8; ++level) {
        s.timeline("t", 10);
        for (int i = 0; i < 50 && level < 7; ++i)
            s.nested(level + 1, 0, 1.0f);
    }
    EXPECT_EQ(check(s.view()), Status::bad_data);
}

// Each drives the one before it in the file: the last one has to run first.
TEST(ManyTimelines, BindingsAreOrderedInTime) {
    Stage s;
    s.entity(1);
    constexpr std::uint32_t kCount = 20'000;
    for (std::uint32_t i = kCount; i > 0; --i) {
        s.bind({0, 1, 1 << 16 | i, 0}, {0, 1, 1 << 16 | (i + 1), 0}, record::BindingMap::copy);
    }
    ASSERT_EQ(check(s.view()), Status::ok);
    const Timelines view = s.view();
    const TimelineIndex index(view);
    ASSERT_EQ(index.set().links.size(), kCount);
    for (std::uint32_t i = 0; i < kCount; ++i)
        ASSERT_EQ(index.set().links[i].binding, kCount - 1 - i);
}

TEST(ManyTimelines, AWildSpeedFiresSoManyEventsAndNoMore) {
    for (const PlaybackMode mode : {PlaybackMode::loop, PlaybackMode::ping_pong}) {
        for (const float speed : {1e9f, -1e9f}) {
            Stage s;
            s.timeline("t", 1).playback_mode = mode;
            s.timelines_[0].playback_speed = speed;
            s.event(0, "e");
            const Timelines view = s.view();
            const TimelineIndex index(view);
            TimelineClock clock;
            TimelineStep step;
            rewind(view.timelines[0], 1.0f, clock);
            ASSERT_EQ(advance(view.timelines[0], 0.1f, 1.0f, clock, step), Status::ok);
            std::int64_t fired = 0;
            for_each_event(event_walk(index.set(), 0, step), [&](const EventTime&) { ++fired; });
            EXPECT_GE(fired, kMaxTimelineLaps);
            EXPECT_LE(fired, kMaxTimelineLaps + 2);
        }
    }
}

// Each of them plays the first one some hundred thousand times.
TEST(ManyTimelines, EventsOfTimelinesInsideOthersAreBoundedInAll) {
    Stage s;
    s.timeline("inner", 1);
    s.event(0, "e");
    for (int i = 0; i < 200; ++i) {
        s.timeline("outer", 1'000'000);
        s.nested(0, 0, 1.0f);
    }
    ASSERT_EQ(check(s.view()), Status::ok);
    const Timelines view = s.view();
    const TimelineIndex index(view);
    EXPECT_GE(index.set().event_ranges[1].count, 65'536u);
    EXPECT_LE(index.set().events.size(), std::size_t{1} << 22);
}

TEST(ManyTimelines, MasksTimesPropertiesAreBounded) {
    Stage s;
    s.entity(1);
    s.timeline("t", 10);
    for (std::uint32_t i = 0; i < 9'000; ++i)
        s.track({.property = 1 << 16 | i}, {{0, float_value(1)}});
    for (int i = 0; i < 7'000; ++i)
        s.mask({}, 0.0f);
    EXPECT_EQ(check(s.view()), Status::ok);
    for (int i = 0; i < 1'000; ++i)
        s.mask({}, 0.0f);
    EXPECT_EQ(check(s.view()), Status::bad_data);
}

}  // namespace
}  // namespace motus::test
