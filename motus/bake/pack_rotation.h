// motus/bake/pack_rotation.h - rotations in double, for packing.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cmath>

namespace motus::pack {

using Rotation = std::array<double, 4>;

inline Rotation multiply(const Rotation& a, const Rotation& b) {
    return {a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
            a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
            a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
            a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2]};
}

inline Rotation conjugate(const Rotation& q) {
    return {-q[0], -q[1], -q[2], q[3]};
}

inline double dot(const Rotation& a, const Rotation& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}

inline Rotation unit(const Rotation& q) {
    const double n = std::sqrt(dot(q, q));
    return {q[0] / n, q[1] / n, q[2] / n, q[3] / n};
}

}  // namespace motus::pack
