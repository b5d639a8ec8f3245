// SPDX-License-Identifier: MIT
#include <tools/sheet/image.h>

#include <png.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace motus::sheet {
namespace {

std::uint8_t srgb_byte(float linear) {
    const float c = std::clamp(linear, 0.0f, 1.0f);
    const float s = c <= 0.0031308f ? 12.92f * c : 1.055f * std::pow(c, 1.0f / 2.4f) - 0.055f;
    return static_cast<std::uint8_t>(std::lround(s * 255.0f));
}

}  // namespace

Image::Image(int width, int height, Vec3 background) : width_(width), height_(height) {
    const std::size_t count =
        static_cast<std::size_t>(fine_width()) * static_cast<std::size_t>(fine_height());
    colour_.assign(count, background);
    depth_.assign(count, -std::numeric_limits<float>::infinity());
}

bool Image::write_png(const std::string& path) const {
    std::vector<std::uint8_t> bytes;
    bytes.reserve(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_) * 3);
    for (int y = 0; y < height_; ++y)
        for (int x = 0; x < width_; ++x) {
            float r = 0.0f, g = 0.0f, b = 0.0f;
            for (int j = 0; j < kSuper; ++j)
                for (int i = 0; i < kSuper; ++i) {
                    const Vec3& c = colour_[at(x * kSuper + i, y * kSuper + j)];
                    r += c.x;
                    g += c.y;
                    b += c.z;
                }
            const float share = 1.0f / static_cast<float>(kSuper * kSuper);
            bytes.push_back(srgb_byte(r * share));
            bytes.push_back(srgb_byte(g * share));
            bytes.push_back(srgb_byte(b * share));
        }
    png_image png{};
    png.version = PNG_IMAGE_VERSION;
    png.width = static_cast<png_uint_32>(width_);
    png.height = static_cast<png_uint_32>(height_);
    png.format = PNG_FORMAT_RGB;
    return png_image_write_to_file(&png, path.c_str(), 0, bytes.data(), 0, nullptr) != 0;
}

}  // namespace motus::sheet
