// motus/math/ops.h - arithmetic on the value types, out of line.
// SPDX-License-Identifier: MIT
//
// Out of line on purpose: these functions give the same bits in every program, whatever floating
// point flags that program is compiled with (docs/determinism.md).
#pragma once

#include <motus/math/vec.h>

namespace motus {

[[nodiscard]] Vec3 add(const Vec3& a, const Vec3& b) noexcept;
[[nodiscard]] Vec3 subtract(const Vec3& a, const Vec3& b) noexcept;
[[nodiscard]] Vec3 multiply(const Vec3& a, float s) noexcept;
[[nodiscard]] float dot(const Vec3& a, const Vec3& b) noexcept;
[[nodiscard]] Vec3 cross(const Vec3& a, const Vec3& b) noexcept;
[[nodiscard]] float length(const Vec3& v) noexcept;
/// Zero stays zero.
[[nodiscard]] Vec3 normalize(const Vec3& v) noexcept;
/// a*(1-t) + b*t: exact at both ends.
[[nodiscard]] Vec3 lerp(const Vec3& a, const Vec3& b, float t) noexcept;

[[nodiscard]] float dot(const Quat& a, const Quat& b) noexcept;
/// First `b`, then `a`.
[[nodiscard]] Quat multiply(const Quat& a, const Quat& b) noexcept;
[[nodiscard]] Quat conjugate(const Quat& q) noexcept;
/// Zero, or not finite, becomes the identity.
[[nodiscard]] Quat normalize(const Quat& q) noexcept;
[[nodiscard]] Vec3 rotate(const Quat& q, const Vec3& v) noexcept;
/// Shortest path, normalised. Within 5e-7 of the exact slerp for unit inputs.
[[nodiscard]] Quat slerp(const Quat& a, const Quat& b, float t) noexcept;
/// Rotation about a unit axis.
[[nodiscard]] Quat axis_angle(const Vec3& axis, float angle_rad) noexcept;

[[nodiscard]] Mat34 to_matrix(const Transform& t) noexcept;
/// First `b`, then `a`.
[[nodiscard]] Mat34 multiply(const Mat34& a, const Mat34& b) noexcept;
[[nodiscard]] Vec3 transform_point(const Mat34& m, const Vec3& p) noexcept;
[[nodiscard]] Vec3 transform_vector(const Mat34& m, const Vec3& v) noexcept;
/// Inverse of an affine matrix, computed in double. A singular matrix gives the identity with
/// `invertible` false.
[[nodiscard]] Mat34 inverse(const Mat34& m, bool* invertible = nullptr) noexcept;
/// Splits a matrix into translation, rotation and scale. Shear is lost; a mirrored matrix gets a
/// negative x scale; a zero axis gets scale 0 and an axis made up from the others.
[[nodiscard]] Transform decompose(const Mat34& m) noexcept;

[[nodiscard]] bool is_finite(float v) noexcept;
[[nodiscard]] bool is_finite(const Vec3& v) noexcept;
[[nodiscard]] bool is_finite(const Quat& q) noexcept;
[[nodiscard]] bool is_finite(const Transform& t) noexcept;
[[nodiscard]] bool is_finite(const Mat34& m) noexcept;

}  // namespace motus
