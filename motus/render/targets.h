// motus/render/targets.h - what is drawn into: four samples a pixel, the resolved picture, depths.
// SPDX-License-Identifier: MIT
#pragma once

#include "gl_objects.h"

#include <cstdint>

namespace motus::render {

/// A picture with 4 samples a pixel and the one it is resolved to.
struct PictureTarget {
    std::uint32_t width = 0, height = 0;
    GlFramebuffer sampled, resolved;
    GlRenderbuffer color, depth, picture;

    /// Makes it that size where it is not. "gl-limit" for a size that GL does not have.
    [[nodiscard]] Result<bool> resize(std::uint32_t new_width, std::uint32_t new_height);
    void resolve() const;
};

/// A depth texture to look up and to compare with.
struct DepthTarget {
    std::uint32_t size = 0;
    GlFramebuffer framebuffer;
    GlTexture texture;

    [[nodiscard]] Result<bool> resize(std::uint32_t new_size);
};

}  // namespace motus::render
