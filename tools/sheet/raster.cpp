// SPDX-License-Identifier: MIT
#include <tools/sheet/raster.h>

#include <motus/math/ops.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace motus::sheet {
namespace {

constexpr Vec3 kSky{0.62f, 0.68f, 0.78f}, kEarth{0.30f, 0.25f, 0.22f};
constexpr Vec3 kKey{0.86f, 0.80f, 0.70f}, kRim{0.22f, 0.26f, 0.32f};

Vec3 times(const Vec3& a, const Vec3& b) {
    return {a.x * b.x, a.y * b.y, a.z * b.z};
}

/// A cell's camera: world axes of the picture, and from metres to fine pixels.
struct View {
    Vec3 right, up, back;  ///< `back` points at the viewer.
    Vec3 centre, light;
    float scale, mid_x, mid_y;
    int x0, y0, x1, y1;

    explicit View(const Cell& c) {
        const float cy = std::cos(c.yaw_rad), sy = std::sin(c.yaw_rad);
        const float cp = std::cos(c.pitch_rad), sp = std::sin(c.pitch_rad);
        right = {cy, 0.0f, -sy};
        up = {-sy * sp, cp, -cy * sp};
        back = {sy * cp, sp, cy * cp};
        centre = c.centre;
        // Over the viewer's left shoulder.
        light = normalize(add(add(multiply(right, -0.45f), multiply(back, 0.62f)), {0, 0.85f, 0}));
        scale = static_cast<float>(c.height * Image::kSuper) / c.metres;
        x0 = c.x * Image::kSuper;
        y0 = c.y * Image::kSuper;
        x1 = x0 + c.width * Image::kSuper;
        y1 = y0 + c.height * Image::kSuper;
        mid_x = 0.5f * static_cast<float>(x0 + x1);
        mid_y = 0.5f * static_cast<float>(y0 + y1);
    }
    /// Pixel x, pixel y, depth (larger is nearer).
    [[nodiscard]] Vec3 project(const Vec3& p) const {
        const Vec3 q = subtract(p, centre);
        return {mid_x + dot(q, right) * scale, mid_y - dot(q, up) * scale, dot(q, back)};
    }
};

/// Calls `pixel(x, y, depth, weights of the corners)` for every pixel centre inside.
template <typename Pixel>
void fill(const View& view, const std::array<Vec3, 3>& p, Pixel pixel) {
    const float area =
        (p[1].x - p[0].x) * (p[2].y - p[0].y) - (p[2].x - p[0].x) * (p[1].y - p[0].y);
    if (!(std::fabs(area) > 1e-9f)) return;
    const auto [lo_x, hi_x] = std::minmax({p[0].x, p[1].x, p[2].x});
    const auto [lo_y, hi_y] = std::minmax({p[0].y, p[1].y, p[2].y});
    const int ax = std::max(view.x0, static_cast<int>(std::floor(lo_x)));
    const int bx = std::min(view.x1 - 1, static_cast<int>(std::ceil(hi_x)));
    const int ay = std::max(view.y0, static_cast<int>(std::floor(lo_y)));
    const int by = std::min(view.y1 - 1, static_cast<int>(std::ceil(hi_y)));
    for (int y = ay; y <= by; ++y)
        for (int x = ax; x <= bx; ++x) {
            const float fx = static_cast<float>(x) + 0.5f, fy = static_cast<float>(y) + 0.5f;
            std::array<float, 3> w{};
            for (std::size_t i = 0; i < 3; ++i) {
                const Vec3 &a = p[(i + 1) % 3], &b = p[(i + 2) % 3];
                w[i] = ((b.x - a.x) * (fy - a.y) - (fx - a.x) * (b.y - a.y)) / area;
            }
            if (w[0] < 0.0f || w[1] < 0.0f || w[2] < 0.0f) continue;
            pixel(x, y, w[0] * p[0].z + w[1] * p[1].z + w[2] * p[2].z, w);
        }
}

Vec3 shade(const View& view, const Vec3& base, const Vec3& n, float gloss) {
    const float sky = 0.5f + 0.5f * n.y;
    const float key = std::max(0.0f, dot(n, view.light));
    const float facing = std::max(0.0f, dot(n, view.back));
    const float rim = (1.0f - facing) * (1.0f - facing) * (1.0f - facing);
    Vec3 light = add(multiply(kSky, 0.62f * sky), multiply(kEarth, 0.62f * (1.0f - sky)));
    light = add(light, multiply(kKey, key));
    Vec3 c = add(times(base, light), multiply(times(kRim, base), 2.0f * rim * sky));
    const float h = std::max(0.0f, dot(n, normalize(add(view.light, view.back))));
    const float h8 = h * h * h * h * h * h * h * h;
    const float spec = gloss * h8 * h8 * h8 * h8 * 0.6f;
    return add(c, {spec, spec, spec});
}

}  // namespace

