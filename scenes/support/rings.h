// scenes/support/rings.h - a mesh of rings, for columns and balls.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/asset/asset.h>

#include <scenes/support/geometry.h>

#include <functional>
#include <vector>

namespace motus::scenes {

/// `rings` x `around` points from `place(v, angle)`, v in [0, 1] from bottom to top, and a point at
/// each end; closed, counter-clockwise seen from outside.
struct RingMesh {
    std::vector<Vec3d> points;
    std::vector<double> v;  ///< Per point, the v it was made with.
    std::vector<std::uint32_t> indices;
};
RingMesh make_rings(std::uint32_t rings, std::uint32_t around,
                    const std::function<Vec3d(double v, double angle_rad)>& place);

/// Unit normals from the triangles around each point, weighted by area.
std::vector<Vec3d> smooth_normals(const std::vector<Vec3d>& points,
                                  const std::vector<std::uint32_t>& indices);

}  // namespace motus::scenes
