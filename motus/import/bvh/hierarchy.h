// motus/import/bvh/hierarchy.h - the joints of a BVH file, and which numbers of a frame move them.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/asset/asset.h>
#include <motus/import/bvh/cursor.h>

#include <array>
#include <cstdint>
#include <vector>

namespace motus::bvh {

/// What a number of a frame is: positions first, then angles in degrees.
enum class Channel : std::uint8_t { x_position, y_position, z_position, x_angle, y_angle, z_angle };

/// A joint with channels.
struct Mover {
    std::uint32_t node = kNone;
    std::vector<Channel> channels;  ///< In the order of the numbers and of the turns.
    bool has_position = false, has_angle = false;
};

struct Hierarchy {
    std::vector<Mover> movers;                   ///< In the order of the numbers in a frame.
    std::vector<std::array<double, 3>> offsets;  ///< Of each node, in units of the file.
    std::size_t channels = 0;
};

/// Reads from HIERARCHY to MOTION. Nodes get names and parents, and their offsets in metres.
[[nodiscard]] bool read_hierarchy(Cursor& cursor, double metres_per_unit, Hierarchy& out,
                                  Asset& asset);

}  // namespace motus::bvh
