// SPDX-License-Identifier: MIT
#include "../document/sample.h"

#include <motus/document/file.h>
#include <motus/session/editor_frame.h>

#include <gtest/gtest.h>

namespace motus {
namespace {

using doc::AnimationTimeline;
using doc::Fill;
using doc::PaintLayer;

struct EditorFrameTest : ::testing::Test {
    test::Sample s = test::make_sample();
    Document& document = *s.document;
    EditorFrame frame{document};

    [[nodiscard]] const AnimationTimeline& timeline() const {
        return s.get<AnimationTimeline>(s.timeline);
    }
    [[nodiscard]] const Fill& fill() const { return s.component<Fill>(s.button); }
    [[nodiscard]] PropertyKey color() const {
        return key_of(fill(), *fill().type().find(Fill::kColor));
    }
    [[nodiscard]] PropertyKey opacity() const {
        return key_of(fill(), *fill().type().find(Fill::kOpacity));
    }
    /// One editor frame in which the key button of `property` is clicked; its state before.
    TrackState click(const PropertyKey& property) {
        PropertyContext& context = frame.begin(0.0f);
        const TrackState state = context.state(property);
        EXPECT_TRUE(context.toggle(property));
        EXPECT_EQ(context.state(property), state) << "nothing changes while drawing";
        const auto done = frame.end();
        EXPECT_TRUE(done) << to_string(done.error());
        return state;
    }
    TrackState state_of(const PropertyKey& property) { return frame.begin(0.0f).state(property); }
};

// The walk of the issue, each step undone and redone byte for byte.
TEST_F(EditorFrameTest, TheKeyButtonWalks) {
    std::vector<std::string> texts{s.text()};
    const auto step = [&](double at, TrackState before, TrackState after) {
        ASSERT_TRUE(frame.set_playhead(s.timeline, at));
        const std::size_t steps = document.history().position();
        EXPECT_EQ(click(color()), before);
        EXPECT_EQ(document.history().position(), steps + 1) << "one undo step";
        EXPECT_EQ(state_of(color()), after);
        texts.push_back(s.text());
    };
    step(5, TrackState::no_track, TrackState::key_here);
    step(12, TrackState::has_track, TrackState::key_here);
    EXPECT_EQ(timeline().tracks().size(), 2u);
    step(12, TrackState::key_here, TrackState::has_track);
    step(5, TrackState::key_here, TrackState::no_track);
    EXPECT_EQ(timeline().tracks().size(), 1u) << "the track went with its last key";
    EXPECT_EQ(texts.back(), texts.front()) << "and all is as it was";
    for (std::size_t i = texts.size() - 1; i-- > 0;) {
        frame.begin(0.0f);
        frame.post_undo();
        ASSERT_TRUE(frame.end());
        EXPECT_EQ(s.text(), texts[i]) << "undone to " << i;
    }
    for (std::size_t i = 1; i < texts.size(); ++i) {
        frame.begin(0.0f);
        frame.post_redo();
        ASSERT_TRUE(frame.end());
        EXPECT_EQ(s.text(), texts[i]) << "redone to " << i;
    }
}

TEST_F(EditorFrameTest, AKeyGetsTheValueThatIsShown) {
    // The sample keys opacity 0, 1/3 and 1 at 0, 10 and 30.
    ASSERT_TRUE(frame.set_playhead(s.timeline, 20));
    EXPECT_EQ(click(opacity()), TrackState::has_track);
    const doc::AnimationTrack& track = timeline().tracks()[0];
    ASSERT_NE(key_at(track, 20), nullptr);
    EXPECT_NEAR(*key_at(track, 20)->value().as_number(), 2.0 / 3.0, 1e-6);
}

TEST_F(EditorFrameTest, ItemsOfListsHaveTheirOwnTracks) {
    const auto& paint = s.component<doc::Paint>(s.button);
    const PaintLayer& second = paint.layers()[1];
    const PropertyKey width = key_of(second, *second.type().find(PaintLayer::kWidth));
    EXPECT_EQ(width.array_index, 1u);
    ASSERT_TRUE(frame.set_playhead(s.timeline, 3));
    EXPECT_EQ(click(width), TrackState::no_track);
    EXPECT_EQ(state_of(width), TrackState::key_here);
    PropertyKey first = width;
    first.array_index = 0;
    EXPECT_EQ(state_of(first), TrackState::no_track);
}

TEST_F(EditorFrameTest, ReadOnlyOnlyShows) {
    ASSERT_TRUE(frame.set_playhead(s.timeline, 10));
    frame.set_read_only(true);
    const std::string before = s.text();
    PropertyContext& context = frame.begin(0.0f);
    EXPECT_TRUE(context.is_read_only());
    EXPECT_EQ(context.state(opacity()), TrackState::key_here);
    EXPECT_FALSE(context.toggle(opacity()));
    ASSERT_TRUE(frame.end());
    EXPECT_EQ(s.text(), before);
}

TEST_F(EditorFrameTest, WhatCannotBeKeyedHasNoButton) {
    const auto& text = s.component<doc::Text>(s.card);
    ASSERT_TRUE(frame.set_playhead(s.timeline, 0));
    const PropertyContext& context = frame.begin(0.0f);
    EXPECT_TRUE(context.can_key(fill(), *fill().type().find(Fill::kColor)));
    EXPECT_FALSE(context.can_key(text, *text.type().find(doc::Text::kFont)));
    EXPECT_FALSE(context.can_key(timeline(), *timeline().type().find(AnimationTimeline::kName)));
    ASSERT_TRUE(frame.end());
    ASSERT_TRUE(frame.set_playhead(0, 0));
    EXPECT_FALSE(frame.begin(0.0f).can_key(fill(), *fill().type().find(Fill::kColor)));
}

TEST_F(EditorFrameTest, TwoClicksInOneFrameAreTwoSteps) {
    ASSERT_TRUE(frame.set_playhead(s.timeline, 5));
    const std::string before = s.text();
    const std::size_t steps = document.history().position();
    PropertyContext& context = frame.begin(0.0f);
    context.toggle(color());
    context.toggle(color());
    ASSERT_TRUE(frame.end());
    EXPECT_EQ(document.history().position(), steps + 2);
    EXPECT_EQ(s.text(), before);
}

TEST_F(EditorFrameTest, APropertyThatIsNotThereIsAnErrorAndTheRestIsDone) {
    ASSERT_TRUE(frame.set_playhead(s.timeline, 5));
    PropertyContext& context = frame.begin(0.0f);
    context.toggle({s.button, 61, 61u << 16 | 99u, 0});
    context.toggle(color());
    const auto done = frame.end();
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, "no-property");
    EXPECT_EQ(state_of(color()), TrackState::key_here);
}

TEST_F(EditorFrameTest, PlayingShowsAndStoppingRestores) {
    const std::string before = s.text();
    const std::size_t steps = document.history().position();
    const bool modified = document.is_modified();
    ASSERT_TRUE(frame.timeline().play(s.timeline));
    for (int i = 0; i < 100; ++i) {
        frame.begin(1.0f / 60.0f);
        ASSERT_TRUE(frame.end());
        ASSERT_EQ(s.text(), before) << "nothing it writes reaches the disk";
    }
    EXPECT_NE(fill().opacity(), 1.0f) << "and it is shown";
    EXPECT_EQ(document.history().position(), steps);
    EXPECT_EQ(document.is_modified(), modified);
    frame.stop();
    EXPECT_EQ(fill().opacity(), 1.0f);
    EXPECT_EQ(s.text(), before);
}

TEST_F(EditorFrameTest, TheContextFollowsWhatPlays) {
    ASSERT_TRUE(frame.set_playhead(s.timeline, 3));
    EXPECT_EQ(frame.begin(0.0f).frame(), 3);
    ASSERT_TRUE(frame.timeline().play(s.timeline));
    EXPECT_EQ(frame.begin(0.5f).frame(), 15);
    EXPECT_NEAR(frame.begin(1.0f / 60.0f).position().frame, 15.5, 1e-6);
}

TEST_F(EditorFrameTest, RecordingKeysWhatEditsSet) {
    const std::string before = s.text();
    const std::size_t steps = document.history().position();
    ASSERT_TRUE(frame.set_playhead(s.timeline, 20));
    frame.record(true);
    frame.begin(0.0f);
    frame.post([&](Document& d) { return d.begin_change(fill()).set_opacity(0.125f).commit(); });
    ASSERT_TRUE(frame.end());
    EXPECT_EQ(state_of(opacity()), TrackState::key_here);
    EXPECT_EQ(*key_at(timeline().tracks()[0], 20)->value().as_number(), 0.125);
    EXPECT_EQ(fill().opacity(), 0.125f);
    ASSERT_TRUE(frame.set_playhead(s.timeline, 25));
    frame.begin(0.0f);
    frame.post([&](Document& d) { return d.begin_change(fill()).set_opacity(0.25f).commit(); });
    ASSERT_TRUE(frame.end());
    EXPECT_NE(key_at(timeline().tracks()[0], 25), nullptr) << "recording follows the playhead";
    EXPECT_EQ(document.history().position(), steps + 2) << "key and value are one step";
    frame.record(false);
    frame.begin(0.0f);
    frame.post([&](Document& d) { return d.begin_change(fill()).set_opacity(0.5f).commit(); });
    ASSERT_TRUE(frame.end());
    EXPECT_EQ(timeline().tracks()[0].keys().size(), 5u) << "off: no key";
    for (int i = 0; i < 3; ++i)
        frame.post_undo();
    frame.begin(0.0f);
    ASSERT_TRUE(frame.end());
    EXPECT_EQ(s.text(), before);
}

TEST_F(EditorFrameTest, AnEditUnderAPreviewCountsWhenItStops) {
    ASSERT_TRUE(frame.set_playhead(s.timeline, 30));
    EXPECT_EQ(fill().opacity(), 1.0f);
    frame.begin(0.0f);
    frame.post([&](Document& d) { return d.begin_change(fill()).set_opacity(0.75f).commit(); });
    ASSERT_TRUE(frame.end());
    EXPECT_EQ(fill().opacity(), 1.0f) << "the timeline shows its value";
    frame.stop();
    EXPECT_EQ(fill().opacity(), 0.75f);
}

TEST_F(EditorFrameTest, WhatPlaysSurvivesTheLossOfItsTimeline) {
    ASSERT_TRUE(frame.timeline().play(s.timeline));
    frame.begin(0.1f);
    frame.post([&](Document& d) {
        auto change = d.begin_change(content(d).library(), "Remove");
        change.timelines_remove(0);
        return change.commit();
    });
    ASSERT_TRUE(frame.end());
    EXPECT_FALSE(frame.timeline().is_running());
    EXPECT_EQ(fill().opacity(), 1.0f);
    EXPECT_EQ(frame.begin(0.1f).timeline(), nullptr);
}

TEST_F(EditorFrameTest, SamplesWithNames) {
    LiveTimelines live(document);
    const auto sampled = sample_timeline(live, s.timeline, 15);
    ASSERT_TRUE(sampled);
    ASSERT_EQ(sampled->size(), 1u);
    EXPECT_EQ((*sampled)[0].target, "Button");
    EXPECT_EQ((*sampled)[0].component, "Fill");
    EXPECT_EQ((*sampled)[0].property, "opacity");
    EXPECT_NEAR(*(*sampled)[0].value.as_number(), 0.5, 1e-6);
    EXPECT_FALSE(sample_timeline(live, 987654, 0));
}

}  // namespace
}  // namespace motus
