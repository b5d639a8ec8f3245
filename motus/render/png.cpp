// motus/render/png.cpp - PNG files through libpng. Not part of the browser build.
// SPDX-License-Identifier: MIT
#include <motus/render/picture.h>

#include <png.h>

#include <cstring>

namespace motus::render {
namespace {

Error png_error(const std::string& cause) {
    return {"picture-encode", "", "cannot be written as PNG: " + cause};
}

}  // namespace

Result<std::vector<std::byte>> encode_png(const Picture& picture) {
    if (picture.width == 0 || picture.height == 0 || picture.width > kMaxPictureSize ||
        picture.height > kMaxPictureSize ||
        picture.rgba.size() != picture.row_bytes() * picture.height) {
        return png_error("its size is out of range");
    }
    bool opaque = true;
    for (std::size_t i = 3; i < picture.rgba.size(); i += 4)
        opaque = opaque && picture.rgba[i] == 255;
    std::vector<std::uint8_t> rgb;
    if (opaque) {
        rgb.reserve(picture.rgba.size() / 4 * 3);
        for (std::size_t i = 0; i < picture.rgba.size(); i += 4)
            rgb.insert(rgb.end(), picture.rgba.begin() + static_cast<std::ptrdiff_t>(i),
                       picture.rgba.begin() + static_cast<std::ptrdiff_t>(i + 3));
    }
    png_image image;
    std::memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    image.width = picture.width;
    image.height = picture.height;
    image.format = opaque ? PNG_FORMAT_RGB : PNG_FORMAT_RGBA;
    const void* pixels = opaque ? rgb.data() : picture.rgba.data();
    png_alloc_size_t size = 0;
    if (!png_image_write_to_memory(&image, nullptr, &size, 0, pixels, 0, nullptr))
        return png_error(image.message);
    std::vector<std::byte> out(size);
    if (!png_image_write_to_memory(&image, out.data(), &size, 0, pixels, 0, nullptr))
        return png_error(image.message);
    out.resize(size);
    return out;
}

}  // namespace motus::render
