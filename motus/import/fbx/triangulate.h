// motus/import/fbx/triangulate.h - polygons to triangles.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/import/fbx/space.h>

#include <cstdint>
#include <span>
#include <vector>

namespace motus::fbx {

/// Polygons with more corners than this are cut as a fan.
inline constexpr std::size_t kMostEarCorners = 256;

/// Appends triangles, as numbers of the polygon's corners, that fill it also where it is not
/// convex: ears are cut off in the plane of its normal. Cost: at most the square of the corners.
void triangulate(std::span<const Double3> corners, std::vector<std::uint32_t>& out);

}  // namespace motus::fbx
