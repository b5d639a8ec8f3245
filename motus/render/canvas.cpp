// motus/render/canvas.cpp - shapes as records.
// SPDX-License-Identifier: MIT
#include "font.h"

#include <motus/math/trig.h>
#include <motus/render/canvas.h>

#include <algorithm>
#include <cmath>

namespace motus::render {
namespace {

// As the fragment shader tells them apart.
constexpr float kRectangle = 0.0f, kEllipse = 1.0f, kLine = 2.0f, kGlyph = 3.0f;

void set_color(float (&to)[4], const Vec4& from, float opacity) {
    to[0] = from.x;
    to[1] = from.y;
    to[2] = from.z;
    to[3] = from.w * opacity;
}

}  // namespace

Affine2 multiply(const Affine2& o, const Affine2& i) noexcept {
    return {o.a * i.a + o.c * i.b, o.b * i.a + o.d * i.b,          o.a * i.c + o.c * i.d,
            o.b * i.c + o.d * i.d, o.a * i.tx + o.c * i.ty + o.tx, o.b * i.tx + o.d * i.ty + o.ty};
}

Paint filled(const Vec4& color) noexcept {
    return {color, {}, 0.0f, 0.0f};
}

Paint stroked(const Vec4& color, float width) noexcept {
    return {{}, color, width, 0.0f};
}

ShapeRecord& Canvas::add(float kind, const Paint& paint) {
    ShapeRecord& shape = shapes_.emplace_back();
    const float matrix[4] = {transform_.a, transform_.b, transform_.c, transform_.d};
    std::copy(std::begin(matrix), std::end(matrix), shape.matrix);
    shape.translation[0] = transform_.tx;
    shape.translation[1] = transform_.ty;
    shape.kind = kind;
    shape.stroke_width = paint.stroke.w > 0.0f ? paint.stroke_width : 0.0f;
    shape.softness = paint.softness;
    set_color(shape.fill, paint.fill, opacity_);
    set_color(shape.stroke, paint.stroke, opacity_);
    set_color(shape.fill_end, paint.fill_end, opacity_);
    shape.gradient[0] = static_cast<float>(paint.gradient);
    return shape;
}

// Along (-sin, cos) of the angle, which is down at 0: from where the box begins to where it ends.
void Canvas::direct(ShapeRecord& shape, float angle_rad) {
    const SinCos turn = sin_cos(static_cast<double>(angle_rad));
    const auto x = static_cast<float>(-turn.sin), y = static_cast<float>(turn.cos);
    const float reach =
        2.0f * (std::fabs(x) * shape.half_size[0] + std::fabs(y) * shape.half_size[1]);
    shape.gradient[1] = x / reach;
    shape.gradient[2] = y / reach;
}

void Canvas::rectangle(float x, float y, float width, float height, float radius,
                       const Paint& paint) {
    if (!(width > 0.0f) || !(height > 0.0f)) return;
    ShapeRecord& shape = add(kRectangle, paint);
    shape.half_size[0] = 0.5f * width;
    shape.half_size[1] = 0.5f * height;
    shape.center[0] = x + shape.half_size[0];
    shape.center[1] = y + shape.half_size[1];
    shape.radius = std::clamp(radius, 0.0f, std::min(shape.half_size[0], shape.half_size[1]));
    direct(shape, paint.angle_rad);
}

void Canvas::ellipse(float center_x, float center_y, float radius_x, float radius_y,
                     const Paint& paint) {
    if (!(radius_x > 0.0f) || !(radius_y > 0.0f)) return;
    ShapeRecord& shape = add(kEllipse, paint);
    shape.center[0] = center_x;
    shape.center[1] = center_y;
    shape.half_size[0] = radius_x;
    shape.half_size[1] = radius_y;
    direct(shape, paint.angle_rad);
}

void Canvas::line(Vec2 from, Vec2 to, float width, const Vec4& color) {
    line(from, to, width, width, filled(color));
}

void Canvas::line(Vec2 from, Vec2 to, float from_width, float to_width, const Paint& paint) {
    const float dx = to.x - from.x, dy = to.y - from.y, size = std::sqrt(dx * dx + dy * dy);
    if (!std::isfinite(size)) return;
    const float c = size > 1e-6f ? dx / size : 1.0f, s = size > 1e-6f ? dy / size : 0.0f;
    // Lying along x around its middle, turned and moved into place.
    const Affine2 before = transform_;
    transform_ = multiply(before, {c, s, -s, c, 0.5f * (from.x + to.x), 0.5f * (from.y + to.y)});
    ShapeRecord& shape = add(kLine, paint);
    transform_ = before;
    const float r0 = 0.5f * from_width, r1 = 0.5f * to_width, widest = std::max(r0, r1);
    shape.half_size[0] = 0.5f * size + widest;
    shape.half_size[1] = widest;
    shape.radius = 0.5f * size;
    shape.texture[0] = r0;
    shape.texture[1] = r1;
}

void Canvas::polyline(std::span<const Vec2> points, float width, const Vec4& color) {
    for (std::size_t i = 1; i < points.size(); ++i)
        line(points[i - 1], points[i], width, color);
}

float Canvas::text(float x, float y, float size, std::string_view text, const Vec4& color,
                   TextAlign align, float weight) {
    return this->text(x, y, size, text, color, TextStyle{align, weight, 0.0f});
}

float Canvas::text(float x, float y, float size, std::string_view text, const Vec4& color,
                   const TextStyle& style) {
    const Font& font = built_in_font();
    const float scale = size / kFontLine;
    const float width = text_width(text, style.spacing / scale) * scale;
    if (style.align == TextAlign::center) x -= 0.5f * width;
    if (style.align == TextAlign::right) x -= width;
    while (!text.empty()) {
        const Glyph& glyph = font.glyph(next_character(text));
        if (glyph.ink) {
            ShapeRecord& shape = add(kGlyph, filled(color));
            shape.half_size[0] = 0.5f * kGlyphWidth * scale;
            shape.half_size[1] = 0.5f * kGlyphHeight * scale;
            shape.center[0] = x + (0.5f * kGlyphWidth - kGlyphLeft) * scale;
            shape.center[1] = y - (0.5f * kGlyphHeight - kGlyphBelow) * scale;
            shape.radius = scale;
            shape.stroke_width = style.weight;
            shape.texture[0] = glyph.u;
            shape.texture[1] = glyph.v;
            shape.texture[2] = font.cell_u();
            shape.texture[3] = font.cell_v();
        }
        x += glyph.advance * scale + style.spacing;
    }
    return width;
}

}  // namespace motus::render
