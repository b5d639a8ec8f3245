// tools/sheet/image.h - a picture in linear light, drawn at twice its size, and its PNG file.
// Room: tools/sheet. Includes math. Included by raster, main.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/math/vec.h>

#include <string>
#include <vector>

namespace motus::sheet {

/// Pixels in linear RGB with a depth each, `kSuper` times finer than the file.
class Image {
  public:
    static constexpr int kSuper = 2;

    /// Size of the file in pixels.
    Image(int width, int height, Vec3 background);

    [[nodiscard]] int fine_width() const { return width_ * kSuper; }
    [[nodiscard]] int fine_height() const { return height_ * kSuper; }
    [[nodiscard]] Vec3& colour(int x, int y) { return colour_[at(x, y)]; }
    [[nodiscard]] float& depth(int x, int y) { return depth_[at(x, y)]; }

    /// Averages down, converts to sRGB and writes 8-bit RGB. False where the file cannot be
    /// written.
    [[nodiscard]] bool write_png(const std::string& path) const;

  private:
    [[nodiscard]] std::size_t at(int x, int y) const {
        return static_cast<std::size_t>(y) * static_cast<std::size_t>(width_ * kSuper) +
               static_cast<std::size_t>(x);
    }
    int width_, height_;
    std::vector<Vec3> colour_;
    std::vector<float> depth_;
};

}  // namespace motus::sheet
