// SPDX-License-Identifier: MIT
#include <motus/pose/pose_buffer.h>

#include <new>

namespace motus {
namespace {
constexpr std::align_val_t kAlignment{64};
}

void PoseBuffer::Free::operator()(float* data) const noexcept {
    ::operator delete(data, kAlignment);
}

PoseBuffer::PoseBuffer(const Skeleton& skeleton)
    : joints_(skeleton.joint_count()),
      weights_(static_cast<std::uint32_t>(skeleton.rest_weights.size())) {
    const std::size_t floats = soa_floats(joints_) + weights_;
    if (floats != 0) {
        data_.reset(static_cast<float*>(::operator new(floats * sizeof(float), kAlignment)));
    }
    (void)copy_pose(rest_pose(skeleton), view());
}

}  // namespace motus
