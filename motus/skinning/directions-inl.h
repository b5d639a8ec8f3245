// motus/skinning/directions-inl.h - vectors and the matrices that turn them, a vertex per lane.
// Compiled once per Highway target, inside its namespace.
// SPDX-License-Identifier: MIT

#if defined(MOTUS_PALETTE_DIRECTIONS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef MOTUS_PALETTE_DIRECTIONS_INL_H_
#undef MOTUS_PALETTE_DIRECTIONS_INL_H_
#else
#define MOTUS_PALETTE_DIRECTIONS_INL_H_
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace motus::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

using Lanes = hn::ScalableTag<float>;
using V = hn::Vec<Lanes>;

struct V3 {
    V x, y, z;
};

HWY_INLINE V dot(const V3& a, const V3& b) {
    return hn::Add(hn::Add(hn::Mul(a.x, b.x), hn::Mul(a.y, b.y)), hn::Mul(a.z, b.z));
}

HWY_INLINE V3 scale(const V3& a, V s) {
    return {hn::Mul(a.x, s), hn::Mul(a.y, s), hn::Mul(a.z, s)};
}

HWY_INLINE V3 cross(const V3& a, const V3& b) {
    return {hn::Sub(hn::Mul(a.y, b.z), hn::Mul(a.z, b.y)),
            hn::Sub(hn::Mul(a.z, b.x), hn::Mul(a.x, b.z)),
            hn::Sub(hn::Mul(a.x, b.y), hn::Mul(a.y, b.x))};
}

// `v` with length 1, or `otherwise` where it has none to speak of.
HWY_INLINE V3 unit_or(const V3& v, const V3& otherwise) {
    const Lanes d;
    const V one = hn::Set(d, 1.0f);
    const V square = dot(v, v);
    const auto good = hn::Ge(square, hn::Set(d, 1.17549435e-38f));
    const V inverse = hn::Div(one, hn::Sqrt(hn::IfThenElse(good, square, one)));
    return {hn::IfThenElse(good, hn::Mul(v.x, inverse), otherwise.x),
            hn::IfThenElse(good, hn::Mul(v.y, inverse), otherwise.y),
            hn::IfThenElse(good, hn::Mul(v.z, inverse), otherwise.z)};
}

HWY_INLINE V largest(const V3& v) {
    return hn::Max(hn::Max(hn::Abs(v.x), hn::Abs(v.y)), hn::Abs(v.z));
}

// The 3x3 part scaled so that its largest entry is 1: the directions that come out of it do not
// change, and products of two or three entries neither overflow nor vanish.
struct Linear {
    V3 r0, r1, r2;
};

HWY_INLINE Linear linear_part(const V3& r0, const V3& r1, const V3& r2) {
    const Lanes d;
    const V one = hn::Set(d, 1.0f);
    const V size = hn::Max(hn::Max(largest(r0), largest(r1)), largest(r2));
    const auto good = hn::Ge(size, hn::Set(d, 1.17549435e-38f));
    const V inverse =
        hn::IfThenElse(good, hn::Div(one, hn::IfThenElse(good, size, one)), hn::Zero(d));
    return {scale(r0, inverse), scale(r1, inverse), scale(r2, inverse)};
}

// Cofactors are the inverse transpose times the determinant; only its sign is wanted of that.
struct Cofactors {
    V3 r0, r1, r2;
    V sign;  // -1 where the matrix mirrors, else 1.
};

HWY_INLINE Cofactors cofactors(const Linear& m) {
    const Lanes d;
    Cofactors c{cross(m.r1, m.r2), cross(m.r2, m.r0), cross(m.r0, m.r1), hn::Zero(d)};
    const V determinant = dot(m.r0, c.r0);
    // Rows that are nearly dependent leave only noise in the determinant, and its sign would
    // flicker; 3e-7 of what perpendicular rows would give is a few units in the last place.
    const V full = hn::Sqrt(hn::Mul(hn::Mul(dot(m.r0, m.r0), dot(m.r1, m.r1)), dot(m.r2, m.r2)));
    const auto mirrored = hn::Lt(determinant, hn::Mul(hn::Set(d, -3e-7f), full));
    c.sign = hn::IfThenElse(mirrored, hn::Set(d, -1.0f), hn::Set(d, 1.0f));
    return c;
}

}  // namespace
}  // namespace motus::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
