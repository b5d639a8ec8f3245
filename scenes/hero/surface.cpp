// SPDX-License-Identifier: MIT
#include <scenes/hero/surface.h>

#include <map>
#include <utility>

namespace motus::scenes::hero {
namespace {

/// One Newton step onto the surface. A one-sided gradient is good enough for the way there.
Vec3d pulled(const Field& field, Vec3d p) {
    constexpr double h = 2e-4;
    const double d = field(p);
    const Vec3d g = Vec3d{field({p.x + h, p.y, p.z}) - d, field({p.x, p.y + h, p.z}) - d,
                          field({p.x, p.y, p.z + h}) - d} *
                    (1.0 / h);
    const double gg = dot(g, g);
    return gg > 1e-6 ? p - g * (d / gg) : p;
}

struct Grid {
    Vec3d lo;
    double cell;
    std::array<std::size_t, 3> n;  ///< Corners along each axis.
    std::vector<double> value;

    Grid(const Field& field, const Box& box, double size) : lo(box.lo), cell(size) {
        const Vec3d extent = box.hi - box.lo;
        // Whole cells on each side of the middle keep a mirrored box mirrored.
        const auto corners = [&](double e) {
            return 2 * static_cast<std::size_t>(std::ceil(0.5 * e / cell)) + 1;
        };
        n = {corners(extent.x), corners(extent.y), corners(extent.z)};
        const auto grown = [&](double a, double b, std::size_t count) {
            return 0.5 * (a + b) - 0.5 * static_cast<double>(count - 1) * cell;
        };
        lo = {grown(box.lo.x, box.hi.x, n[0]), grown(box.lo.y, box.hi.y, n[1]),
              grown(box.lo.z, box.hi.z, n[2])};
        value.reserve(n[0] * n[1] * n[2]);
        for (std::size_t k = 0; k < n[2]; ++k)
            for (std::size_t j = 0; j < n[1]; ++j)
                for (std::size_t i = 0; i < n[0]; ++i)
                    value.push_back(field(corner(i, j, k)));
    }
    Vec3d corner(std::size_t i, std::size_t j, std::size_t k) const {
        return {lo.x + static_cast<double>(i) * cell, lo.y + static_cast<double>(j) * cell,
                lo.z + static_cast<double>(k) * cell};
    }
    std::size_t at(std::size_t i, std::size_t j, std::size_t k) const {
        return (k * n[1] + j) * n[0] + i;
    }
};

constexpr std::uint32_t kNoPoint = 0xffffffffu;

/// One point per crossed cell: the mean of the crossings on the cell's edges.
std::vector<std::uint32_t> place_points(const Grid& grid, Surface& out) {
    std::vector<std::uint32_t> point_of(grid.value.size(), kNoPoint);
    const auto bit = [](std::size_t v, int b) { return (v >> b) & 1u; };
    for (std::size_t k = 0; k + 1 < grid.n[2]; ++k)
        for (std::size_t j = 0; j + 1 < grid.n[1]; ++j)
            for (std::size_t i = 0; i + 1 < grid.n[0]; ++i) {
                Vec3d sum{};
                int count = 0;
                for (std::size_t c = 0; c < 8; ++c)
                    for (int axis = 0; axis < 3; ++axis) {
                        if (bit(c, axis) != 0) continue;
                        const std::size_t d = c | (std::size_t{1} << axis);
                        const auto corner = [&](std::size_t v) {
                            return std::array{i + bit(v, 0), j + bit(v, 1), k + bit(v, 2)};
                        };
                        const auto a = corner(c), b = corner(d);
                        const double fa = grid.value[grid.at(a[0], a[1], a[2])];
                        const double fb = grid.value[grid.at(b[0], b[1], b[2])];
                        if ((fa < 0.0) == (fb < 0.0)) continue;
                        sum = sum + mix(grid.corner(a[0], a[1], a[2]),
                                        grid.corner(b[0], b[1], b[2]), fa / (fa - fb));
                        ++count;
                    }
                if (count == 0) continue;
                point_of[grid.at(i, j, k)] = static_cast<std::uint32_t>(out.points.size());
                out.points.push_back(sum * (1.0 / count));
            }
    return point_of;
}

/// One quad per crossed grid edge, split along its shorter diagonal.
void join_points(const Grid& grid, const std::vector<std::uint32_t>& point_of, Surface& out) {
    for (std::size_t k = 1; k + 1 < grid.n[2]; ++k)
        for (std::size_t j = 1; j + 1 < grid.n[1]; ++j)
            for (std::size_t i = 1; i + 1 < grid.n[0]; ++i)
                for (int axis = 0; axis < 3; ++axis) {
                    const std::array<std::size_t, 3> a{i, j, k};
                    std::array<std::size_t, 3> b = a;
                    ++b[static_cast<std::size_t>(axis)];
                    const bool in_a = grid.value[grid.at(a[0], a[1], a[2])] < 0.0;
                    const bool in_b = grid.value[grid.at(b[0], b[1], b[2])] < 0.0;
                    if (in_a == in_b) continue;
                    const auto u = static_cast<std::size_t>((axis + 1) % 3);
                    const auto v = static_cast<std::size_t>((axis + 2) % 3);
                    const auto cell = [&](std::size_t du, std::size_t dv) {
                        std::array<std::size_t, 3> c = a;
                        c[u] -= du;
                        c[v] -= dv;
                        return point_of[grid.at(c[0], c[1], c[2])];
                    };
                    std::array<std::uint32_t, 4> q{cell(0, 0), cell(1, 0), cell(1, 1), cell(0, 1)};
                    if (!in_a) std::swap(q[1], q[3]);
                    const double d02 = length(out.points[q[0]] - out.points[q[2]]);
                    const double d13 = length(out.points[q[1]] - out.points[q[3]]);
                    if (d02 <= d13) {
                        out.triangles.push_back({q[0], q[1], q[2]});
                        out.triangles.push_back({q[0], q[2], q[3]});
                    } else {
                        out.triangles.push_back({q[1], q[2], q[3]});
                        out.triangles.push_back({q[1], q[3], q[0]});
                    }
                }
}

/// Moves each point towards the mean of its neighbours, then back onto the surface.
void even_out(const Field& field, Surface& s) {
    for (Vec3d& p : s.points)
        p = pulled(field, p);
    for (int round = 0; round < 3; ++round) {
        std::vector<Vec3d> sum(s.points.size());
        std::vector<double> count(s.points.size(), 0.0);
        for (const auto& t : s.triangles)
            for (std::size_t e = 0; e < 3; ++e) {
                const std::uint32_t a = t[e], b = t[(e + 1) % 3];
                sum[a] = sum[a] + s.points[b];
                sum[b] = sum[b] + s.points[a];
                count[a] += 1.0;
                count[b] += 1.0;
            }
        for (std::size_t i = 0; i < s.points.size(); ++i) {
            if (count[i] == 0.0) continue;
            const Vec3d p = mix(s.points[i], sum[i] * (1.0 / count[i]), 0.5);
            s.points[i] = pulled(field, p);
        }
    }
    for (Vec3d& p : s.points)
        p = pulled(field, p);
}

}  // namespace

Surface polygonise(const Field& field, const Box& box, double cell) {
    const Grid grid(field, box, cell);
    Surface out;
    const std::vector<std::uint32_t> point_of = place_points(grid, out);
    join_points(grid, point_of, out);
    even_out(field, out);
    return out;
}

void cut(Surface& s, const Field& field, const Field& border, double snap) {
    std::vector<double> side(s.points.size());
    for (std::size_t i = 0; i < side.size(); ++i) {
        const double d = border(s.points[i]);
        side[i] = d > -snap && d < snap ? 0.0 : d;
    }
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> made;
    const auto between = [&](std::uint32_t a, std::uint32_t b) {
        const auto key = a < b ? std::pair{a, b} : std::pair{b, a};
        const auto found = made.find(key);
        if (found != made.end()) return found->second;
        const double fa = side[key.first], fb = side[key.second];
        const Vec3d p = mix(s.points[key.first], s.points[key.second], fa / (fa - fb));
        const auto index = static_cast<std::uint32_t>(s.points.size());
        s.points.push_back(pulled(field, p));
        side.push_back(0.0);
        made.emplace(key, index);
        return index;
    };
    std::vector<std::array<std::uint32_t, 3>> out;
    out.reserve(s.triangles.size());
    for (auto t : s.triangles) {
        // Turn the triangle so that the corner alone on its side comes first.
        const auto sign = [&](std::size_t i) {
            return side[t[i]] > 0.0 ? 1 : side[t[i]] < 0.0 ? -1 : 0;
        };
        int crossings = 0;
        for (std::size_t e = 0; e < 3; ++e)
            crossings += sign(e) * sign((e + 1) % 3) < 0 ? 1 : 0;
        if (crossings == 0) {
            out.push_back(t);
            continue;
        }
        std::size_t first = 0;
        if (crossings == 2) {
            while (!(sign(first) * sign((first + 1) % 3) < 0 &&
                     sign(first) * sign((first + 2) % 3) < 0))
                ++first;
            const std::uint32_t a = t[first], b = t[(first + 1) % 3], c = t[(first + 2) % 3];
            const std::uint32_t ab = between(a, b), ca = between(c, a);
            out.push_back({a, ab, ca});
            out.push_back({ab, b, c});
            out.push_back({ab, c, ca});
        } else {
            while (sign(first) != 0)
                ++first;
            const std::uint32_t a = t[first], b = t[(first + 1) % 3], c = t[(first + 2) % 3];
            const std::uint32_t bc = between(b, c);
            out.push_back({a, b, bc});
            out.push_back({a, bc, c});
        }
    }
    s.triangles = std::move(out);
}

}  // namespace motus::scenes::hero
