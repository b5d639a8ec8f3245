// tests/unity/reference.h - Unity's curve rules again, in double precision, written apart from what
// they check: keys are read from the text by hand, and evaluated by other formulas.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cmath>
#include <string>
#include <vector>

namespace motus::test {

struct RefKey {
    double time, value, in, out;
    int mode = 0;  ///< weightedMode.
    double in_weight = 1.0 / 3, out_weight = 1.0 / 3;
};
using RefCurve = std::vector<RefKey>;

/// Bezier form for all segments: an unweighted one has weights of one third.
inline double reference(const RefCurve& keys, double t) {
    if (t <= keys.front().time) return keys.front().value;
    if (t >= keys.back().time) return keys.back().value;
    std::size_t i = 0;
    while (keys[i + 1].time <= t)
        ++i;
    const RefKey &a = keys[i], &b = keys[i + 1];
    if (std::isinf(a.out) || std::isinf(b.in)) return a.value;
    const double d = b.time - a.time;
    const double wa = (a.mode & 2) != 0 ? a.out_weight : 1.0 / 3;
    const double wb = (b.mode & 1) != 0 ? b.in_weight : 1.0 / 3;
    const double x[4] = {0, wa, 1 - wb, 1};
    const double y[4] = {a.value, a.value + wa * d * a.out, b.value - wb * d * b.in, b.value};
    // De Casteljau, the place found by false position with halving.
    const auto at = [](const double(&p)[4], double s) {
        double q[4] = {p[0], p[1], p[2], p[3]};
        for (int n = 3; n > 0; --n) {
            for (int k = 0; k < n; ++k)
                q[k] += s * (q[k + 1] - q[k]);
        }
        return q[0];
    };
    const double want = (t - a.time) / d;
    double low = 0, high = 1;
    for (int n = 0; n < 200; ++n) {
        const double middle = low + (high - low) / 2;
        (at(x, middle) < want ? low : high) = middle;
    }
    return at(y, low + (high - low) / 2);
}

/// Unity's Euler angles in degrees: about z, then x, then y. As a matrix product, then a
/// quaternion; x y z w.
inline std::array<double, 4> reference_euler(double x, double y, double z) {
    const double r = std::acos(-1.0) / 180;
    const double cx = std::cos(x * r), sx = std::sin(x * r), cy = std::cos(y * r),
                 sy = std::sin(y * r), cz = std::cos(z * r), sz = std::sin(z * r);
    // Ry * Rx * Rz
    const double m[3][3] = {{cy * cz + sy * sx * sz, -cy * sz + sy * sx * cz, sy * cx},
                            {cx * sz, cx * cz, -sx},
                            {-sy * cz + cy * sx * sz, sy * sz + cy * sx * cz, cy * cx}};
    std::array<double, 4> q{};
    const double trace = m[0][0] + m[1][1] + m[2][2];
    if (trace > 0) {
        const double s = 2 * std::sqrt(trace + 1);
        q = {(m[2][1] - m[1][2]) / s, (m[0][2] - m[2][0]) / s, (m[1][0] - m[0][1]) / s, s / 4};
    } else {
        int i = m[1][1] > m[0][0] ? 1 : 0;
        if (m[2][2] > m[i][i]) i = 2;
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        const double s = 2 * std::sqrt(1 + m[i][i] - m[j][j] - m[k][k]);
        q[static_cast<std::size_t>(i)] = s / 4;
        q[static_cast<std::size_t>(j)] = (m[j][i] + m[i][j]) / s;
        q[static_cast<std::size_t>(k)] = (m[k][i] + m[i][k]) / s;
        q[3] = (m[k][j] - m[j][k]) / s;
    }
    return q;
}

/// A rotation's four curves: normalised, and x mirrored, as files of ours have it.
template <typename Curves>
std::array<double, 4> reference_rotation(const Curves& parts, double t) {
    std::array<double, 4> out{};
    double square = 0;
    for (std::size_t c = 0; c < 4; ++c) {
        out[c] = reference(parts[c], t) * (c == 1 || c == 2 ? -1 : 1);
        square += out[c] * out[c];
    }
    for (double& v : out)
        v /= std::sqrt(square);
    return out;
}

}  // namespace motus::test
