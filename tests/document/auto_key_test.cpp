// SPDX-License-Identifier: MIT
#include "sample.h"

#include <motus/document/auto_key.h>
#include <motus/document/key_edit.h>
#include <motus/document/keys.h>

#include <gtest/gtest.h>

namespace motus {
namespace {

using doc::AnimationTimeline;
using doc::AnimationTrack;
using doc::Fill;
using doc::PaintLayer;

struct AutoKeyTest : ::testing::Test {
    test::Sample s = test::make_sample();
    AutoKey auto_key;
    const AnimationTimeline& timeline = s.get<AnimationTimeline>(s.timeline);

    AutoKeyTest() { s.document->add_listener(auto_key); }
    ~AutoKeyTest() override { s.document->remove_listener(auto_key); }
};

TEST_F(AutoKeyTest, UpdatesAndInsertsKeysInTheSameStep) {
    const Fill& fill = s.component<Fill>(s.button);
    const AnimationTrack& track = timeline.tracks()[0];
    const std::string before = s.text();
    const std::size_t steps = s.document->history().position();
    auto_key.start(s.timeline, 10);
    ASSERT_TRUE(s.document->begin_change(fill).set_opacity(0.75f).commit());
    EXPECT_EQ(track.keys().size(), 3u);
    EXPECT_EQ(track.keys()[1].value(), Value(0.75f));
    auto_key.move_playhead(20);
    ASSERT_TRUE(s.document->begin_change(fill).set_opacity(0.5f).commit());
    ASSERT_EQ(track.keys().size(), 4u);
    EXPECT_EQ(track.keys()[2].frame(), 20);
    EXPECT_EQ(track.keys()[2].value(), Value(0.5f));
    EXPECT_EQ(s.document->history().position(), steps + 2);
    ASSERT_TRUE(*s.document->undo());
    ASSERT_TRUE(*s.document->undo());
    EXPECT_EQ(s.text(), before);
}

TEST_F(AutoKeyTest, MakesTrackAndTarget) {
    const Fill& fill = s.component<Fill>(s.card);
    auto_key.start(s.timeline, 5);
    ASSERT_TRUE(s.document->begin_change(fill).set_color({1, 0, 0, 1}).set_visible(false).commit());
    ASSERT_EQ(timeline.tracks().size(), 3u);
    EXPECT_EQ(timeline.targets().size(), 2u);
    EXPECT_EQ(timeline.targets()[1].entity(), s.card);
    const AnimationTrack& color = timeline.tracks()[1];
    EXPECT_EQ(color.binding().property_kind(), doc::ValueKind::color);
    EXPECT_EQ(color.binding().component(), Fill::static_type().number);
    EXPECT_EQ(color.keys()[0].value(), Value(Float4{1, 0, 0, 1}));
    EXPECT_EQ(timeline.tracks()[2].keys()[0].interpolation(), doc::KeyInterpolation::step);
    EXPECT_NE(find_track(*s.document, timeline, key_of(fill, *fill.type().find(Fill::kColor))),
              nullptr);
}

TEST_F(AutoKeyTest, KeysItemsOfAComponent) {
    const auto& paint = s.component<doc::Paint>(s.button);
    auto_key.start(s.timeline, 0);
    ASSERT_TRUE(s.document->begin_change(paint.layers()[1]).set_blur(3).commit());
    const AnimationTrack& track = timeline.tracks()[1];
    EXPECT_EQ(track.binding().item(), paint.layers()[1].id());
    EXPECT_EQ(track.binding().array_index(), 0u);
    EXPECT_EQ(track.binding().component(), doc::Paint::static_type().number);
    EXPECT_EQ(track.binding().property(), PaintLayer::static_type().find(PaintLayer::kBlur)->id);
    const PropertyPlace place = find_property(*s.document, key_of(*s.document, track.binding()));
    EXPECT_EQ(place.object, &paint.layers()[1]);
}

// The authored value is not what is seen where a track runs: setting it is meant.
TEST_F(AutoKeyTest, KeysAValueThatIsTheAuthoredOneAlready) {
    const Fill& fill = s.component<Fill>(s.button);
    const AnimationTrack& track = timeline.tracks()[0];
    auto_key.start(s.timeline, 5);
    ASSERT_TRUE(s.document->begin_change(fill).set_opacity(0.75f).commit());
    const std::string before = s.text();
    const std::size_t keys = track.keys().size();
    const std::size_t steps = s.document->history().position();
    auto_key.move_playhead(15);
    ASSERT_TRUE(s.document->begin_change(fill).set_opacity(0.75f).commit());
    ASSERT_EQ(track.keys().size(), keys + 1);
    EXPECT_EQ(key_at(track, 15)->value(), Value(0.75f));
    EXPECT_EQ(s.document->history().position(), steps + 1);
    ASSERT_TRUE(s.document->begin_change(fill).set_opacity(0.75f).commit());
    EXPECT_EQ(s.document->history().position(), steps + 1);  // it is keyed: nothing to do
    ASSERT_TRUE(*s.document->undo());
    EXPECT_EQ(s.text(), before);
    auto_key.stop();
    ASSERT_TRUE(s.document->begin_change(fill).set_opacity(0.75f).commit());
    EXPECT_EQ(s.text(), before);
}

TEST_F(AutoKeyTest, SettlesAutomaticTangents) {
    const AnimationTrack& track = timeline.tracks()[0];
    std::vector<Handle> all;
    for (const doc::AnimationKeyframe& key : track.keys())
        all.push_back(key.handle());
    ASSERT_TRUE(set_handle_mode(*s.document, all, doc::HandleMode::auto_));
    auto_key.start(s.timeline, 5);
    const Fill& fill = s.component<Fill>(s.button);
    ASSERT_TRUE(s.document->begin_change(fill).set_opacity(0.4f).commit());
    const std::string recorded = s.text();
    Step step = s.document->begin_step("Settle");
    settle_tangents(*s.document, track);
    ASSERT_TRUE(step.commit());
    EXPECT_EQ(s.text(), recorded);
}

TEST_F(AutoKeyTest, LeavesTheRestAlone) {
    const std::size_t tracks = timeline.tracks().size();
    const Fill& fill = s.component<Fill>(s.card);
    ASSERT_TRUE(s.document->begin_change(fill).set_opacity(0.5f).commit());  // not on
    auto_key.start(s.timeline, 5);
    ASSERT_TRUE(s.document->begin_change(s.get<doc::Entity>(s.card)).set_name("x").commit());
    ASSERT_TRUE(s.document->begin_change(timeline).set_duration(9).commit());
    const auto& text = s.component<doc::Text>(s.card);
    ASSERT_TRUE(s.document->begin_change(text).set_font("Serif").commit());  // not animatable
    {
        auto preview = s.document->begin_preview(fill);
        preview.set_opacity(0.1f);
    }
    ASSERT_TRUE(*s.document->undo());
    ASSERT_TRUE(*s.document->redo());
    EXPECT_EQ(timeline.tracks().size(), tracks);
    auto_key.stop();
    ASSERT_TRUE(s.document->begin_change(fill).set_opacity(0.25f).commit());
    EXPECT_EQ(timeline.tracks().size(), tracks);
}

TEST_F(AutoKeyTest, CommittedPreviewIsKeyedOnce) {
    auto_key.start(s.timeline, 7);
    const Fill& fill = s.component<Fill>(s.card);
    auto preview = s.document->begin_preview(fill);
    for (int i = 1; i < 8; ++i)
        preview.set_opacity(static_cast<float>(i) / 8);
    ASSERT_TRUE(preview.commit("Drag"));
    ASSERT_EQ(timeline.tracks().size(), 2u);
    EXPECT_EQ(timeline.tracks()[1].keys().size(), 1u);
    EXPECT_EQ(timeline.tracks()[1].keys()[0].value(), Value(7.0f / 8));
}

TEST_F(AutoKeyTest, RemovingTheLastKeyRemovesTrackAndTarget) {
    const std::string before = s.text();
    const Fill& fill = s.component<Fill>(s.button);
    const PropertyKey key = key_of(fill, *fill.type().find(Fill::kOpacity));
    for (const int frame : {0, 10, 30})
        EXPECT_TRUE(*remove_key(*s.document, timeline, key, frame));
    EXPECT_FALSE(*remove_key(*s.document, timeline, key, 0));
    EXPECT_TRUE(timeline.tracks().empty());
    EXPECT_TRUE(timeline.targets().empty());
    for (int i = 0; i < 3; ++i)
        ASSERT_TRUE(*s.document->undo());
    EXPECT_EQ(s.text(), before);
}

}  // namespace
}  // namespace motus
