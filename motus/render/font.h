// motus/render/font.h - the built-in font: strokes drawn for Motus, as a picture of distances.
// Room: render, private. Includes nothing of ours. Included by canvas, shapes.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace motus::render {

// Units of the glyph table: capitals are 70 high, the baseline is at 0.
inline constexpr float kFontLine = 116.0f;    ///< Height of a line.
inline constexpr float kGlyphWidth = 100.0f;  ///< Of a cell of the picture.
inline constexpr float kGlyphHeight = 128.0f;
inline constexpr float kGlyphLeft = 14.0f;   ///< From the cell's left to the glyph's origin.
inline constexpr float kGlyphBelow = 36.0f;  ///< From the cell's bottom to the baseline.
inline constexpr float kGlyphReach = 16.0f;  ///< Distance that the picture's range ends at.

struct Glyph {
    float advance = 0.0f;
    float u = 0.0f, v = 0.0f;  ///< Top left of its cell, 0 to 1.
    bool ink = false;
};

class Font {
  public:
    Font();
    [[nodiscard]] const Glyph& glyph(char c) const noexcept;
    [[nodiscard]] float cell_u() const noexcept { return 1.0f / kColumns; }
    [[nodiscard]] float cell_v() const noexcept { return 1.0f / kRows; }

    /// 255: on a stroke; 0: kGlyphReach or more from one; between: the distance.
    [[nodiscard]] const std::vector<std::uint8_t>& distances() const noexcept { return picture_; }
    static constexpr std::uint32_t kColumns = 12, kRows = 8, kCellWidth = 50, kCellHeight = 64;

  private:
    std::array<Glyph, 96> glyphs_{};
    std::vector<std::uint8_t> picture_;
};

/// Made on first use; about 10 ms.
[[nodiscard]] const Font& built_in_font();

/// Width in units of the table.
[[nodiscard]] float text_width(std::string_view text);

/// Strokes of a character: "l x y x y ..." straight, "s ..." a curve from the first point to the
/// last, "c ..." a closed curve inside its points; several separated by ';'. 95 entries from space,
/// then the box for everything else.
struct GlyphStrokes {
    std::uint8_t width;
    const char* strokes;
};
extern const GlyphStrokes kGlyphStrokes[96];

}  // namespace motus::render
