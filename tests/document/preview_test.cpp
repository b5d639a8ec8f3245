// SPDX-License-Identifier: MIT
#include "sample.h"

#include <motus/document/records.h>

#include <gtest/gtest.h>

namespace motus {
namespace {

using doc::Fill;

/// Counts changes by origin.
struct Counter final : CommandListener {
    int edits = 0, previews = 0;
    void on_change(const Document&, const ChangeEvent& event) override {
        if (event.origin == Origin::edit) ++edits;
        if (event.origin == Origin::preview) ++previews;
    }
};

TEST(Preview, ShowsWithoutCommandsAndLeavesNoTrace) {
    test::Sample s = test::make_sample();
    const std::string before = s.text();
    const std::size_t steps = s.document->history().position();
    const Fill& fill = s.component<Fill>(s.button);
    Counter counter;
    s.document->add_listener(counter);
    {
        auto preview = s.document->begin_preview(fill);
        preview.set_opacity(0.25f);
        preview.set_opacity(0.125f);
        EXPECT_EQ(fill.opacity(), 0.125f);
        EXPECT_EQ(s.text(), before);  // nothing of it reaches a file
        EXPECT_EQ(counter.previews, 2);
        EXPECT_EQ(counter.edits, 0);
        const Result<RecordSet> records = make_records(*s.document);
        ASSERT_TRUE(records);
        EXPECT_EQ(fill.opacity(), 0.125f);  // shown again after baking
    }
    EXPECT_EQ(fill.opacity(), 1.0f);
    EXPECT_EQ(s.document->history().position(), steps);
    s.document->remove_listener(counter);
}

TEST(Preview, CommitsAsOneStep) {
    test::Sample s = test::make_sample();
    const std::string before = s.text();
    const std::size_t steps = s.document->history().position();
    const Fill& fill = s.component<Fill>(s.button);
    auto preview = s.document->begin_preview(fill);
    for (int i = 0; i < 10; ++i)
        preview.set_opacity(static_cast<float>(i) / 16).set_corner_radius(static_cast<float>(i));
    ASSERT_TRUE(preview.commit("Drag"));
    EXPECT_EQ(fill.opacity(), 9.0f / 16);
    EXPECT_EQ(s.document->history().position(), steps + 1);
    EXPECT_EQ(s.document->history()[steps].name, "Drag");
    ASSERT_TRUE(*s.document->undo());
    EXPECT_EQ(s.text(), before);
    EXPECT_EQ(fill.opacity(), 1.0f);
}

// A running machine writes through a preview while a user edits: the edit counts, what is shown
// stays shown, and stopping shows what was edited.
TEST(Preview, EditsGoBeneathIt) {
    test::Sample s = test::make_sample();
    const Fill& fill = s.component<Fill>(s.button);
    Preview machine = s.document->begin_preview();
    ASSERT_TRUE(machine.set(fill.handle(), Fill::kOpacity, Value(0.5f)));
    ASSERT_TRUE(s.document->begin_change(fill).set_opacity(0.75f).commit());
    EXPECT_EQ(fill.opacity(), 0.5f);
    EXPECT_NE(s.text().find("\"opacity\": 0.75"), std::string::npos);
    ASSERT_TRUE(*s.document->undo());
    EXPECT_EQ(fill.opacity(), 0.5f);
    ASSERT_TRUE(*s.document->redo());
    machine.drop();
    EXPECT_EQ(fill.opacity(), 0.75f);
    EXPECT_FALSE(machine.set(fill.handle(), Fill::kOpacity, Value(0.5f)));
}

TEST(Preview, LastOneShows) {
    test::Sample s = test::make_sample();
    const Fill& fill = s.component<Fill>(s.button);
    Preview machine = s.document->begin_preview(), drag = s.document->begin_preview();
    ASSERT_TRUE(machine.set(fill.handle(), Fill::kOpacity, Value(0.5f)));
    ASSERT_TRUE(drag.set(fill.handle(), Fill::kOpacity, Value(0.25f)));
    EXPECT_EQ(fill.opacity(), 0.25f);
    machine.drop();
    EXPECT_EQ(fill.opacity(), 0.25f);
    drag.drop();
    EXPECT_EQ(fill.opacity(), 1.0f);
}

TEST(Preview, RemovedObjectComesBackWithItsAuthoredValue) {
    test::Sample s = test::make_sample();
    const std::string before = s.text();
    const Fill& fill = s.component<Fill>(s.button);
    const Handle entity = s.get<doc::Entity>(s.button).handle();
    Preview machine = s.document->begin_preview();
    ASSERT_TRUE(machine.set(fill.handle(), Fill::kOpacity, Value(0.5f)));
    ASSERT_TRUE(s.document->remove(entity, doc::Entity::kComponents, fill.index()));
    machine.drop();
    ASSERT_TRUE(*s.document->undo());
    EXPECT_EQ(s.text(), before);
    EXPECT_EQ(fill.opacity(), 1.0f);
}

TEST(Preview, RefusesWhatTheDocumentRefuses) {
    test::Sample s = test::make_sample();
    const Fill& fill = s.component<Fill>(s.button);
    Preview preview = s.document->begin_preview();
    EXPECT_FALSE(preview.set(fill.handle(), Fill::kOpacity, Value("x")));
    EXPECT_FALSE(preview.set(Handle{12345}, Fill::kOpacity, Value(1)));
    const auto& timeline = s.get<doc::AnimationTimeline>(s.timeline);
    EXPECT_FALSE(preview.set(timeline.handle(), doc::AnimationTimeline::kDurationS, Value(1)));
    EXPECT_EQ(fill.opacity(), 1.0f);
}

TEST(Preview, OneBeneathAnotherShowsAgainAndCommits) {
    test::Sample s = test::make_sample();
    const Fill& fill = s.component<Fill>(s.button);
    Preview machine = s.document->begin_preview(), drag = s.document->begin_preview();
    ASSERT_TRUE(machine.set(fill.handle(), Fill::kOpacity, Value(0.5f)));
    ASSERT_TRUE(drag.set(fill.handle(), Fill::kOpacity, Value(0.25f)));
    drag.drop();
    EXPECT_EQ(fill.opacity(), 0.5f);
    Preview other = s.document->begin_preview();
    ASSERT_TRUE(other.set(fill.handle(), Fill::kOpacity, Value(0.125f)));
    ASSERT_TRUE(machine.commit("Kept"));  // its own value, not the one that is shown
    EXPECT_EQ(fill.opacity(), 0.125f);
    other.drop();
    EXPECT_EQ(fill.opacity(), 0.5f);
    EXPECT_NE(s.text().find("\"opacity\": 0.5"), std::string::npos);
}

TEST(Preview, TheLastToWriteShows) {
    test::Sample s = test::make_sample();
    const Fill& fill = s.component<Fill>(s.button);
    Preview machine = s.document->begin_preview(), drag = s.document->begin_preview();
    ASSERT_TRUE(machine.set(fill.handle(), Fill::kOpacity, Value(0.5f)));
    ASSERT_TRUE(drag.set(fill.handle(), Fill::kOpacity, Value(0.25f)));
    ASSERT_TRUE(machine.set(fill.handle(), Fill::kOpacity, Value(0.75f)));
    EXPECT_EQ(fill.opacity(), 0.75f);
    machine.drop();
    EXPECT_EQ(fill.opacity(), 0.25f);
    drag.drop();
    EXPECT_EQ(fill.opacity(), 1.0f);
}

}  // namespace
}  // namespace motus
