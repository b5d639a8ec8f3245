// motus/import/gltf/channel.h - what an animation channel moves.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/import/gltf/pointer.h>

namespace motus::gltf {

/// What a channel animates: a property of a node, or what a pointer leads to.
struct Target {
    AssetTrack track;
    std::size_t width = 3;
    std::vector<std::uint32_t> also;  ///< More nodes of which the same is animated.
    bool is_pointer = false;
    PointerTarget pointer;
};

/// Of a node: which, what of it, and how many floats that is. False: a fault, or nothing that we
/// can animate; a reason has been given.
bool read_target(Context& context, const Object& channel, const Array& nodes, Target& out);

/// Keys of what a pointer leads to. False: as above.
bool read_pointer_track(Context& context, const Object& sampler, PointerTarget& target);

}  // namespace motus::gltf
