// SPDX-License-Identifier: MIT
#include "sample.h"

#include <motus/document/keys.h>

#include <gtest/gtest.h>

namespace motus {
namespace {

using doc::AnimationTimeline;
using doc::AnimationTrack;
using doc::StateMachineState;

std::string code(const Result<Done>& result) {
    return result ? "ok" : result.error().code;
}

TEST(Edit, ProxyMakesOneCommandPerChange) {
    test::Sample s = test::make_sample();
    const auto& timeline = s.get<AnimationTimeline>(s.timeline);
    auto change = s.document->begin_change(timeline, "Retime");
    change.set_duration(90).set_name("glow").set_duration(90);  // the last says nothing new
    change.tracks_append().keys_append().set_frame(3);
    ASSERT_TRUE(change.commit());
    const History& history = s.document->history();
    const UndoStep& step = history[history.position() - 1];
    EXPECT_EQ(step.name, "Retime");
    ASSERT_EQ(step.commands.size(), 5u);
    EXPECT_EQ(step.commands[0].kind, Command::Kind::set);
    EXPECT_EQ(step.commands[2].kind, Command::Kind::insert);
    EXPECT_EQ(timeline.duration(), 90);
    EXPECT_EQ(timeline.duration_s(), 3.0f);  // computed
}

TEST(Edit, FailureInTheMiddleChangesNothing) {
    test::Sample s = test::make_sample();
    const std::string before = s.text();
    const std::size_t steps = s.document->history().position();
    Step step = s.document->begin_step("Broken");
    auto change = s.document->begin_change(s.get<AnimationTimeline>(s.timeline));
    change.set_name("new").set_duration(5);
    change.tracks_remove(0);
    change.tracks_remove(17);  // there is none
    change.set_work_end(4);
    const Result<Done> done = step.commit();
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, "bad-index");
    EXPECT_EQ(done.error().place, "AnimationTimeline.tracks");
    EXPECT_EQ(s.text(), before);
    EXPECT_EQ(s.document->history().position(), steps);
}

TEST(Edit, DroppedStepsAndProxiesTakeBack) {
    test::Sample s = test::make_sample();
    const std::string before = s.text();
    {
        Step step = s.document->begin_step("Dropped");
        s.document->begin_change(s.get<AnimationTimeline>(s.timeline)).set_name("x");
        EXPECT_NE(s.text(), before);
    }
    EXPECT_EQ(s.text(), before);
    s.document->begin_change(s.get<AnimationTimeline>(s.timeline)).set_name("x");
    EXPECT_EQ(s.text(), before);
}

TEST(Edit, RefusesWhatMakesNoSense) {
    test::Sample s = test::make_sample();
    const std::string before = s.text();
    Document& d = *s.document;
    const auto& timeline = s.get<AnimationTimeline>(s.timeline);
    const Handle h = timeline.handle();
    EXPECT_EQ(code(d.set(Handle{9999}, 1, Value(1))), "no-object");
    EXPECT_EQ(code(d.set(h, 999, Value(1))), "no-property");
    EXPECT_EQ(code(d.set(h, AnimationTimeline::kTracks, Value(1))), "no-property");
    EXPECT_EQ(code(d.set(h, AnimationTimeline::kName, Value(1))), "wrong-type");
    EXPECT_EQ(code(d.set(h, AnimationTimeline::kName, Value("\xff"))), "wrong-type");
    EXPECT_EQ(code(d.set(h, AnimationTimeline::kDuration, Value(1.5))), "wrong-type");
    EXPECT_EQ(code(d.set(h, AnimationTimeline::kDuration, Value(3e9))), "wrong-type");
    EXPECT_EQ(code(d.set(h, AnimationTimeline::kPlaybackMode, Value(77))), "wrong-type");
    EXPECT_EQ(code(d.set(h, AnimationTimeline::kPlaybackSpeed, Value(1e300))), "wrong-type");
    EXPECT_EQ(code(d.set(h, AnimationTimeline::kId, Value(Reference{4}))), "id-fixed");
    EXPECT_EQ(code(d.set(h, AnimationTimeline::kDurationS, Value(4))), "computed");
    EXPECT_EQ(code(d.remove(h, AnimationTimeline::kTracks, 1)), "bad-index");
    EXPECT_EQ(code(d.remove(timeline.tracks()[0].handle(), AnimationTrack::kBinding, 0)),
              "always-there");
    const auto wrong =
        d.insert(h, AnimationTimeline::kTracks, 0, create_object(doc::Fill::static_type()));
    EXPECT_EQ(wrong.error().code, "wrong-child");
    EXPECT_EQ(s.text(), before);
    EXPECT_TRUE(d.set(h, AnimationTimeline::kPlaybackMode, Value("ping_pong")));
}

TEST(Edit, RefusesToMoveIntoItselfAndTooDeep) {
    test::Sample s = test::make_sample();
    const auto& sub = *static_cast<const StateMachineState*>(
        s.get<StateMachineState>(s.nested).parent()->parent());
    const doc::StateGraph& outer = *static_cast<const doc::StateGraph*>(sub.parent());
    const Result<Done> moved =
        s.document->move(outer.handle(), doc::StateGraph::kStates, sub.index(),
                         sub.graph()->handle(), doc::StateGraph::kStates, 0);
    EXPECT_EQ(code(moved), "inside-itself");

    const StateMachineState* deepest = &sub;
    Result<Done> done = Done{};
    int made = 0;
    for (; done && made < 200; ++made) {
        auto change = s.document->begin_change(*deepest);
        if (deepest->graph() == nullptr) change.graph_make();
        auto inner = change.graph_change().states_append();
        done = change.commit();
        if (done) deepest = object_cast<StateMachineState>(s.document->find(inner.handle()));
    }
    EXPECT_EQ(code(done), "too-deep");
    EXPECT_GT(made, 40);
    Diagnostics diagnostics;
    EXPECT_TRUE(read_document(s.text(), diagnostics));
}

TEST(Undo, GivesBackTheVerySameObjects) {
    test::Sample s = test::make_sample();
    const auto& timeline = s.get<AnimationTimeline>(s.timeline);
    const AnimationTrack* track = &timeline.tracks()[0];
    const Handle key = track->keys()[1].handle();
    ASSERT_TRUE(s.document->remove(timeline.handle(), AnimationTimeline::kTracks, 0));
    EXPECT_EQ(s.document->find(key), nullptr);
    EXPECT_EQ(s.document->find_id(track->id()), nullptr);
    ASSERT_TRUE(*s.document->undo());
    EXPECT_EQ(&timeline.tracks()[0], track);
    EXPECT_EQ(s.document->find(key), &track->keys()[1]);
    EXPECT_EQ(s.document->find_id(track->id()), track);
    // An edit of what was removed and brought back is undone and redone on the same object.
    ASSERT_TRUE(s.document->begin_change(track->keys()[1]).set_frame(12).commit());
    ASSERT_TRUE(*s.document->undo());
    EXPECT_EQ(track->keys()[1].frame(), 10);
}

TEST(Undo, DragIsOneStep) {
    test::Sample s = test::make_sample();
    const std::string before = s.text();
    const std::size_t steps = s.document->history().position();
    const AnimationTrack& track = s.get<AnimationTimeline>(s.timeline).tracks()[0];
    for (int frame = 11; frame <= 20; ++frame) {
        Step step = s.document->begin_step("Drag key", 42);
        s.document->begin_change(track.keys()[1]).set_frame(frame).set_value(0.5f);
        ASSERT_TRUE(step.commit());
    }
    const std::string after = s.text();
    EXPECT_EQ(s.document->history().position(), steps + 1);
    EXPECT_EQ(s.document->history()[steps].commands.size(), 2u);
    s.document->end_merge();
    {
        Step step = s.document->begin_step("Drag key", 42);
        s.document->begin_change(track.keys()[1]).set_frame(25);
        ASSERT_TRUE(step.commit());
    }
    EXPECT_EQ(s.document->history().position(), steps + 2);
    ASSERT_TRUE(*s.document->undo());
    EXPECT_EQ(s.text(), after);
    ASSERT_TRUE(*s.document->undo());
    EXPECT_EQ(s.text(), before);
    ASSERT_TRUE(*s.document->redo());
    EXPECT_EQ(s.text(), after);
}

// Dragging a key over its neighbours moves it in the list too; undo restores order, values,
// interpolation and handle modes.
TEST(Undo, KeysThatCrossedComeBackInOrder) {
    test::Sample s = test::make_sample();
    const AnimationTrack& track = s.get<AnimationTimeline>(s.timeline).tracks()[0];
    {
        Step step = s.document->begin_step("Prepare");
        s.document->begin_change(track.keys()[0])
            .set_interpolation(doc::KeyInterpolation::cubic)
            .set_out_tangent(0.25f)
            .set_handle_mode(doc::HandleMode::aligned);
        ASSERT_TRUE(step.commit());
    }
    const std::string before = s.text();
    const Handle dragged = track.keys()[0].handle();
    for (const int frame : {4, 12, 31, 40}) {
        Step step = s.document->begin_step("Drag", 9);
        const auto& key = *object_cast<doc::AnimationKeyframe>(s.document->find(dragged));
        s.document->begin_change(key).set_frame(frame);
        std::size_t place = 0;
        for (const auto& other : track.keys())
            if (other.handle() != dragged && other.frame() < frame) ++place;
        s.document->begin_change(track).keys_move(key.index(), place);
        ASSERT_TRUE(step.commit());
    }
    EXPECT_EQ(track.keys()[2].handle(), dragged);
    EXPECT_EQ(track.keys()[2].interpolation(), doc::KeyInterpolation::cubic);
    const std::string after = s.text();
    ASSERT_TRUE(*s.document->undo());
    EXPECT_EQ(s.text(), before);
    EXPECT_EQ(track.keys()[0].handle(), dragged);
    ASSERT_TRUE(*s.document->redo());
    EXPECT_EQ(s.text(), after);
}

TEST(Undo, NewEditForgetsWhatWasUndone) {
    test::Sample s = test::make_sample();
    const auto& timeline = s.get<AnimationTimeline>(s.timeline);
    ASSERT_TRUE(s.document->begin_change(timeline).set_name("a").commit());
    ASSERT_TRUE(*s.document->undo());
    ASSERT_TRUE(s.document->begin_change(timeline).set_name("b").commit());
    EXPECT_FALSE(*s.document->redo());
    EXPECT_EQ(timeline.name(), "b");
}

TEST(Undo, StaysWithinItsMemory) {
    test::Sample s = test::make_sample({.undo_bytes = 100000});
    const auto& timeline = s.get<AnimationTimeline>(s.timeline);
    for (int i = 0; i < 500; ++i) {
        const std::string name(1000, static_cast<char>('a' + i % 26));
        ASSERT_TRUE(s.document->begin_change(timeline).set_name(name).commit());
        ASSERT_LE(s.document->history().bytes(), 100000u);
    }
    EXPECT_LT(s.document->history().size(), 100u);
    EXPECT_GT(s.document->history().size(), 20u);
    std::size_t undone = 0;
    while (*s.document->undo())
        ++undone;
    EXPECT_EQ(undone, s.document->history().size());
    // A single step larger than the bound can still be undone.
    ASSERT_TRUE(s.document->begin_change(timeline).set_name(std::string(300000, 'x')).commit());
    EXPECT_TRUE(*s.document->undo());
}

TEST(Undo, KnowsWhetherItIsSaved) {
    test::Sample s = test::make_sample();
    EXPECT_TRUE(s.document->is_modified());
    s.document->mark_saved();
    EXPECT_FALSE(s.document->is_modified());
    const auto& timeline = s.get<AnimationTimeline>(s.timeline);
    const auto drag = [&](int frames) {
        Step step = s.document->begin_step("Drag", 3);
        s.document->begin_change(timeline).set_duration(frames);
        ASSERT_TRUE(step.commit());
    };
    drag(7);
    EXPECT_TRUE(s.document->is_modified());
    s.document->mark_saved();
    drag(8);  // part of the same step, but not of the saved file
    EXPECT_TRUE(s.document->is_modified());
    ASSERT_TRUE(*s.document->undo());
    EXPECT_TRUE(s.document->is_modified());
}

/// Says no to every step with a certain name.
struct Censor final : CommandListener {
    int rollbacks = 0;
    Result<Done> on_commit(const Document&, const StepInfo& info) override {
        if (info.name == "Forbidden") return Error{"censored", "", "no"};
        return Done{};
    }
    void on_rollback(const Document&) override { ++rollbacks; }
};

TEST(Listeners, MaySayNo) {
    test::Sample s = test::make_sample();
    Censor censor;
    s.document->add_listener(censor);
    const std::string before = s.text();
    const auto& timeline = s.get<AnimationTimeline>(s.timeline);
    auto change = s.document->begin_change(timeline, "Forbidden");
    change.set_name("x");
    EXPECT_EQ(code(change.commit()), "censored");
    EXPECT_EQ(s.text(), before);
    EXPECT_EQ(censor.rollbacks, 1);
    auto allowed = s.document->begin_change(timeline, "Allowed");
    allowed.set_name("x");
    EXPECT_TRUE(allowed.commit());
    s.document->remove_listener(censor);
}

}  // namespace
}  // namespace motus
