// SPDX-License-Identifier: MIT
#include <motus/core/assert.h>
#include <motus/pose/pose_view.h>

#include <cstring>

namespace motus {

ConstPoseView rest_pose(const Skeleton& skeleton) noexcept {
    return {skeleton.rest, skeleton.rest_weights};
}

Transform joint_transform(const ConstPoseView& pose, JointIndex joint) noexcept {
    MOTUS_ASSERT(is_valid(pose));
    MOTUS_ASSERT(joint < pose.joint_count());
    const auto at = [&](Plane p) { return pose.joints.plane(p)[joint]; };
    return {{at(Plane::tx), at(Plane::ty), at(Plane::tz)},
            {at(Plane::qx), at(Plane::qy), at(Plane::qz), at(Plane::qw)},
            {at(Plane::sx), at(Plane::sy), at(Plane::sz)}};
}

void set_joint_transform(const PoseView& pose, JointIndex joint, const Transform& t) noexcept {
    MOTUS_ASSERT(is_valid(pose));
    MOTUS_ASSERT(joint < pose.joint_count());
    const auto put = [&](Plane p, float value) { pose.joints.plane(p)[joint] = value; };
    put(Plane::tx, t.translation.x);
    put(Plane::ty, t.translation.y);
    put(Plane::tz, t.translation.z);
    put(Plane::qx, t.rotation.x);
    put(Plane::qy, t.rotation.y);
    put(Plane::qz, t.rotation.z);
    put(Plane::qw, t.rotation.w);
    put(Plane::sx, t.scale.x);
    put(Plane::sy, t.scale.y);
    put(Plane::sz, t.scale.z);
}

Status copy_pose(const ConstPoseView& from, const PoseView& to) noexcept {
    if (!is_valid(from) || !is_valid(to) || from.joints.count != to.joints.count ||
        from.weights.size() != to.weights.size()) {
        return Status::bad_size;
    }
    if (from.joints.count != 0 && from.joints.data != to.joints.data) {
        std::memmove(to.joints.data, from.joints.data,
                     soa_floats(from.joints.count) * sizeof(float));
    }
    if (!from.weights.empty() && from.weights.data() != to.weights.data()) {
        std::memmove(to.weights.data(), from.weights.data(), from.weights.size_bytes());
    }
    return Status::ok;
}

bool is_valid(const ConstPoseView& pose) noexcept {
    return pose.joints.stride == soa_stride(pose.joints.count) &&
           (pose.joints.count == 0 || pose.joints.data != nullptr);
}

}  // namespace motus
