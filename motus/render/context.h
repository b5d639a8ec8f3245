// motus/render/context.h - an OpenGL ES 3.0 context: off screen natively, a canvas in a browser.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/result.h>

#include <cstdint>
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

    /// True while a browser has taken the context away: calls do nothing, nothing can be drawn.
    /// Natively a loss is reported by the driver, as the error "gl-lost" of what was drawn.
    [[nodiscard]] virtual bool lost() const = 0;

    /// How often a lost context has come back. What was made before is gone then; make it again.
    [[nodiscard]] std::uint32_t generation() const noexcept { return generation_; }

    /// What draws: "llvmpipe (LLVM 15.0.6, 256 bits), OpenGL ES 3.2 Mesa 22.3.6".
    [[nodiscard]] const std::string& description() const noexcept { return description_; }

  protected:
    std::string description_;
    std::uint32_t generation_ = 0;
};

/// Opens a context. Natively GL is loaded here and not linked, so that a program that can draw runs
/// on machines that cannot. Codes: "gl-missing" (no libEGL, no driver), "gl-version" (less than
/// OpenGL ES 3.0 or WebGL 2), "gl-context" (the driver refused).
[[nodiscard]] Result<std::unique_ptr<Context>> open_context(const ContextOptions& options = {});

}  // namespace motus::render
