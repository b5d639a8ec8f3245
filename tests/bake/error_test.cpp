// The error metric against numbers known beforehand, and its curves against a reference.
// SPDX-License-Identifier: MIT
#include <motus/bake/curve.h>
#include <motus/bake/error.h>
#include <tests/sample/reference.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace motus {
namespace {

using test::ClipDraft;

// Two joints, the second 1 above the first.
SkeletonBuffer two_joints() {
    const JointDesc joints[] = {{"root"}, {"tip", 0, {{0.0f, 1.0f, 0.0f}}}};
    return std::move(*build_skeleton(joints));
}

ClipBuffer slide(float far, Interpolation how = Interpolation::linear) {
    ClipDraft draft;
    draft.add(TrackKind::translation, how, 0, {{0}, {kTicksPerSecond}},
              {0.0f, 0.0f, 0.0f, far, 0.0f, 0.0f});
    return std::move(*draft.build());
}

TEST(Error, SeesAShiftAsLongAsItIs) {
    const SkeletonBuffer skeleton = two_joints();
    const ClipBuffer a = slide(1.0f), b = slide(1.25f);
    const auto report = measure_error(skeleton, a, b);
    ASSERT_TRUE(report);
    EXPECT_NEAR(report->max, 0.25, 1e-6);
    EXPECT_EQ(report->time.value, kTicksPerSecond);
    EXPECT_FALSE(report->held({}));
    EXPECT_TRUE(measure_error(skeleton, a, a)->held({}));
}

TEST(Error, LooksBetweenTheKeys) {
    const SkeletonBuffer skeleton = two_joints();
    const ClipBuffer line = slide(1.0f), steps = slide(1.0f, Interpolation::step);
    ErrorSettings settings;
    settings.between = 0;
    // The two agree at both keys; a tick before the step they are a whole unit apart.
    const auto report = measure_error(skeleton, steps, line, settings);
    ASSERT_TRUE(report);
    EXPECT_NEAR(report->max, 1.0, 1e-6);
    settings.between = 3;
    EXPECT_NEAR(measure_error(skeleton, line, steps, settings)->max, 0.75, 1e-6);
}

TEST(Error, RotationsMoveWhatStandsOnThem) {
    const SkeletonBuffer skeleton = two_joints();
    ClipDraft still, turned;
    const double half = 0.005;
    still.add(TrackKind::rotation, Interpolation::linear, 0, {{0}}, {0, 0, 0, 1});
    turned.add(TrackKind::rotation, Interpolation::linear, 0, {{0}},
               {0, 0, float(std::sin(half)), float(std::cos(half))});
    const auto report = measure_error(skeleton, *still.build(), *turned.build());
    ASSERT_TRUE(report);
    // The vertex 3 cm above the tip turns about the root: a chord of 1.03.
    EXPECT_NEAR(report->max, 2.0 * 1.03 * std::sin(half), 1e-7);
    EXPECT_EQ(report->joint, 1u);
}

TEST(Error, VerticesStandInModelSpaceWhateverScaleIsAbove) {
    const JointDesc joints[] = {{"root", kNoJoint, {{}, {}, {100.0f, 100.0f, 100.0f}}}, {"tip", 0}};
    const SkeletonBuffer skeleton = std::move(*build_skeleton(joints));
    ClipDraft still, turned;
    still.add(TrackKind::rotation, Interpolation::linear, 1, {{0}}, {0, 0, 0, 1});
    turned.add(TrackKind::rotation, Interpolation::linear, 1, {{0}},
               {0, 0, std::sqrt(0.5f), std::sqrt(0.5f)});
    EXPECT_NEAR(measure_error(skeleton, *still.build(), *turned.build())->max,
                0.03 * std::sqrt(2.0), 1e-7);
}

TEST(Error, NotANumberIsAFailure) {
    const SkeletonBuffer skeleton = two_joints();
    const ClipBuffer good = slide(1.0f);
    std::vector<float> values(good.view().values.begin(), good.view().values.end());
    for (const float bad :
         {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
        values[3] = bad;
        Clip candidate = good;
        candidate.values = values;
        const auto report = measure_error(skeleton, good, candidate);
        ASSERT_TRUE(report);
        EXPECT_FALSE(report->finite);
        EXPECT_FALSE(report->held({}));
        EXPECT_EQ(report->max, std::numeric_limits<double>::infinity());
    }
}

TEST(Error, BoundsOfJointsCount) {
    const SkeletonBuffer skeleton = two_joints();
    const ClipBuffer a = slide(1.0f), b = slide(1.001f);
    ErrorSettings settings;
    settings.bound = 0.01;
    EXPECT_TRUE(measure_error(skeleton, a, b, settings)->held(settings));
    const float bounds[] = {0.0f, 0.0005f};
    settings.joint_bounds = bounds;
    const auto report = measure_error(skeleton, a, b, settings);
    EXPECT_FALSE(report->held(settings));
    EXPECT_EQ(report->joint, 1u);
    EXPECT_NEAR(report->worst, 2.0, 1e-3);
}

TEST(Error, NothingCheckedIsNotHeld) {
    EXPECT_FALSE(ErrorReport{}.held({}));
}

TEST(Error, CurvesAreTheReference) {
    test::Random random(7);
    for (int round = 0; round < 40; ++round) {
        ClipDraft draft;
        for (std::uint32_t j = 0; j < 3; ++j) {
            draft.add_any(TrackKind::translation, j, 8, random);
            draft.add_any(TrackKind::rotation, j, 8, random);
            draft.add_any(TrackKind::scale, j, 8, random);
        }
        draft.add_any(TrackKind::weights, 0, 8, random, 2);
        const ClipBuffer buffer = std::move(*draft.build());
        const Clip clip = buffer;
        for (int i = 0; i < 50; ++i) {
            const Ticks time{static_cast<std::int64_t>(random.unit() * 1.6e9)};
            CurvePose pose;
            pose.joints.resize(3);
            pose.weights.resize(2);
            sample_curves(clip, time, pose);
            for (const auto& track : draft.tracks) {
                double raw = 1.0;
                const std::vector<double> wanted = test::reference_value(track, time, &raw);
                const CurveTransform& t =
                    pose.joints[track.kind == TrackKind::weights ? 0 : track.target];
                const double* got = track.kind == TrackKind::translation ? t.translation.data()
                                    : track.kind == TrackKind::rotation  ? t.rotation.data()
                                    : track.kind == TrackKind::scale     ? t.scale.data()
                                                                         : pose.weights.data();
                for (std::size_t c = 0; c < wanted.size(); ++c)
                    ASSERT_NEAR(got[c], wanted[c], 1e-6 / std::min(1.0, raw)) << round;
            }
        }
    }
}

}  // namespace
}  // namespace motus
