// motus/render/font.h - the built-in font: strokes drawn for Motus, as a picture of distances.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace motus::render {

// Units of the glyph table: capitals are 70 high, the baseline is at 0.
inline constexpr float kFontLine = 116.0f;    ///< Height of a line.
inline constexpr float kGlyphWidth = 100.0f;  ///< Of a cell of the picture.
inline constexpr float kGlyphHeight = 136.0f;
inline constexpr float kGlyphLeft = 14.0f;   ///< From the cell's left to the glyph's origin.
inline constexpr float kGlyphBelow = 36.0f;  ///< From the cell's bottom to the baseline.
inline constexpr float kGlyphReach = 16.0f;  ///< Distance that the picture's range ends at.

struct Glyph {
    float advance = 0.0f;
    float u = 0.0f, v = 0.0f;  ///< Top left of its cell, 0 to 1.
    bool ink = false;
};

struct GlyphPoint {
    float x, y;
};
struct GlyphSegment {
    GlyphPoint a, b;
};

class Font {
  public:
    Font();
    /// The box where the font has no such character.
    [[nodiscard]] const Glyph& glyph(char32_t c) const noexcept;
    [[nodiscard]] float cell_u() const noexcept { return 1.0f / kColumns; }
    [[nodiscard]] float cell_v() const noexcept { return 1.0f / kRows; }

    /// 255: on a stroke; 0: kGlyphReach or more from one; between: the distance.
    [[nodiscard]] const std::vector<std::uint8_t>& distances() const noexcept { return picture_; }
    static constexpr std::uint32_t kColumns = 12, kRows = 16, kCellWidth = 50, kCellHeight = 68;

  private:
    void add(std::uint32_t index, float width, const std::vector<GlyphSegment>& strokes);

    std::vector<Glyph> glyphs_;  ///< ASCII from the space on, the box, then `further_`.
    std::vector<char32_t> further_;
    std::vector<std::uint8_t> picture_;
};

/// Made on first use; about 20 ms.
[[nodiscard]] const Font& built_in_font();

/// Takes one character off UTF-8 text that is not empty; U+FFFD and one byte where it is broken.
[[nodiscard]] char32_t next_character(std::string_view& text) noexcept;

/// Width in units of the table, with `spacing` after each letter but the last.
[[nodiscard]] float text_width(std::string_view text, float spacing = 0.0f);

/// Strokes of a character: "l x y x y ..." straight, "s ..." a curve from the first point to the
/// last, "c ..." a closed curve inside its points; several separated by ';'. 95 entries from space,
/// then the box for everything else.
struct GlyphStrokes {
    std::uint8_t width;
    const char* strokes;
};
inline constexpr std::uint32_t kPlainCount = 96, kComposedCount = 59, kExtraCount = 30;
extern const GlyphStrokes kGlyphStrokes[kPlainCount];

/// Strokes that stand over (or under) a letter.
struct GlyphAccent {
    char name;
    const char* strokes;
};
extern const GlyphAccent kGlyphAccents[8];
/// A letter with an accent.
struct ComposedGlyph {
    char32_t code;
    char base, accent;
};
extern const ComposedGlyph kComposedGlyphs[kComposedCount];
/// Any other character.
struct ExtraGlyph {
    char32_t code;
    std::uint8_t width;
    const char* strokes;
};
extern const ExtraGlyph kExtraGlyphs[kExtraCount];
static_assert(kPlainCount + kComposedCount + kExtraCount <= Font::kColumns * Font::kRows);

}  // namespace motus::render
