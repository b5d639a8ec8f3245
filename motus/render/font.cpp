// motus/render/font.cpp - strokes to a picture of distances.
// SPDX-License-Identifier: MIT
#include "font.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace motus::render {

namespace {

using Segment = GlyphSegment;
using Point = GlyphPoint;

constexpr float kGap = 17.0f;  // Between the ink of two letters.

Point middle(Point a, Point b) {
    return {0.5f * (a.x + b.x), 0.5f * (a.y + b.y)};
}

void add_curve(Point a, Point control, Point b, std::vector<Segment>& out) {
    constexpr int kSteps = 10;
    Point last = a;
    for (int i = 1; i <= kSteps; ++i) {
        const float t = static_cast<float>(i) / kSteps, s = 1.0f - t;
        const Point p{s * s * a.x + 2.0f * s * t * control.x + t * t * b.x,
                      s * s * a.y + 2.0f * s * t * control.y + t * t * b.y};
        out.push_back({last, p});
        last = p;
    }
}

// Quadratic B-splines: the curve touches the middle of each side of its control polygon.
void add_stroke(char kind, const std::vector<Point>& p, std::vector<Segment>& out) {
    const std::size_t n = p.size();
    if (kind == 'l') {
        for (std::size_t i = 1; i < n; ++i)
            out.push_back({p[i - 1], p[i]});
    } else if (kind == 'c') {
        for (std::size_t i = 0; i < n; ++i)
            add_curve(middle(p[i], p[(i + 1) % n]), p[(i + 1) % n],
                      middle(p[(i + 1) % n], p[(i + 2) % n]), out);
    } else {
        Point from = p[0];
        for (std::size_t i = 1; i + 1 < n; ++i) {
            const Point to = i + 2 < n ? middle(p[i], p[i + 1]) : p[n - 1];
            add_curve(from, p[i], to, out);
            from = to;
        }
    }
}

std::vector<Segment> parse(const char* text) {
    std::vector<Segment> out;
    while (*text != '\0') {
        const char kind = *text++;
        std::vector<Point> points;
        while (*text != '\0' && *text != ';') {
            char* end = nullptr;
            const auto x = static_cast<float>(std::strtol(text, &end, 10));
            const auto y = static_cast<float>(std::strtol(end, &end, 10));
            points.push_back({x, y});
            text = end;
        }
        if (*text == ';') ++text;
        add_stroke(kind, points, out);
    }
    return out;
}

float distance(Point p, const Segment& s) {
    const float bx = s.b.x - s.a.x, by = s.b.y - s.a.y, px = p.x - s.a.x, py = p.y - s.a.y;
    const float square = bx * bx + by * by;
    const float t = square > 0.0f ? std::clamp((px * bx + py * by) / square, 0.0f, 1.0f) : 0.0f;
    const float dx = px - bx * t, dy = py - by * t;
    return std::sqrt(dx * dx + dy * dy);
}

}  // namespace

Font::Font()
    : glyphs_(kPlainCount + kComposedCount + kExtraCount),
      picture_(std::size_t{kColumns} * kCellWidth * kRows * kCellHeight) {
    for (std::uint32_t i = 0; i < kPlainCount; ++i)
        add(i, kGlyphStrokes[i].width, parse(kGlyphStrokes[i].strokes));
    std::uint32_t next = kPlainCount;
    for (const ComposedGlyph& composed : kComposedGlyphs) {
        const bool dotless = composed.base == '.', capital = composed.base < 'a' && !dotless;
        const GlyphStrokes& base = kGlyphStrokes[(dotless ? 'l' : composed.base) - ' '];
        std::vector<Segment> strokes = parse(dotless ? "l 0 50 0 0" : base.strokes);
        const float width = dotless ? 0.0f : base.width;
        const auto* accent =
            std::find_if(std::begin(kGlyphAccents), std::end(kGlyphAccents),
                         [&](const GlyphAccent& each) { return each.name == composed.accent; });
        const float up = capital && composed.accent != ',' ? 15.0f : 0.0f;
        for (Segment stroke : parse(accent->strokes)) {
            for (Point* point : {&stroke.a, &stroke.b})
                *point = {point->x + 0.5f * width, point->y + up};
            strokes.push_back(stroke);
        }
        further_.push_back(composed.code);
        // A narrow letter is as wide as what stands on it, or nearly.
        add(next++, std::max(width, 4.0f), strokes);
    }
    for (const ExtraGlyph& extra : kExtraGlyphs) {
        further_.push_back(extra.code);
        add(next++, extra.width, parse(extra.strokes));
    }
}

void Font::add(std::uint32_t index, float width, const std::vector<Segment>& strokes) {
    const std::uint32_t column = index % kColumns, row = index / kColumns;
    glyphs_[index] = {width + kGap, static_cast<float>(column) / kColumns,
                      static_cast<float>(row) / kRows, !strokes.empty()};
    for (std::uint32_t y = 0; !strokes.empty() && y < kCellHeight; ++y) {
        for (std::uint32_t x = 0; x < kCellWidth; ++x) {
            const Point p{(x + 0.5f) * kGlyphWidth / kCellWidth - kGlyphLeft,
                          kGlyphHeight - kGlyphBelow - (y + 0.5f) * kGlyphHeight / kCellHeight};
            float nearest = kGlyphReach;
            for (const Segment& stroke : strokes)
                nearest = std::min(nearest, distance(p, stroke));
            const std::size_t at = (row * kCellHeight + y) * std::size_t{kColumns} * kCellWidth +
                                   column * kCellWidth + x;
            picture_[at] =
                static_cast<std::uint8_t>(255.0f * (1.0f - nearest / kGlyphReach) + 0.5f);
        }
    }
}

const Glyph& Font::glyph(char32_t c) const noexcept {
    if (c >= 32 && c < 127) return glyphs_[c - 32];
    const auto found = std::find(further_.begin(), further_.end(), c);
    if (found == further_.end()) return glyphs_[kPlainCount - 1];
    return glyphs_[kPlainCount + static_cast<std::size_t>(found - further_.begin())];
}

const Font& built_in_font() {
    static const Font font;
    return font;
}

char32_t next_character(std::string_view& text) noexcept {
    const auto first = static_cast<unsigned char>(text[0]);
    const std::size_t size = first < 0x80   ? 1
                             : first < 0xc2 ? 0
                             : first < 0xe0 ? 2
                             : first < 0xf0 ? 3
                             : first < 0xf5 ? 4
                                            : 0;
    char32_t code = size == 1 ? first : first & (0x7fu >> size);
    bool good = size != 0 && size <= text.size();
    for (std::size_t i = 1; good && i < size; ++i) {
        const auto next = static_cast<unsigned char>(text[i]);
        good = (next & 0xc0u) == 0x80u;
        code = code << 6 | (next & 0x3fu);
    }
    text.remove_prefix(good ? size : 1);
    return good ? code : U'\xfffd';
}

float text_width(std::string_view text, float spacing) {
    float width = 0.0f;
    while (!text.empty()) {
        width += built_in_font().glyph(next_character(text)).advance;
        if (!text.empty()) width += spacing;
    }
    return width;
}

}  // namespace motus::render
