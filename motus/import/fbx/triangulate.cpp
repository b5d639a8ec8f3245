// SPDX-License-Identifier: MIT
#include <motus/import/fbx/triangulate.h>

#include <cmath>

namespace motus::fbx {
namespace {

struct Flat {
    double x = 0.0, y = 0.0;
};

double turn(const Flat& a, const Flat& b, const Flat& c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/// In the plane across the polygon's normal, by leaving out the normal's largest component.
std::vector<Flat> flatten(std::span<const Double3> corners) {
    Double3 normal;
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const Double3 &a = corners[i], &b = corners[(i + 1) % corners.size()];
        normal = normal + Double3{(a.y - b.y) * (a.z + b.z), (a.z - b.z) * (a.x + b.x),
                                  (a.x - b.x) * (a.y + b.y)};
    }
    const double x = std::fabs(normal.x), y = std::fabs(normal.y), z = std::fabs(normal.z);
    std::vector<Flat> out;
    out.reserve(corners.size());
    for (const Double3& p : corners) {
        if (z >= x && z >= y) {
            out.push_back(normal.z >= 0.0 ? Flat{p.x, p.y} : Flat{p.y, p.x});
        } else if (x >= y) {
            out.push_back(normal.x >= 0.0 ? Flat{p.y, p.z} : Flat{p.z, p.y});
        } else {
            out.push_back(normal.y >= 0.0 ? Flat{p.z, p.x} : Flat{p.x, p.z});
        }
    }
    return out;
}

bool is_ear(const std::vector<Flat>& flat, const std::vector<std::uint32_t>& left, std::size_t at) {
    const std::size_t count = left.size();
    const Flat &a = flat[left[(at + count - 1) % count]], &b = flat[left[at]],
               &c = flat[left[(at + 1) % count]];
    if (!(turn(a, b, c) > 0.0)) return false;
    for (std::size_t i = 2; i + 1 < count; ++i) {
        const Flat& p = flat[left[(at + i) % count]];
        if (turn(a, b, p) >= 0.0 && turn(b, c, p) >= 0.0 && turn(c, a, p) >= 0.0) return false;
    }
    return true;
}

}  // namespace

void triangulate(std::span<const Double3> corners, std::vector<std::uint32_t>& out) {
    const std::size_t count = corners.size();
    if (count < 3) return;
    if (count == 3 || count > kMostEarCorners) {
        for (std::uint32_t i = 1; i + 1 < count; ++i)
            out.insert(out.end(), {0u, i, i + 1});
        return;
    }
    const std::vector<Flat> flat = flatten(corners);
    std::vector<std::uint32_t> left(count);
    for (std::uint32_t i = 0; i < count; ++i)
        left[i] = i;
    std::size_t at = 1, missed = 0;
    while (left.size() > 3) {
        at %= left.size();
        // Where there is no ear, as in a polygon that crosses itself, any corner goes.
        if (missed < left.size() && !is_ear(flat, left, at)) {
            ++at;
            ++missed;
            continue;
        }
        const std::size_t size = left.size();
        out.insert(out.end(), {left[(at + size - 1) % size], left[at], left[(at + 1) % size]});
        left.erase(left.begin() + static_cast<std::ptrdiff_t>(at));
        missed = 0;
    }
    out.insert(out.end(), {left[0], left[1], left[2]});
}

}  // namespace motus::fbx
