// motus/render/canvas.h - 2D drawing: rectangles, ellipses, lines and text, kept as a list.
// SPDX-License-Identifier: MIT
//
// Pixels, x to the right, y down. Colours are sRGB with straight alpha, 0 to 1, blended as they are
// on screens. Every edge is antialiased; cost is one quad a shape, all in one draw call.
#pragma once

#include <motus/asset/asset.h>

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace motus::render {

/// x' = a x + c y + tx, y' = b x + d y + ty.
struct Affine2 {
    float a = 1.0f, b = 0.0f, c = 0.0f, d = 1.0f, tx = 0.0f, ty = 0.0f;
};
/// First `inner`, then `outer`.
[[nodiscard]] Affine2 multiply(const Affine2& outer, const Affine2& inner) noexcept;

/// How a fill goes from one colour to another. Colours are mixed as they are on screens, by their
/// alpha: a colour that fades to nothing does not darken on its way.
enum class Gradient : std::uint8_t {
    none,
    linear,  ///< Across the shape's box, corner to corner where it is turned.
    radial   ///< From the middle of the box to the ellipse inside it.
};

/// Fill and outline of one shape. The outline is centred on the edge.
struct Paint {
    Vec4 fill{};    ///< Alpha 0: not filled.
    Vec4 stroke{};  ///< Alpha 0: no outline.
    float stroke_width = 0.0f;
    float softness = 0.0f;  ///< Pixels over which the edge fades: 0 crisp, more for soft shadows.
    Gradient gradient = Gradient::none;  ///< Of rectangles and ellipses.
    Vec4 fill_end{};                     ///< Where the gradient ends.
    float angle_rad = 0.0f;              ///< Linear: 0 downwards, growing clockwise.
};
[[nodiscard]] Paint filled(const Vec4& color) noexcept;
[[nodiscard]] Paint stroked(const Vec4& color, float width) noexcept;

enum class TextAlign : std::uint8_t { left, center, right };

/// What the shader reads of one shape.
struct ShapeRecord {
    float matrix[4], translation[2];
    float center[2], half_size[2];
    float kind, radius, stroke_width, softness;
    float fill[4], stroke[4];
    float texture[4];  ///< Glyphs: corner and size in the font's picture; lines: the two radii.
    float fill_end[4];
    float gradient[3];  ///< Kind; linear: direction, a unit long from edge to edge.
};
static_assert(sizeof(ShapeRecord) == 33 * 4);

/// Spacing and strength of letters.
struct TextStyle {
    TextAlign align = TextAlign::left;
    float weight = 0.0f;   ///< Added to the strokes; capitals are 70 high. Below 0: lighter.
    float spacing = 0.0f;  ///< Pixels between letters, beside what the font has.
};

/// A list of shapes, drawn in the order they were added.
class Canvas {
  public:
    /// Applies to what is added after it.
    void set_transform(const Affine2& transform) noexcept { transform_ = transform; }
    [[nodiscard]] const Affine2& transform() const noexcept { return transform_; }
    /// Multiplies the alpha of what is added after it.
    void set_opacity(float opacity) noexcept { opacity_ = opacity; }

    /// `radius` of the corners; at most half the smaller side counts.
    void rectangle(float x, float y, float width, float height, float radius, const Paint& paint);
    void ellipse(float center_x, float center_y, float radius_x, float radius_y,
                 const Paint& paint);
    /// From one round end to the other, `width` wide; or growing from one width to another.
    void line(Vec2 from, Vec2 to, float width, const Vec4& color);
    void line(Vec2 from, Vec2 to, float from_width, float to_width, const Paint& paint);
    /// Joined lines.
    void polyline(std::span<const Vec2> points, float width, const Vec4& color);
    /// One line of text with its baseline at y. `size` is the height of a line; capitals are about
    /// 0.6 of it. UTF-8; characters that the font has not are shown as a box. Returns the width.
    float text(float x, float y, float size, std::string_view text, const Vec4& color,
               TextAlign align = TextAlign::left, float weight = 0.0f);
    float text(float x, float y, float size, std::string_view text, const Vec4& color,
               const TextStyle& style);

    void clear() noexcept { shapes_.clear(); }
    [[nodiscard]] std::span<const ShapeRecord> shapes() const noexcept { return shapes_; }

  private:
    ShapeRecord& add(float kind, const Paint& paint);
    static void direct(ShapeRecord& shape, float angle_rad);

    Affine2 transform_{};
    float opacity_ = 1.0f;
    std::vector<ShapeRecord> shapes_;
};

}  // namespace motus::render
