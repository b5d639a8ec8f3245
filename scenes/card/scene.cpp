// SPDX-License-Identifier: MIT
#include <motus/core/assert.h>
#include <scenes/card/parts.h>

#include <array>
#include <cmath>

namespace motus::scenes::card {
namespace {

/// sRGB to linear light without pow: x^2.4 by Newton steps on the fifth root of x^12.
float linear(std::uint32_t byte) {
    const double c = static_cast<double>(byte) / 255.0;
    if (c <= 0.04045) return static_cast<float>(c / 12.92);
    const double x = (c + 0.055) / 1.055;
    const double x2 = x * x, x4 = x2 * x2, x12 = x4 * x4 * x4;
    double root = x2;
    for (int i = 0; i < 40; ++i) {
        const double r4 = root * root * root * root;
        root = root - (r4 * root - x12) / (5.0 * r4);
    }
    return static_cast<float>(root);
}

doc::EntityChange add(doc::SceneChange& scene, const char* name, Id parent, Float2 position,
                      Float2 size) {
    auto entity = scene.entities_append();
    entity.set_name(name);
    if (parent != 0) entity.set_parent_entity(parent);
    entity.components_append<doc::Transform2D>().set_position(position).set_size(size);
    return entity;
}

void add_fill(doc::EntityChange& entity, float radius, float opacity = 1.0f) {
    // Its own colour is clear: it is the shape that paint layers colour.
    entity.components_append<doc::Fill>()
        .set_color({1, 1, 1, 0})
        .set_corner_radius(radius)
        .set_opacity(opacity);
}

doc::PaintLayerChange add_layer(doc::PaintChange& paints, doc::PaintKind kind, Float4 color) {
    auto layer = paints.layers_append();
    layer.set_kind(kind).set_color(color);
    return layer;
}

void add_text(doc::EntityChange& entity, const char* text, float size, Float4 color, int weight) {
    entity.components_append<doc::Text>()
        .set_text(text)
        .set_size(size)
        .set_color(color)
        .set_weight(weight)
        .set_align(doc::TextAlign::center);
}

}  // namespace

Float4 paint(std::uint32_t rgb, float alpha) {
    return {linear(rgb >> 16 & 0xff), linear(rgb >> 8 & 0xff), linear(rgb & 0xff), alpha};
}

const Face& front() {
    static const Face face{paint(0x7c5cff), paint(0x3b2a9b),        paint(0xffd27a),
                           paint(0xff7a8a), paint(0xffffff, 0.45f), "Aurora",
                           "Tromso, 21:40"};
    return face;
}

const Face& back() {
    static const Face face{paint(0x12b5a6),   paint(0x0b4f6c),       paint(0xb8fff2),
                           paint(0x4be3c2),   paint(0xb8fff2, 0.8f), "Kp 6.3",
                           "Clear until dawn"};
    return face;
}

Cast add_scene(Document& document) {
    using doc::PaintKind;
    Cast cast;
    auto scene = document.begin_change(content(document).scene(), "Card");

    auto backdrop = add(scene, "Backdrop", 0, {320, 210}, {640, 420});
    add_fill(backdrop, 0);
    auto back_paint = backdrop.components_append<doc::Paint>();
    add_layer(back_paint, PaintKind::linear_gradient, paint(0x20244a))
        .set_color_end(paint(0x0a0c1c));
    cast.backdrop = backdrop.object().id();

    auto glow = add(scene, "Glow", 0, {320, 172}, {520, 400});
    add_fill(glow, 200, 0.55f);
    auto glow_paint = glow.components_append<doc::Paint>();
    add_layer(glow_paint, PaintKind::radial_gradient, paint(0x8f7bff, 0.75f))
        .set_color_end(paint(0x8f7bff, 0.0f));
    cast.glow = glow.object().id();

    auto card = add(scene, "Card", 0, {320, 168}, {216, 252});
    add_fill(card, 24);
    auto card_paint = card.components_append<doc::Paint>();
    add_layer(card_paint, PaintKind::shadow, paint(0x000010, 0.55f))
        .set_blur(30)
        .set_offset({0, 18});
    add_layer(card_paint, PaintKind::linear_gradient, front().top).set_color_end(front().bottom);
    add_layer(card_paint, PaintKind::stroke, paint(0xffffff, 0.35f)).set_width(1.5f);
    cast.card = card.object().id();

    auto emblem = add(scene, "Emblem", cast.card, {0, -48}, {84, 84});
    add_fill(emblem, 42);
    auto emblem_paint = emblem.components_append<doc::Paint>();
    add_layer(emblem_paint, PaintKind::shadow, paint(0x000010, 0.35f))
        .set_blur(14)
        .set_offset({0, 6});
    add_layer(emblem_paint, PaintKind::linear_gradient, front().emblem_top)
        .set_color_end(front().emblem_bottom);
    cast.emblem = emblem.object().id();

    auto title = add(scene, "Title", cast.card, {0, 36}, {200, 34});
    add_text(title, front().title, 34, paint(0xffffff), 700);
    cast.title = title.object().id();

    auto rule = add(scene, "Rule", cast.card, {0, 62}, {56, 3});
    rule.components_append<doc::Fill>().set_color(front().rule).set_corner_radius(1.5f);
    cast.rule = rule.object().id();

    auto caption = add(scene, "Caption", cast.card, {0, 90}, {200, 20});
    add_text(caption, front().caption, 18, paint(0xffffff, 0.75f), 400);
    cast.caption = caption.object().id();

    auto button = add(scene, "Button", 0, {320, 360}, {152, 48});
    add_fill(button, 24);
    auto button_paint = button.components_append<doc::Paint>();
    add_layer(button_paint, PaintKind::shadow, paint(0x000010, 0.5f))
        .set_blur(16)
        .set_offset({0, 6});
    add_layer(button_paint, PaintKind::linear_gradient, paint(0xffffff))
        .set_color_end(paint(0xd6d9ff));
    add_layer(button_paint, PaintKind::stroke, paint(0xffffff, 0.9f)).set_width(1);
    cast.button = button.object().id();

    auto label = add(scene, "Label", cast.button, {0, 0}, {140, 24});
    add_text(label, "Flip", 22, paint(0x2a2358), 700);
    cast.label = label.object().id();

    // The edge of the card catches the light of the glow.
    auto glint = scene.bindings_append();
    glint.from_change()
        .set_entity(cast.glow)
        .set_component(doc::Fill::static_type().number)
        .set_property(doc::Fill::static_type().find(doc::Fill::kOpacity)->id);
    glint.to_change()
        .set_entity(cast.card)
        .set_component(doc::Paint::static_type().number)
        .set_property(doc::PaintLayer::static_type().find(doc::PaintLayer::kOpacity)->id)
        .set_array_index(2);
    glint.set_map(doc::BindingMap::remap).set_a(0.55f).set_b(0.8f).set_c(0.5f).set_d(1.0f);
    const Result<Done> done = scene.commit();
    MOTUS_ASSERT(done.has_value());
    (void)done;
    return cast;
}

}  // namespace motus::scenes::card