void draw_floor(Image& image, const Cell& cell) {
    const View view(cell);
    for (int y = view.y0; y < view.y1; ++y)
        for (int x = view.x0; x < view.x1; ++x) {
            const float sx = (static_cast<float>(x) + 0.5f - view.mid_x) / view.scale;
            const float sy = (view.mid_y - static_cast<float>(y) - 0.5f) / view.scale;
            if (view.back.y < 0.02f) {  // Seen edge on: a line.
                if (view.centre.y + sy < 0.0f) image.colour(x, y) = {0.36f, 0.37f, 0.40f};
                continue;
            }
            Vec3 p = add(view.centre, add(multiply(view.right, sx), multiply(view.up, sy)));
            p = subtract(p, multiply(view.back, p.y / view.back.y));
            const auto line = [](float v) { return std::fabs(v - std::round(v)) < 0.004f; };
            const bool half = line(p.x * 2.0f) || line(p.z * 2.0f);
            const float tone = half ? 0.40f : 0.46f;
            image.colour(x, y) = {tone, tone * 1.02f, tone * 1.06f};
        }
}

void draw_shadow(Image& image, const Cell& cell, const Triangles& t) {
    const View view(cell);
    if (view.back.y < 0.02f) return;
    for (std::size_t i = 0; i + 2 < t.indices.size(); i += 3) {
        std::array<Vec3, 3> p{};
        for (std::size_t k = 0; k < 3; ++k) {
            const Vec3& v = t.positions[t.indices[i + k]];
            p[k] = view.project(subtract(v, multiply(view.light, v.y / view.light.y)));
        }
        fill(view, p, [&](int x, int y, float, const std::array<float, 3>&) {
            image.colour(x, y) = {0.27f, 0.28f, 0.31f};
        });
    }
}

void draw(Image& image, const Cell& cell, const Triangles& t) {
    const View view(cell);
    for (std::size_t i = 0; i + 2 < t.indices.size(); i += 3) {
        const std::array<std::uint32_t, 3> v{t.indices[i], t.indices[i + 1], t.indices[i + 2]};
        const std::array<Vec3, 3> p{view.project(t.positions[v[0]]),
                                    view.project(t.positions[v[1]]),
                                    view.project(t.positions[v[2]])};
        const float area =
            (p[1].x - p[0].x) * (p[2].y - p[0].y) - (p[2].x - p[0].x) * (p[1].y - p[0].y);
        const bool facing = area < 0.0f;  // Pixel rows run downwards.
        fill(view, p, [&](int x, int y, float z, const std::array<float, 3>& w) {
            if (!(z > image.depth(x, y))) return;
            image.depth(x, y) = z;
            const auto mixed = [&](std::span<const Vec3> a) {
                return add(add(multiply(a[v[0]], w[0]), multiply(a[v[1]], w[1])),
                           multiply(a[v[2]], w[2]));
            };
            const Vec3 n = normalize(mixed(t.normals));
            const Vec3 base = t.colours.empty() ? t.tint : mixed(t.colours);
            // The inside of an open surface, or of a torn one, shows as a warning red.
            image.colour(x, y) = facing ? shade(view, base, n, t.gloss) : Vec3{0.9f, 0.0f, 0.2f};
        });
    }
}

}  // namespace motus::sheet
