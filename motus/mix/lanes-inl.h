// motus/mix/lanes-inl.h - loads, masks and rotation vectors in SIMD lanes, for the kernels of mix.
// Compiled once per Highway target, inside its namespace.
// SPDX-License-Identifier: MIT

#if defined(MOTUS_MIX_LANES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef MOTUS_MIX_LANES_INL_H_
#undef MOTUS_MIX_LANES_INL_H_
#else
#define MOTUS_MIX_LANES_INL_H_
#endif

#include <motus/math/lanes-inl.h>
#include <motus/math/soa.h>

#include <cstddef>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace motus::HWY_NAMESPACE {

using MixTag = hn::CappedTag<float, kSoaLanes>;
using MixVec = hn::Vec<MixTag>;
using MixQuats = Quats<MixVec>;

HWY_INLINE MixQuats load_rotation(MixTag d, const ConstSoaView& pose, std::size_t j) {
    return {hn::LoadU(d, pose.plane(Plane::qx) + j), hn::LoadU(d, pose.plane(Plane::qy) + j),
            hn::LoadU(d, pose.plane(Plane::qz) + j), hn::LoadU(d, pose.plane(Plane::qw) + j)};
}

HWY_INLINE void store_rotation(MixTag d, const MixQuats& q, const SoaView& pose, std::size_t j) {
    hn::StoreU(q.x, d, pose.plane(Plane::qx) + j);
    hn::StoreU(q.y, d, pose.plane(Plane::qy) + j);
    hn::StoreU(q.z, d, pose.plane(Plane::qz) + j);
    hn::StoreU(q.w, d, pose.plane(Plane::qw) + j);
}

/// Masks have no padding: the last group is read through a copy, zero beyond the end.
HWY_INLINE MixVec load_mask(MixTag d, const float* mask, std::size_t j, std::size_t count) {
    if (j + hn::Lanes(d) <= count) return hn::LoadU(d, mask + j);
    HWY_ALIGN float tail[kSoaLanes] = {};
    if (j < count) std::memcpy(tail, mask + j, (count - j) * sizeof(float));
    return hn::Load(d, tail);
}

/// Lanes of the joints from `j` on that are in a cover, a bit per joint.
HWY_INLINE hn::Mask<MixTag> covered_lanes(MixTag d, const std::uint16_t* cover, std::size_t j) {
    const hn::RebindToSigned<MixTag> d32;
    HWY_ALIGN static constexpr std::int32_t kBits[kSoaLanes] = {
        1 << 0, 1 << 1, 1 << 2,  1 << 3,  1 << 4,  1 << 5,  1 << 6,  1 << 7,
        1 << 8, 1 << 9, 1 << 10, 1 << 11, 1 << 12, 1 << 13, 1 << 14, 1 << 15};
    static_assert(kSoaLanes == 16);
    const auto word = hn::Set(d32, static_cast<std::int32_t>(cover[j / 16]));
    const auto set = hn::And(hn::Load(d32, kBits + j % 16), word);
    return hn::RebindMask(d, hn::Ne(set, hn::Zero(d32)));
}

HWY_INLINE MixQuats identity_rotation(MixTag d) {
    const MixVec zero = hn::Zero(d);
    return {zero, zero, zero, hn::Set(d, 1.0f)};
}

HWY_INLINE MixQuats conjugate(const MixQuats& q) {
    return {hn::Neg(q.x), hn::Neg(q.y), hn::Neg(q.z), q.w};
}

/// First `b`, then `a`. Same expressions as multiply(Quat, Quat).
HWY_INLINE MixQuats multiply(const MixQuats& a, const MixQuats& b) {
    using namespace hwy::HWY_NAMESPACE;
    return {Sub(Add(Add(Mul(a.w, b.x), Mul(a.x, b.w)), Mul(a.y, b.z)), Mul(a.z, b.y)),
            Add(Add(Sub(Mul(a.w, b.y), Mul(a.x, b.z)), Mul(a.y, b.w)), Mul(a.z, b.x)),
            Add(Sub(Add(Mul(a.w, b.z), Mul(a.x, b.y)), Mul(a.y, b.x)), Mul(a.z, b.w)),
            Sub(Sub(Sub(Mul(a.w, b.w), Mul(a.x, b.x)), Mul(a.y, b.y)), Mul(a.z, b.z))};
}

