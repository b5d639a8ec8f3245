// motus/math/lerp.h - the mean of two keys, as scalars; math/lanes-inl.h has the SIMD form.
// SPDX-License-Identifier: MIT
#pragma once

namespace motus::detail {

/// a * wa + b * wb for weights that sum to 1, but for rounding: never outside the two keys. So
/// equal keys give the key, and a weight of 1 its key, bit for bit.
template <class Real>
[[nodiscard, gnu::always_inline]] inline Real between_keys(Real a, Real wa, Real b,
                                                           Real wb) noexcept {
    const Real mean = a * wa + b * wb;
    const Real low = b < a ? b : a, high = b < a ? a : b;
    const Real raised = mean < low ? low : mean;
    return raised > high ? high : raised;
}

}  // namespace motus::detail
