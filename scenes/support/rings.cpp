// SPDX-License-Identifier: MIT
#include <scenes/support/rings.h>

namespace motus::scenes {

RingMesh make_rings(std::uint32_t rings, std::uint32_t around,
                    const std::function<Vec3d(double v, double angle_rad)>& place) {
    RingMesh mesh;
    const auto push = [&](double v, double angle) {
        mesh.points.push_back(place(v, angle));
        mesh.v.push_back(v);
    };
    push(0.0, 0.0);
    for (std::uint32_t r = 0; r < rings; ++r)
        for (std::uint32_t a = 0; a < around; ++a)
            push((r + 1.0) / (rings + 1.0), 2.0 * kPi * a / around);
    push(1.0, 0.0);

    const std::uint32_t top = rings * around + 1;
    const auto at = [&](std::uint32_t r, std::uint32_t a) { return 1 + r * around + a % around; };
    const auto triangle = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
        mesh.indices.insert(mesh.indices.end(), {a, b, c});
    };
    for (std::uint32_t a = 0; a < around; ++a) {
        triangle(0, at(0, a + 1), at(0, a));
        triangle(top, at(rings - 1, a), at(rings - 1, a + 1));
        for (std::uint32_t r = 0; r + 1 < rings; ++r) {
            triangle(at(r, a), at(r, a + 1), at(r + 1, a));
            triangle(at(r, a + 1), at(r + 1, a + 1), at(r + 1, a));
        }
    }
    return mesh;
}

std::vector<Vec3d> smooth_normals(const std::vector<Vec3d>& points,
                                  const std::vector<std::uint32_t>& indices) {
    std::vector<Vec3d> normals(points.size());
    for (std::size_t i = 0; i + 2 < indices.size(); i += 3) {
        const std::uint32_t a = indices[i], b = indices[i + 1], c = indices[i + 2];
        const Vec3d n = cross(points[b] - points[a], points[c] - points[a]);
        for (const std::uint32_t k : {a, b, c})
            normals[k] = normals[k] + n;
    }
    for (Vec3d& n : normals)
        n = normalize(n);
    return normals;
}

}  // namespace motus::scenes
