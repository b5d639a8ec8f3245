// tests/mix/additive_test.cpp - making and adding deltas.
// SPDX-License-Identifier: MIT
#include <motus/math/ops.h>
#include <motus/mix/additive.h>
#include <tests/mix/poses.h>
#include <tests/support/alloc_counter.h>
#include <tests/support/simd_targets.h>

#include <gtest/gtest.h>
#include <limits>

namespace motus::test {
namespace {

struct Poses {
    SkeletonBuffer skeleton;
    Random random;
    PoseBuffer base, pose, reference, delta, out;

    explicit Poses(std::uint32_t joints, std::uint64_t seed = 5)
        : skeleton(make_skeleton(joints, 3, seed)),
          random(seed),
          base(random_pose(skeleton, random)),
          pose(random_pose(skeleton, random)),
          reference(random_pose(skeleton, random)),
          delta(skeleton.view()),
          out(skeleton.view()) {
        EXPECT_EQ(run(AdditiveDeltaJob{pose, reference, delta}), Status::ok);
    }
};

double distance(const Vec3& a, const Vec3& b) {
    return std::hypot(double{a.x} - b.x, double{a.y} - b.y, double{a.z} - b.z);
}

}  // namespace

TEST(Additive, NinetyOn45Is135) {
    Poses p(1);
    const Transform base{{1, 2, 3}, turn_z(45), {1, 1, 1}};
    set_joint_transform(p.base, 0, base);
    set_joint_transform(p.reference, 0, {{5, 5, 5}, turn_z(10), {1, 1, 1}});
    set_joint_transform(p.pose, 0, {{5, 6, 5}, turn_z(100), {1, 2, 1}});
    ASSERT_EQ(run(AdditiveDeltaJob{p.pose, p.reference, p.delta}), Status::ok);
    ASSERT_EQ(run(AdditiveJob{p.base, p.delta, 1.0f, {}, p.out}), Status::ok);
    Transform got = joint_transform(p.out, 0);
    EXPECT_LT(angle_between(got.rotation, turn_z(135)), 1e-6);
    EXPECT_LT(distance(got.translation, {1, 3, 3}), 1e-6);
    EXPECT_LT(distance(got.scale, {1, 2, 1}), 1e-6);
    ASSERT_EQ(run(AdditiveJob{p.base, p.delta, 0.5f, {}, p.out}), Status::ok);
    got = joint_transform(p.out, 0);
    EXPECT_LT(angle_between(got.rotation, turn_z(90)), 1e-6);
    EXPECT_LT(distance(got.translation, {1, 2.5f, 3}), 1e-6);
}

TEST(Additive, AddingADeltaToItsReferenceGivesThePose) {
    Poses p(50);
    ASSERT_EQ(run(AdditiveJob{p.reference, p.delta, 1.0f, {}, p.out}), Status::ok);
    for (JointIndex j = 0; j < 50; ++j) {
        const Transform got = joint_transform(p.out, j), want = joint_transform(p.pose, j);
        EXPECT_LT(distance(got.translation, want.translation), 2e-6);
        EXPECT_LT(distance(got.scale, want.scale), 1e-6);
        EXPECT_LT(angle_between(got.rotation, want.rotation), 2e-6);
    }
    for (std::size_t m = 0; m < 3; ++m)
        EXPECT_NEAR(p.out.view().weights[m], p.pose.view().weights[m], 1e-6f);
}

TEST(Additive, FollowsSlerpFromTheIdentityAtEveryWeight) {
    Poses p(40, 8);
    for (float w : {0.1f, 0.37f, 0.5f, 0.99f}) {
        ASSERT_EQ(run(AdditiveJob{p.base, p.delta, w, {}, p.out}), Status::ok);
        for (JointIndex j = 0; j < 40; ++j) {
            // exp(w * log(delta)) in double.
            const Quat d = joint_transform(p.delta, j).rotation;
            const double sine = std::hypot(double{d.x}, double{d.y}, double{d.z});
            const double half = std::atan2(sine, double{d.w}) * w;
            const double k = std::sin(half) / sine;
            const Quat turn{float(d.x * k), float(d.y * k), float(d.z * k), float(std::cos(half))};
            const Quat want = multiply(joint_transform(p.base, j).rotation, turn);
            const Quat got = joint_transform(p.out, j).rotation;
            EXPECT_LT(angle_between(got, want), 3e-6) << w;
            EXPECT_TRUE(is_unit(got));
        }
    }
}

TEST(Additive, AtWeightZeroAndOutsideTheMaskTheBaseStandsBitForBit) {
    Poses p(20);
    ASSERT_EQ(run(AdditiveJob{p.base, p.delta, 0.0f, {}, p.out}), Status::ok);
    EXPECT_EQ(hash_pose(p.out), hash_pose(p.base));
    std::vector<float> mask(20, 0.0f);
    mask[19] = 0.5f;
    ASSERT_EQ(run(AdditiveJob{p.base, p.delta, 1.0f, mask, p.out}), Status::ok);
    for (JointIndex j = 0; j < 19; ++j)
        EXPECT_EQ(joint_transform(p.out, j), joint_transform(p.base, j));
    PoseBuffer half(p.skeleton.view());
    ASSERT_EQ(run(AdditiveJob{p.base, p.delta, 0.5f, {}, half}), Status::ok);
    EXPECT_EQ(joint_transform(p.out, 19), joint_transform(half, 19));
}

TEST(Additive, OutMayBeAnyInput) {
    Poses p(33);
    ASSERT_EQ(run(AdditiveJob{p.base, p.delta, 0.7f, {}, p.out}), Status::ok);
    const std::uint64_t apart = hash_pose(p.out), delta = hash_pose(p.delta);
    Poses on_delta(33), on_base(33), over_pose(33), over_reference(33);
    ASSERT_EQ(run(AdditiveJob{on_delta.base, on_delta.delta, 0.7f, {}, on_delta.delta}),
              Status::ok);
    EXPECT_EQ(hash_pose(on_delta.delta), apart);
    ASSERT_EQ(run(AdditiveJob{on_base.base, on_base.delta, 0.7f, {}, on_base.base}), Status::ok);
    EXPECT_EQ(hash_pose(on_base.base), apart);
    ASSERT_EQ(run(AdditiveDeltaJob{over_pose.pose, over_pose.reference, over_pose.pose}),
              Status::ok);
    EXPECT_EQ(hash_pose(over_pose.pose), delta);
    ASSERT_EQ(run(AdditiveDeltaJob{over_reference.pose, over_reference.reference,
                                   over_reference.reference}),
              Status::ok);
    EXPECT_EQ(hash_pose(over_reference.reference), delta);
}

TEST(Additive, EveryTargetGivesTheSameBits) {
    std::vector<std::uint64_t> hashes;
    for_each_simd_target([&](const char*) {
        Poses p(61, 77);
        std::vector<float> mask;
        for (int j = 0; j < 61; ++j)
            mask.push_back(p.random.range(0.0f, 1.0f));
        ASSERT_EQ(run(AdditiveJob{p.base, p.delta, 0.6f, mask, p.out}), Status::ok);
        hashes.push_back(hash_u64(hash_pose(p.delta), hash_pose(p.out)));
    });
    for (std::uint64_t hash : hashes)
        EXPECT_EQ(hash, 5733159674417913244u);
}

TEST(Additive, RefusesWhatItCannotDoAndLeavesOutUntouched) {
    Poses p(4), small(3);
    const std::uint64_t before = hash_pose(p.out);
    const float nan = std::numeric_limits<float>::quiet_NaN();
    for (float w : {-0.1f, 1.1f, nan}) {
        EXPECT_EQ(run(AdditiveJob{p.base, p.delta, w, {}, p.out}), Status::bad_argument);
    }
    const std::vector<float> bad{0, nan, 0, 0}, short_mask{1, 1, 1};
    EXPECT_EQ(run(AdditiveJob{p.base, p.delta, 1.0f, bad, p.out}), Status::bad_argument);
    EXPECT_EQ(run(AdditiveJob{p.base, p.delta, 1.0f, short_mask, p.out}), Status::bad_size);
    EXPECT_EQ(run(AdditiveJob{small.base, p.delta, 1.0f, {}, p.out}), Status::bad_size);
    EXPECT_EQ(run(AdditiveJob{p.base, small.delta, 1.0f, {}, p.out}), Status::bad_size);
    EXPECT_EQ(run(AdditiveDeltaJob{p.pose, small.reference, p.out}), Status::bad_size);
    EXPECT_EQ(run(AdditiveDeltaJob{{}, p.reference, p.out}), Status::bad_size);
    EXPECT_EQ(hash_pose(p.out), before);
}

TEST(Additive, AllocatesNothing) {
    Poses p(64);
    AllocCounter allocations;
    ASSERT_EQ(run(AdditiveDeltaJob{p.pose, p.reference, p.delta}), Status::ok);
    ASSERT_EQ(run(AdditiveJob{p.base, p.delta, 0.5f, {}, p.out}), Status::ok);
    EXPECT_EQ(allocations.count(), 0u);
}

}  // namespace motus::test
