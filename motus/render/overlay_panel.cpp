// motus/render/overlay_panel.cpp - text on panels: HUD, events, labels, a scale of colours.
// SPDX-License-Identifier: MIT
#include <motus/render/overlay.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace motus::render {
namespace {

float text_width(const std::string& text, float size) {
    Canvas measure;
    return measure.text(0.0f, 0.0f, size, text, {});
}

// `text` cut short, with dots, to what `room` holds.
std::string fitted(std::string text, float size, float room) {
    if (text_width(text, size) <= room) return text;
    while (!text.empty() && text_width(text + "..", size) > room) {
        // A character goes whole, whatever its number of bytes.
        while (text.size() > 1 && (static_cast<unsigned char>(text.back()) & 0xc0u) == 0x80u)
            text.pop_back();
        text.pop_back();
    }
    return text + "..";
}

float smooth(float from, float to, float x) {
    const float t = std::clamp((x - from) / (to - from), 0.0f, 1.0f);
    return t * t * (3.0f - 2.0f * t);
}

Vec4 blend(const Vec4& a, const Vec4& b, float t) {
    return {a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t, a.z + (b.z - a.z) * t, 1.0f};
}

// As the model shader has it, and as screens take it.
Vec4 ramp(float w) {
    const Vec4 cold =
        blend({0.03f, 0.05f, 0.20f, 1}, {0.02f, 0.45f, 0.75f, 1}, smooth(0, 0.35f, w));
    const Vec4 warm =
        blend({0.10f, 0.75f, 0.30f, 1}, {1.0f, 0.80f, 0.05f, 1}, smooth(0.4f, 0.7f, w));
    const Vec4 color = blend(blend(cold, warm, smooth(0.25f, 0.5f, w)), {0.95f, 0.10f, 0.04f, 1},
                             smooth(0.7f, 1.0f, w));
    const auto encoded = [](float x) { return std::pow(x, 1.0f / 2.2f); };
    return {encoded(color.x), encoded(color.y), encoded(color.z), 1.0f};
}

}  // namespace

float panel_width(float size) noexcept {
    return 16.5f * size;
}

float draw_panel(Canvas& canvas, float x, float y, float size, const std::string& title,
                 std::span<const PanelRow> rows) {
    constexpr Vec4 kBright{0.97f, 0.98f, 1.0f, 1.0f}, kPale{0.70f, 0.75f, 0.82f, 1.0f};
    constexpr Vec4 kBar{0.25f, 0.66f, 1.0f, 1.0f}, kGroove{1.0f, 1.0f, 1.0f, 0.14f};
    const float pad = 0.7f * size, line = 1.25f * size, width = panel_width(size);
    const float height = 2.0f * pad + line * static_cast<float>(rows.size() + 1) - 0.35f * size;
    Paint shadow = filled({0.0f, 0.0f, 0.0f, 0.28f});
    shadow.softness = 0.8f * size;
    canvas.rectangle(x, y + 0.2f * size, width, height, 0.6f * size, shadow);
    Paint paint = filled({0.09f, 0.11f, 0.15f, 0.86f});
    paint.stroke = {1.0f, 1.0f, 1.0f, 0.12f};
    paint.stroke_width = 1.0f;
    canvas.rectangle(x, y, width, height, 0.6f * size, paint);
    float baseline = y + pad + 0.72f * size;
    const float inside = width - 2.0f * pad;
    canvas.text(x + pad, baseline, 1.08f * size, fitted(title, 1.08f * size, inside), kBright,
                TextAlign::left, 1.4f);
    for (const PanelRow& row : rows) {
        baseline += line;
        const bool bar = row.bar >= 0.0f;
        // With a bar each column has its place; without, the value comes first.
        const float groove = 0.26f * inside, value_room = bar ? 0.2f * inside : 0.7f * inside;
        const std::string value = fitted(row.value, size, value_room);
        const float value_width = text_width(value, size);
        const float label_room =
            bar ? inside - groove - value_room - 0.5f * size : inside - value_width - 0.6f * size;
        canvas.text(x + pad, baseline, size, fitted(row.label, size, label_room), kPale);
        canvas.text(x + width - pad, baseline, size, value, kBright, TextAlign::right);
        if (!bar) continue;
        const float left = x + width - pad - value_room - groove;
        const float top = baseline - 0.5f * size, thick = 0.34f * size;
        canvas.rectangle(left, top, groove, thick, 0.5f * thick, filled(kGroove));
        if (!(row.bar > 0.0f)) continue;
        canvas.rectangle(left, top, std::max(groove * std::min(row.bar, 1.0f), thick), thick,
                         0.5f * thick, filled(kBar));
    }
    return height;
}

void draw_tag(Canvas& canvas, float right, float y, float size, const std::string& text,
              float opacity) {
    const float width = text_width(text, size);
    canvas.rectangle(right - width - 1.0f * size, y - 0.95f * size, width + 1.0f * size,
                     1.35f * size, 0.67f * size, filled({0.88f, 0.42f, 0.06f, 0.92f * opacity}));
    canvas.text(right - 0.5f * size, y, size, text, {1.0f, 1.0f, 1.0f, opacity}, TextAlign::right);
}

void draw_label(Canvas& canvas, const OverlayView& view, const std::string& text, float size) {
    const float x = 0.75f * size, y = static_cast<float>(view.height) - 0.75f * size;
    const float width = text_width(text, size);
    canvas.rectangle(x - 0.4f * size, y - 0.95f * size, width + 0.7f * size, 1.35f * size,
                     0.35f * size, filled({0.06f, 0.07f, 0.10f, 0.55f}));
    canvas.text(x, y, size, text, {1.0f, 1.0f, 1.0f, 0.95f});
}

void draw_scale(Canvas& canvas, const OverlayView& view, float error_m, float size) {
    char most[48];
    const bool small = error_m < 0.1f;
    std::snprintf(most, sizeof most, "%.3g %s",
                  static_cast<double>(small ? error_m * 1000.0f : error_m), small ? "mm" : "m");
    const float pad = 0.7f * size,
                inside = std::min(11.0f * size, 0.4f * static_cast<float>(view.width));
    const float x = 0.8f * size, y = 0.8f * size;
    canvas.rectangle(x, y, inside + 2.0f * pad, 4.4f * size, 0.6f * size,
                     filled({0.09f, 0.11f, 0.15f, 0.86f}));
    canvas.text(x + pad, y + 1.4f * size, size, "Error of packing", {0.97f, 0.98f, 1.0f, 1.0f});
    constexpr int kSteps = 12;
    for (int i = 0; i < kSteps; ++i) {
        Paint paint = filled(ramp(static_cast<float>(i) / kSteps));
        paint.gradient = Gradient::linear;
        paint.fill_end = ramp(static_cast<float>(i + 1) / kSteps);
        paint.angle_rad = -1.5707963f;
        // A little wider than its part, so that no seam shows.
        const float step = inside / kSteps, from = step * static_cast<float>(i);
        canvas.rectangle(x + pad + from, y + 1.9f * size, std::min(step + 1.0f, inside - from),
                         0.7f * size, 0.0f, paint);
    }
    constexpr Vec4 kPale{0.70f, 0.75f, 0.82f, 1.0f};
    canvas.text(x + pad, y + 3.7f * size, size, "0", kPale);
    canvas.text(x + pad + inside, y + 3.7f * size, size, most, kPale, TextAlign::right);
}

}  // namespace motus::render
