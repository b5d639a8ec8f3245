// SPDX-License-Identifier: MIT
#include <motus/core/assert.h>
#include <motus/core/decay.h>
#include <motus/mix/inertial.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "motus/mix/inertial.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <motus/mix/lanes-inl.h>

#include <cmath>

HWY_BEFORE_NAMESPACE();
namespace motus::HWY_NAMESPACE {

// Offsets in memory: planes of positions, planes of velocities, each translation, rotation vector,
// scale; then the morph weights' positions and velocities.
constexpr std::size_t kOffsetPlanes = 9;
constexpr std::size_t kTurnPlane = 3;

struct LinearPlane {
    Plane of_pose;
    std::size_t of_offset;
};
constexpr LinearPlane kLinearPlanes[] = {{Plane::tx, 0}, {Plane::ty, 1}, {Plane::tz, 2},
                                         {Plane::sx, 6}, {Plane::sy, 7}, {Plane::sz, 8}};

HWY_INLINE MixVectors load_turn(MixTag d, const float* at, std::size_t stride) {
    return {hn::LoadU(d, at), hn::LoadU(d, at + stride), hn::LoadU(d, at + 2 * stride)};
}

HWY_INLINE void store_turn(MixTag d, const MixVectors& v, float* at, std::size_t stride) {
    hn::StoreU(v.x, d, at);
    hn::StoreU(v.y, d, at + stride);
    hn::StoreU(v.z, d, at + 2 * stride);
}

void StartOffsets(const InertialStartJob& job, bool moving) {
    const MixTag d;
    const std::size_t stride = job.shown.joints.stride;
    MOTUS_ASSERT(job.target.joints.stride == stride);
    MOTUS_ASSERT(job.offsets.size() >= 2 * kOffsetPlanes * stride);
    MOTUS_ASSERT(!moving || (job.old_gap_s > 0.0f && job.target_gap_s > 0.0f));
    float* positions = job.offsets.data();
    float* velocities = positions + kOffsetPlanes * stride;
    const MixVec zero = hn::Zero(d);
    const MixVec rate = hn::Set(d, moving ? 1.0f / job.old_gap_s : 0.0f);
    const MixVec target_rate = hn::Set(d, moving ? 1.0f / job.target_gap_s : 0.0f);
    const MixVec ahead = hn::Set(d, moving ? job.target_gap_s / job.old_gap_s : 0.0f);
    for (std::size_t j = 0; j < stride; j += hn::Lanes(d)) {
        for (const LinearPlane plane : kLinearPlanes) {
            const auto at = [&](const ConstPoseView& pose) HWY_ATTR {
                return hn::LoadU(d, pose.joints.plane(plane.of_pose) + j);
            };
            const MixVec shown = at(job.shown), target = at(job.target);
            MixVec velocity = zero;
            if (moving) {
                velocity = hn::Sub(hn::Mul(hn::Sub(at(job.old_after), at(job.old_before)), rate),
                                   hn::Mul(hn::Sub(at(job.target_after), target), target_rate));
            }
            hn::StoreU(hn::Sub(shown, target), d, positions + plane.of_offset * stride + j);
            hn::StoreU(velocity, d, velocities + plane.of_offset * stride + j);
        }
        const MixQuats shown = load_rotation(d, job.shown.joints, j);
        const MixQuats target = load_rotation(d, job.target.joints, j);
        const MixQuats turn =
            turned_to(d, multiply(shown, conjugate(target)), identity_rotation(d));
        const MixVectors offset = vector_of_rotation(d, turn);
        MixVectors velocity{zero, zero, zero};
        if (moving) {
            // Where the old motion would be next, against where the new one will be; on the same
            // side as the offset itself, so that near half a turn the two stay comparable.
            const MixQuats before = load_rotation(d, job.old_before.joints, j);
            const MixQuats old_after = load_rotation(d, job.old_after.joints, j);
            const MixQuats step =
                turned_to(d, multiply(old_after, conjugate(before)), identity_rotation(d));
            const MixVectors stride_ahead = scale(vector_of_rotation(d, step), ahead);
            const MixQuats next = multiply(rotation_of_vector(d, stride_ahead), shown);
            const MixQuats after = load_rotation(d, job.target_after.joints, j);
            const MixQuats turn_after = turned_to(d, multiply(next, conjugate(after)), turn);
            velocity = scale(subtract(vector_of_rotation(d, turn_after), offset), target_rate);
        }
        store_turn(d, offset, positions + kTurnPlane * stride + j, stride);
        store_turn(d, velocity, velocities + kTurnPlane * stride + j, stride);
    }
}

void AddOffsets(const InertialJob& job, float position_part, float velocity_part) {
    const MixTag d;
    const std::size_t stride = job.out.joints.stride;
    const float* positions = job.offsets.data();
    const float* velocities = positions + kOffsetPlanes * stride;
    const MixVec a = hn::Set(d, position_part), b = hn::Set(d, velocity_part);
    for (std::size_t j = 0; j < stride; j += hn::Lanes(d)) {
        for (const LinearPlane plane : kLinearPlanes) {
            const MixVec position = hn::LoadU(d, positions + plane.of_offset * stride + j);
            const MixVec velocity = hn::LoadU(d, velocities + plane.of_offset * stride + j);
            const MixVec target = hn::LoadU(d, job.target.joints.plane(plane.of_pose) + j);
            const MixVec offset = hn::Add(hn::Mul(position, a), hn::Mul(velocity, b));
            hn::StoreU(hn::Add(target, offset), d, job.out.joints.plane(plane.of_pose) + j);
        }
        const MixVectors position = load_turn(d, positions + kTurnPlane * stride + j, stride);
        const MixVectors velocity = load_turn(d, velocities + kTurnPlane * stride + j, stride);
        const MixQuats turn = rotation_of_vector(d, add(scale(position, a), scale(velocity, b)));
        const MixQuats target = load_rotation(d, job.target.joints, j);
        store_rotation(d, normalize(d, multiply(turn, target), target), job.out.joints, j);
    }
}

}  // namespace motus::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace motus {
HWY_EXPORT(StartOffsets);
HWY_EXPORT(AddOffsets);

