// tests/pose/pose_test.cpp - pose buffers, copies and masks.
// SPDX-License-Identifier: MIT
#include <motus/math/ops.h>
#include <motus/pose/mask.h>
#include <motus/pose/pose_buffer.h>
#include <tests/support/alloc_counter.h>
#include <tests/support/rigs.h>

#include <gtest/gtest.h>
#include <cstdint>
#include <limits>

namespace motus::test {
namespace {

SkeletonBuffer random_skeleton(std::uint32_t count, std::uint64_t seed,
                               std::span<const float> weights = {}) {
    Random random(seed);
    const RandomTree tree(count, random);
    auto built = build_skeleton(tree.joints, weights);
    EXPECT_TRUE(built.has_value());
    return std::move(built).value();
}

TEST(PoseBuffer, StartsAsTheRestPose) {
    const float weights[] = {0.25f, 0.5f, 0.0f};
    for (const std::uint32_t count : {1u, 15u, 16u, 17u, 100u}) {
        const SkeletonBuffer skeleton = random_skeleton(count, count, weights);
        PoseBuffer pose(skeleton);
        ASSERT_TRUE(is_valid(pose.view()));
        ASSERT_EQ(pose.view().joint_count(), count);
        ASSERT_EQ(pose.view().weights.size(), 3u);
        for (JointIndex j = 0; j < count; ++j) {
            ASSERT_EQ(joint_transform(pose, j), joint_transform(rest_pose(skeleton), j));
        }
        EXPECT_EQ(pose.view().weights[1], 0.5f);
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(pose.view().joints.data) % 64, 0u);
        // Padding is finite: kernels compute there.
        const SoaView joints = pose.view().joints;
        for (std::size_t i = 0; i < soa_floats(count); ++i)
            ASSERT_TRUE(is_finite(joints.data[i]));
    }
}

TEST(PoseBuffer, EmptySkeletonsHaveEmptyPoses) {
    const SkeletonBuffer skeleton = random_skeleton(0, 1);
    PoseBuffer pose(skeleton);
    EXPECT_TRUE(is_valid(pose.view()));
    EXPECT_EQ(pose.view().joint_count(), 0u);
    EXPECT_TRUE(is_valid(PoseBuffer{}.view()));
    EXPECT_EQ(copy_pose(PoseBuffer{}.view(), pose), Status::ok);
}

TEST(Pose, WritingOneJointLeavesTheOthers) {
    const SkeletonBuffer skeleton = random_skeleton(30, 2);
    PoseBuffer pose(skeleton);
    const Transform t{{1, 2, 3}, {0, 1, 0, 0}, {4, 5, 6}};
    set_joint_transform(pose, 17, t);
    for (JointIndex j = 0; j < 30; ++j) {
        EXPECT_EQ(joint_transform(pose, j), j == 17 ? t : joint_transform(rest_pose(skeleton), j));
    }
}

TEST(Pose, CopyChecksSizes) {
    const float weights[] = {0.5f};
    const SkeletonBuffer a = random_skeleton(20, 3), b = random_skeleton(21, 3),
                         c = random_skeleton(20, 3, weights), other = random_skeleton(20, 4);
    PoseBuffer pose(a);
    EXPECT_EQ(copy_pose(rest_pose(b), pose), Status::bad_size);
    EXPECT_EQ(copy_pose(rest_pose(c), pose), Status::bad_size);
    AllocCounter allocations;
    const Status status = copy_pose(rest_pose(other), pose);
    EXPECT_EQ(allocations.count(), 0u);
    ASSERT_EQ(status, Status::ok);
    EXPECT_EQ(joint_transform(pose, 7), joint_transform(rest_pose(other), 7));
    EXPECT_EQ(copy_pose(pose, pose), Status::ok) << "onto itself";
    ConstPoseView broken = rest_pose(a);
    broken.joints.stride = 20;
    EXPECT_FALSE(is_valid(broken));
    EXPECT_EQ(copy_pose(broken, pose), Status::bad_size);
    broken = rest_pose(a);
    broken.joints.data = nullptr;
    EXPECT_FALSE(is_valid(broken));
}

TEST(Mask, SubtreeAndNothingElse) {
    const SkeletonBuffer skeleton = random_skeleton(50, 5);
    const Skeleton s = skeleton;
    for (JointIndex root = 0; root < 50; ++root) {
        std::vector<float> mask(50, 0.25f);
        ASSERT_EQ(mask_subtree(s, root, 0.75f, mask), Status::ok);
        for (JointIndex j = 0; j < 50; ++j) {
            ASSERT_EQ(mask[j], is_below(s, j, root) ? 0.75f : 0.25f);
        }
    }
}

TEST(Mask, FaultsChangeNothing) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const SkeletonBuffer skeleton = random_skeleton(5, 6);
    std::vector<float> mask(5, 0.5f);
    EXPECT_EQ(mask_subtree(skeleton, 5, 1.0f, mask), Status::missing);
    EXPECT_EQ(mask_subtree(skeleton, kNoJoint, 1.0f, mask), Status::missing);
    EXPECT_EQ(mask_subtree(skeleton, 0, 1.0f, std::span(mask).first(4)), Status::bad_size);
    for (const float bad : {-0.1f, 1.1f, nan}) {
        EXPECT_EQ(mask_subtree(skeleton, 0, bad, mask), Status::bad_argument);
    }
    EXPECT_EQ(mask, std::vector<float>(5, 0.5f));
    EXPECT_TRUE(is_valid_mask({}, 5));
    EXPECT_TRUE(is_valid_mask(mask, 5));
    EXPECT_FALSE(is_valid_mask(mask, 6));
    for (const float bad : {-0.1f, 1.0001f, nan}) {
        mask[4] = bad;
        EXPECT_FALSE(is_valid_mask(mask, 5));
    }
}

}  // namespace
}  // namespace motus::test
