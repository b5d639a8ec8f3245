// tests/support/double_math.h - quaternions in double precision with the library's sin and acos.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/math/vec.h>

#include <array>
#include <cmath>

namespace motus::test {

using Double4 = std::array<double, 4>;

inline Double4 to_double(const Quat& q) {
    return {q.x, q.y, q.z, q.w};
}

inline Double4 unit(Double4 q) {
    const double n = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (double& v : q)
        v /= n;
    return q;
}

/// The textbook slerp along the shorter arc, of inputs that are normalised first.
inline Double4 exact_slerp(const Double4& from, const Double4& to, double t) {
    const Double4 a = unit(from);
    Double4 b = unit(to);
    double cosine = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
    if (cosine < 0.0) {
        cosine = -cosine;
        for (double& v : b)
            v = -v;
    }
    // The half-angle form keeps its digits where the angle is small.
    Double4 difference;
    for (int i = 0; i < 4; ++i)
        difference[i] = b[i] - a[i];
    const double chord = std::sqrt(difference[0] * difference[0] + difference[1] * difference[1] +
                                   difference[2] * difference[2] + difference[3] * difference[3]);
    const double angle = 2.0 * std::asin(std::fmin(1.0, 0.5 * chord));
    if (angle < 1e-12) return a;
    Double4 out;
    for (int i = 0; i < 4; ++i) {
        out[i] =
            (std::sin((1.0 - t) * angle) * a[i] + std::sin(t * angle) * b[i]) / std::sin(angle);
    }
    return unit(out);
}

/// Distance of two rotations as points of the sphere, whichever sign they have.
inline double distance(const Double4& a, const Quat& b) {
    double plus = 0.0, minus = 0.0;
    const double v[4] = {b.x, b.y, b.z, b.w};
    for (int i = 0; i < 4; ++i) {
        plus += (a[i] - v[i]) * (a[i] - v[i]);
        minus += (a[i] + v[i]) * (a[i] + v[i]);
    }
    return std::sqrt(std::fmin(plus, minus));
}

}  // namespace motus::test
