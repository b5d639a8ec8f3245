// motus/import/fbx/space.h - transforms of FBX in double precision, and their way into Motus'
// space. SPDX-License-Identifier: MIT
#pragma once

#include <motus/math/vec.h>

#include <array>

namespace motus::fbx {

struct Double3 {
    double x = 0.0, y = 0.0, z = 0.0;
    friend bool operator==(const Double3&, const Double3&) = default;
};

[[nodiscard]] Double3 operator+(const Double3& a, const Double3& b);
[[nodiscard]] Double3 operator-(const Double3& a, const Double3& b);
[[nodiscard]] Double3 operator*(const Double3& a, double s);
/// Component by component.
[[nodiscard]] Double3 scaled(const Double3& a, const Double3& b);

struct DoubleQuat {
    double x = 0.0, y = 0.0, z = 0.0, w = 1.0;
};

/// First `b`, then `a`.
[[nodiscard]] DoubleQuat operator*(const DoubleQuat& a, const DoubleQuat& b);
[[nodiscard]] DoubleQuat conjugate(const DoubleQuat& q);
[[nodiscard]] Double3 rotate(const DoubleQuat& q, const Double3& v);
[[nodiscard]] DoubleQuat slerp(const DoubleQuat& a, DoubleQuat b, double t);

/// In which order the angles turn; the last one is taken as the first, as all programs do.
enum class RotationOrder : unsigned char { xyz, xzy, yzx, yxz, zxy, zyx, spheric_xyz };

[[nodiscard]] DoubleQuat rotation_of(const Double3& angles_deg, RotationOrder order);
/// Angles that give the rotation, in degrees.
[[nodiscard]] Double3 angles_of(const DoubleQuat& q, RotationOrder order);

/// What is constant in a node's transform; lengths in units of the file.
struct Pivots {
    Double3 rotation_offset, rotation_pivot, scaling_offset, scaling_pivot;
    DoubleQuat pre_rotation, post_rotation;
    RotationOrder order = RotationOrder::xyz;
};

/// Translation, rotation and scale, whose product the transform is: there is no shear in it.
struct LocalTransform {
    Double3 translation;
    DoubleQuat rotation;
    Double3 scale{1.0, 1.0, 1.0};
};

/// T * Roff * Rp * Rpre * R * Rpost^-1 * Rp^-1 * Soff * Sp * S * Sp^-1, as one transform.
[[nodiscard]] LocalTransform local_transform(const Pivots& pivots, const Double3& translation,
                                             const DoubleQuat& rotation, const Double3& scale);

/// A 3x4 matrix, rows of four.
struct DoubleMatrix {
    std::array<double, 12> m{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
};

[[nodiscard]] DoubleMatrix matrix_of(const LocalTransform& t);
[[nodiscard]] DoubleMatrix operator*(const DoubleMatrix& a, const DoubleMatrix& b);
[[nodiscard]] Double3 transform_point(const DoubleMatrix& m, const Double3& p);
[[nodiscard]] Double3 transform_vector(const DoubleMatrix& m, const Double3& v);
[[nodiscard]] double determinant(const DoubleMatrix& m);
/// False, and the identity: it has none.
[[nodiscard]] bool invert(const DoubleMatrix& m, DoubleMatrix& out);
/// For normals: the transposed inverse, up to a factor.
[[nodiscard]] DoubleMatrix cofactors(const DoubleMatrix& m);

/// From the file's axes and unit to right-handed, Y up, metres. The rotation is that of top nodes;
/// unit and mirror are in every length of the file.
struct Space {
    DoubleQuat rotation;
    double metres_per_unit = 0.01;
    bool mirror = false;  ///< The file is left-handed: x of all that is in it is negated.

    [[nodiscard]] Double3 point(const Double3& p) const;   ///< With unit and mirror.
    [[nodiscard]] Double3 vector(const Double3& v) const;  ///< With the mirror alone.
    [[nodiscard]] LocalTransform transform(LocalTransform t, bool is_top) const;
    [[nodiscard]] DoubleMatrix matrix(const DoubleMatrix& m) const;  ///< A matrix between nodes.
};

[[nodiscard]] Vec3 to_float(const Double3& v);
[[nodiscard]] Quat to_float(const DoubleQuat& q);
[[nodiscard]] Transform to_float(const LocalTransform& t);
[[nodiscard]] Mat34 to_float(const DoubleMatrix& m);
/// Clamped to what a clip may hold; NaN is 0.
[[nodiscard]] float to_float(double v);

}  // namespace motus::fbx
