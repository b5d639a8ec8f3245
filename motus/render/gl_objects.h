// motus/render/gl_objects.h - owners of GL objects, programs with their logs, checked errors.
// SPDX-License-Identifier: MIT
#pragma once

#include "gl.h"

#include <motus/core/result.h>

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace motus::render {

/// What drawing returns while a browser has taken the context away.
[[nodiscard]] inline Error context_lost() {
    return {"gl-lost", "viewport", "the GL context was lost; it is drawn again when it is back"};
}

/// A GL name that is deleted with its owner. `Kind` makes and deletes it.
template <typename Kind>
class Owned {
  public:
    Owned() = default;
    [[nodiscard]] static Owned make() {
        Owned owned;
        owned.id_ = Kind::make();
        return owned;
    }
    Owned(Owned&& other) noexcept : id_(std::exchange(other.id_, 0)) {}
    Owned& operator=(Owned&& other) noexcept {
        std::swap(id_, other.id_);
        return *this;
    }
    ~Owned() {
        if (id_ != 0) Kind::free(id_);
    }
    [[nodiscard]] GLuint id() const noexcept { return id_; }
    explicit operator bool() const noexcept { return id_ != 0; }

  private:
    GLuint id_ = 0;
};

#define MOTUS_GL_OWNED(name, plural)                                \
    struct name##Kind {                                             \
        static GLuint make() {                                      \
            GLuint id = 0;                                          \
            gl::Gen##plural(1, &id);                                \
            return id;                                              \
        }                                                           \
        static void free(GLuint id) { gl::Delete##plural(1, &id); } \
    };                                                              \
    using name = Owned<name##Kind>;
MOTUS_GL_OWNED(GlBuffer, Buffers)
MOTUS_GL_OWNED(GlTexture, Textures)
MOTUS_GL_OWNED(GlSampler, Samplers)
MOTUS_GL_OWNED(GlVertexArray, VertexArrays)
MOTUS_GL_OWNED(GlFramebuffer, Framebuffers)
MOTUS_GL_OWNED(GlRenderbuffer, Renderbuffers)
#undef MOTUS_GL_OWNED

struct GlProgramKind {
    static GLuint make() { return gl::CreateProgram(); }
    static void free(GLuint id) { gl::DeleteProgram(id); }
};
using GlProgram = Owned<GlProgramKind>;

/// What a program is made of. `defines` are lines that go between the #version line and the text.
struct ProgramSource {
    std::string_view name;  ///< For messages.
    std::string defines;
    std::string vertex, fragment;
    std::span<const char* const> captured{};  ///< Outputs for transform feedback, interleaved.
};

/// Compiles and links. Uniform blocks and samplers get the bindings of bindings.h by their names.
/// "gl-shader": the cause is the driver's log, with the line it speaks of.
[[nodiscard]] Result<GlProgram> make_program(const ProgramSource& source);

/// Every GL error since the last call as one Error ("gl-error", "gl-memory", "gl-lost" where the
/// context is gone), or true.
[[nodiscard]] Result<bool> check_gl(std::string_view place);

/// A complete framebuffer, or "gl-framebuffer".
[[nodiscard]] Result<bool> check_framebuffer(std::string_view place);

/// A buffer filled once.
[[nodiscard]] GlBuffer make_buffer(GLenum target, std::span<const std::byte> bytes);

/// A buffer refilled every frame; the old content is given up, so that the driver need not wait.
void refill(const GlBuffer& buffer, GLenum target, std::span<const std::byte> bytes);

}  // namespace motus::render
