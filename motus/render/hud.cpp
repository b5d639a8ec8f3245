// motus/render/hud.cpp - panels left and right, events at the bottom.
// SPDX-License-Identifier: MIT
#include <motus/render/hud.h>
#include <motus/render/overlay.h>

#include <algorithm>

namespace motus::render {

float hud_text(std::uint32_t width, std::uint32_t height) noexcept {
    const float text = std::max(static_cast<float>(height) / 34.0f, 11.0f);
    const float room = 0.4f * static_cast<float>(width) / panel_width(1.0f);
    return std::clamp(room, 7.5f, text);
}

HudMargins hud_margins(const Take& take, std::uint32_t width, std::uint32_t height) {
    const float text = hud_text(width, height);
    const float panel = (panel_width(text) + 0.8f * text) / static_cast<float>(width);
    bool left = false, right = false;
    for (const TakeFrame& frame : take.frames) {
        left = left || !frame.left.empty();
        right = right || !frame.right.empty();
    }
    const float most = left && right ? 0.36f : 0.6f;
    return {left ? std::min(panel, most) : 0.0f, right ? std::min(panel, most) : 0.0f};
}

void draw_hud(Canvas& canvas, const Take& take, Ticks time, std::uint32_t width,
              std::uint32_t height) {
    const float text = hud_text(width, height);
    const std::size_t now = take.frame_at(time);
    const TakeFrame& frame = take.frames[now];
    const float edge = 0.8f * text;
    float y = edge;
    for (const HudPanel& panel : frame.left)
        y += draw_panel(canvas, edge, y, text, panel.title, panel.rows) + 0.5f * edge;
    y = edge;
    const float right = static_cast<float>(width) - panel_width(text) - edge;
    for (const HudPanel& panel : frame.right)
        y += draw_panel(canvas, right, y, text, panel.title, panel.rows) + 0.5f * edge;
    // The newest at the bottom; each stays for half a second and pales.
    const double step_s = std::max(seconds_of(take.step), 1e-6);
    float base = static_cast<float>(height) - 1.2f * text;
    for (std::size_t back = 0; back <= now; ++back) {
        const double age = static_cast<double>(back) * step_s / 0.5;
        if (age >= 1.0) break;
        const auto& events = take.frames[now - back].events;
        for (std::size_t i = events.size(); i-- > 0; base -= 1.5f * text) {
            const auto alpha = static_cast<float>(1.0 - age * age);
            draw_tag(canvas, static_cast<float>(width) - edge, base, text, events[i], alpha);
        }
    }
}

}  // namespace motus::render
