// motus/render/targets.cpp - framebuffers.
// SPDX-License-Identifier: MIT
#include "targets.h"

namespace motus::render {
namespace {

constexpr GLsizei kSamples = 4;  // What every OpenGL ES 3.0 has.

GlRenderbuffer make_storage(GLsizei samples, GLenum format, std::uint32_t width,
                            std::uint32_t height) {
    GlRenderbuffer out = GlRenderbuffer::make();
    gl::BindRenderbuffer(GL_RENDERBUFFER, out.id());
    gl::RenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format,
                                       static_cast<GLsizei>(width), static_cast<GLsizei>(height));
    return out;
}

}  // namespace

Result<bool> PictureTarget::resize(std::uint32_t new_width, std::uint32_t new_height) {
    if (width == new_width && height == new_height) return true;
    GLint limit = 0;
    gl::GetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &limit);
    const auto too_large = static_cast<std::uint32_t>(limit);
    if (new_width == 0 || new_height == 0 || new_width > too_large || new_height > too_large) {
        return Error{"gl-limit", "",
                     "a picture of " + std::to_string(new_width) + " x " +
                         std::to_string(new_height) + " cannot be drawn; 1 to " +
                         std::to_string(limit) + " pixels each way can"};
    }
    width = height = 0;
    color = make_storage(kSamples, GL_RGBA8, new_width, new_height);
    depth = make_storage(kSamples, GL_DEPTH_COMPONENT24, new_width, new_height);
    picture = make_storage(0, GL_RGBA8, new_width, new_height);
    sampled = GlFramebuffer::make();
    gl::BindFramebuffer(GL_FRAMEBUFFER, sampled.id());
    gl::FramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, color.id());
    gl::FramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, depth.id());
    if (auto ok = check_framebuffer("picture"); !ok) return ok;
    resolved = GlFramebuffer::make();
    gl::BindFramebuffer(GL_FRAMEBUFFER, resolved.id());
    gl::FramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER,
                                picture.id());
    if (auto ok = check_framebuffer("resolved picture"); !ok) return ok;
    width = new_width;
    height = new_height;
    return true;
}

void PictureTarget::resolve() const {
    const auto w = static_cast<GLint>(width), h = static_cast<GLint>(height);
    gl::BindFramebuffer(GL_READ_FRAMEBUFFER, sampled.id());
    gl::BindFramebuffer(GL_DRAW_FRAMEBUFFER, resolved.id());
    gl::BlitFramebuffer(0, 0, w, h, 0, 0, w, h, GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

Result<bool> DepthTarget::resize(std::uint32_t new_size) {
    if (size == new_size) return true;
    const auto side = static_cast<GLsizei>(new_size);
    texture = GlTexture::make();
    gl::BindTexture(GL_TEXTURE_2D, texture.id());
    gl::TexStorage2D(GL_TEXTURE_2D, 1, GL_DEPTH_COMPONENT24, side, side);
    gl::TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    gl::TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    gl::TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    gl::TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    framebuffer = GlFramebuffer::make();
    gl::BindFramebuffer(GL_FRAMEBUFFER, framebuffer.id());
    gl::FramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, texture.id(), 0);
    const GLenum none = GL_NONE;
    gl::DrawBuffers(1, &none);
    gl::ReadBuffer(GL_NONE);
    if (auto ok = check_framebuffer("shadow map"); !ok) return ok;
    size = new_size;
    return true;
}

}  // namespace motus::render
