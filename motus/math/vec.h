// motus/math/vec.h - the value types: Vec3, Quat, Transform, Mat34. Data here, arithmetic in ops.
// SPDX-License-Identifier: MIT
#pragma once

#include <span>

namespace motus {

struct Vec3 {
    float x = 0.0f, y = 0.0f, z = 0.0f;
    friend bool operator==(const Vec3&, const Vec3&) = default;
};

/// Unit quaternion x y z w; rotates column vectors, right-handed.
struct Quat {
    float x = 0.0f, y = 0.0f, z = 0.0f, w = 1.0f;
    friend bool operator==(const Quat&, const Quat&) = default;
};

/// Translation * rotation * scale: a point is scaled, then rotated, then moved.
struct Transform {
    Vec3 translation{};
    Quat rotation{};
    Vec3 scale{1.0f, 1.0f, 1.0f};
    friend bool operator==(const Transform&, const Transform&) = default;
};

/// Affine 3x4 matrix as three rows of four, row i = (m[i,0], m[i,1], m[i,2], t_i): the layout of
/// palettes in memory, in uniform buffers and in shaders. 48 bytes.
struct alignas(16) Mat34 {
    float m[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};

    [[nodiscard]] std::span<const float, 12> floats() const noexcept {
        return std::span<const float, 12>(m);
    }
    friend bool operator==(const Mat34&, const Mat34&) = default;
};
static_assert(sizeof(Mat34) == 48);

}  // namespace motus
