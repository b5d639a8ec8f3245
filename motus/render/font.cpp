// motus/render/font.cpp - strokes to a picture of distances.
// SPDX-License-Identifier: MIT
#include "font.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace motus::render {
namespace {

constexpr float kGap = 17.0f;  // Between the ink of two letters.

struct Point {
    float x, y;
};
struct Segment {
    Point a, b;
};

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

Font::Font() : picture_(std::size_t{kColumns} * kCellWidth * kRows * kCellHeight) {
    for (std::uint32_t g = 0; g < 96; ++g) {
        const std::vector<Segment> strokes = parse(kGlyphStrokes[g].strokes);
        const std::uint32_t column = g % kColumns, row = g / kColumns;
        glyphs_[g] = {kGlyphStrokes[g].width + kGap, static_cast<float>(column) / kColumns,
                      static_cast<float>(row) / kRows, !strokes.empty()};
        if (strokes.empty()) continue;
        for (std::uint32_t y = 0; y < kCellHeight; ++y) {
            for (std::uint32_t x = 0; x < kCellWidth; ++x) {
                const Point p{(x + 0.5f) * kGlyphWidth / kCellWidth - kGlyphLeft,
                              kGlyphHeight - kGlyphBelow - (y + 0.5f) * kGlyphHeight / kCellHeight};
                float nearest = kGlyphReach;
                for (const Segment& stroke : strokes)
                    nearest = std::min(nearest, distance(p, stroke));
                const std::size_t at =
                    (row * kCellHeight + y) * std::size_t{kColumns} * kCellWidth +
                    column * kCellWidth + x;
                picture_[at] =
                    static_cast<std::uint8_t>(255.0f * (1.0f - nearest / kGlyphReach) + 0.5f);
            }
        }
    }
}

const Glyph& Font::glyph(char c) const noexcept {
    const auto code = static_cast<unsigned char>(c);
    return glyphs_[code >= 32 && code < 127 ? code - 32 : 95];
}

const Font& built_in_font() {
    static const Font font;
    return font;
}

float text_width(std::string_view text) {
    float width = 0.0f;
    for (const char c : text)
        width += built_in_font().glyph(c).advance;
    return width;
}

}  // namespace motus::render
