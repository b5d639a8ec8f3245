// SPDX-License-Identifier: MIT
#include "../document/sample.h"

#include <motus/document/key_edit.h>
#include <motus/session/curves.h>

#include <gtest/gtest.h>

#include <cmath>

namespace motus {
namespace {

using doc::AnimationKeyframe;
using doc::AnimationTimeline;
using doc::AnimationTrack;
using doc::Fill;
using doc::HandleMode;
using doc::KeyInterpolation;

/// The sample's timeline: opacity of the button at 0, 10, 30 (0, 1/3, 1).
struct KeyEdit : ::testing::Test {
    test::Sample s = test::make_sample();
    Document& document = *s.document;
    const AnimationTimeline& timeline = s.get<AnimationTimeline>(s.timeline);
    const AnimationTrack& track = timeline.tracks()[0];
    using Frames = std::vector<std::int64_t>;

    [[nodiscard]] Frames frames() const {
        Frames out;
        for (const AnimationKeyframe& key : track.keys())
            out.push_back(key.frame());
        return out;
    }
    [[nodiscard]] Handle at(std::int64_t frame) const { return key_at(track, frame)->handle(); }
    [[nodiscard]] double value(std::int64_t frame) const {
        return *key_at(track, frame)->value().as_number();
    }
    /// Runs an edit, then undoes and redoes it: bytes must be the same.
    template <typename Edit>
    void check(Edit&& edit) {
        const std::string before = s.text();
        const std::size_t steps = document.history().position();
        edit();
        const std::string after = s.text();
        ASSERT_EQ(document.history().position(), steps + 1) << "one step";
        ASSERT_TRUE(*document.undo());
        EXPECT_EQ(s.text(), before);
        ASSERT_TRUE(*document.redo());
        EXPECT_EQ(s.text(), after);
    }
};

TEST_F(KeyEdit, MovesWithoutMeeting) {
    const Handle keys[] = {at(10)};
    check([&] { ASSERT_TRUE(move_keys(document, keys, 5)); });
    EXPECT_EQ(frames(), (Frames{0, 15, 30}));
}

TEST_F(KeyEdit, MovesPastOthersAndStaysSorted) {
    const Handle keys[] = {at(0)};
    const double first = value(0);
    check([&] { ASSERT_TRUE(move_keys(document, keys, 17)); });
    EXPECT_EQ(frames(), (Frames{10, 17, 30}));
    EXPECT_EQ(value(17), first);
}

TEST_F(KeyEdit, WhatIsMovedOntoAnotherReplacesIt) {
    const Handle keys[] = {at(10)};
    const double moved = value(10);
    check([&] { ASSERT_TRUE(move_keys(document, keys, 20)); });
    EXPECT_EQ(frames(), (Frames{0, 30}));
    EXPECT_EQ(value(30), moved);
}

TEST_F(KeyEdit, KeysThatMoveTogetherDoNotHitEachOther) {
    const Handle keys[] = {at(10), at(0)};
    check([&] { ASSERT_TRUE(move_keys(document, keys, 10)); });
    EXPECT_EQ(frames(), (Frames{10, 20, 30}));
    EXPECT_NEAR(value(20), 1.0 / 3.0, 1e-6);
}

TEST_F(KeyEdit, NothingMovesBeforeFrameZero) {
    const Handle keys[] = {at(10), at(30)};
    check([&] { ASSERT_TRUE(move_keys(document, keys, -25)); });
    EXPECT_EQ(frames(), (Frames{0, 20})) << "stopped together; the key at 0 was replaced";
    EXPECT_NEAR(value(0), 1.0 / 3.0, 1e-6);
}

TEST_F(KeyEdit, ScalesAboutAPivot) {
    const Handle keys[] = {at(0), at(10), at(30)};
    auto change = document.begin_change(*key_at(track, 10), "Prepare");
    change.set_out_tangent(Value(0.5f)).set_handle_mode(HandleMode::free);
    ASSERT_TRUE(change.commit());
    check([&] { ASSERT_TRUE(scale_keys(document, keys, 10, 2.0)); });
    EXPECT_EQ(frames(), (Frames{0, 10, 50})) << "0 would be at -10";
    EXPECT_EQ(key_at(track, 10)->out_tangent(), Value(0.25f)) << "twice as long, half as steep";
    check([&] { ASSERT_TRUE(scale_keys(document, keys, 0, 0.01)); });
    EXPECT_EQ(frames(), (Frames{0, 1})) << "of two that meet the later one stays";
    EXPECT_EQ(value(1), 1.0);
    EXPECT_EQ(scale_keys(document, keys, 0, 0.0).error().code, "bad-factor");
    EXPECT_EQ(scale_keys(document, keys, 0, -1.0).error().code, "bad-factor");
    EXPECT_EQ(scale_keys(document, keys, 0, std::nan("")).error().code, "bad-factor");
}

TEST_F(KeyEdit, DeletesAndTheTrackGoesWithTheLast) {
    const Handle two[] = {at(0), at(30)};
    check([&] { ASSERT_TRUE(delete_keys(document, two)); });
    EXPECT_EQ(frames(), (Frames{10}));
    const Handle last[] = {at(10)};
    check([&] { ASSERT_TRUE(delete_keys(document, last)); });
    EXPECT_TRUE(timeline.tracks().empty());
    EXPECT_TRUE(timeline.targets().empty());
}

TEST_F(KeyEdit, CopiesAndPastes) {
    const Handle keys[] = {at(10), at(30)};
    const CopiedKeys copied = copy_keys(document, keys);
    EXPECT_EQ(copied.length, 20);
    check([&] { ASSERT_TRUE(paste_keys(document, timeline, copied, 5)); });
    EXPECT_EQ(frames(), (Frames{0, 5, 10, 25, 30}));
    EXPECT_EQ(value(25), 1.0);
    check([&] { ASSERT_TRUE(paste_keys(document, timeline, copied, 12)); });
    EXPECT_EQ(frames(), (Frames{0, 5, 10, 12, 25, 30, 32}));
    // To another entity: a track and a target are made for it.
    check([&] { ASSERT_TRUE(paste_keys(document, timeline, copied, 0, s.card)); });
    EXPECT_EQ(timeline.tracks().size(), 2u);
    EXPECT_EQ(timeline.targets().size(), 2u);
    EXPECT_EQ(timeline.tracks()[1].binding().target(), s.card);
    const std::string before = s.text();
    EXPECT_FALSE(paste_keys(document, timeline, copied, 0, 424242));
    EXPECT_EQ(s.text(), before) << "a paste that fails leaves nothing";
}

TEST_F(KeyEdit, APastedKeyReplacesTheOneThatLayThere) {
    const Handle keys[] = {at(30)};
    const CopiedKeys copied = copy_keys(document, keys);
    check([&] { ASSERT_TRUE(paste_keys(document, timeline, copied, 10)); });
    EXPECT_EQ(frames(), (Frames{0, 10, 30}));
    EXPECT_EQ(value(10), 1.0);
}

TEST_F(KeyEdit, CopiesOutliveTheirKeys) {
    const Handle keys[] = {at(0), at(10), at(30)};
    const CopiedKeys copied = copy_keys(document, keys);
    ASSERT_TRUE(delete_keys(document, keys));
    ASSERT_TRUE(paste_keys(document, timeline, copied, 3));
    ASSERT_EQ(timeline.tracks().size(), 1u);
    EXPECT_EQ(timeline.tracks()[0].keys()[2].frame(), 33);
}

TEST_F(KeyEdit, AutomaticHandlesFollowTheirNeighbours) {
    const Handle keys[] = {at(0), at(10), at(30)};
    ASSERT_TRUE(document.begin_change(*key_at(track, 30)).set_value(Value(2.0f)).commit());
    check([&] { ASSERT_TRUE(set_handle_mode(document, keys, HandleMode::auto_)); });
    const AnimationKeyframe& middle = *key_at(track, 10);
    EXPECT_EQ(middle.interpolation(), KeyInterpolation::cubic);
    const double left = (1.0 / 3.0) / 10.0, right = (5.0 / 3.0) / 20.0;
    const double slope = 2 * left * right / (left + right);
    EXPECT_NEAR(*middle.out_tangent().as_number(), slope, 1e-6);
    EXPECT_TRUE(key_at(track, 0)->out_tangent().is_none()) << "flat at the ends";
    // Moving a neighbour moves it; an extreme is flat.
    const Handle last[] = {at(30)};
    ASSERT_TRUE(move_keys(document, last, 10));
    EXPECT_LT(*key_at(track, 10)->out_tangent().as_number(), slope - 1e-4);
    auto change = document.begin_change(*key_at(track, 40), "Lower");
    change.set_value(Value(0.0f));
    settle_tangents(document, track);
    ASSERT_TRUE(change.commit());
    EXPECT_TRUE(key_at(track, 10)->out_tangent().is_none());
}

TEST_F(KeyEdit, AutomaticCurvesStayBetweenTheirKeys) {
    const Handle keys[] = {at(0), at(10), at(30)};
    ASSERT_TRUE(document.begin_change(*key_at(track, 30)).set_value(Value(9.0f)).commit());
    ASSERT_TRUE(set_handle_mode(document, keys, HandleMode::auto_));
    const CurveSampler sampler(track);
    std::array<float, 4> before{-1}, now{};
    for (double frame = 0; frame <= 30; frame += 0.1) {
        ASSERT_TRUE(sampler.at(frame, now));
        EXPECT_GE(now[0], before[0] - 1e-6f) << "rising keys, rising curve";
        before = now;
    }
}

TEST_F(KeyEdit, HandlesAlignedFreeAndFlat) {
    const Handle key = at(10);
    check([&] { ASSERT_TRUE(set_tangent(document, key, TangentSide::out, Value(0.5f))); });
    const AnimationKeyframe& k = *key_at(track, 10);
    EXPECT_EQ(k.handle_mode(), HandleMode::aligned) << "an automatic key that is dragged";
    EXPECT_EQ(k.in_tangent(), Value(0.5f)) << "one line";
    EXPECT_EQ(track.keys()[0].interpolation(), KeyInterpolation::cubic);
    const Handle keys[] = {key};
    check([&] { ASSERT_TRUE(set_handle_mode(document, keys, HandleMode::free)); });
    check([&] { ASSERT_TRUE(set_tangent(document, key, TangentSide::in, Value(-0.5f))); });
    EXPECT_EQ(k.in_tangent(), Value(-0.5f));
    EXPECT_EQ(k.out_tangent(), Value(0.5f)) << "free: the other stays";
    check([&] { ASSERT_TRUE(set_handle_mode(document, keys, HandleMode::aligned)); });
    EXPECT_EQ(k.in_tangent(), Value(0.0f)) << "the mean";
    EXPECT_EQ(k.out_tangent(), Value(0.0f));
    check([&] { ASSERT_TRUE(set_handle_mode(document, keys, HandleMode::flat)); });
    EXPECT_TRUE(k.in_tangent().is_none());
    EXPECT_EQ(set_tangent(document, key, TangentSide::in, Value(Float2{1, 1})).error().code,
              "wrong-type");
    EXPECT_EQ(set_tangent(document, Handle::none, TangentSide::in, Value(1.0f)).error().code,
              "no-key");
}

TEST_F(KeyEdit, EasesAreTheirPolynomials) {
    const std::pair<Ease, double (*)(double)> eases[] = {
        {Ease::linear, [](double t) { return t; }},
        {Ease::smooth, [](double t) { return t * t * (3 - 2 * t); }},
        {Ease::in, [](double t) { return t * t; }},
        {Ease::out, [](double t) { return 1 - (1 - t) * (1 - t); }},
        {Ease::strong_in, [](double t) { return t * t * t; }},
        {Ease::strong_out, [](double t) { return 1 - (1 - t) * (1 - t) * (1 - t); }},
        {Ease::anticipate, [](double t) { return 2.70158 * t * t * t - 1.70158 * t * t; }},
        {Ease::overshoot,
         [](double t) {
             const double u = t - 1;
             return 1 + 2.70158 * u * u * u + 1.70158 * u * u;
         }},
    };
    const double from = value(10), to = value(30);
    for (const auto& [ease, curve] : eases) {
        const Handle keys[] = {at(10)};
        ASSERT_TRUE(apply_ease(document, keys, ease));
        const CurveSampler sampler(track);
        for (double t = 0; t <= 1; t += 0.05) {
            std::array<float, 4> out{};
            ASSERT_TRUE(sampler.at(10 + 20 * t, out));
            EXPECT_NEAR(out[0], from + (to - from) * curve(t), 1e-6) << int(ease) << " " << t;
        }
    }
}

TEST_F(KeyEdit, InterpolationOfKindsThatStepStays) {
    const Fill& fill = s.component<Fill>(s.button);
    const PropertyKey visible = key_of(fill, *fill.type().find(Fill::kVisible));
    const auto key = write_key(document, timeline, visible, 5, Value(false));
    ASSERT_TRUE(key);
    const Handle keys[] = {*key, at(0)};
    ASSERT_TRUE(set_interpolation(document, keys, KeyInterpolation::cubic));
    EXPECT_EQ(find_track(document, timeline, visible)->keys()[0].interpolation(),
              KeyInterpolation::step);
    EXPECT_EQ(key_at(track, 0)->interpolation(), KeyInterpolation::cubic);
}

TEST_F(KeyEdit, RippleMakesRoomAndTakesItOut) {
    auto change = document.begin_change(timeline, "Prepare");
    change.events_append().set_frame(20);
    change.markers_append().set_frame(5);
    change.set_work_end(35);
    ASSERT_TRUE(change.commit());
    const std::string before = s.text();
    check([&] { ASSERT_TRUE(ripple_insert(document, timeline, 10, 8)); });
    EXPECT_EQ(frames(), (Frames{0, 18, 38}));
    EXPECT_EQ(timeline.events()[0].frame(), 28);
    EXPECT_EQ(timeline.markers()[0].frame(), 5);
    EXPECT_EQ(timeline.duration(), 48);
    EXPECT_EQ(timeline.work_end(), 43);
    check([&] { ASSERT_TRUE(ripple_insert(document, timeline, 10, -8)); });
    EXPECT_EQ(s.text(), before) << "nothing lay in the room that was made";
    check([&] { ASSERT_TRUE(ripple_insert(document, timeline, 4, -10)); });
    EXPECT_EQ(frames(), (Frames{0, 20})) << "what lay in it has gone";
    EXPECT_TRUE(timeline.markers().empty());
}

TEST_F(KeyEdit, Snaps) {
    auto change = document.begin_change(timeline, "Marker");
    change.markers_append().set_frame(13);
    ASSERT_TRUE(change.commit());
    SnapOptions options;
    options.radius = 2.0;
    EXPECT_EQ(snap_frame(document, timeline, 11.2, options), 10.0) << "the key is nearer";
    EXPECT_EQ(snap_frame(document, timeline, 12.4, options), 13.0) << "the marker";
    EXPECT_EQ(snap_frame(document, timeline, 20.4, options), 20.0) << "a whole frame";
    EXPECT_EQ(snap_frame(document, timeline, 39.1, options), 40.0) << "the end of the work area";
    EXPECT_EQ(snap_frame(document, timeline, 11.5, options), 10.0) << "the earlier of two";
    const Handle dragged[] = {at(10)};
    options.except = dragged;
    EXPECT_EQ(snap_frame(document, timeline, 10.4, options), 10.0);
    options.keys = options.markers = options.work_area = options.whole_frames = false;
    EXPECT_EQ(snap_frame(document, timeline, 10.4, options), 10.4);
    const double playhead = 10.9;
    options.playhead = &playhead;
    EXPECT_EQ(snap_frame(document, timeline, 10.4, options), 10.9);
    // Two frames of keys in one of durations; a divisor of 0 counts as 1.
    change.set_key_rate(60).set_key_rate_divisor(0).set_work_start(1);
    ASSERT_TRUE(change.commit());
    SnapOptions area;
    area.radius = 2.0;
    area.keys = area.markers = false;
    EXPECT_EQ(snap_frame(document, timeline, 3.4, area), 2.0);
}

}  // namespace
}  // namespace motus
