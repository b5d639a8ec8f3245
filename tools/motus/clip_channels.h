// tools/motus/clip_channels.h - how many channels a clip of a baked file has, packed or not.
// SPDX-License-Identifier: MIT
#pragma once

#include "inspect_parts.h"

#include <motus/load/file.h>

#include <cstdint>

namespace motus::tool {

/// Properties that the clip says something of, by how they run between their keys: a joint's
/// translation, rotation and scale, the weights of a node. What is packed runs straight from frame
/// to frame. `clip` is a view of the file's clip `index` with its packed part.
[[nodiscard]] InterpolationCounts count_channels(const BakedFile& file, std::uint32_t index,
                                                 const Clip& clip);

}  // namespace motus::tool
