// SPDX-License-Identifier: MIT
#include <motus/load/nodes.h>

#include <algorithm>

namespace motus {
namespace {

record::Transform3D record_of(const Transform& t) noexcept {
    record::Transform3D out{};
    const float position[3] = {t.translation.x, t.translation.y, t.translation.z};
    const float rotation[4] = {t.rotation.x, t.rotation.y, t.rotation.z, t.rotation.w};
    const float scale[3] = {t.scale.x, t.scale.y, t.scale.z};
    std::copy(position, position + 3, &out.position[0]);
    std::copy(rotation, rotation + 4, &out.rotation[0]);
    std::copy(scale, scale + 3, &out.scale[0]);
    return out;
}

Transform transform_of(const record::Transform3D& r) noexcept {
    return {{r.position[0], r.position[1], r.position[2]},
            {r.rotation[0], r.rotation[1], r.rotation[2], r.rotation[3]},
            {r.scale[0], r.scale[1], r.scale[2]}};
}

}  // namespace

Status NodeProperties::load(const ConstPoseView& pose) noexcept {
    if (pose.joint_count() != transforms_.size() || pose.weights.size() != weights_.size()) {
        return Status::bad_size;
    }
    for (JointIndex j = 0; j < transforms_.size(); ++j)
        if (has_transform_[j] != 0) transforms_[j] = record_of(joint_transform(pose, j));
    for (std::size_t w = 0; w < weights_.size(); ++w)
        if (has_weight_[w] != 0) weights_[w].weight = pose.weights[w];
    return Status::ok;
}

Status NodeProperties::store(const PoseView& pose) const noexcept {
    if (pose.joint_count() != transforms_.size() || pose.weights.size() != weights_.size()) {
        return Status::bad_size;
    }
    for (JointIndex j = 0; j < transforms_.size(); ++j)
        if (has_transform_[j] != 0) set_joint_transform(pose, j, transform_of(transforms_[j]));
    for (std::size_t w = 0; w < weights_.size(); ++w)
        if (has_weight_[w] != 0) pose.weights[w] = weights_[w].weight;
    return Status::ok;
}

}  // namespace motus
