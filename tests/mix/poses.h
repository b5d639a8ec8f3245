// tests/mix/poses.h - random poses, and poses as bytes, for the tests of mix.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/hash.h>
#include <motus/pose/pose_buffer.h>
#include <motus/skeleton/build.h>
#include <tests/support/random.h>

#include <cmath>
#include <vector>

namespace motus::test {

/// A flat skeleton with random rest poses and morph weights.
inline SkeletonBuffer make_skeleton(std::uint32_t joints, std::uint32_t morphs,
                                    std::uint64_t seed = 1) {
    Random random(seed);
    std::vector<JointDesc> descs(joints);
    for (JointDesc& desc : descs)
        desc.rest = {random.vec3(2.0f), random.rotation(), {1.0f, 1.0f, 1.0f}};
    std::vector<float> weights(morphs);
    for (float& w : weights)
        w = random.range(0.0f, 1.0f);
    return std::move(*build_skeleton(descs, weights));
}

inline PoseBuffer random_pose(const Skeleton& skeleton, Random& random) {
    PoseBuffer pose(skeleton);
    const PoseView view = pose;
    for (JointIndex j = 0; j < view.joint_count(); ++j) {
        const Vec3 s = random.vec3(0.5f);
        set_joint_transform(
            view, j, {random.vec3(3.0f), random.rotation(), {1.0f + s.x, 1.0f + s.y, 1.0f + s.z}});
    }
    for (float& w : view.weights)
        w = random.range(-1.0f, 2.0f);
    return pose;
}

/// Bits of what a pose means; padding left out.
inline std::uint64_t hash_pose(const ConstPoseView& pose) {
    std::uint64_t hash = kHashSeed;
    for (std::uint32_t p = 0; p < kPlaneCount; ++p)
        hash = hash_floats(hash, {pose.joints.plane(Plane{p}), pose.joint_count()});
    return hash_floats(hash, pose.weights);
}

inline bool is_unit(const Quat& q, double tolerance = 1e-6) {
    const double n = double{q.x} * q.x + double{q.y} * q.y + double{q.z} * q.z + double{q.w} * q.w;
    return std::abs(std::sqrt(n) - 1.0) <= tolerance;
}

/// Angle between two rotations, in radians; q and -q are the same rotation.
inline double angle_between(const Quat& a, const Quat& b) {
    const double sign =
        double{a.x} * b.x + double{a.y} * b.y + double{a.z} * b.z + double{a.w} * b.w < 0 ? -1 : 1;
    const double dx = a.x - sign * b.x, dy = a.y - sign * b.y, dz = a.z - sign * b.z,
                 dw = a.w - sign * b.w;
    return 4.0 * std::asin(std::min(1.0, 0.5 * std::sqrt(dx * dx + dy * dy + dz * dz + dw * dw)));
}

/// Rotation about z.
inline Quat turn_z(double degrees) {
    const double half = degrees * 3.14159265358979323846 / 360.0;
    return {0.0f, 0.0f, static_cast<float>(std::sin(half)), static_cast<float>(std::cos(half))};
}

}  // namespace motus::test
