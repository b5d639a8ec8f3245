// motus/render/frame_setup.h - a Scene's light, shadows and surroundings as shader constants.
// SPDX-License-Identifier: MIT
#pragma once

#include "frame_block.h"

#include <motus/render/renderer.h>

namespace motus::render {

/// The three views of a frame.
struct FrameSetup {
    FrameBlock picture;  ///< The camera's.
    FrameBlock key;      ///< The key light's: only view_projection counts.
    FrameBlock contact;  ///< From below, looking up.
};

[[nodiscard]] FrameSetup make_frame(const Scene& scene);

inline constexpr std::uint32_t kKeyMapSize = 2048, kContactMapSize = 512;

}  // namespace motus::render
