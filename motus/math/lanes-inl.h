// motus/math/lanes-inl.h - quaternions and rows of matrices in SIMD lanes, for kernels.
// Compiled once per Highway target, inside its namespace.
// SPDX-License-Identifier: MIT
//
// Every function is a fixed sequence of correctly rounded operations per lane (no fused
// multiply-add, no estimates), so that all targets and the scalar twin give the same bits.

#if defined(MOTUS_MATH_LANES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef MOTUS_MATH_LANES_INL_H_
#undef MOTUS_MATH_LANES_INL_H_
#else
#define MOTUS_MATH_LANES_INL_H_
#endif

#include <motus/math/slerp.h>

#include <cstddef>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace motus::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class V>
struct Quats {
    V x, y, z, w;
};

template <class D, class V, std::size_t N>
HWY_INLINE V polynomial(D d, const float (&c)[N], V x) {
    V r = hn::Set(d, c[N - 1]);
    for (std::size_t i = N - 1; i-- > 0;)
        r = hn::Add(hn::Mul(r, x), hn::Set(d, c[i]));
    return r;
}

template <class V>
HWY_INLINE V dot(const Quats<V>& a, const Quats<V>& b) {
    return hn::Add(hn::Add(hn::Add(hn::Mul(a.x, b.x), hn::Mul(a.y, b.y)), hn::Mul(a.z, b.z)),
                   hn::Mul(a.w, b.w));
}

template <class V>
HWY_INLINE Quats<V> scale(const Quats<V>& q, V s) {
    return {hn::Mul(q.x, s), hn::Mul(q.y, s), hn::Mul(q.z, s), hn::Mul(q.w, s)};
}

template <class V>
HWY_INLINE Quats<V> add(const Quats<V>& a, const Quats<V>& b) {
    return {hn::Add(a.x, b.x), hn::Add(a.y, b.y), hn::Add(a.z, b.z), hn::Add(a.w, b.w)};
}

template <class M, class V>
HWY_INLINE Quats<V> select(M mask, const Quats<V>& yes, const Quats<V>& no) {
    return {hn::IfThenElse(mask, yes.x, no.x), hn::IfThenElse(mask, yes.y, no.y),
            hn::IfThenElse(mask, yes.z, no.z), hn::IfThenElse(mask, yes.w, no.w)};
}

/// Unit length; `fallback` in lanes whose squared length is not in [1e-30, 1e30] (NaN included).
template <class D, class V>
HWY_INLINE Quats<V> normalize(D d, const Quats<V>& q, const Quats<V>& fallback) {
    const V n = dot(q, q);
    const auto usable = hn::And(hn::Ge(n, hn::Set(d, 1e-30f)), hn::Le(n, hn::Set(d, 1e30f)));
    const V inverse = hn::Div(hn::Set(d, 1.0f), hn::Sqrt(n));
    return select(usable, scale(q, inverse), fallback);
}

/// The mean of two keys at `part` of the way from `a`, made from the key that is nearer: equal keys
/// give the key, a part of 0 or 1 its key, and nothing between leaves the two, whatever rounding
/// does. Keys must be within half the range of floats.
template <class D, class V>
class KeyMean {
  public:
    HWY_INLINE KeyMean(D d, V part)
        : far_(hn::Ge(part, hn::Set(d, 0.5f))),
          step_(hn::IfThenElse(far_, hn::Sub(part, hn::Set(d, 1.0f)), part)) {}
    HWY_INLINE V operator()(V a, V b) const {
        return hn::Add(hn::IfThenElse(far_, b, a), hn::Mul(hn::Sub(b, a), step_));
    }

  private:
    hn::Mask<D> far_;
    V step_;
};

/// Shortest-path slerp, t in [0, 1]; see math/slerp.h. As long as its inputs: unit for unit ones.
/// Where b is a or -a the result is a, bit for bit.
template <class D, class V>
HWY_INLINE Quats<V> slerp_keys(D d, const Quats<V>& a, const Quats<V>& b, V t) {
    const V one = hn::Set(d, 1.0f);
    const V cosine = dot(a, b);
    // A cosine of -0 comes from the signs of zeros: it turns nothing round.
    const V sign = hn::IfThenElseZero(hn::Lt(cosine, hn::Zero(d)), hn::Set(d, -0.0f));
    const Quats<V> near{hn::Xor(b.x, sign), hn::Xor(b.y, sign), hn::Xor(b.z, sign),
                        hn::Xor(b.w, sign)};
    const auto same = hn::And(hn::And(hn::Eq(a.x, near.x), hn::Eq(a.y, near.y)),
                              hn::And(hn::Eq(a.z, near.z), hn::Eq(a.w, near.w)));
    // Keys a rounding error longer than 1 must not push y below 0.
    const V y = hn::Max(hn::Sub(one, hn::Abs(cosine)), hn::Zero(d));
    const V angle2 = hn::Mul(y, polynomial(d, detail::kArcCosineSquared, y));
    const V s = hn::Sub(one, t);
    const V down = polynomial(d, detail::kSinc, angle2);
    const V wa =
        hn::Div(hn::Mul(s, polynomial(d, detail::kSinc, hn::Mul(hn::Mul(s, s), angle2))), down);
    const V wb =
        hn::Div(hn::Mul(t, polynomial(d, detail::kSinc, hn::Mul(hn::Mul(t, t), angle2))), down);
    // Equal keys: all of the one and nothing of the other, which is exact and cheaper than a choice
    // of the result.
    return add(scale(a, hn::IfThenElse(same, one, wa)), scale(near, hn::IfThenZeroElse(same, wb)));
}

/// The same for unit quaternions, normalised.
template <class D, class V>
HWY_INLINE Quats<V> slerp(D d, const Quats<V>& a, const Quats<V>& b, V t) {
    return normalize(d, slerp_keys(d, a, b, t), a);
}

/// out = a * b: `a` and `out` are three rows of four floats, `b` is given by its rows. `out` may be
/// `a`, or start where `b0` does. Same expression as multiply(Mat34, Mat34).
HWY_INLINE void multiply_rows(const float* a, const float* b0, const float* b1, const float* b2,
                              float* out) {
    HWY_ALIGN static constexpr float kLast[4] = {0.0f, 0.0f, 0.0f, 1.0f};
#if HWY_TARGET == HWY_SCALAR
    float result[12];
    for (std::size_t r = 0; r < 12; r += 4) {
        for (std::size_t c = 0; c < 4; ++c) {
            result[r + c] =
                ((a[r] * b0[c] + a[r + 1] * b1[c]) + a[r + 2] * b2[c]) + a[r + 3] * kLast[c];
        }
    }
    for (std::size_t r = 0; r < 12; ++r)
        out[r] = result[r];
#else
    const hn::FixedTag<float, 4> d;
    const auto v0 = hn::LoadU(d, b0), v1 = hn::LoadU(d, b1), v2 = hn::LoadU(d, b2);
    const auto last = hn::Load(d, kLast);
    for (std::size_t r = 0; r < 12; r += 4) {
        const auto sum =
            hn::Add(hn::Add(hn::Mul(hn::Set(d, a[r]), v0), hn::Mul(hn::Set(d, a[r + 1]), v1)),
                    hn::Mul(hn::Set(d, a[r + 2]), v2));
        hn::StoreU(hn::Add(sum, hn::Mul(hn::Set(d, a[r + 3]), last)), d, out + r);
    }
#endif
}

}  // namespace motus::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
