// tests/mix/inertial_test.cpp - offsets over a cut: continuous, decaying, exact at the end.
// SPDX-License-Identifier: MIT
#include <motus/core/decay.h>
#include <motus/math/ops.h>
#include <motus/mix/inertial.h>
#include <tests/mix/poses.h>
#include <tests/support/alloc_counter.h>
#include <tests/support/simd_targets.h>

#include <gtest/gtest.h>
#include <algorithm>
#include <limits>

namespace motus::test {
namespace {

constexpr std::uint32_t kJoints = 37;
constexpr float kStep = 1.0f / 120.0f;

// A smooth motion per joint: every component a slow sine, rotations about a tumbling axis.
void pose_at(const PoseView& pose, double time_s, std::uint64_t seed) {
    Random random(seed);
    for (JointIndex j = 0; j < pose.joint_count(); ++j) {
        const double rate = 1.0 + 3.0 * random.unit(), phase = 6.0 * random.unit();
        const double s = std::sin(rate * time_s + phase), c = std::cos(0.7 * rate * time_s + phase);
        const Vec3 home = random.vec3(1.0f), a = random.direction(), b = random.direction();
        const Quat start = random.rotation();
        const Quat turn = multiply(axis_angle(a, float(1.2 * s)), axis_angle(b, float(0.8 * c)));
        set_joint_transform(pose, j,
                            {{float(home.x + s), float(home.y + c), float(home.z - s * c)},
                             normalize(multiply(turn, start)),
                             {float(1.0 + 0.2 * s), float(1.0 + 0.1 * c), 1.0f}});
    }
    for (float& w : pose.weights)
        w = float(0.5 + 0.5 * std::sin(2.0 * time_s + 6.0 * random.unit()));
}

struct Cut {
    SkeletonBuffer skeleton = make_skeleton(kJoints, 3);
    PoseBuffer before{skeleton.view()}, shown{skeleton.view()}, target{skeleton.view()},
        after{skeleton.view()}, out{skeleton.view()};
    std::vector<float> offsets = std::vector<float>(inertial_floats(kJoints, 3));

