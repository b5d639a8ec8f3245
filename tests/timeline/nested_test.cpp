// Timelines inside timelines, and the events of both.
// SPDX-License-Identifier: MIT
#include "property_play.h"

#include <gtest/gtest.h>

namespace motus::test {
namespace {

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

}  // namespace
}  // namespace motus::test