/// `q` or -q, whichever is on the side of `side`.
HWY_INLINE MixQuats turned_to(MixTag d, const MixQuats& q, const MixQuats& side) {
    const MixVec sign =
        hn::IfThenElse(hn::Lt(dot(q, side), hn::Zero(d)), hn::Set(d, -1.0f), hn::Set(d, 1.0f));
    return scale(q, sign);
}

template <class V>
struct Vectors {
    V x, y, z;
};
using MixVectors = Vectors<MixVec>;

HWY_INLINE MixVectors add(const MixVectors& a, const MixVectors& b) {
    return {hn::Add(a.x, b.x), hn::Add(a.y, b.y), hn::Add(a.z, b.z)};
}

HWY_INLINE MixVectors subtract(const MixVectors& a, const MixVectors& b) {
    return {hn::Sub(a.x, b.x), hn::Sub(a.y, b.y), hn::Sub(a.z, b.z)};
}

HWY_INLINE MixVectors scale(const MixVectors& a, MixVec s) {
    return {hn::Mul(a.x, s), hn::Mul(a.y, s), hn::Mul(a.z, s)};
}

HWY_INLINE MixVec squared_length(const MixVectors& a) {
    return hn::Add(hn::Add(hn::Mul(a.x, a.x), hn::Mul(a.y, a.y)), hn::Mul(a.z, a.z));
}

/// Axis times angle of a unit quaternion, the angle in [0, 2 pi): -q goes the long way round.
HWY_INLINE MixVectors vector_of_rotation(MixTag d, const MixQuats& q) {
    const MixVec zero = hn::Zero(d), one = hn::Set(d, 1.0f);
    const MixVectors v{q.x, q.y, q.z};
    const MixVec y = hn::Max(hn::Sub(one, hn::Abs(q.w)), zero);
    // With a the half angle of +-q, whichever is the shorter: v = axis * sin(a).
    const MixVec a2 = hn::Mul(y, polynomial(d, motus::detail::kArcCosineSquared, y));
    const MixVec near = hn::Div(hn::Set(d, 2.0f), polynomial(d, motus::detail::kSinc, a2));
    const MixVec sine = hn::Sqrt(squared_length(v));
    const MixVec rest = hn::Sub(hn::Set(d, 3.14159265f), hn::Sqrt(a2));
    const MixVec far = hn::Div(hn::Add(rest, rest), sine);
    const auto has_axis = hn::Gt(sine, hn::Set(d, 1e-6f));
    const MixVec long_way = hn::IfThenElse(has_axis, far, zero);
    return scale(v, hn::IfThenElse(hn::Lt(q.w, zero), long_way, near));
}

/// cos(sqrt(x)) for x in [0, (pi/2)^2]; error 8.3e-9. Made as the polynomials in math/slerp.h.
constexpr float kCosine[] = {
    1.0f,           -0.5f, 0.0416666679f, -0.00138888869f, 2.48012948e-05f, -2.75343439e-07f,
    2.00438377e-09f};

/// The rotation of an axis times an angle; angles above 2 pi count as 2 pi.
HWY_INLINE MixQuats rotation_of_vector(MixTag d, const MixVectors& given) {
    const MixVec one = hn::Set(d, 1.0f), turn = hn::Set(d, 6.28318531f);
    const MixVec length = hn::Sqrt(squared_length(given));
    const MixVec limit = hn::IfThenElse(hn::Gt(length, turn), hn::Div(turn, length), one);
    // A quarter of the angle, squared, is inside the polynomials' range; then double.
    const MixVectors r = scale(given, hn::Mul(limit, hn::Set(d, 0.25f)));
    const MixVec a2 = squared_length(r);
    const MixVectors v = scale(r, polynomial(d, motus::detail::kSinc, a2));
    const MixVec c = polynomial(d, kCosine, a2);
    const MixVectors doubled = scale(v, hn::Add(c, c));
    const MixVec w = hn::Sub(hn::Mul(c, c), squared_length(v));
    return normalize(d, MixQuats{doubled.x, doubled.y, doubled.z, w}, identity_rotation(d));
}

}  // namespace motus::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
