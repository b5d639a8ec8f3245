// tests/mix/blend_test.cpp - the weighted blend: turns, weights, masks, morphs.
// SPDX-License-Identifier: MIT
#include <motus/mix/blend.h>
#include <tests/mix/blend_fixture.h>
#include <tests/support/simd_targets.h>

#include <gtest/gtest.h>
#include <algorithm>
#include <cmath>

namespace motus::test {
namespace {

// Blends rotations about z, one joint, and returns the angle of the result in (-180, 180].
struct Turn {
    double degrees;
    float weight;
    std::uint32_t motion;
    bool negated = false;
};

double blend_turns(const std::vector<Turn>& turns, double rest_degrees = 0.0) {
    const JointDesc desc{"joint", kNoJoint, {{}, turn_z(rest_degrees), {1.0f, 1.0f, 1.0f}}};
    const SkeletonBuffer skeleton = std::move(*build_skeleton({&desc, 1}));
    std::vector<PoseBuffer> poses;
    std::vector<BlendLayer> layers;
    for (const Turn& turn : turns) {
        PoseBuffer& pose = poses.emplace_back(skeleton);
        Quat q = turn_z(turn.degrees);
        if (turn.negated) q = {-q.x, -q.y, -q.z, -q.w};
        set_joint_transform(pose, 0, {{}, q, {1.0f, 1.0f, 1.0f}});
        layers.push_back({.pose = pose.view(), .weight = turn.weight, .motion = turn.motion});
    }
    PoseBuffer out(skeleton);
    EXPECT_EQ(run(BlendJob{layers, rest_pose(skeleton), out}), Status::ok);
    const Quat q = joint_transform(out, 0).rotation;
    EXPECT_TRUE(is_unit(q));
    double degrees = 2.0 * std::atan2(double{q.z}, double{q.w}) * 180.0 / 3.14159265358979323846;
    if (degrees > 180.0) degrees -= 360.0;
    if (degrees <= -180.0) degrees += 360.0;
    return degrees;
}

}  // namespace

TEST(Blend, ALayerCountsOnlyWhereItsCoverSays) {
    constexpr std::uint32_t kJoints = 37;  // More than two registers of any width, and a rest.
    std::vector<JointDesc> joints(kJoints);
    for (JointDesc& joint : joints)
        joint.parent = kNoJoint;
    const SkeletonBuffer skeleton = std::move(*build_skeleton(joints));
    PoseBuffer below(skeleton), above(skeleton), out(skeleton);
    std::uint16_t cover[3] = {};
    for (std::uint32_t j = 0; j < kJoints; ++j) {
        set_joint_transform(below, j, {.translation = {1.0f, 0.0f, 0.0f}});
        set_joint_transform(above, j, {.translation = {3.0f, 0.0f, 0.0f}});
        if (j % 3 == 0) cover[j / 16] |= static_cast<std::uint16_t>(1u << j % 16);
    }
    const BlendLayer layers[] = {{.pose = below.view(), .motion = 0},
                                 {.pose = above.view(), .motion = 1, .cover = cover}};
    EXPECT_GE(for_each_simd_target([&](const char* target) {
                  ASSERT_EQ(run(BlendJob{layers, rest_pose(skeleton), out}), Status::ok);
                  for (std::uint32_t j = 0; j < kJoints; ++j) {
                      EXPECT_EQ(joint_transform(out, j).translation.x, j % 3 == 0 ? 2.0f : 1.0f)
                          << target << " " << j;
                  }
              }),
              1);
    const BlendLayer short_cover[] = {{.pose = below.view(), .cover = {cover, 2}}};
    EXPECT_EQ(run(BlendJob{short_cover, rest_pose(skeleton), out}), Status::bad_size);
}

TEST(Blend, EqualPartsOf0And90And180AreExactly90InAnyOrderAndSign) {
    const double angles[] = {0.0, 90.0, 180.0};
    int order[] = {0, 1, 2};
    int tried = 0;
    do {
        for (int signs = 0; signs < 8; ++signs) {
            std::vector<Turn> turns;
            for (std::uint32_t i = 0; i < 3; ++i) {
                turns.push_back({angles[order[i]], 1.0f / 3.0f, i, ((signs >> i) & 1) != 0});
            }
            EXPECT_NEAR(blend_turns(turns), 90.0, 1e-4) << order[0] << order[1] << signs;
            ++tried;
        }
    } while (std::next_permutation(order, order + 3));
    EXPECT_EQ(tried, 48);
}

TEST(Blend, PerpendicularInputsTakeTheSideOfTheSum) {
    // Half a turn, written with a rounding error on the wrong side of the reference.
    const JointDesc desc{"joint", kNoJoint, {}};
    const SkeletonBuffer skeleton = std::move(*build_skeleton({&desc, 1}));
    for (float error : {-9e-7f, -1e-8f, 0.0f, 1e-8f, 9e-7f}) {
        const Quat turns[] = {turn_z(0), turn_z(90), {0.0f, 0.0f, -1.0f, error}};
        std::vector<PoseBuffer> poses;
        std::vector<BlendLayer> layers;
        for (std::uint32_t i = 0; i < 3; ++i) {
            set_joint_transform(poses.emplace_back(skeleton), 0, {{}, turns[i], {1, 1, 1}});
            layers.push_back({.pose = poses.back().view(), .weight = 0.25f, .motion = i});
        }
        PoseBuffer out(skeleton);
        ASSERT_EQ(run(BlendJob{layers, rest_pose(skeleton), out, true}), Status::ok);
        EXPECT_LT(angle_between(joint_transform(out, 0).rotation, turn_z(90)), 1e-5) << error;
    }
}

TEST(Blend, EqualPartsOf0And80And160Are80) {
    EXPECT_NEAR(blend_turns({{0, 1.0f / 3, 5}, {80, 1.0f / 3, 1}, {160, 1.0f / 3, 3}}), 80.0, 1e-4);
    EXPECT_NEAR(blend_turns({{160, 1.0f / 3, 0}, {0, 1.0f / 3, 1}, {80, 1.0f / 3, 2}}), 80.0, 1e-4);
}

TEST(Blend, HalfOf0And90Is45) {
    EXPECT_NEAR(blend_turns({{0, 0.5f, 0}, {90, 0.5f, 1}}), 45.0, 1e-4);
}

TEST(Blend, HalfOf179And181Is180WhateverTheRestPose) {
    for (double rest : {0.0, 90.0, 180.0, -90.0}) {
        EXPECT_NEAR(std::abs(blend_turns({{179, 0.5f, 0}, {181, 0.5f, 1}}, rest)), 180.0, 1e-4);
    }
}

TEST(Blend, OpposedTurnsOfJustUnder90GoThroughZero) {
    EXPECT_NEAR(blend_turns({{89.99, 0.5f, 0}, {-89.99, 0.5f, 1}}), 0.0, 1e-3);
    EXPECT_NEAR(blend_turns({{89.99, 0.75f, 0}, {-89.99, 0.25f, 1}}),
                2 *
                    std::atan2(0.5 * std::sin(89.99 * 3.14159265358979 / 360),
                               std::cos(89.99 * 3.14159265358979 / 360)) *
                    180 / 3.14159265358979,
                1e-3);
}

TEST(Blend, WhatIsMissingToOneIsTheRestPose) {
    EXPECT_NEAR(blend_turns({{90, 0.5f, 0}}), 45.0, 1e-4);
    EXPECT_NEAR(blend_turns({{90, 0.25f, 0}, {90, 0.25f, 1}}), 45.0, 1e-4);
    EXPECT_NEAR(blend_turns({}, 30.0), 30.0, 1e-4);
}

TEST(Blend, SumsAboveOneAreNormalised) {
    EXPECT_NEAR(blend_turns({{0, 2.0f, 0}, {90, 2.0f, 1}}, 170.0), 45.0, 1e-4);
}

TEST(Blend, StrictNormalisingLeavesTheRestPoseOut) {
    BlendFixture f(3, 2, 1, 4, false);
    f.layers[0].weight = 0.5f;
    ASSERT_EQ(run(f.job(true)), Status::ok);
    for (JointIndex j = 0; j < 3; ++j) {
        const Transform got = joint_transform(f.out, j), want = joint_transform(f.poses[0], j);
        EXPECT_EQ(got.translation, want.translation);
        EXPECT_EQ(got.scale, want.scale);
    }
    EXPECT_EQ(f.out.view().weights[1], f.poses[0].view().weights[1]);
    ASSERT_EQ(run(f.job(false)), Status::ok);
    const Vec3 rest = joint_transform(rest_pose(f.skeleton), 2).translation;
    const Vec3 pose = joint_transform(f.poses[0], 2).translation;
    EXPECT_NEAR(joint_transform(f.out, 2).translation.x, 0.5f * (rest.x + pose.x), 1e-6f);
}

TEST(Blend, WithoutLayersTheRestPoseStandsBitForBit) {
    BlendFixture f(21, 3, 2, 9, false);
    for (bool strict : {false, true}) {
        for (BlendLayer& layer : f.layers)
            layer.weight = 0.0f;
        ASSERT_EQ(run(f.job(strict)), Status::ok);
        EXPECT_EQ(hash_pose(f.out), hash_pose(rest_pose(f.skeleton)));
    }
}

TEST(Blend, JointsThatAMaskLeavesOutStandInTheRestPoseBitForBit) {
    BlendFixture f(33, 0, 2, 10, false);
    std::vector<float> mask(33, 0.0f);
    mask[32] = 1.0f;
    for (BlendLayer& layer : f.layers) {
        layer.joint_weights = mask;
        layer.weight = 0.5f;
    }
    for (bool strict : {false, true}) {
        ASSERT_EQ(run(f.job(strict)), Status::ok);
        for (JointIndex j = 0; j < 32; ++j)
            EXPECT_EQ(joint_transform(f.out, j), joint_transform(rest_pose(f.skeleton), j));
        EXPECT_NE(joint_transform(f.out, 32), joint_transform(rest_pose(f.skeleton), 32));
    }
}

TEST(Blend, AsAnOverrideTheLayerBelowShowsThrough) {
    BlendFixture f(5, 1, 2, 11, false);
    const std::vector<float> mask{0.0f, 0.0f, 1.0f, 1.0f, 0.5f};
    f.layers[1].weight = 1.0f;
    f.layers[1].joint_weights = mask;
    PoseBuffer& below = f.poses[0];
    const BlendJob job{{&f.layers[1], 1}, below.view(), f.out.view()};
    ASSERT_EQ(run(job), Status::ok);
    EXPECT_EQ(joint_transform(f.out, 1), joint_transform(below, 1));
    EXPECT_EQ(joint_transform(f.out, 3).translation, joint_transform(f.poses[1], 3).translation);
    const Vec3 a = joint_transform(below, 4).translation,
               b = joint_transform(f.poses[1], 4).translation;
    EXPECT_NEAR(joint_transform(f.out, 4).translation.y, 0.5f * (a.y + b.y), 1e-6f);
}

TEST(Blend, AFullMaskGivesTheBitsOfNoMask) {
    BlendFixture f(37, 2, 4, 12, false);
    for (bool strict : {false, true}) {
        for (float factor : {0.1f, 1.0f, 4.0f}) {
            for (std::size_t i = 0; i < 4; ++i) {
                f.layers[i].weight = factor * (0.1f + 0.13f * static_cast<float>(i));
                f.layers[i].joint_weights = {};
            }
            ASSERT_EQ(run(f.job(strict)), Status::ok);
            const std::uint64_t plain = hash_pose(f.out);
            const std::vector<float> ones(37, 1.0f);
            f.layers[2].joint_weights = ones;
            ASSERT_EQ(run(f.job(strict)), Status::ok);
            EXPECT_EQ(hash_pose(f.out), plain) << strict << factor;
        }
    }
}

TEST(Blend, MorphWeightsAreWeightedMeansWithTheirOwnFactor) {
    BlendFixture f(2, 3, 2, 22, false);
    f.layers[0].weight = 1.0f;
    f.layers[1].weight = 1.0f;
    f.layers[0].morph_factor = 0.0f;
    ASSERT_EQ(run(f.job()), Status::ok);
    for (std::size_t m = 0; m < 3; ++m)
        EXPECT_FLOAT_EQ(f.out.view().weights[m], f.poses[1].view().weights[m]);
    f.layers[1].morph_factor = 0.25f;
    ASSERT_EQ(run(f.job()), Status::ok);
    for (std::size_t m = 0; m < 3; ++m) {
        const float rest = rest_pose(f.skeleton).weights[m];
        EXPECT_NEAR(f.out.view().weights[m], 0.25f * f.poses[1].view().weights[m] + 0.75f * rest,
                    1e-6f);
    }
}

}  // namespace motus::test
