// motus/math/trig.h - sine and friends that give the same bits on every compiler and libm.
// SPDX-License-Identifier: MIT
#pragma once

namespace motus {

inline constexpr double kPi = 3.14159265358979323846;

struct SinCos {
    double sin, cos;
};

/// Within 2 ulp for |x| <= 1e5; larger angles are first folded exactly by fmod. Not for NaN.
[[nodiscard]] SinCos sin_cos(double angle_rad) noexcept;
[[nodiscard]] double sine(double angle_rad) noexcept;
[[nodiscard]] double cosine(double angle_rad) noexcept;
/// In (-pi, pi], within 6 ulp. arc_tangent(0, 0) is 0.
[[nodiscard]] double arc_tangent(double y, double x) noexcept;
/// `x` is clamped to [-1, 1]. In [0, pi].
[[nodiscard]] double arc_cosine(double x) noexcept;

}  // namespace motus
