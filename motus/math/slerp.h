// motus/math/slerp.h - the polynomials behind slerp, shared by the scalar and the SIMD form.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace motus::detail {

// With d = |cos angle| and y = 1 - d, the square of the angle is y times a smooth function of y,
// and sin(x)/x is a smooth function of x^2. So slerp needs no branch for small angles, no acos and
// no sin: w = t * sinc(t^2 a^2) / sinc(a^2). Chebyshev interpolation in double, then rounded.

/// acos(1 - y)^2 / y for y in [0, 1]; error 1.9e-8.
inline constexpr float kArcCosineSquared[] = {2.0f,           0.333331794f,   0.0889296606f,
                                              0.0281639472f,  0.0121661136f,  -0.00158102543f,
                                              0.00983447675f, -0.0062906337f, 0.00284675253f};

/// sin(sqrt(x)) / sqrt(x) for x in [0, (pi/2)^2]; error 1.4e-8.
inline constexpr float kSinc[] = {
    1.0f, -0.166666672f, 0.00833333097f, -0.000198408612f, 2.75252705e-06f, -2.38892195e-08f};

template <std::size_t N>
[[nodiscard]] constexpr float evaluate(const float (&c)[N], float x) noexcept {
    float r = c[N - 1];
    for (std::size_t i = N - 1; i-- > 0;)
        r = r * x + c[i];
    return r;
}

}  // namespace motus::detail
