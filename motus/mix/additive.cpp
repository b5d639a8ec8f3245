// SPDX-License-Identifier: MIT
#include <motus/core/assert.h>
#include <motus/mix/additive.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "motus/mix/additive.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <motus/mix/lanes-inl.h>

HWY_BEFORE_NAMESPACE();
namespace motus::HWY_NAMESPACE {

constexpr Plane kLinear[] = {Plane::tx, Plane::ty, Plane::tz, Plane::sx, Plane::sy, Plane::sz};

void MakeDelta(const AdditiveDeltaJob& job) {
    const MixTag d;
    MOTUS_ASSERT(job.pose.joints.stride == job.out.joints.stride &&
                 job.reference.joints.stride == job.out.joints.stride);
    MOTUS_ASSERT(job.out.joints.stride % hn::Lanes(d) == 0);
    const MixQuats identity = identity_rotation(d);
    for (std::size_t j = 0; j < job.out.joints.stride; j += hn::Lanes(d)) {
        for (const Plane plane : kLinear) {
            const MixVec to = hn::LoadU(d, job.pose.joints.plane(plane) + j);
            const MixVec from = hn::LoadU(d, job.reference.joints.plane(plane) + j);
            hn::StoreU(hn::Sub(to, from), d, job.out.joints.plane(plane) + j);
        }
        const MixQuats from = load_rotation(d, job.reference.joints, j);
        const MixQuats turn = multiply(conjugate(from), load_rotation(d, job.pose.joints, j));
        store_rotation(d, normalize(d, turned_to(d, turn, identity), identity), job.out.joints, j);
    }
}

void AddDelta(const AdditiveJob& job) {
    const MixTag d;
    MOTUS_ASSERT(job.base.joints.stride == job.out.joints.stride &&
                 job.delta.joints.stride == job.out.joints.stride);
    MOTUS_ASSERT(job.joint_weights.empty() || job.joint_weights.size() >= job.out.joint_count());
    MOTUS_ASSERT(job.weight >= 0.0f);
    const MixQuats identity = identity_rotation(d);
    for (std::size_t j = 0; j < job.out.joints.stride; j += hn::Lanes(d)) {
        MixVec weight = hn::Set(d, job.weight);
        if (!job.joint_weights.empty()) {
            weight =
                hn::Mul(weight, load_mask(d, job.joint_weights.data(), j, job.out.joint_count()));
        }
        for (const Plane plane : kLinear) {
            const MixVec base = hn::LoadU(d, job.base.joints.plane(plane) + j);
            const MixVec delta = hn::LoadU(d, job.delta.joints.plane(plane) + j);
            hn::StoreU(hn::Add(base, hn::Mul(delta, weight)), d, job.out.joints.plane(plane) + j);
        }
        const MixQuats base = load_rotation(d, job.base.joints, j);
        const MixQuats turn = slerp(d, identity, load_rotation(d, job.delta.joints, j), weight);
        const MixQuats sum = normalize(d, multiply(base, turn), base);
        const auto untouched = hn::Eq(weight, hn::Zero(d));
        store_rotation(d, select(untouched, base, sum), job.out.joints, j);
    }
}

}  // namespace motus::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace motus {
HWY_EXPORT(MakeDelta);
HWY_EXPORT(AddDelta);

namespace {

bool same_size(const ConstPoseView& a, const ConstPoseView& b) noexcept {
    return is_valid(a) && is_valid(b) && a.joint_count() == b.joint_count() &&
           a.weights.size() == b.weights.size();
}

}  // namespace

Status run(const AdditiveDeltaJob& job) noexcept {
    if (!same_size(job.pose, job.out) || !same_size(job.reference, job.out)) {
        return Status::bad_size;
    }
    HWY_DYNAMIC_DISPATCH(MakeDelta)(job);
    for (std::size_t m = 0; m < job.out.weights.size(); ++m)
        job.out.weights[m] = job.pose.weights[m] - job.reference.weights[m];
    return Status::ok;
}

Status run(const AdditiveJob& job) noexcept {
    if (!same_size(job.base, job.out) || !same_size(job.delta, job.out)) return Status::bad_size;
    const std::uint32_t joints = job.out.joint_count();
    if (!job.joint_weights.empty() && job.joint_weights.size() < joints) return Status::bad_size;
    if (!(job.weight >= 0.0f && job.weight <= 1.0f) || !is_valid_mask(job.joint_weights, joints)) {
        return Status::bad_argument;
    }
    if (job.weight == 0.0f) return copy_pose(job.base, job.out);
    HWY_DYNAMIC_DISPATCH(AddDelta)(job);
    for (std::size_t m = 0; m < job.out.weights.size(); ++m)
        job.out.weights[m] = job.base.weights[m] + job.delta.weights[m] * job.weight;
    return Status::ok;
}

}  // namespace motus
#endif