    explicit Cut(double time_s = 2.0) {
        pose_at(before, time_s - kStep, 1);
        pose_at(shown, time_s, 1);
        pose_at(target, time_s, 2);
        pose_at(after, time_s + kStep, 2);
    }
    InertialStartJob start() {
        return {shown, before, shown, kStep, target, after, kStep, offsets};
    }
};

// Largest change of anything from one pose to another.
double change(const ConstPoseView& a, const ConstPoseView& b) {
    double worst = 0.0;
    for (JointIndex j = 0; j < a.joint_count(); ++j) {
        const Transform x = joint_transform(a, j), y = joint_transform(b, j);
        for (const Vec3& d : {subtract(x.translation, y.translation), subtract(x.scale, y.scale)})
            worst = std::max(
                {worst, std::abs(double{d.x}), std::abs(double{d.y}), std::abs(double{d.z})});
        worst = std::max(worst, angle_between(x.rotation, y.rotation));
    }
    for (std::size_t m = 0; m < a.weights.size(); ++m)
        worst = std::max(worst, std::abs(double{a.weights[m]} - b.weights[m]));
    return worst;
}

// As long as no curve says otherwise.
InertialJob fading(std::span<const float> offsets, float elapsed_s, float duration_s,
                   const ConstPoseView& target, const PoseView& out) {
    const auto s = static_cast<double>(elapsed_s) / static_cast<double>(duration_s);
    return {offsets, decayed_value(s), elapsed_s, duration_s, target, out};
}

}  // namespace

TEST(Inertial, AtTheCutWhatWasShownIsStillShown) {
    Cut cut;
    ASSERT_EQ(run(cut.start()), Status::ok);
    ASSERT_EQ(run(fading(cut.offsets, 0.0f, 0.4f, cut.target, cut.out)), Status::ok);
    EXPECT_LT(change(cut.out, cut.shown), 2e-6);
    EXPECT_GT(change(cut.out, cut.target), 0.5);
}

TEST(Inertial, TheVelocityAtTheCutIsTheOldOne) {
    for (double time : {0.3, 1.1, 2.0, 5.7}) {
        Cut cut(time);
        ASSERT_EQ(run(cut.start()), Status::ok);
        ASSERT_EQ(run(fading(cut.offsets, kStep, 0.4f, cut.after, cut.out)), Status::ok);
        // The old motion, had it gone on for one step: equal up to its own acceleration, the
        // offset's third order term and dt squared.
        PoseBuffer went_on(cut.skeleton.view());
        pose_at(went_on, time + kStep, 1);
        EXPECT_LT(change(cut.out, went_on), 4e-3) << time;
        EXPECT_GT(change(went_on, cut.shown), 1e-2) << "the test motion stands still";
    }
}

TEST(Inertial, WithoutAKnownVelocityTheOffsetStartsAtRest) {
    Cut cut;
    InertialStartJob start = cut.start();
    start.old_gap_s = 0.0f;
    start.old_before = {};
    ASSERT_EQ(run(start), Status::ok);
    const std::size_t half = 9 * soa_stride(kJoints);
    for (std::size_t i = half; i < 2 * half; ++i)
        ASSERT_EQ(cut.offsets[i], 0.0f);
    ASSERT_EQ(run(fading(cut.offsets, 0.0f, 0.4f, cut.target, cut.out)), Status::ok);
    EXPECT_LT(change(cut.out, cut.shown), 2e-6);
}

// Over a step that is hardly one there is no velocity, only rounding; over a denormal one, NaN.
TEST(Inertial, AVelocityOverNoTimeIsNone) {
    for (const float gap : {1e-5f, 1e-20f, 1e-39f, std::numeric_limits<float>::denorm_min()}) {
        for (const bool old : {false, true}) {
            Cut cut;
            InertialStartJob start = cut.start();
            (old ? start.old_gap_s : start.target_gap_s) = gap;
            ASSERT_EQ(run(start), Status::ok);
            for (std::size_t i = 9 * soa_stride(kJoints); i < 18 * soa_stride(kJoints); ++i)
                ASSERT_EQ(cut.offsets[i], 0.0f) << gap;
        }
    }
}

// What the old motion was when its speed was taken need not be what was shown.
TEST(Inertial, AJumpOfTheOldMotionIsNoVelocity) {
    Cut cut;
    PoseBuffer jumped(cut.skeleton.view());
    pose_at(jumped, 7.0, 3);
    InertialStartJob start = cut.start();
    start.shown = jumped;
    ASSERT_EQ(run(start), Status::ok);
    ASSERT_EQ(run(fading(cut.offsets, 0.0f, 0.4f, cut.target, cut.out)), Status::ok);
    EXPECT_LT(change(cut.out, jumped), 2e-6);
    ASSERT_EQ(run(fading(cut.offsets, kStep, 0.4f, cut.after, cut.out)), Status::ok);
    EXPECT_LT(change(cut.out, jumped), 12 * kStep) << "no faster than the motions";
}

TEST(Inertial, AShareScalesTheOffsetAndLeavesTheVelocity) {
    Cut cut;
    InertialStartJob start = cut.start();
    start.old_gap_s = 0.0f;
    ASSERT_EQ(run(start), Status::ok);
    for (const float share : {0.0f, 0.25f, 1.0f}) {
        ASSERT_EQ(run(InertialJob{cut.offsets, share, 0.1f, 0.4f, cut.target, cut.out}),
                  Status::ok);
        for (JointIndex j = 0; j < kJoints; ++j) {
            const Vec3 from = joint_transform(cut.target, j).translation;
            const Vec3 all = subtract(joint_transform(cut.shown, j).translation, from);
            const Vec3 part = subtract(joint_transform(cut.out, j).translation, from);
            EXPECT_LT(length(subtract(part, multiply(all, share))), 1e-5f);
        }
    }
    for (const float bad : {-0.1f, 1.1f, std::numeric_limits<float>::quiet_NaN()}) {
        EXPECT_EQ(run(InertialJob{cut.offsets, bad, 0.1f, 0.4f, cut.target, cut.out}),
                  Status::bad_argument);
    }
}

TEST(Inertial, GoesOverIntoTheTargetWithoutAKink) {
    Cut cut;
    ASSERT_EQ(run(cut.start()), Status::ok);
    const float duration = 0.3f;
    PoseBuffer target(cut.skeleton.view()), last(cut.skeleton.view());
    ASSERT_EQ(copy_pose(cut.shown.view(), last), Status::ok);
    double largest = 0.0;
    for (int i = 1; i <= 48; ++i) {
        const float t = static_cast<float>(i) * kStep;
        pose_at(target, 2.0 + t, 2);
        ASSERT_EQ(run(fading(cut.offsets, t, duration, target, cut.out)), Status::ok);
        for (JointIndex j = 0; j < kJoints; ++j)
            ASSERT_TRUE(is_unit(joint_transform(cut.out, j).rotation));
        largest = std::max(largest, change(cut.out, last));
        ASSERT_EQ(copy_pose(cut.out.view(), last), Status::ok);
        if (t >= duration) {
            EXPECT_EQ(hash_pose(cut.out), hash_pose(target));
        }
        if (t < duration && t > 0.95f * duration) {
            EXPECT_LT(change(cut.out, target), 0.01);
        }
    }
    // Half a turn in 0.3 s at the quintic's steepest, 15/8 of the mean, plus both motions' own.
    EXPECT_LT(largest, (3.2 * 15.0 / 8.0 / duration + 30.0) * kStep);
}

TEST(Inertial, HalfATurnApartStaysOnItsSide) {
    Cut cut;
    for (JointIndex j = 0; j < kJoints; ++j) {
        const auto put = [&](PoseBuffer& pose, double degrees) {
            Transform t{};
            t.rotation = turn_z(degrees);
            set_joint_transform(pose, j, t);
        };
        put(cut.before, 178.9);
        put(cut.shown, 179.9);  // goes on to 180.9 from the target at 0
        put(cut.target, 0.0);
        put(cut.after, 0.0);
    }
    ASSERT_EQ(run(cut.start()), Status::ok);
    ASSERT_EQ(run(fading(cut.offsets, kStep, 0.4f, cut.after, cut.out)), Status::ok);
    EXPECT_LT(angle_between(joint_transform(cut.out, 0).rotation, turn_z(180.9)), 2e-3);
}

TEST(Inertial, AFurtherCutNeedsNoSpecialCase) {
    // Cut at 2.0 from motion 1 to 2, and in the middle of that from 2 to 3.
    Cut cut;
    ASSERT_EQ(run(cut.start()), Status::ok);
    PoseBuffer target(cut.skeleton.view()), shown(cut.skeleton.view()), before(cut.skeleton.view());
    float t = 0.0f;
    for (int i = 1; i <= 15; ++i) {
        t = static_cast<float>(i) * kStep;
        pose_at(target, 2.0 + t, 2);
        ASSERT_EQ(copy_pose(shown.view(), before), Status::ok);
        ASSERT_EQ(run(fading(cut.offsets, t, 0.4f, target, shown)), Status::ok);
    }
    PoseBuffer next(cut.skeleton.view()), after(cut.skeleton.view()), out(cut.skeleton.view());
    pose_at(next, 2.0 + t, 3);
    pose_at(after, 2.0 + t + kStep, 3);
    const double speed_before = change(shown, before);
    ASSERT_EQ(run(InertialStartJob{shown, before, shown, kStep, next, after, kStep, cut.offsets}),
              Status::ok);
    ASSERT_EQ(run(fading(cut.offsets, 0.0f, 0.4f, next, out)), Status::ok);
    EXPECT_LT(change(out, shown), 2e-6);
    ASSERT_EQ(run(fading(cut.offsets, kStep, 0.4f, after, out)), Status::ok);
    EXPECT_NEAR(change(out, shown), speed_before, 0.15 * speed_before);
}

TEST(Inertial, EveryTargetGivesTheSameBits) {
    std::vector<std::uint64_t> hashes;
    for_each_simd_target([&](const char*) {
        Cut cut;
        // The sine of the test motion is libm's: use random poses, which are the same everywhere.
        Random random(6);
        for (PoseBuffer* pose : {&cut.before, &cut.shown, &cut.target, &cut.after})
            *pose = random_pose(cut.skeleton, random);
        ASSERT_EQ(run(cut.start()), Status::ok);
        std::uint64_t hash = kHashSeed;
        for (int i = 0; i < 20; ++i) {
            ASSERT_EQ(
                run(fading(cut.offsets, static_cast<float>(i) * 0.02f, 0.4f, cut.after, cut.out)),
                Status::ok);
            hash = hash_u64(hash, hash_pose(cut.out));
        }
        hashes.push_back(hash);
    });
    for (std::uint64_t hash : hashes)
        EXPECT_EQ(hash, 15571779472762613346u);
}

TEST(Inertial, RefusesWhatItCannotDoAndLeavesOutUntouched) {
    Cut cut;
    const float nan = std::numeric_limits<float>::quiet_NaN();
    for (float gap : {-1.0f, nan, std::numeric_limits<float>::infinity()}) {
        InertialStartJob start = cut.start();
        start.old_gap_s = gap;
        EXPECT_EQ(run(start), Status::bad_argument);
        start = cut.start();
        start.target_gap_s = gap;
        EXPECT_EQ(run(start), Status::bad_argument);
        const std::uint64_t before = hash_pose(cut.out);
        EXPECT_EQ(run(fading(cut.offsets, gap, 1.0f, cut.target, cut.out)), Status::bad_argument);
        EXPECT_EQ(run(fading(cut.offsets, 0.0f, gap, cut.target, cut.out)), Status::bad_argument);
        EXPECT_EQ(hash_pose(cut.out), before);
    }
    EXPECT_EQ(std::count(cut.offsets.begin(), cut.offsets.end(), 0.0f),
              static_cast<std::ptrdiff_t>(cut.offsets.size()));
    InertialStartJob start = cut.start();
    start.offsets = std::span(cut.offsets).first(cut.offsets.size() - 1);
    EXPECT_EQ(run(start), Status::bad_size);
    start = cut.start();
    start.old_before = {};
    EXPECT_EQ(run(start), Status::bad_size);
    EXPECT_EQ(run(fading({}, 0.0f, 1.0f, cut.target, cut.out)), Status::bad_size);
    EXPECT_EQ(run(fading(cut.offsets, 0.0f, 1.0f, {}, cut.out)), Status::bad_size);
}

TEST(Inertial, AllocatesNothing) {
    Cut cut;
    AllocCounter allocations;
    ASSERT_EQ(run(cut.start()), Status::ok);
    ASSERT_EQ(run(fading(cut.offsets, 0.1f, 0.4f, cut.target, cut.out)), Status::ok);
    EXPECT_EQ(allocations.count(), 0u);
}

}  // namespace motus::test
