// motus/render/shapes.cpp - uploads shape records and draws them as instanced quads.
// SPDX-License-Identifier: MIT
#include "shapes.h"

#include "bindings.h"
#include "font.h"
#include "shaders.h"

#include <cstddef>

namespace motus::render {
namespace {

struct Field {
    GLint width;
    std::size_t offset;
};

// Attributes 0 to 8 of the shape shader.
constexpr Field kFields[] = {
    {4, offsetof(ShapeRecord, matrix)},    {4, offsetof(ShapeRecord, translation)},
    {2, offsetof(ShapeRecord, half_size)}, {4, offsetof(ShapeRecord, kind)},
    {4, offsetof(ShapeRecord, fill)},      {4, offsetof(ShapeRecord, stroke)},
    {4, offsetof(ShapeRecord, texture)},   {4, offsetof(ShapeRecord, fill_end)},
    {3, offsetof(ShapeRecord, gradient)},
};

GlTexture make_font_texture() {
    const Font& font = built_in_font();
    GlTexture texture = GlTexture::make();
    gl::BindTexture(GL_TEXTURE_2D, texture.id());
    gl::PixelStorei(GL_UNPACK_ALIGNMENT, 1);
    gl::TexImage2D(GL_TEXTURE_2D, 0, GL_R8, Font::kColumns * Font::kCellWidth,
                   Font::kRows * Font::kCellHeight, 0, GL_RED, GL_UNSIGNED_BYTE,
                   font.distances().data());
    gl::PixelStorei(GL_UNPACK_ALIGNMENT, 4);
    gl::TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    gl::TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    gl::TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    gl::TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    return texture;
}

}  // namespace

Result<ShapePainter> ShapePainter::make() {
    ShapePainter out;
    Result<GlProgram> program =
        make_program({"shapes", "", shape_vertex_text(), shape_fragment_text(), {}});
    if (!program) return program.error();
    out.program_ = std::move(*program);
    out.size_ = gl::GetUniformLocation(out.program_.id(), "u_size");
    out.font_ = make_font_texture();
    out.shapes_ = GlBuffer::make();
    out.array_ = GlVertexArray::make();
    gl::BindVertexArray(out.array_.id());
    gl::BindBuffer(GL_ARRAY_BUFFER, out.shapes_.id());
    for (GLuint i = 0; i < std::size(kFields); ++i) {
        gl::EnableVertexAttribArray(i);
        gl::VertexAttribPointer(i, kFields[i].width, GL_FLOAT, GL_FALSE, sizeof(ShapeRecord),
                                reinterpret_cast<const void*>(kFields[i].offset));
        gl::VertexAttribDivisor(i, 1);
    }
    gl::BindVertexArray(0);
    return out;
}

void ShapePainter::draw(const Canvas& canvas, std::uint32_t width, std::uint32_t height) {
    const auto shapes = canvas.shapes();
    if (shapes.empty()) return;
    refill(shapes_, GL_ARRAY_BUFFER, std::as_bytes(shapes));
    gl::UseProgram(program_.id());
    const auto w = static_cast<float>(width), h = static_cast<float>(height);
    gl::Uniform4f(size_, w, h, 1.0f / w, 1.0f / h);
    gl::ActiveTexture(GL_TEXTURE0 + unit_font);
    gl::BindTexture(GL_TEXTURE_2D, font_.id());
    gl::BindVertexArray(array_.id());
    gl::Disable(GL_DEPTH_TEST);
    gl::Disable(GL_CULL_FACE);
    gl::Enable(GL_BLEND);
    gl::BlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    gl::DrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(shapes.size()));
    gl::Disable(GL_BLEND);
    gl::BindVertexArray(0);
}

}  // namespace motus::render
