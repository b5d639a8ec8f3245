// motus/render/gl.h - the OpenGL ES 3.0 functions that are used, as pointers loaded at run time.
// SPDX-License-Identifier: MIT
#pragma once

#include <GLES3/gl3.h>

// clang-format off
#define MOTUS_GL_FUNCTIONS(X) \
    X(ActiveTexture) X(AttachShader) X(BeginTransformFeedback) X(BindAttribLocation) \
    X(BindBuffer) X(BindBufferBase) X(BindBufferRange) X(BindFramebuffer) X(BindRenderbuffer) \
    X(BindSampler) X(BindTexture) X(BindVertexArray) X(BlendFunc) X(BlendFuncSeparate) \
    X(BlitFramebuffer) X(BufferData) X(BufferSubData) X(CheckFramebufferStatus) X(Clear) \
    X(ClearColor) X(ClearDepthf) X(ColorMask) X(CompileShader) X(CreateProgram) X(CreateShader) \
    X(CullFace) X(DeleteBuffers) X(DeleteFramebuffers) X(DeleteProgram) X(DeleteRenderbuffers) \
    X(DeleteSamplers) X(DeleteShader) X(DeleteTextures) X(DeleteVertexArrays) X(DepthFunc) \
    X(DepthMask) X(Disable) X(DisableVertexAttribArray) X(DrawArraysInstanced) X(DrawBuffers) \
    X(DrawElementsInstanced) X(Enable) X(EnableVertexAttribArray) X(EndTransformFeedback) \
    X(Finish) X(FramebufferRenderbuffer) X(FramebufferTexture2D) X(GenBuffers) \
    X(GenFramebuffers) X(GenRenderbuffers) X(GenSamplers) X(GenTextures) X(GenVertexArrays) \
    X(GenerateMipmap) X(GetError) X(GetIntegerv) X(GetProgramInfoLog) X(GetProgramiv) \
    X(GetShaderInfoLog) X(GetShaderiv) X(GetString) X(GetUniformBlockIndex) \
    X(GetUniformLocation) X(LinkProgram) X(PixelStorei) X(PolygonOffset) X(ReadBuffer) \
    X(ReadPixels) X(RenderbufferStorageMultisample) X(SamplerParameteri) X(Scissor) \
    X(ShaderSource) X(TexImage2D) X(TexParameterf) X(TexParameteri) X(TexStorage2D) X(TexSubImage2D) \
    X(TransformFeedbackVaryings) X(Uniform1f) X(Uniform1i) X(Uniform4f) X(Uniform4i) \
    X(UniformBlockBinding) X(UseProgram) X(VertexAttrib4f) X(VertexAttribDivisor) \
    X(VertexAttribI4ui) X(VertexAttribIPointer) X(VertexAttribPointer) X(Viewport)

// Reading a buffer back, which browsers do in another way.
#define MOTUS_GL_NATIVE_FUNCTIONS(X) X(MapBufferRange) X(UnmapBuffer)
// clang-format on

namespace motus::render::gl {

// gl::Clear is glClear. In a browser the linker knows the functions; natively they are null until a
// Context has been opened.
#if defined(__EMSCRIPTEN__)
#define MOTUS_GL_DECLARE(name) inline constexpr auto name = &::gl##name;
#else
#define MOTUS_GL_DECLARE(name) extern decltype(&::gl##name) name;
#endif
MOTUS_GL_FUNCTIONS(MOTUS_GL_DECLARE)
#if !defined(__EMSCRIPTEN__)
MOTUS_GL_NATIVE_FUNCTIONS(MOTUS_GL_DECLARE)
#endif
#undef MOTUS_GL_DECLARE

}  // namespace motus::render::gl
