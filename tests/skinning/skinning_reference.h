// tests/skinning/skinning_reference.h - skinning in double precision, by another road: the inverse
// transpose comes from solving linear equations, not from cofactors.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/math/vec.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace motus::test {

using Double3 = std::array<double, 3>;

struct DoubleMatrix {
    double m[3][4] = {};
};

inline DoubleMatrix blended(std::span<const Mat34> palette, std::span<const std::uint16_t> joints,
                            std::span<const float> weights) {
    DoubleMatrix out;
    for (std::size_t i = 0; i < joints.size(); ++i) {
        for (int r = 0; r < 3; ++r) {
            for (int c = 0; c < 4; ++c) {
                out.m[r][c] += double(weights[i]) * double(palette[joints[i]].m[r * 4 + c]);
            }
        }
    }
    return out;
}

inline Double3 point(const DoubleMatrix& m, const Double3& p) {
    Double3 out;
    for (int r = 0; r < 3; ++r) {
        out[r] = m.m[r][0] * p[0] + m.m[r][1] * p[1] + m.m[r][2] * p[2] + m.m[r][3];
    }
    return out;
}

inline Double3 direction(const DoubleMatrix& m, const Double3& p) {
    Double3 out;
    for (int r = 0; r < 3; ++r)
        out[r] = m.m[r][0] * p[0] + m.m[r][1] * p[1] + m.m[r][2] * p[2];
    return out;
}

inline double length(const Double3& v) {
    return std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

inline Double3 unit(Double3 v) {
    const double n = length(v);
    for (double& x : v)
        x /= n;
    return v;
}

/// x with transpose(M) x = n, by Gauss elimination with row exchange: the inverse transpose of n.
inline Double3 inverse_transpose(const DoubleMatrix& m, const Double3& n) {
    double a[3][4];
    for (int r = 0; r < 3; ++r) {
        for (int c = 0; c < 3; ++c)
            a[r][c] = m.m[c][r];
        a[r][3] = n[r];
    }
    for (int k = 0; k < 3; ++k) {
        int best = k;
        for (int r = k + 1; r < 3; ++r) {
            if (std::fabs(a[r][k]) > std::fabs(a[best][k])) best = r;
        }
        for (int c = 0; c < 4; ++c)
            std::swap(a[k][c], a[best][c]);
        for (int r = 0; r < 3; ++r) {
            if (r == k) continue;
            const double f = a[r][k] / a[k][k];
            for (int c = k; c < 4; ++c)
                a[r][c] -= f * a[k][c];
        }
    }
    return {a[0][3] / a[0][0], a[1][3] / a[1][1], a[2][3] / a[2][2]};
}

/// How much the matrix squeezes: largest over smallest singular value, at most, by Frobenius norms.
inline double condition(const DoubleMatrix& m) {
    double norm = 0.0, inverse_norm = 0.0;
    for (int i = 0; i < 3; ++i) {
        Double3 axis{};
        axis[i] = 1.0;
        const Double3 back = inverse_transpose(m, axis);
        for (int c = 0; c < 3; ++c) {
            norm += m.m[i][c] * m.m[i][c];
            inverse_norm += back[c] * back[c];
        }
    }
    return std::sqrt(norm * inverse_norm);
}

inline double distance(const Double3& a, const Vec3& b) {
    return length({a[0] - b.x, a[1] - b.y, a[2] - b.z});
}

inline Double3 to_double(const Vec3& v) {
    return {v.x, v.y, v.z};
}

}  // namespace motus::test
