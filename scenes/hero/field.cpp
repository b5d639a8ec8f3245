// SPDX-License-Identifier: MIT
#include <scenes/hero/field.h>

#include <cstddef>

namespace motus::scenes::hero {
namespace {

/// Catmull-Rom through four values at uneven places, on the segment from `b` to `c`.
double through(double ya, double a, double yb, double b, double yc, double c, double yd, double d,
               double t) {
    const double h = yc - yb;
    const double mb = (c - a) / (yc - ya) * h;
    const double mc = (d - b) / (yd - yb) * h;
    const double t2 = t * t, t3 = t2 * t;
    return (2.0 * t3 - 3.0 * t2 + 1.0) * b + (t3 - 2.0 * t2 + t) * mb + (-2.0 * t3 + 3.0 * t2) * c +
           (t3 - t2) * mc;
}

Ring ring_at(std::span<const Ring> rings, double y) {
    const std::size_t last = rings.size() - 1;
    if (!(y > rings[0].y)) return rings[0];
    if (!(y < rings[last].y)) return rings[last];
    std::size_t i = 0;
    while (y >= rings[i + 1].y)
        ++i;
    Ring before = i > 0 ? rings[i - 1] : rings[0];
    Ring after = i + 2 <= last ? rings[i + 2] : rings[last];
    if (i == 0) before.y = 2.0 * rings[0].y - rings[1].y;
    if (i + 2 > last) after.y = 2.0 * rings[last].y - rings[last - 1].y;
    const Ring &b = rings[i], &c = rings[i + 1];
    const double t = (y - b.y) / (c.y - b.y);
    const auto run = [&](double Ring::*m) {
        return through(before.y, before.*m, b.y, b.*m, c.y, c.*m, after.y, after.*m, t);
    };
    return {y, run(&Ring::rx), run(&Ring::rz), run(&Ring::cz), run(&Ring::square)};
}

}  // namespace

double loft(Vec3d p, std::span<const Ring> rings, double edge) {
    const Ring r = ring_at(rings, p.y);
    const double x = p.x / r.rx, z = (p.z - r.cz) / r.rz;
    const double x2 = x * x, z2 = z * z;
    const double round = std::sqrt(x2 + z2);
    const double square = std::sqrt(std::sqrt(x2 * x2 + z2 * z2));
    const double k = mix(round, square, r.square);
    // Slope of k: turns the ratio into a distance, on both half axes alike.
    const double slope =
        round > 1e-9 ? std::sqrt(x2 / (r.rx * r.rx) + z2 / (r.rz * r.rz)) / round : 1.0 / r.rz;
    const double wall = (k - 1.0) / slope;
    const double cap = std::fmax(rings.front().y - p.y, p.y - rings.back().y);
    return common(wall, cap, edge);
}

Vec3d gradient(const Field& field, Vec3d p) {
    constexpr double h = 2e-4;
    return Vec3d{field({p.x + h, p.y, p.z}) - field({p.x - h, p.y, p.z}),
                 field({p.x, p.y + h, p.z}) - field({p.x, p.y - h, p.z}),
                 field({p.x, p.y, p.z + h}) - field({p.x, p.y, p.z - h})} *
           (0.5 / h);
}

}  // namespace motus::scenes::hero
