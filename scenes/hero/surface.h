// scenes/hero/surface.h - the surface of an implicit solid as even, closed triangles.
// SPDX-License-Identifier: MIT
#pragma once

#include <scenes/hero/field.h>

#include <array>
#include <cstdint>
#include <vector>

namespace motus::scenes::hero {

/// Triangles over shared points; counter-clockwise seen from outside.
struct Surface {
    std::vector<Vec3d> points;
    std::vector<std::array<std::uint32_t, 3>> triangles;
};

struct Box {
    Vec3d lo, hi;
};

/// Surface nets: one point per grid cell that the surface crosses, pulled onto the surface and
/// evened out along it. Closed where the solid lies inside `box`. A box that is mirrored in x = 0
/// gives a mirrored surface. Cost: one field value per grid corner, plus some per point.
Surface polygonise(const Field& field, const Box& box, double cell);

/// Splits the triangles that cross `border` = 0, so that no triangle lies on both sides; points
/// nearer than `snap` to the border count as on it. New points are pulled onto `field`'s surface.
void cut(Surface& surface, const Field& field, const Field& border, double snap);

}  // namespace motus::scenes::hero
