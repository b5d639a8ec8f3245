// motus/pose/pose_buffer.h - memory for one pose, aligned for SIMD.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/pose/pose_view.h>

#include <memory>

namespace motus {

/// Owns one pose. Allocates when made, never after. Starts as the rest pose.
class PoseBuffer {
  public:
    PoseBuffer() = default;
    explicit PoseBuffer(const Skeleton& skeleton);

    [[nodiscard]] PoseView view() noexcept {
        float* data = data_.get();
        return {{data, joints_, soa_stride(joints_)}, {data + soa_floats(joints_), weights_}};
    }
    [[nodiscard]] ConstPoseView view() const noexcept {
        const float* data = data_.get();
        return {{data, joints_, soa_stride(joints_)}, {data + soa_floats(joints_), weights_}};
    }
    operator PoseView() noexcept { return view(); }             // NOLINT
    operator ConstPoseView() const noexcept { return view(); }  // NOLINT

  private:
    struct Free {
        void operator()(float* data) const noexcept;
    };
    std::unique_ptr<float[], Free> data_{};
    std::uint32_t joints_ = 0;
    std::uint32_t weights_ = 0;
};

}  // namespace motus
