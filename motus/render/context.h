// motus/render/context.h - an OpenGL ES 3.0 context: off screen natively, a canvas in a browser.
// Room: render. Includes core. Included by whoever draws.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/result.h>

#include <memory>
#include <string>

namespace motus::render {

struct ContextOptions {
    std::string canvas = "#canvas";  ///< Browser only: CSS selector of the canvas.
};

/// A context, current on the thread that opened it. Everything made with it (Renderer, Model) must
/// be gone before it is.
class Context {
  public:
    virtual ~Context() = default;

    /// Makes it current on the calling thread, which must not have another at work.
    virtual void make_current() = 0;

    /// What draws: "llvmpipe (LLVM 15.0.6, 256 bits), OpenGL ES 3.2 Mesa 22.3.6".
    [[nodiscard]] const std::string& description() const noexcept { return description_; }

  protected:
    std::string description_;
};

/// Opens a context. Natively GL is loaded here and not linked, so that a program that can draw runs
/// on machines that cannot. Codes: "gl-missing" (no libEGL, no driver), "gl-version" (less than
/// OpenGL ES 3.0 or WebGL 2), "gl-context" (the driver refused).
[[nodiscard]] Result<std::unique_ptr<Context>> open_context(const ContextOptions& options = {});

}  // namespace motus::render
