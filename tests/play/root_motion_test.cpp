// SPDX-License-Identifier: MIT
#include <motus/clip/build.h>
#include <motus/core/playhead.h>
#include <motus/math/ops.h>
#include <motus/math/trig.h>
#include <motus/play/root_motion.h>

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace motus {
namespace {

// One joint that goes forward 1.3 m and turns `turn_rad` to the left in one second.
ClipBuffer walk(float turn_rad) {
    const Ticks times[] = {{0}, {kTicksPerSecond / 2}, {kTicksPerSecond}};
    std::vector<float> places, turns;
    for (int k = 0; k < 3; ++k) {
        const float part = static_cast<float>(k) / 2.0f;
        places.insert(places.end(), {0.2f, 0.1f * part, 1.3f * part});
        const Quat q = axis_angle({0, 1, 0}, turn_rad * part);
        turns.insert(turns.end(), {q.x, q.y, q.z, q.w});
    }
    const TrackDesc tracks[] = {
        {TrackKind::translation, Interpolation::linear, 0, 0, times, places},
        {TrackKind::rotation, Interpolation::linear, 0, 0, times, turns}};
    return std::move(*build_clip(tracks));
}

struct Total {
    double x = 0, y = 0, z = 0;
    RootDelta last;
    RootDelta sum;
};

Total play(const Clip& clip, int rate_hz, double seconds, float speed = 1.0f) {
    RootMotion root;
    root.joint = 0;
    Playhead head;
    Total total;
    const Ticks dt = ticks_of_frames(1, rate_hz);
    for (int i = 0; i < static_cast<int>(seconds * rate_hz + 0.5); ++i) {
        Advance step;
        EXPECT_EQ(advance(head, dt, speed, PlayMode::loop, clip.duration, step), Status::ok);
        PlaylistItem item;
        item.from = step.from;
        item.to = step.to;
        item.wraps = step.wraps;
        total.last = root_delta(root, clip, item, {});
        total.sum = compose(total.sum, total.last);
        total.x += static_cast<double>(total.last.translation.x);
        total.y += static_cast<double>(total.last.translation.y);
        total.z += static_cast<double>(total.last.translation.z);
    }
    return total;
}

TEST(RootMotion, EqualDistanceAtEveryRateOverAHundredLoops) {
    const ClipBuffer clip = walk(0.0f);
    for (const int rate : {24, 30, 60, 144}) {
        const Total total = play(clip, rate, 100.0);
        EXPECT_NEAR(total.z, 130.0, 1e-4) << rate;
        EXPECT_NEAR(total.x, 0.0, 1e-4) << rate;
        EXPECT_EQ(total.y, 0.0) << rate;  // height is not root motion
    }
}

TEST(RootMotion, BackwardsTakesItAllBack) {
    const ClipBuffer clip = walk(0.0f);
    EXPECT_NEAR(play(clip, 60, 10.0, -1.0f).z, -13.0, 1e-3);
    EXPECT_NEAR(play(clip, 30, 10.0, 2.0f).z, 26.0, 2e-3);
}

TEST(RootMotion, OneStepOverManyLoopsIsTheSameAsManySteps) {
    const ClipBuffer clip = walk(0.7f);
    const Total small = play(clip, 60, 7.25);
    RootMotion root;
    root.joint = 0;
    PlaylistItem item;
    item.to = ticks_of_seconds(0.25);
    item.wraps = 7;
    const RootDelta big = root_delta(root, clip, item, {});
    EXPECT_NEAR(big.translation.x, small.sum.translation.x, 1e-3);
    EXPECT_NEAR(big.translation.z, small.sum.translation.z, 1e-3);
    EXPECT_NEAR(std::fabs(dot(big.rotation, small.sum.rotation)), 1.0, 1e-5);
}

TEST(RootMotion, FourQuarterTurnsComeBackToTheStart) {
    const ClipBuffer clip = walk(static_cast<float>(kPi / 2.0));
    for (const int rate : {24, 60, 144}) {
        const Total total = play(clip, rate, 4.0);
        EXPECT_NEAR(total.sum.translation.x, 0.0, 1e-4) << rate;
        EXPECT_NEAR(total.sum.translation.z, 0.0, 1e-4) << rate;
        EXPECT_NEAR(std::fabs(total.sum.rotation.w), 1.0, 1e-5) << rate;
    }
}

TEST(RootMotion, WhatWasTakenIsGoneFromTheJointAndTheRestStays) {
    const ClipBuffer clip = walk(1.0f);
    RootMotion root;
    root.joint = 0;
    Transform rest;
    rest.translation = {0.5f, 0.9f, 0.0f};
    const Transform posed{{3.0f, 1.1f, 4.0f},
                          multiply(axis_angle({0, 1, 0}, 2.0f), axis_angle({1, 0, 0}, 0.3f)),
                          {1, 1, 1}};
    const Transform cleared = without_root_motion(root, posed, rest);
    EXPECT_EQ(cleared.translation, (Vec3{0.5f, 1.1f, 0.0f}));
    const Quat lean = axis_angle({1, 0, 0}, 0.3f);
    EXPECT_NEAR(std::fabs(dot(cleared.rotation, lean)), 1.0, 1e-6);
}

}  // namespace
}  // namespace motus
