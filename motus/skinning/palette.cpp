// SPDX-License-Identifier: MIT
#include <motus/core/assert.h>
#include <motus/skinning/palette.h>

#include <motus/math/ops.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "motus/skinning/palette.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <motus/math/lanes-inl.h>

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace motus::HWY_NAMESPACE {

// Local matrices of kSoaLanes joints from `first` on: row r of joint i at rows[r][4 * i].
// Same expressions as to_matrix(Transform).
void LocalRows(const ConstSoaView& pose, std::size_t first, float (&rows)[3][4 * kSoaLanes]) {
    const hn::CappedTag<float, kSoaLanes> d;
    const auto one = hn::Set(d, 1.0f);
    for (std::size_t i = 0; i < kSoaLanes; i += hn::Lanes(d)) {
        const auto at = [&](Plane p) { return hn::LoadU(d, pose.plane(p) + first + i); };
        const auto x = at(Plane::qx), y = at(Plane::qy), z = at(Plane::qz), w = at(Plane::qw);
        const auto sx = at(Plane::sx), sy = at(Plane::sy), sz = at(Plane::sz);
        const auto x2 = hn::Add(x, x), y2 = hn::Add(y, y), z2 = hn::Add(z, z);
        const auto xx = hn::Mul(x, x2), yy = hn::Mul(y, y2), zz = hn::Mul(z, z2);
        const auto xy = hn::Mul(x, y2), xz = hn::Mul(x, z2), yz = hn::Mul(y, z2);
        const auto wx = hn::Mul(w, x2), wy = hn::Mul(w, y2), wz = hn::Mul(w, z2);
        hn::StoreInterleaved4(hn::Mul(hn::Sub(one, hn::Add(yy, zz)), sx),
                              hn::Mul(hn::Sub(xy, wz), sy), hn::Mul(hn::Add(xz, wy), sz),
                              at(Plane::tx), d, rows[0] + 4 * i);
        hn::StoreInterleaved4(hn::Mul(hn::Add(xy, wz), sx),
                              hn::Mul(hn::Sub(one, hn::Add(xx, zz)), sy),
                              hn::Mul(hn::Sub(yz, wx), sz), at(Plane::ty), d, rows[1] + 4 * i);
        hn::StoreInterleaved4(hn::Mul(hn::Sub(xz, wy), sx), hn::Mul(hn::Add(yz, wx), sy),
                              hn::Mul(hn::Sub(one, hn::Add(xx, yy)), sz), at(Plane::tz), d,
                              rows[2] + 4 * i);
    }
}

void Compose(const LocalToModelJob& job) {
    const std::size_t count = job.skeleton.joint_count();
    MOTUS_ASSERT(job.local.joints.count == count && job.model.size() >= count);
    HWY_ALIGN float rows[3][4 * kSoaLanes];
    for (std::size_t first = 0; first < count; first += kSoaLanes) {
        LocalRows(job.local.joints, first, rows);
        const std::size_t end = std::min<std::size_t>(count, first + kSoaLanes);
        for (std::size_t j = first; j < end; ++j) {
            const JointIndex parent = job.skeleton.parents[j];
            MOTUS_ASSERT(parent == kNoJoint || parent < j);  // parents first
            const float* above = parent == kNoJoint ? job.root.m : job.model[parent].m;
            const std::size_t i = 4 * (j - first);
            multiply_rows(above, rows[0] + i, rows[1] + i, rows[2] + i, job.model[j].m);
        }
    }
}

void Bind(const PaletteJob& job) {
    MOTUS_ASSERT(job.skin.inverse_binds.size() >= job.skin.joints.size() &&
                 job.palette.size() >= job.skin.joints.size());
    for (std::size_t k = 0; k < job.skin.joints.size(); ++k) {
        MOTUS_ASSERT(job.skin.joints[k] < job.model.size());
        const float* bind = job.skin.inverse_binds[k].m;
        multiply_rows(job.model[job.skin.joints[k]].m, bind, bind + 4, bind + 8, job.palette[k].m);
    }
}

}  // namespace motus::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace motus {
HWY_EXPORT(Compose);
HWY_EXPORT(Bind);

Status run(const LocalToModelJob& job) noexcept {
    const std::uint32_t count = job.skeleton.joint_count();
    if (!is_valid(job.local) || job.local.joint_count() != count || job.model.size() < count) {
        return Status::bad_size;
    }
    HWY_DYNAMIC_DISPATCH(Compose)(job);
    return Status::ok;
}

Status run(const PaletteJob& job) noexcept {
    const std::size_t count = job.skin.joints.size();
    if (job.skin.inverse_binds.size() < count || job.palette.size() < count) {
        return Status::bad_size;
    }
    for (JointIndex joint : job.skin.joints) {
        if (joint >= job.model.size()) return Status::bad_size;
    }
    HWY_DYNAMIC_DISPATCH(Bind)(job);
    return Status::ok;
}

Status attach(const Attachment& attachment, std::span<const Mat34> model, Mat34& out) noexcept {
    if (attachment.joint >= model.size()) return Status::missing;
    out = multiply(model[attachment.joint], attachment.offset);
    return Status::ok;
}

}  // namespace motus
#endif
