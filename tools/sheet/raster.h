// tools/sheet/raster.h - draws lit triangles, orthographic, with a depth buffer.
// Room: tools/sheet. Includes image. Included by main.
// SPDX-License-Identifier: MIT
#pragma once

#include <tools/sheet/image.h>

#include <cstdint>
#include <span>

namespace motus::sheet {

/// A rectangle of the sheet that shows one pose from one side.
struct Cell {
    int x = 0, y = 0, width = 0, height = 0;  ///< In pixels of the file.
    float yaw_rad = 0.0f;                     ///< 0 looks at the front (+Z towards the viewer).
    float pitch_rad = 0.0f;                   ///< Positive looks down on the figure.
    Vec3 centre{};                            ///< World point in the middle of the cell.
    float metres = 2.0f;                      ///< World height of the cell.
};

/// Triangles in world space. Empty `colours`: all of `tint`.
struct Triangles {
    std::span<const Vec3> positions{}, normals{}, colours{};
    std::span<const std::uint32_t> indices{};
    Vec3 tint{0.8f, 0.8f, 0.8f};
    float gloss = 0.0f;  ///< 0 matte .. 1 shiny.
};

/// Floor at y = 0 with a metre grid, as far as the cell sees it.
void draw_floor(Image& image, const Cell& cell);
/// What the key light throws on the floor. Draw it before the figure.
void draw_shadow(Image& image, const Cell& cell, const Triangles& triangles);
void draw(Image& image, const Cell& cell, const Triangles& triangles);

}  // namespace motus::sheet
