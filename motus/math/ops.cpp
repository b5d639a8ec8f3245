// SPDX-License-Identifier: MIT
#include <motus/core/assert.h>
#include <motus/math/lerp.h>
#include <motus/math/ops.h>
#include <motus/math/slerp.h>
#include <motus/math/trig.h>

#include <cmath>

namespace motus {

Vec3 add(const Vec3& a, const Vec3& b) noexcept {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}

Vec3 subtract(const Vec3& a, const Vec3& b) noexcept {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}

Vec3 multiply(const Vec3& a, float s) noexcept {
    return {a.x * s, a.y * s, a.z * s};
}

float dot(const Vec3& a, const Vec3& b) noexcept {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

Vec3 cross(const Vec3& a, const Vec3& b) noexcept {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

float length(const Vec3& v) noexcept {
    return std::sqrt(dot(v, v));
}

Vec3 normalize(const Vec3& v) noexcept {
    // In double, where the square of no float overflows or vanishes.
    const double n = std::sqrt(static_cast<double>(v.x) * v.x + static_cast<double>(v.y) * v.y +
                               static_cast<double>(v.z) * v.z);
    if (!(n > 0.0)) return {};
    return {static_cast<float>(v.x / n), static_cast<float>(v.y / n), static_cast<float>(v.z / n)};
}

Vec3 lerp(const Vec3& a, const Vec3& b, float t) noexcept {
    const float s = 1.0f - t;
    return {detail::between_keys(a.x, s, b.x, t), detail::between_keys(a.y, s, b.y, t),
            detail::between_keys(a.z, s, b.z, t)};
}

float dot(const Quat& a, const Quat& b) noexcept {
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

Quat multiply(const Quat& a, const Quat& b) noexcept {
    return {a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
            a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
            a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
            a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

Quat conjugate(const Quat& q) noexcept {
    return {-q.x, -q.y, -q.z, q.w};
}

Quat normalize(const Quat& q) noexcept {
    // In double, so that any finite float quaternion comes out as a unit one.
    const double n = std::sqrt(static_cast<double>(q.x) * q.x + static_cast<double>(q.y) * q.y +
                               static_cast<double>(q.z) * q.z + static_cast<double>(q.w) * q.w);
    if (!(n > 0.0) || !std::isfinite(n)) return {};
    return {static_cast<float>(q.x / n), static_cast<float>(q.y / n), static_cast<float>(q.z / n),
            static_cast<float>(q.w / n)};
}

Vec3 rotate(const Quat& q, const Vec3& v) noexcept {
    const Vec3 axis{q.x, q.y, q.z};
    const Vec3 t = multiply(cross(axis, v), 2.0f);
    return add(add(v, multiply(t, q.w)), cross(axis, t));
}

Quat slerp(const Quat& a, const Quat& b, float t) noexcept {
    const float cosine = dot(a, b);
    const float y = 1.0f - std::fabs(cosine);
    const float angle2 = y * detail::evaluate(detail::kArcCosineSquared, y);
    const float s = 1.0f - t;
    const float down = detail::evaluate(detail::kSinc, angle2);
    const float wa = s * detail::evaluate(detail::kSinc, s * s * angle2) / down;
    float wb = t * detail::evaluate(detail::kSinc, t * t * angle2) / down;
    if (cosine < 0.0f) wb = -wb;
    return normalize(
        Quat{a.x * wa + b.x * wb, a.y * wa + b.y * wb, a.z * wa + b.z * wb, a.w * wa + b.w * wb});
}

Quat axis_angle(const Vec3& axis, float angle_rad) noexcept {
    MOTUS_ASSERT(std::fabs(dot(axis, axis) - 1.0f) < 1e-3f);
    const SinCos half = sin_cos(0.5 * static_cast<double>(angle_rad));
    const auto s = static_cast<float>(half.sin);
    return {axis.x * s, axis.y * s, axis.z * s, static_cast<float>(half.cos)};
}

bool is_finite(float v) noexcept {
    return std::isfinite(v);
}

bool is_finite(const Vec3& v) noexcept {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

bool is_finite(const Quat& q) noexcept {
    return std::isfinite(q.x) && std::isfinite(q.y) && std::isfinite(q.z) && std::isfinite(q.w);
}

bool is_finite(const Transform& t) noexcept {
    return is_finite(t.translation) && is_finite(t.rotation) && is_finite(t.scale);
}

bool is_finite(const Mat34& m) noexcept {
    for (float v : m.m) {
        if (!std::isfinite(v)) return false;
    }
    return true;
}

}  // namespace motus