namespace {

bool same_size(const ConstPoseView& a, const ConstPoseView& b) noexcept {
    return is_valid(a) && is_valid(b) && a.joint_count() == b.joint_count() &&
           a.weights.size() == b.weights.size();
}

bool is_length(float value) noexcept {
    return value >= 0.0f && std::isfinite(value);
}

}  // namespace

Status run(const InertialStartJob& job) noexcept {
    const bool moving = job.old_gap_s >= kShortestGap_s && job.target_gap_s >= kShortestGap_s;
    if (!is_length(job.old_gap_s) || !is_length(job.target_gap_s)) return Status::bad_argument;
    const std::size_t morphs = job.shown.weights.size();
    const std::size_t floats = inertial_floats(job.shown.joint_count(), morphs);
    if (!same_size(job.shown, job.target) || job.offsets.size() < floats) return Status::bad_size;
    if (moving && (!same_size(job.shown, job.old_before) || !same_size(job.shown, job.old_after) ||
                   !same_size(job.shown, job.target_after))) {
        return Status::bad_size;
    }
    HWY_DYNAMIC_DISPATCH(StartOffsets)(job, moving);
    float* positions = job.offsets.data() + floats - 2 * morphs;
    float* velocities = positions + morphs;
    for (std::size_t m = 0; m < morphs; ++m) {
        positions[m] = job.shown.weights[m] - job.target.weights[m];
        velocities[m] = 0.0f;
        if (moving) {
            velocities[m] =
                (job.old_after.weights[m] - job.old_before.weights[m]) / job.old_gap_s -
                (job.target_after.weights[m] - job.target.weights[m]) / job.target_gap_s;
        }
    }
    return Status::ok;
}

Status run(const InertialJob& job) noexcept {
    if (!is_length(job.elapsed_s) || !is_length(job.duration_s) ||
        !(job.share >= 0.0f && job.share <= 1.0f)) {
        return Status::bad_argument;
    }
    const std::size_t morphs = job.out.weights.size();
    const std::size_t floats = inertial_floats(job.out.joint_count(), morphs);
    if (!same_size(job.target, job.out) || job.offsets.size() < floats) return Status::bad_size;
    if (job.elapsed_s >= job.duration_s) return copy_pose(job.target, job.out);
    const double s = static_cast<double>(job.elapsed_s) / static_cast<double>(job.duration_s);
    const float a = job.share, b = job.duration_s * decayed_slope(s);
    HWY_DYNAMIC_DISPATCH(AddOffsets)(job, a, b);
    const float* positions = job.offsets.data() + floats - 2 * morphs;
    const float* velocities = positions + morphs;
    for (std::size_t m = 0; m < morphs; ++m)
        job.out.weights[m] = job.target.weights[m] + (positions[m] * a + velocities[m] * b);
    return Status::ok;
}

}  // namespace motus
#endif
