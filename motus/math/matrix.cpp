// SPDX-License-Identifier: MIT
#include <motus/core/assert.h>
#include <motus/math/ops.h>

#include <cmath>

namespace motus {
namespace {

struct Column {
    double x, y, z;
};

Column column(const Mat34& m, int c) noexcept {
    return {m.m[c], m.m[4 + c], m.m[8 + c]};
}

Column cross(const Column& a, const Column& b) noexcept {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

double dot(const Column& a, const Column& b) noexcept {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

// Scales `v` to length 1 and returns its length; 0 leaves it zero.
double make_unit(Column& v) noexcept {
    const double n = std::sqrt(dot(v, v));
    if (n > 0.0) v = {v.x / n, v.y / n, v.z / n};
    return n;
}

// A unit vector perpendicular to the unit vector `v`.
Column perpendicular(const Column& v) noexcept {
    MOTUS_ASSERT(std::fabs(dot(v, v) - 1.0) < 1e-6);
    Column p = std::fabs(v.x) < 0.6 ? Column{0.0, v.z, -v.y} : Column{-v.z, 0.0, v.x};
    make_unit(p);
    return p;
}

// Shepperd's method on a right-handed orthonormal basis.
Quat rotation_of(const Column& x, const Column& y, const Column& z) noexcept {
    double q[4];
    const double trace = x.x + y.y + z.z;
    if (trace > 0.0) {
        const double s = 2.0 * std::sqrt(trace + 1.0);
        q[3] = 0.25 * s, q[0] = (y.z - z.y) / s, q[1] = (z.x - x.z) / s, q[2] = (x.y - y.x) / s;
    } else if (x.x > y.y && x.x > z.z) {
        const double s = 2.0 * std::sqrt(1.0 + x.x - y.y - z.z);
        q[3] = (y.z - z.y) / s, q[0] = 0.25 * s, q[1] = (y.x + x.y) / s, q[2] = (z.x + x.z) / s;
    } else if (y.y > z.z) {
        const double s = 2.0 * std::sqrt(1.0 + y.y - x.x - z.z);
        q[3] = (z.x - x.z) / s, q[0] = (y.x + x.y) / s, q[1] = 0.25 * s, q[2] = (z.y + y.z) / s;
    } else {
        const double s = 2.0 * std::sqrt(1.0 + z.z - x.x - y.y);
        q[3] = (x.y - y.x) / s, q[0] = (z.x + x.z) / s, q[1] = (z.y + y.z) / s, q[2] = 0.25 * s;
    }
    return normalize(Quat{static_cast<float>(q[0]), static_cast<float>(q[1]),
                          static_cast<float>(q[2]), static_cast<float>(q[3])});
}

}  // namespace

Mat34 to_matrix(const Transform& t) noexcept {
    const Quat& q = t.rotation;
    const float x2 = q.x + q.x, y2 = q.y + q.y, z2 = q.z + q.z;
    const float xx = q.x * x2, yy = q.y * y2, zz = q.z * z2;
    const float xy = q.x * y2, xz = q.x * z2, yz = q.y * z2;
    const float wx = q.w * x2, wy = q.w * y2, wz = q.w * z2;
    const Vec3& s = t.scale;
    return {{(1.0f - (yy + zz)) * s.x, (xy - wz) * s.y, (xz + wy) * s.z, t.translation.x,
             (xy + wz) * s.x, (1.0f - (xx + zz)) * s.y, (yz - wx) * s.z, t.translation.y,
             (xz - wy) * s.x, (yz + wx) * s.y, (1.0f - (xx + yy)) * s.z, t.translation.z}};
}

Mat34 multiply(const Mat34& a, const Mat34& b) noexcept {
    Mat34 out;
    for (int r = 0; r < 3; ++r) {
        const float* row = a.m + 4 * r;
        for (int c = 0; c < 4; ++c) {
            const float e = c == 3 ? 1.0f : 0.0f;
            out.m[4 * r + c] =
                ((row[0] * b.m[c] + row[1] * b.m[4 + c]) + row[2] * b.m[8 + c]) + row[3] * e;
        }
    }
    return out;
}

Vec3 transform_point(const Mat34& m, const Vec3& p) noexcept {
    return add(transform_vector(m, p), {m.m[3], m.m[7], m.m[11]});
}

Vec3 transform_vector(const Mat34& m, const Vec3& v) noexcept {
    return {m.m[0] * v.x + m.m[1] * v.y + m.m[2] * v.z, m.m[4] * v.x + m.m[5] * v.y + m.m[6] * v.z,
            m.m[8] * v.x + m.m[9] * v.y + m.m[10] * v.z};
}

Mat34 inverse(const Mat34& m, bool* invertible) noexcept {
    const Column x = column(m, 0), y = column(m, 1), z = column(m, 2), t = column(m, 3);
    const Column yz = cross(y, z), zx = cross(z, x), xy = cross(x, y);
    const double det = dot(x, yz);
    const bool ok = std::isfinite(1.0 / det) && std::isfinite(det);
    if (invertible != nullptr) *invertible = ok;
    if (!ok) return {};
    const double s = 1.0 / det;
    Mat34 out;
    const Column rows[3] = {yz, zx, xy};
    for (int r = 0; r < 3; ++r) {
        out.m[4 * r + 0] = static_cast<float>(rows[r].x * s);
        out.m[4 * r + 1] = static_cast<float>(rows[r].y * s);
        out.m[4 * r + 2] = static_cast<float>(rows[r].z * s);
        out.m[4 * r + 3] = static_cast<float>(-dot(rows[r], t) * s);
    }
    return out;
}

Transform decompose(const Mat34& m) noexcept {
    Column x = column(m, 0), y = column(m, 1), z = column(m, 2);
    const bool mirrored = dot(x, cross(y, z)) < 0.0;
    double sx = make_unit(x);
    const double sy = make_unit(y), sz = make_unit(z);
    if (mirrored) {
        sx = -sx;
        x = {-x.x, -x.y, -x.z};
    }
    // Axes of scale 0 are made up from those that are left.
    if (sz > 0.0 && sy > 0.0 && sx == 0.0) x = cross(y, z);
    if (sx != 0.0 && sz > 0.0 && sy == 0.0) y = cross(z, x);
    if (sx != 0.0 && sy > 0.0 && sz == 0.0) z = cross(x, y);
    if (sx == 0.0 && sy == 0.0 && sz == 0.0) x = {1, 0, 0}, y = {0, 1, 0}, z = {0, 0, 1};
    if (sx != 0.0 && sy == 0.0 && sz == 0.0) y = perpendicular(x), z = cross(x, y);
    if (sx == 0.0 && sy > 0.0 && sz == 0.0) z = perpendicular(y), x = cross(y, z);
    if (sx == 0.0 && sy == 0.0 && sz > 0.0) x = perpendicular(z), y = cross(z, x);
    return {{m.m[3], m.m[7], m.m[11]},
            rotation_of(x, y, z),
            {static_cast<float>(sx), static_cast<float>(sy), static_cast<float>(sz)}};
}

}  // namespace motus
