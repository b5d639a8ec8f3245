// motus/render/board_entity.cpp - paint layers and texts as shapes.
// SPDX-License-Identifier: MIT
#include "board_entity.h"

#include <motus/math/trig.h>

#include <algorithm>
#include <cmath>
#include <string_view>

namespace motus::render {
namespace {

// Linear light to what screens take.
float encoded(float x) {
    x = std::clamp(x, 0.0f, 1.0f);
    return x <= 0.0031308f ? 12.92f * x : 1.055f * std::pow(x, 1.0f / 2.4f) - 0.055f;
}

Vec4 screen_color(const float (&c)[4], float opacity) {
    const float alpha = std::clamp(c[3], 0.0f, 1.0f) * std::clamp(opacity, 0.0f, 1.0f);
    if (!std::isfinite(c[0] + c[1] + c[2] + alpha)) return {};
    return {encoded(c[0]), encoded(c[1]), encoded(c[2]), alpha};
}

void add_shape(Canvas& canvas, const Box2& box, float radius, const Paint& paint) {
    if (!std::isfinite(box.x + box.y + box.width + box.height + radius)) return;
    if (paint.fill.w <= 0.0f && paint.fill_end.w <= 0.0f && paint.stroke.w <= 0.0f) return;
    const float rx = 0.5f * box.width, ry = 0.5f * box.height;
    if (radius >= std::max(rx, ry) && rx != ry) {
        canvas.ellipse(box.x + rx, box.y + ry, rx, ry, paint);
    } else {
        canvas.rectangle(box.x, box.y, box.width, box.height, radius, paint);
    }
}

void add_layer(Canvas& canvas, Box2 box, float radius, const record::PaintLayer& layer,
               float opacity) {
    using Kind = record::PaintKind;
    Paint paint;
    const Vec4 color = screen_color(layer.color, layer.opacity * opacity);
    if (layer.kind == Kind::stroke) {
        paint.stroke = color;
        paint.stroke_width = layer.width;
        if (!(layer.width > 0.0f) || !std::isfinite(layer.width)) return;
    } else {
        paint.fill = color;
    }
    if (layer.kind == Kind::linear_gradient || layer.kind == Kind::radial_gradient) {
        paint.fill_end = screen_color(layer.color_end, layer.opacity * opacity);
        paint.gradient = layer.kind == Kind::linear_gradient ? Gradient::linear : Gradient::radial;
        paint.angle_rad = layer.angle_rad;
        if (!std::isfinite(layer.angle_rad)) return;
    }
    if (layer.blur > 0.0f && std::isfinite(layer.blur)) {
        paint.softness = layer.blur;
        // What is far out of focus has lost its corners.
        radius = std::max(radius, std::min(layer.blur, 0.5f * std::min(box.width, box.height)));
    }
    box.x += layer.offset[0];
    box.y += layer.offset[1];
    add_shape(canvas, box, radius, paint);
}

void add_text(Canvas& canvas, const Box2& box, const record::Text& text, std::string_view words) {
    const Vec4 color = screen_color(text.color, 1.0f);
    if (!(text.size > 0.0f) || !std::isfinite(text.size + text.letter_spacing)) return;
    if (color.w <= 0.0f) return;
    TextStyle style;
    style.align = static_cast<TextAlign>(text.align);
    style.weight = 0.008f * static_cast<float>(std::clamp(text.weight, 100, 900) - 400);
    // Strokes that are broader on both sides need room.
    style.spacing = text.letter_spacing + 0.02f * std::max(style.weight, 0.0f) * text.size;
    const float x = box.x + 0.5f * static_cast<float>(text.align) * box.width;
    const float line = 1.2f * text.size, capitals = 0.6f * text.size;
    const auto lines = static_cast<float>(std::count(words.begin(), words.end(), '\n'));
    float y = box.y + 0.5f * (box.height - lines * line + capitals);
    for (;;) {
        const std::size_t end = words.find('\n');
        canvas.text(x, y, text.size, words.substr(0, end), color, style);
        if (end == std::string_view::npos) break;
        words.remove_prefix(end + 1);
        y += line;
    }
}

}  // namespace

Drawn drawn_of(const SceneRecords& scene, const record::Entity& entity) {
    Drawn out;
    for (const record::Link& link :
         scene.links.subspan(entity.components.start, entity.components.count)) {
        switch (static_cast<SceneType>(link.type)) {
            case SceneType::transform_2d:
                out.transform = &scene.transforms_2d[link.index];
                break;
            case SceneType::fill:
                out.fill = &scene.fills[link.index];
                break;
            case SceneType::paint:
                out.paint = &scene.paints[link.index];
                break;
            case SceneType::text:
                out.text = &scene.texts[link.index];
                break;
            default:
                break;
        }
    }
    return out;
}

Affine2 frame_of(const record::Transform2D& t) {
    if (!std::isfinite(t.angle_rad)) return {NAN, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f};
    const SinCos turn = sin_cos(static_cast<double>(t.angle_rad));
    const auto s = static_cast<float>(turn.sin), c = static_cast<float>(turn.cos);
    return {c * t.scale[0], s * t.scale[0], -s * t.scale[1],
            c * t.scale[1], t.position[0],  t.position[1]};
}

Box2 box_of(const record::Transform2D& t) noexcept {
    return {-t.pivot[0] * t.size[0], -t.pivot[1] * t.size[1], t.size[0], t.size[1]};
}

void draw_entity(Canvas& canvas, const SceneRecords& scene, const Names& names,
                 const Drawn& drawn) {
    const Box2 box = box_of(*drawn.transform);
    const float radius = drawn.fill ? std::max(drawn.fill->corner_radius, 0.0f) : 0.0f;
    const float opacity = drawn.fill ? drawn.fill->opacity : 1.0f;
    const bool shown = !drawn.fill || drawn.fill->visible;
    std::span<const record::PaintLayer> layers;
    float paint_opacity = opacity;
    if (drawn.paint) {
        layers = scene.paint_layers.subspan(drawn.paint->layers.start, drawn.paint->layers.count);
        paint_opacity *= drawn.paint->opacity;
    }
    const auto add_layers = [&](bool shadows) {
        for (const record::PaintLayer& layer : layers) {
            if (layer.visible && (layer.kind == record::PaintKind::shadow) == shadows)
                add_layer(canvas, box, radius, layer, paint_opacity);
        }
    };
    if (shown) {
        add_layers(true);
        if (drawn.fill)
            add_shape(canvas, box, radius, filled(screen_color(drawn.fill->color, opacity)));
        add_layers(false);
    }
    if (!drawn.text) return;
    add_text(canvas, box, *drawn.text, find_name(names, NameHash{drawn.text->text}));
}

}  // namespace motus::render
