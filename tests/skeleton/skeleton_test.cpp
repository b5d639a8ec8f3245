// tests/skeleton/skeleton_test.cpp - building skeletons and skins from joints in any order.
// SPDX-License-Identifier: MIT
#include <motus/math/ops.h>
#include <motus/pose/pose_view.h>
#include <motus/skeleton/build.h>
#include <tests/support/rigs.h>

#include <gtest/gtest.h>
#include <algorithm>
#include <limits>
#include <set>

namespace motus::test {
namespace {

const float kNan = std::numeric_limits<float>::quiet_NaN();

TEST(Skeleton, RandomTreesInRandomOrder) {
    Random random(1);
    for (int i = 0; i < 300; ++i) {
        const std::uint32_t count = 1 + random.below(80);
        const RandomTree tree(count, random);
        const Result<SkeletonBuffer> built = build_skeleton(tree.joints);
        ASSERT_TRUE(built.has_value());
        const Skeleton s = built->view();
        ASSERT_EQ(s.joint_count(), count);
        ASSERT_EQ(std::set<std::uint32_t>(s.source.begin(), s.source.end()).size(), count);
        for (JointIndex j = 0; j < count; ++j) {
            const JointDesc& desc = tree.joints[s.source[j]];
            ASSERT_EQ(s.of_source[s.source[j]], j);
            if (desc.parent == kNoJoint) {
                ASSERT_EQ(s.parents[j], kNoJoint);
            } else {
                ASSERT_LT(s.parents[j], j) << "parents come first";
                ASSERT_EQ(s.source[s.parents[j]], desc.parent);
            }
            ASSERT_EQ(s.names[j], hash_name(desc.name));
            ASSERT_EQ(built->name(j), desc.name);
            ASSERT_EQ(find_joint(s, hash_name(desc.name)), j);
            const Transform rest = joint_transform(rest_pose(s), j);
            ASSERT_EQ(rest.translation, desc.rest.translation);
            ASSERT_EQ(rest.scale, desc.rest.scale);
            ASSERT_EQ(rest.rotation, normalize(desc.rest.rotation));
        }
    }
}

TEST(Skeleton, OrderIsKeptWhereParentsComeFirst) {
    Random random(2);
    const RandomTree tree(50, random, false);
    const auto built = build_skeleton(tree.joints);
    ASSERT_TRUE(built.has_value());
    for (std::uint32_t i = 0; i < 50; ++i)
        EXPECT_EQ(built->view().source[i], i);
}

TEST(Skeleton, ElseDepthFirstWithSiblingsInInputOrder) {
    //   3 -> (1 -> (0, 4), 2), and 5 on its own
    const JointDesc joints[] = {{"a", 1, {}},        {"b", 3, {}}, {"c", 3, {}},
                                {"d", kNoJoint, {}}, {"e", 1, {}}, {"f", kNoJoint, {}}};
    const auto built = build_skeleton(joints);
    ASSERT_TRUE(built.has_value());
    const std::uint32_t expected[] = {3, 1, 0, 4, 2, 5};
    EXPECT_TRUE(std::equal(std::begin(expected), std::end(expected), built->view().source.begin(),
                           built->view().source.end()));
}

TEST(Skeleton, DeepChainsDoNotOverflowTheStack) {
    constexpr std::uint32_t kCount = 200000;
    std::vector<JointDesc> joints(kCount);
    for (std::uint32_t i = 0; i + 1 < kCount; ++i)
        joints[i].parent = i + 1;
    const auto built = build_skeleton(joints);
    ASSERT_TRUE(built.has_value());
    EXPECT_EQ(built->view().source[0], kCount - 1);
    EXPECT_TRUE(is_below(built->view(), kCount - 1, 0));
}

TEST(Skeleton, LookupByName) {
    const JointDesc joints[] = {{"hand", kNoJoint, {}}, {"", 0, {}}, {"hand", 1, {}}, {"", 1, {}}};
    const auto built = build_skeleton(joints);
    ASSERT_TRUE(built.has_value());
    const Skeleton s = *built;
    EXPECT_EQ(find_joint(s, hash_name("hand")), 0u) << "the first of several";
    EXPECT_EQ(find_joint(s, hash_name("foot")), kNoJoint);
    EXPECT_EQ(s.names[1], NameHash::none);
    EXPECT_EQ(find_joint(s, NameHash::none), kNoJoint) << "unnamed joints have no name";
    EXPECT_EQ(find_joint(s, hash_name("")), kNoJoint);
    EXPECT_EQ(find_joint(Skeleton{}, hash_name("hand")), kNoJoint);
}

TEST(Skeleton, IsBelowFollowsTheTree) {
    Random random(3);
    const RandomTree tree(60, random);
    const auto built = build_skeleton(tree.joints);
    ASSERT_TRUE(built.has_value());
    const Skeleton s = *built;
    for (JointIndex a = 0; a < 60; ++a) {
        for (JointIndex b = 0; b < 60; ++b) {
            bool below = false;
            for (JointIndex j = b; j != kNoJoint; j = s.parents[j])
                below = below || j == a;
            ASSERT_EQ(is_below(s, b, a), below);
        }
    }
    EXPECT_FALSE(is_below(s, kNoJoint, 0));
    EXPECT_FALSE(is_below(s, 0, kNoJoint));
}

TEST(Skeleton, PaddingIsFiniteAndRotationsAreUnit) {
    JointDesc joint{"long", kNoJoint, {}};
    joint.rest.rotation = {3e38f, 3e38f, 0.0f, 0.0f};
    JointDesc zero{"zero", kNoJoint, {}};
    zero.rest.rotation = {0, 0, 0, 0};
    const JointDesc joints[] = {joint, zero};
    const auto built = build_skeleton(joints);
    ASSERT_TRUE(built.has_value());
    const ConstSoaView rest = built->view().rest;
    ASSERT_EQ(rest.stride, 16u);
    for (std::size_t i = 0; i < soa_floats(2); ++i)
        ASSERT_TRUE(is_finite(rest.data[i]));
    const Transform first = joint_transform(rest_pose(*built), 0);
    EXPECT_NEAR(dot(first.rotation, first.rotation), 1.0f, 1e-6f);
    EXPECT_EQ(joint_transform(rest_pose(*built), 1).rotation, Quat{});
}

TEST(Skeleton, EmptyIsValid) {
    const auto built = build_skeleton({});
    ASSERT_TRUE(built.has_value());
    EXPECT_EQ(built->view().joint_count(), 0u);
}

TEST(Skeleton, MovingKeepsViews) {
    Random random(4);
    const RandomTree tree(20, random);
    auto built = build_skeleton(tree.joints);
    ASSERT_TRUE(built.has_value());
    const Skeleton before = *built;
    const SkeletonBuffer moved = std::move(built).value();
    EXPECT_EQ(before.parents.data(), moved.view().parents.data());
    EXPECT_EQ(before.rest.data, moved.view().rest.data);
}

TEST(SkeletonFaults, EachNamesItsPlace) {
    const auto error_of = [](std::vector<JointDesc> joints, std::vector<float> weights = {}) {
        const auto built = build_skeleton(joints, weights);
        return built ? Error{"none", "", ""} : built.error();
    };
    EXPECT_EQ(error_of({{"a", 1, {}}}).place, "joints[0].parent");
    EXPECT_EQ(error_of({{"a", 5, {}}, {"b", 0, {}}}).code, "skeleton-parent");
    EXPECT_EQ(error_of({{"a", 0, {}}}).code, "skeleton-cycle");
    const Error cycle = error_of({{"r", kNoJoint, {}}, {"a", 3, {}}, {"b", 1, {}}, {"c", 2, {}}});
    EXPECT_EQ(cycle.code, "skeleton-cycle");
    EXPECT_TRUE(cycle.place == "joints[1].parent" || cycle.place == "joints[2].parent" ||
                cycle.place == "joints[3].parent");
    // Joints that hang on a cycle are not in it.
    const Error tail = error_of({{"x", 1, {}}, {"a", 2, {}}, {"b", 1, {}}});
    EXPECT_TRUE(tail.place == "joints[1].parent" || tail.place == "joints[2].parent") << tail.place;
    for (int member = 0; member < 10; ++member) {
        float v[10] = {0, 0, 0, 0, 0, 0, 1, 1, 1, 1};
        v[member] = member % 2 ? kNan : std::numeric_limits<float>::infinity();
        const Transform t{{v[0], v[1], v[2]}, {v[3], v[4], v[5], v[6]}, {v[7], v[8], v[9]}};
        EXPECT_EQ(error_of({{"a", kNoJoint, {}}, {"b", 0, t}}).place, "joints[1].rest") << member;
    }
    EXPECT_EQ(error_of({}, {0.0f, kNan}).place, "rest_weights[1]");
    // A known collision of FNV-1a with 64 bits.
    const Error same =
        error_of({{"8yn0iYCKYHlIj4-BwPqk", kNoJoint, {}}, {"GReLUrM4wMqfg9yzV3KQ", 0, {}}});
    EXPECT_EQ(same.code, "skeleton-names");
    EXPECT_EQ(same.place, "joints[1].name");
}

TEST(Skin, JointsAreGivenByInputIndex) {
    Random random(5);
    const RandomTree tree(40, random);
    const auto built = build_skeleton(tree.joints);
    ASSERT_TRUE(built.has_value());
    const Skeleton s = *built;
    std::vector<std::uint32_t> joints(40);
    for (std::uint32_t i = 0; i < 40; ++i)
        joints[i] = 39 - i;
    const auto skin = build_skin(s, joints);
    ASSERT_TRUE(skin.has_value());
    for (std::uint32_t i = 0; i < 40; ++i) {
        const JointIndex j = skin->view().joints[i];
        EXPECT_EQ(s.source[j], 39 - i);
        Mat34 model = to_matrix(joint_transform(rest_pose(s), j));
        for (JointIndex p = s.parents[j]; p != kNoJoint; p = s.parents[p]) {
            model = multiply(to_matrix(joint_transform(rest_pose(s), p)), model);
        }
        const Mat34 product = multiply(model, skin->view().inverse_binds[i]);
        for (int k = 0; k < 12; ++k)
            EXPECT_NEAR(product.m[k], Mat34{}.m[k], 2e-4f);
    }
}

TEST(Skin, FaultsNameTheirPlace) {
    const JointDesc joints[] = {{"a", kNoJoint, {}}, {"b", 0, {}}};
    const auto built = build_skeleton(joints);
    ASSERT_TRUE(built.has_value());
    const std::uint32_t both[] = {0, 1}, bad[] = {0, 2};
    EXPECT_EQ(build_skin(*built, bad).error().place, "joints[1]");
    EXPECT_EQ(build_skin(*built, both, std::vector<Mat34>(1)).error().code, "skin-size");
    EXPECT_EQ(build_skin(*built, both, std::vector<Mat34>(3)).error().code, "skin-size");
    std::vector<Mat34> binds(2);
    binds[1].m[11] = kNan;
    EXPECT_EQ(build_skin(*built, both, binds).error().place, "inverse_binds[1]");
    EXPECT_TRUE(build_skin(*built, {}).has_value());
}

}  // namespace
}  // namespace motus::test
