// scenes/hero/field.h - implicit solids: signed distances that blend into one another.
// SPDX-License-Identifier: MIT
//
// Negative inside. Values are near the true distance close to the surface, which is where they are
// used; formulas are the usual ones of constructive modelling with distance fields.
#pragma once

#include <scenes/support/geometry.h>

#include <cmath>
#include <functional>
#include <span>

namespace motus::scenes::hero {

using Field = std::function<double(Vec3d)>;

/// Both sides as the left one: for solids that are mirrored in x = 0.
inline Vec3d folded(Vec3d p) {
    return {std::fabs(p.x), p.y, p.z};
}

/// Union with a rounded seam about `k` wide.
inline double blend(double a, double b, double k) {
    const double h = clamp01(0.5 + 0.5 * (b - a) / k);
    return mix(b, a, h) - k * h * (1.0 - h);
}
/// What both have, with a rounded edge.
inline double common(double a, double b, double k) {
    return -blend(-a, -b, k);
}
/// `a` without `b`, with a rounded edge.
inline double carve(double a, double b, double k) {
    return common(a, -b, k);
}

/// First-order distance: exact on the surface, near it to second order.
inline double ellipsoid(Vec3d p, Vec3d c, Vec3d r) {
    const Vec3d q = p - c;
    const double k0 = length({q.x / r.x, q.y / r.y, q.z / r.z});
    const double k1 = length({q.x / (r.x * r.x), q.y / (r.y * r.y), q.z / (r.z * r.z)});
    return k1 > 1e-9 ? k0 * (k0 - 1.0) / k1
                     : -(r.x < r.y ? (r.x < r.z ? r.x : r.z) : (r.y < r.z ? r.y : r.z));
}

/// A bone with flesh: a tube from a to b with a radius at each end, round at both.
inline double limb(Vec3d p, Vec3d a, Vec3d b, double ra, double rb) {
    const Vec3d ba = b - a;
    const double t = clamp01(dot(p - a, ba) / dot(ba, ba));
    return length(p - a - ba * t) - mix(ra, rb, t);
}

/// The same, squashed along `flat` (unit) by `squash` < 1: a strap, a lock of hair.
inline double flat_limb(Vec3d p, Vec3d a, Vec3d b, double ra, double rb, Vec3d flat,
                        double squash) {
    const Vec3d ba = b - a;
    const double t = clamp01(dot(p - a, ba) / dot(ba, ba));
    Vec3d q = p - a - ba * t;
    q = q + flat * (dot(q, flat) * (1.0 / squash - 1.0));
    return (length(q) - mix(ra, rb, t)) * squash;
}

/// One ring of a loft: centre depth and half sizes at a height. `square` 0 is an ellipse, 1 a
/// rounded rectangle (superellipse of exponent 4).
struct Ring {
    double y, rx, rz, cz, square;
};

/// A solid of smoothly changing rings, bottom to top; capped at both ends with an edge of radius
/// `edge`.
double loft(Vec3d p, std::span<const Ring> rings, double edge);

/// Gradient by central differences; points outwards.
Vec3d gradient(const Field& field, Vec3d p);

}  // namespace motus::scenes::hero
