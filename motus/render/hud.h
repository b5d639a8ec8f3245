// motus/render/hud.h - what a take says of itself, on both sides of the picture.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/render/canvas.h>
#include <motus/render/take.h>

#include <cstdint>

namespace motus::render {

/// Height of a line of text on a picture of that size.
[[nodiscard]] float hud_text(std::uint32_t width, std::uint32_t height) noexcept;

/// Room that the HUD takes on each side, as shares of the width; never so much that nothing is
/// left: then panels lie over the figure.
struct HudMargins {
    float left = 0.0f, right = 0.0f;
};
[[nodiscard]] HudMargins hud_margins(const Take& take, std::uint32_t width, std::uint32_t height);

/// Panels of the frame at `time`, and the events of the half second before it.
void draw_hud(Canvas& canvas, const Take& take, Ticks time, std::uint32_t width,
              std::uint32_t height);

}  // namespace motus::render
