// SPDX-License-Identifier: MIT
#include <motus/clip/track.h>
#include <motus/import/fbx/space.h>
#include <motus/math/trig.h>

#include <cmath>

namespace motus::fbx {
namespace {

constexpr double kRadians = kPi / 180.0;

/// The axes of an order, that which turns first at the front.
std::array<int, 3> axes_of(RotationOrder order) {
    switch (order) {
        case RotationOrder::xzy:
            return {0, 2, 1};
        case RotationOrder::yzx:
            return {1, 2, 0};
        case RotationOrder::yxz:
            return {1, 0, 2};
        case RotationOrder::zxy:
            return {2, 0, 1};
        case RotationOrder::zyx:
            return {2, 1, 0};
        default:
            return {0, 1, 2};
    }
}

double component(const Double3& v, int axis) {
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

DoubleQuat about(int axis, double angle_rad) {
    const SinCos half = sin_cos(0.5 * angle_rad);
    return {axis == 0 ? half.sin : 0.0, axis == 1 ? half.sin : 0.0, axis == 2 ? half.sin : 0.0,
            half.cos};
}

DoubleQuat normalized(const DoubleQuat& q) {
    const double square = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    if (!(square > 0.0)) return {};
    const double by = 1.0 / std::sqrt(square);
    return {q.x * by, q.y * by, q.z * by, q.w * by};
}

}  // namespace

Double3 operator+(const Double3& a, const Double3& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
Double3 operator-(const Double3& a, const Double3& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
Double3 operator*(const Double3& a, double s) {
    return {a.x * s, a.y * s, a.z * s};
}
Double3 scaled(const Double3& a, const Double3& b) {
    return {a.x * b.x, a.y * b.y, a.z * b.z};
}

DoubleQuat operator*(const DoubleQuat& a, const DoubleQuat& b) {
    return {a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
            a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
            a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
            a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

DoubleQuat conjugate(const DoubleQuat& q) {
    return {-q.x, -q.y, -q.z, q.w};
}

Double3 rotate(const DoubleQuat& q, const Double3& v) {
    const Double3 t{2.0 * (q.y * v.z - q.z * v.y), 2.0 * (q.z * v.x - q.x * v.z),
                    2.0 * (q.x * v.y - q.y * v.x)};
    return {v.x + q.w * t.x + q.y * t.z - q.z * t.y, v.y + q.w * t.y + q.z * t.x - q.x * t.z,
            v.z + q.w * t.z + q.x * t.y - q.y * t.x};
}

DoubleQuat slerp(const DoubleQuat& a, DoubleQuat b, double t) {
    double cosine = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    if (cosine < 0.0) {
        b = {-b.x, -b.y, -b.z, -b.w};
        cosine = -cosine;
    }
    double wa = 1.0 - t, wb = t;
    if (cosine < 1.0 - 1e-9) {
        const double angle = arc_cosine(cosine), by = 1.0 / sine(angle);
        wa = sine((1.0 - t) * angle) * by;
        wb = sine(t * angle) * by;
    }
    return normalized(
        {wa * a.x + wb * b.x, wa * a.y + wb * b.y, wa * a.z + wb * b.z, wa * a.w + wb * b.w});
}

DoubleQuat rotation_of(const Double3& angles_deg, RotationOrder order) {
    DoubleQuat q;
    for (const int axis : axes_of(order)) {
        const double angle = component(angles_deg, axis);
        if (angle != 0.0) q = about(axis, angle * kRadians) * q;
    }
    return q;
}

Double3 angles_of(const DoubleQuat& q, RotationOrder order) {
    // With the axes i, j, k of the order R = Rk * Rj * Ri; the sign is that of the permutation.
    const auto [i, j, k] = axes_of(order);
    const double sign = (j - i + 3) % 3 == 1 ? 1.0 : -1.0;
    const auto unit = [](int axis) {
        return Double3{axis == 0 ? 1.0 : 0.0, axis == 1 ? 1.0 : 0.0, axis == 2 ? 1.0 : 0.0};
    };
    const Double3 ci = rotate(q, unit(i)), cj = rotate(q, unit(j)), ck = rotate(q, unit(k));
    const double across =
        std::sqrt(component(ci, i) * component(ci, i) + component(ci, j) * component(ci, j));
    std::array<double, 3> angles{};
    angles[static_cast<std::size_t>(j)] = arc_tangent(-sign * component(ci, k), across);
    if (across > 1e-9) {
        angles[static_cast<std::size_t>(i)] =
            arc_tangent(sign * component(cj, k), component(ck, k));
        angles[static_cast<std::size_t>(k)] =
            arc_tangent(sign * component(ci, j), component(ci, i));
    } else {
        angles[static_cast<std::size_t>(i)] =
            arc_tangent(-sign * component(ck, j), component(cj, j));
    }
    return {angles[0] / kRadians, angles[1] / kRadians, angles[2] / kRadians};
}

LocalTransform local_transform(const Pivots& p, const Double3& translation,
                               const DoubleQuat& rotation, const Double3& scale) {
    LocalTransform out;
    out.rotation = p.pre_rotation * rotation * conjugate(p.post_rotation);
    out.scale = scale;
    const Double3 inner =
        p.scaling_offset + p.scaling_pivot - scaled(scale, p.scaling_pivot) - p.rotation_pivot;
    out.translation =
        translation + p.rotation_offset + p.rotation_pivot + rotate(out.rotation, inner);
    return out;
}

DoubleMatrix matrix_of(const LocalTransform& t) {
    const Double3 x = rotate(t.rotation, {t.scale.x, 0, 0});
    const Double3 y = rotate(t.rotation, {0, t.scale.y, 0});
    const Double3 z = rotate(t.rotation, {0, 0, t.scale.z});
    return {{x.x, y.x, z.x, t.translation.x, x.y, y.y, z.y, t.translation.y, x.z, y.z, z.z,
             t.translation.z}};
}

DoubleMatrix operator*(const DoubleMatrix& a, const DoubleMatrix& b) {
    DoubleMatrix out;
    for (std::size_t r = 0; r < 3; ++r) {
        for (std::size_t c = 0; c < 4; ++c) {
            double sum = c == 3 ? a.m[r * 4 + 3] : 0.0;
            for (std::size_t k = 0; k < 3; ++k)
                sum += a.m[r * 4 + k] * b.m[k * 4 + c];
            out.m[r * 4 + c] = sum;
        }
    }
    return out;
}

Double3 transform_point(const DoubleMatrix& m, const Double3& p) {
    const auto row = [&](std::size_t r) {
        return m.m[r] * p.x + m.m[r + 1] * p.y + m.m[r + 2] * p.z + m.m[r + 3];
    };
    return {row(0), row(4), row(8)};
}

Double3 transform_vector(const DoubleMatrix& m, const Double3& v) {
    const auto row = [&](std::size_t r) {
        return m.m[r] * v.x + m.m[r + 1] * v.y + m.m[r + 2] * v.z;
    };
    return {row(0), row(4), row(8)};
}

DoubleMatrix cofactors(const DoubleMatrix& m) {
    DoubleMatrix out;
    for (std::size_t r = 0; r < 3; ++r) {
        for (std::size_t c = 0; c < 3; ++c) {
            const std::size_t r1 = (r + 1) % 3 * 4, r2 = (r + 2) % 3 * 4;
            const std::size_t c1 = (c + 1) % 3, c2 = (c + 2) % 3;
            out.m[r * 4 + c] = m.m[r1 + c1] * m.m[r2 + c2] - m.m[r1 + c2] * m.m[r2 + c1];
        }
        out.m[r * 4 + 3] = 0.0;
    }
    return out;
}

double determinant(const DoubleMatrix& m) {
    const DoubleMatrix c = cofactors(m);
    return m.m[0] * c.m[0] + m.m[1] * c.m[1] + m.m[2] * c.m[2];
}

bool invert(const DoubleMatrix& m, DoubleMatrix& out) {
    out = {};
    const double det = determinant(m);
    if (!(std::fabs(det) > 1e-60)) return false;
    const DoubleMatrix c = cofactors(m);
    for (std::size_t r = 0; r < 3; ++r)
        for (std::size_t k = 0; k < 3; ++k)
            out.m[r * 4 + k] = c.m[k * 4 + r] / det;
    const Double3 t = transform_vector(out, {m.m[3], m.m[7], m.m[11]});
    out.m[3] = -t.x;
    out.m[7] = -t.y;
    out.m[11] = -t.z;
    return true;
}

Double3 Space::point(const Double3& p) const {
    return vector(p) * metres_per_unit;
}

Double3 Space::vector(const Double3& v) const {
    return {mirror ? -v.x : v.x, v.y, v.z};
}

LocalTransform Space::transform(LocalTransform t, bool is_top) const {
    t.translation = point(t.translation);
    if (mirror) {
        t.rotation.y = -t.rotation.y;
        t.rotation.z = -t.rotation.z;
    }
    if (is_top) {
        t.translation = rotate(rotation, t.translation);
        t.rotation = rotation * t.rotation;
    }
    return t;
}

DoubleMatrix Space::matrix(const DoubleMatrix& m) const {
    DoubleMatrix out = m;
    for (std::size_t r = 0; r < 3; ++r) {
        out.m[r * 4 + 3] *= metres_per_unit;
        for (std::size_t c = 0; c < 4; ++c)
            if (mirror && (r == 0) != (c == 0)) out.m[r * 4 + c] = -out.m[r * 4 + c];
    }
    return out;
}

float to_float(double v) {
    constexpr auto kMost = static_cast<double>(kLargestNumber);
    if (!(v <= kMost)) return v > kMost ? kLargestNumber : 0.0f;
    return v < -kMost ? -kLargestNumber : static_cast<float>(v);
}

Vec3 to_float(const Double3& v) {
    return {to_float(v.x), to_float(v.y), to_float(v.z)};
}

Quat to_float(const DoubleQuat& q) {
    const DoubleQuat n = normalized(q);
    return {to_float(n.x), to_float(n.y), to_float(n.z), to_float(n.w)};
}

Transform to_float(const LocalTransform& t) {
    return {to_float(t.translation), to_float(t.rotation), to_float(t.scale)};
}

Mat34 to_float(const DoubleMatrix& m) {
    Mat34 out;
    for (std::size_t i = 0; i < 12; ++i)
        out.m[i] = to_float(m.m[i]);
    return out;
}

}  // namespace motus::fbx
