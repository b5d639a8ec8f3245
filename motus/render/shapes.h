// motus/render/shapes.h - a Canvas on the GPU: all shapes in one draw call.
// SPDX-License-Identifier: MIT
#pragma once

#include "gl_objects.h"

#include <motus/render/canvas.h>

namespace motus::render {

class ShapePainter {
  public:
    [[nodiscard]] static Result<ShapePainter> make();

    /// Draws into the bound framebuffer, premultiplied, over what is there.
    void draw(const Canvas& canvas, std::uint32_t width, std::uint32_t height);

  private:
    GlProgram program_;
    GlVertexArray array_;
    GlBuffer shapes_;
    GlTexture font_;
    GLint size_ = -1;
};

}  // namespace motus::render
