// scenes/support/geometry.h - double-precision vectors and rotations, to author scenes with.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/math/trig.h>
#include <motus/math/vec.h>

#include <cmath>

namespace motus::scenes {

struct Vec3d {
    double x = 0.0, y = 0.0, z = 0.0;
};

inline Vec3d operator+(Vec3d a, Vec3d b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
inline Vec3d operator-(Vec3d a, Vec3d b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
inline Vec3d operator-(Vec3d a) {
    return {-a.x, -a.y, -a.z};
}
inline Vec3d operator*(Vec3d a, double s) {
    return {a.x * s, a.y * s, a.z * s};
}
inline double dot(Vec3d a, Vec3d b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
inline Vec3d cross(Vec3d a, Vec3d b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline double length(Vec3d a) {
    return std::sqrt(dot(a, a));
}
/// Zero stays zero.
inline Vec3d normalize(Vec3d a) {
    const double n = length(a);
    return n > 0.0 ? a * (1.0 / n) : a;
}
inline Vec3d mix(Vec3d a, Vec3d b, double t) {
    return a * (1.0 - t) + b * t;
}
inline Vec3d mirror_x(Vec3d a) {
    return {-a.x, a.y, a.z};
}

/// Unit quaternion, as motus::Quat.
struct Quatd {
    double x = 0.0, y = 0.0, z = 0.0, w = 1.0;
};

/// First `b`, then `a`.
inline Quatd operator*(Quatd a, Quatd b) {
    return {a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
            a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
            a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
            a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}
inline Quatd conjugate(Quatd q) {
    return {-q.x, -q.y, -q.z, q.w};
}
inline double dot(Quatd a, Quatd b) {
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
inline Quatd normalize(Quatd q) {
    const double s = 1.0 / std::sqrt(dot(q, q));
    return {q.x * s, q.y * s, q.z * s, q.w * s};
}
inline Vec3d rotate(Quatd q, Vec3d v) {
    const Vec3d u{q.x, q.y, q.z};
    const Vec3d t = cross(u, v) * 2.0;
    return v + t * q.w + cross(u, t);
}
/// About a unit axis.
inline Quatd axis_angle(Vec3d axis, double angle_rad) {
    const SinCos h = sin_cos(0.5 * angle_rad);
    return {axis.x * h.sin, axis.y * h.sin, axis.z * h.sin, h.cos};
}
/// Shortest path, normalised linear: for authoring, where speed along the path does not matter.
inline Quatd mix(Quatd a, Quatd b, double t) {
    const double s = dot(a, b) < 0.0 ? -t : t;
    return normalize({a.x * (1.0 - t) + b.x * s, a.y * (1.0 - t) + b.y * s,
                      a.z * (1.0 - t) + b.z * s, a.w * (1.0 - t) + b.w * s});
}

inline constexpr double kDegrees = kPi / 180.0;

/// Degrees about the axes of the world in the rest pose: pitch about X (positive bows forward, as
/// characters face +Z), yaw about Y (positive turns left), roll about Z (positive leans to the
/// right). Yaw is applied last, roll first.
Quatd turn(double pitch_deg, double yaw_deg, double roll_deg);

/// The rotation whose Y axis is `along` and whose X axis is as near `side` as can be. The two must
/// not be parallel.
Quatd frame(Vec3d along, Vec3d side);

inline Vec3 to_float(Vec3d v) {
    return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}
inline Quat to_float(Quatd q) {
    return {static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z),
            static_cast<float>(q.w)};
}

inline double clamp01(double t) {
    return t > 0.0 ? (t < 1.0 ? t : 1.0) : 0.0;
}
inline double mix(double a, double b, double t) {
    return a * (1.0 - t) + b * t;
}
/// 0 below `lo`, 1 above `hi`, smooth between.
inline double smooth_step(double lo, double hi, double v) {
    const double t = clamp01((v - lo) / (hi - lo));
    return t * t * (3.0 - 2.0 * t);
}

}  // namespace motus::scenes
