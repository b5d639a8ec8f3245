// SPDX-License-Identifier: MIT
#include <motus/sample/interpolate.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "motus/sample/interpolate.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <motus/math/lanes-inl.h>

HWY_BEFORE_NAMESPACE();
namespace motus::HWY_NAMESPACE {

using detail::kBatch;
using detail::KeyBatch;
using D = hn::CappedTag<float, kBatch>;
using V = hn::Vec<D>;

HWY_INLINE Quats<V> load(D d, const float (&planes)[4][kBatch], std::size_t i) {
    return {hn::Load(d, planes[0] + i), hn::Load(d, planes[1] + i), hn::Load(d, planes[2] + i),
            hn::Load(d, planes[3] + i)};
}

HWY_INLINE void store(D d, const Quats<V>& q, float (&planes)[4][kBatch], std::size_t i) {
    hn::Store(q.x, d, planes[0] + i);
    hn::Store(q.y, d, planes[1] + i);
    hn::Store(q.z, d, planes[2] + i);
    hn::Store(q.w, d, planes[3] + i);
}

void Lerp(KeyBatch& batch, std::size_t components, std::size_t count) {
    const D d;
    for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
        const KeyMean<D, V> mean(d, hn::Load(d, batch.t + i));
        for (std::size_t c = 0; c < components; ++c) {
            const V a = hn::Load(d, batch.left[c] + i);
            const V b = hn::Load(d, batch.right[c] + i);
            hn::Store(mean(a, b), d, batch.out[c] + i);
        }
    }
}

void Slerp(KeyBatch& batch, std::size_t count) {
    const D d;
    for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
        const Quats<V> a = load(d, batch.left, i);
        const Quats<V> b = load(d, batch.right, i);
        store(d, slerp_keys(d, a, b, hn::Load(d, batch.t + i)), batch.out, i);
    }
}

// glTF 2.0, appendix C.5: tangents are scaled by the interval.
void Spline(KeyBatch& batch, std::size_t components, std::size_t count) {
    const D d;
    const V two = hn::Set(d, 2.0f), three = hn::Set(d, 3.0f);
    for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
        const V t = hn::Load(d, batch.t + i);
        const V interval = hn::Load(d, batch.interval_s + i);
        const V t2 = hn::Mul(t, t);
        const V t3 = hn::Mul(t2, t);
        const V h01 = hn::Sub(hn::Mul(three, t2), hn::Mul(two, t3));
        const KeyMean<D, V> mean(d, h01);
        const V h10 = hn::Mul(hn::Add(hn::Sub(t3, hn::Mul(two, t2)), t), interval);
        const V h11 = hn::Mul(hn::Sub(t3, t2), interval);
        for (std::size_t c = 0; c < components; ++c) {
            const V left = hn::Load(d, batch.left[c] + i), right = hn::Load(d, batch.right[c] + i);
            const V left_out = hn::Mul(h10, hn::Load(d, batch.left_out[c] + i));
            const V right_in = hn::Mul(h11, hn::Load(d, batch.right_in[c] + i));
            hn::Store(hn::Add(mean(left, right), hn::Add(left_out, right_in)), d, batch.out[c] + i);
        }
    }
}

void Normalize(KeyBatch& batch, std::size_t count) {
    const D d;
    const V zero = hn::Zero(d);
    const Quats<V> identity{zero, zero, zero, hn::Set(d, 1.0f)};
    for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
        const Quats<V> left = normalize(d, load(d, batch.left, i), identity);
        store(d, normalize(d, load(d, batch.out, i), left), batch.out, i);
    }
}

}  // namespace motus::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace motus {
HWY_EXPORT(Lerp);
HWY_EXPORT(Slerp);
HWY_EXPORT(Spline);
HWY_EXPORT(Normalize);

namespace detail {

void lerp_batch(KeyBatch& batch, std::size_t components, std::size_t count) noexcept {
    HWY_DYNAMIC_DISPATCH(Lerp)(batch, components, count);
}

void slerp_batch(KeyBatch& batch, std::size_t count) noexcept {
    HWY_DYNAMIC_DISPATCH(Slerp)(batch, count);
}

void spline_batch(KeyBatch& batch, std::size_t components, std::size_t count) noexcept {
    HWY_DYNAMIC_DISPATCH(Spline)(batch, components, count);
}

void normalize_batch(KeyBatch& batch, std::size_t count) noexcept {
    HWY_DYNAMIC_DISPATCH(Normalize)(batch, count);
}

}  // namespace detail
}  // namespace motus
#endif
