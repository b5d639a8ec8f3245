// SPDX-License-Identifier: MIT
#include <motus/pose/mask.h>

namespace motus {

Status mask_subtree(const Skeleton& skeleton, JointIndex joint, float weight,
                    std::span<float> out) noexcept {
    const std::uint32_t count = skeleton.joint_count();
    if (joint >= count) return Status::missing;
    if (out.size() < count) return Status::bad_size;
    if (!(weight >= 0.0f && weight <= 1.0f)) return Status::bad_argument;
    for (JointIndex j = joint; j < count; ++j) {
        if (is_below(skeleton, j, joint)) out[j] = weight;
    }
    return Status::ok;
}

bool is_valid_mask(Mask mask, std::uint32_t joint_count) noexcept {
    if (mask.empty()) return true;
    if (mask.size() < joint_count) return false;
    for (std::uint32_t j = 0; j < joint_count; ++j) {
        if (!(mask[j] >= 0.0f && mask[j] <= 1.0f)) return false;
    }
    return true;
}

}  // namespace motus
