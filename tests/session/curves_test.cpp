// SPDX-License-Identifier: MIT
#include "../document/sample.h"

#include <motus/document/keys.h>
#include <motus/session/curves.h>
#include <motus/session/live_timelines.h>

#include <gtest/gtest.h>

namespace motus {
namespace {

TEST(ChannelCurves, AreWhatTheTimelineShows) {
    test::Sample s = test::make_sample();
    const auto& timeline = s.get<doc::AnimationTimeline>(s.timeline);
    const doc::AnimationTrack& track = timeline.tracks()[0];
    auto change = s.document->begin_change(track.keys()[1], "Curve");
    change.set_interpolation(doc::KeyInterpolation::cubic).set_out_tangent(Value(0.2f));
    ASSERT_TRUE(change.commit());
    LiveTimelines live(*s.document);
    const std::vector<CurvePoint> points = channel_curve(track, -5, 45, 101);
    EXPECT_GE(points.size(), 100u);
    for (const CurvePoint& point : points) {
        const auto sampled = sample_timeline(live, s.timeline, point.frame);
        ASSERT_TRUE(sampled);
        EXPECT_EQ(static_cast<double>(point.value[0]), *(*sampled)[0].value.as_number())
            << "the same evaluator, the same bits, at frame " << point.frame;
    }
}

TEST(ChannelCurves, StepsAreUpright) {
    test::Sample s = test::make_sample();
    const auto& timeline = s.get<doc::AnimationTimeline>(s.timeline);
    const doc::AnimationTrack& track = timeline.tracks()[0];
    auto change = s.document->begin_change(track, "Step");
    for (const doc::AnimationKeyframe& key : track.keys())
        s.document->begin_change(key).set_interpolation(doc::KeyInterpolation::step);
    ASSERT_TRUE(change.commit());
    int upright = 0;
    const std::vector<CurvePoint> points = channel_curve(track, 0, 40, 11);
    for (std::size_t i = 1; i < points.size(); ++i) {
        EXPECT_GE(points[i].frame, points[i - 1].frame);
        if (points[i].value == points[i - 1].value) continue;
        EXPECT_EQ(points[i].frame, points[i - 1].frame);
        ++upright;
    }
    EXPECT_EQ(upright, 2);
    EXPECT_TRUE(channel_curve(track, 0, 40, 1).empty());
    EXPECT_TRUE(channel_curve(track, 5, 5, 9).empty());
}

}  // namespace
}  // namespace motus
