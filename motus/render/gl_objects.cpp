// motus/render/gl_objects.cpp - compiling with logs, and what GL's error numbers mean.
// SPDX-License-Identifier: MIT
#include "gl_objects.h"

#include "bindings.h"

namespace motus::render {
namespace {

struct NamedNumber {
    const char* name;
    GLuint number;
};

constexpr NamedNumber kBlocks[] = {{"Frame", block_frame},
                                   {"Palette", block_palette},
                                   {"Morph", block_morph},
                                   {"Material", block_material}};

constexpr NamedNumber kSamplers[] = {{"u_base_color_map", unit_base_color},
                                     {"u_metallic_roughness_map", unit_metallic_roughness},
                                     {"u_normal_map", unit_normal},
                                     {"u_occlusion_map", unit_occlusion},
                                     {"u_emissive_map", unit_emissive},
                                     {"u_poses", unit_poses},
                                     {"u_deltas", unit_deltas},
                                     {"u_key_shadow_map", unit_key_shadow},
                                     {"u_key_depth_map", unit_key_depth},
                                     {"u_sky_depth_map", unit_sky_depth},
                                     {"u_font", unit_font}};

constexpr GLenum kContextLost = 0x0507;       // GL_CONTEXT_LOST of OpenGL ES 3.2.
constexpr GLenum kContextLostWebGl = 0x9242;  // CONTEXT_LOST_WEBGL.

const char* name_of_error(GLenum error) {
    switch (error) {
        case GL_INVALID_ENUM:
            return "GL_INVALID_ENUM";
        case GL_INVALID_VALUE:
            return "GL_INVALID_VALUE";
        case GL_INVALID_OPERATION:
            return "GL_INVALID_OPERATION";
        case GL_INVALID_FRAMEBUFFER_OPERATION:
            return "GL_INVALID_FRAMEBUFFER_OPERATION";
        case GL_OUT_OF_MEMORY:
            return "GL_OUT_OF_MEMORY";
        default:
            return "an unknown GL error";
    }
}

std::string trimmed(std::string log) {
    while (!log.empty() && (log.back() == '\n' || log.back() == '\0' || log.back() == ' '))
        log.pop_back();
    return log.empty() ? "the driver gave no log" : log;
}

struct Shader {
    explicit Shader(GLenum kind) : id(gl::CreateShader(kind)) {}
    ~Shader() { gl::DeleteShader(id); }
    Shader(const Shader&) = delete;
    Shader& operator=(const Shader&) = delete;
    GLuint id;
};

Result<bool> compile(const Shader& shader, const ProgramSource& source, const std::string& text,
                     const char* kind) {
    const std::string whole = "#version 300 es\n" + source.defines + "#line 1\n" + text;
    const char* pointer = whole.c_str();
    gl::ShaderSource(shader.id, 1, &pointer, nullptr);
    gl::CompileShader(shader.id);
    GLint ok = GL_FALSE;
    gl::GetShaderiv(shader.id, GL_COMPILE_STATUS, &ok);
    if (ok == GL_TRUE) return true;
    GLint size = 0;
    gl::GetShaderiv(shader.id, GL_INFO_LOG_LENGTH, &size);
    std::string log(static_cast<std::size_t>(size > 0 ? size : 0), '\0');
    if (size > 0) gl::GetShaderInfoLog(shader.id, size, nullptr, log.data());
    return Error{"gl-shader", std::string(source.name) + " (" + kind + " shader)",
                 "does not compile: " + trimmed(std::move(log))};
}

}  // namespace

Result<GlProgram> make_program(const ProgramSource& source) {
    const Shader vertex(GL_VERTEX_SHADER), fragment(GL_FRAGMENT_SHADER);
    if (const auto ok = compile(vertex, source, source.vertex, "vertex"); !ok) return ok.error();
    if (const auto ok = compile(fragment, source, source.fragment, "fragment"); !ok)
        return ok.error();

    GlProgram program = GlProgram::make();
    gl::AttachShader(program.id(), vertex.id);
    gl::AttachShader(program.id(), fragment.id);
    if (!source.captured.empty()) {
        gl::TransformFeedbackVaryings(program.id(), static_cast<GLsizei>(source.captured.size()),
                                      source.captured.data(), GL_INTERLEAVED_ATTRIBS);
    }
    gl::LinkProgram(program.id());
    GLint ok = GL_FALSE;
    gl::GetProgramiv(program.id(), GL_LINK_STATUS, &ok);
    if (ok != GL_TRUE) {
        GLint size = 0;
        gl::GetProgramiv(program.id(), GL_INFO_LOG_LENGTH, &size);
        std::string log(static_cast<std::size_t>(size > 0 ? size : 0), '\0');
        if (size > 0) gl::GetProgramInfoLog(program.id(), size, nullptr, log.data());
        return Error{"gl-shader", std::string(source.name),
                     "does not link: " + trimmed(std::move(log))};
    }
    gl::UseProgram(program.id());
    for (const NamedNumber& block : kBlocks) {
        const GLuint index = gl::GetUniformBlockIndex(program.id(), block.name);
        if (index != GL_INVALID_INDEX) gl::UniformBlockBinding(program.id(), index, block.number);
    }
    for (const NamedNumber& sampler : kSamplers) {
        const GLint location = gl::GetUniformLocation(program.id(), sampler.name);
        if (location >= 0) gl::Uniform1i(location, static_cast<GLint>(sampler.number));
    }
    return program;
}

Result<bool> check_gl(std::string_view place) {
    std::string causes;
    std::string code = "gl-error";
    // A lost context may go on reporting for ever; a driver remembers one error per kind.
    for (int i = 0; i < 8; ++i) {
        const GLenum error = gl::GetError();
        if (error == GL_NO_ERROR) break;
        if (error == kContextLost || error == kContextLostWebGl) {
            return Error{"gl-lost", std::string(place), "the GL context was lost"};
        }
        if (error == GL_OUT_OF_MEMORY) code = "gl-memory";
        causes += (causes.empty() ? "" : ", ") + std::string(name_of_error(error));
    }
    if (causes.empty()) return true;
    return Error{code, std::string(place), causes};
}

Result<bool> check_framebuffer(std::string_view place) {
    const GLenum status = gl::CheckFramebufferStatus(GL_FRAMEBUFFER);
    if (status == GL_FRAMEBUFFER_COMPLETE) return true;
    return Error{"gl-framebuffer", std::string(place),
                 "the framebuffer is not complete (" + std::to_string(status) + ")"};
}

GlBuffer make_buffer(GLenum target, std::span<const std::byte> bytes) {
    GlBuffer buffer = GlBuffer::make();
    gl::BindBuffer(target, buffer.id());
    gl::BufferData(target, static_cast<GLsizeiptr>(bytes.size()), bytes.data(), GL_STATIC_DRAW);
    return buffer;
}

void refill(const GlBuffer& buffer, GLenum target, std::span<const std::byte> bytes) {
    gl::BindBuffer(target, buffer.id());
    gl::BufferData(target, static_cast<GLsizeiptr>(bytes.size()), bytes.data(), GL_STREAM_DRAW);
}

}  // namespace motus::render
