// motus/skinning/skinning_check.cpp - whether a skinning job can be run: sizes, joints, numbers.
// SPDX-License-Identifier: MIT
#include <motus/skinning/skinning.h>
#include <motus/skinning/stream_access.h>

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "motus/skinning/skinning_check.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace motus::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

std::uint32_t largest_joint(const std::uint16_t* joints, std::size_t count) {
    const hn::ScalableTag<std::uint16_t> d;
    const std::size_t lanes = hn::Lanes(d);
    std::uint32_t most = 0;
    std::size_t i = 0;
    if (count >= lanes) {
        auto all = hn::Zero(d);
        for (; i + lanes <= count; i += lanes) {
            all = hn::Max(all, hn::LoadU(d, joints + i));
        }
        HWY_ALIGN std::uint16_t each[HWY_MAX_BYTES / sizeof(std::uint16_t)];
        hn::Store(all, d, each);
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            most = std::max<std::uint32_t>(most, each[lane]);
        }
    }
    for (; i < count; ++i) {
        most = std::max<std::uint32_t>(most, joints[i]);
    }
    return most;
}

bool all_finite(const float* values, std::size_t count) {
    const hn::ScalableTag<float> d;
    const std::size_t lanes = hn::Lanes(d);
    const auto most = hn::Set(d, 3.402823466e+38f);
    std::size_t i = 0;
    for (; i + lanes <= count; i += lanes) {
        if (!hn::AllTrue(d, hn::Le(hn::Abs(hn::LoadU(d, values + i)), most))) return false;
    }
    for (; i < count; ++i) {
        if (!(values[i] <= 3.402823466e+38f && values[i] >= -3.402823466e+38f)) return false;
    }
    return true;
}

}  // namespace
}  // namespace motus::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace motus {
namespace {

HWY_EXPORT(largest_joint);
HWY_EXPORT(all_finite);

}  // namespace

std::uint32_t joint_limit_of(std::span<const std::uint16_t> joints) noexcept {
    if (joints.empty()) return 0;
    return HWY_DYNAMIC_DISPATCH(largest_joint)(joints.data(), joints.size()) + 1;
}

Status detail::check_skinning(const SkinningJob& job) noexcept {
    const Influences& influences = job.influences;
    if (influences.per_vertex != 4 && influences.per_vertex != 8) return Status::bad_argument;
    const std::uint64_t pairs = std::uint64_t{job.vertex_count} * influences.per_vertex;
    if (influences.joints.size() < pairs || influences.weights.size() < pairs) {
        return Status::bad_size;
    }
    if (job.orthonormal && !job.out_tangents.bytes.empty() && job.out_normals.bytes.empty()) {
        return Status::bad_argument;
    }
    const Status attributes[] = {
        detail::check_attribute(job.positions, job.out_positions, job.vertex_count, 3),
        detail::check_attribute(job.normals, job.out_normals, job.vertex_count, 3),
        detail::check_attribute(job.tangents, job.out_tangents, job.vertex_count, 4),
    };
    for (const Status status : attributes) {
        if (status != Status::ok) return status;
    }
    if (pairs == 0) return Status::ok;
    std::uint32_t limit = influences.joint_limit;
    if (limit == 0)
        limit = joint_limit_of(influences.joints.first(static_cast<std::size_t>(pairs)));
    if (limit > job.palette.size()) return Status::bad_data;
    const float* palette = job.palette.data()->m;
    if (!HWY_DYNAMIC_DISPATCH(all_finite)(palette, job.palette.size() * 12)) {
        return Status::bad_argument;
    }
    return Status::ok;
}

}  // namespace motus
#endif  // HWY_ONCE
