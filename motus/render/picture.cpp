// motus/render/picture.cpp - decoding with stb_image, and contact sheets.
// SPDX-License-Identifier: MIT
#include <motus/render/picture.h>

#include <algorithm>
#include <cstring>
#include <limits>

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#define STBI_ONLY_JPEG
#define STBI_NO_STDIO
#define STBI_MAX_DIMENSIONS 16384
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wshadow"
#endif
#include <stb/stb_image.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

namespace motus::render {

Result<Picture> decode_picture(std::span<const std::byte> bytes) {
    const auto fail = [](const std::string& cause) {
        return Error{"picture-decode", "", "is no PNG or JPEG that can be read: " + cause};
    };
    if (bytes.empty() || bytes.size() > std::numeric_limits<int>::max()) return fail("no bytes");
    int width = 0, height = 0, channels = 0;
    stbi_uc* pixels =
        stbi_load_from_memory(reinterpret_cast<const stbi_uc*>(bytes.data()),
                              static_cast<int>(bytes.size()), &width, &height, &channels, 4);
    if (!pixels) {
        const char* reason = stbi_failure_reason();
        return fail(reason ? reason : "unknown reason");
    }
    Picture picture{static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height), {}};
    picture.rgba.assign(pixels, pixels + picture.row_bytes() * picture.height);
    stbi_image_free(pixels);
    return picture;
}

Picture contact_sheet(std::span<const Picture> tiles, std::uint32_t columns, std::uint32_t gap,
                      std::array<std::uint8_t, 4> color) {
    Picture sheet;
    if (tiles.empty() || columns == 0) return sheet;
    const std::uint32_t w = tiles[0].width, h = tiles[0].height;
    const bool same = std::all_of(tiles.begin(), tiles.end(), [w, h](const Picture& tile) {
        return tile.width == w && tile.height == h;
    });
    if (!same) return sheet;
    const auto rows = static_cast<std::uint32_t>((tiles.size() + columns - 1) / columns);
    sheet.width = columns * (w + gap) + gap;
    sheet.height = rows * (h + gap) + gap;
    sheet.rgba.resize(sheet.row_bytes() * sheet.height);
    for (std::size_t i = 0; i < sheet.rgba.size(); ++i)
        sheet.rgba[i] = color[i % 4];
    for (std::size_t i = 0; i < tiles.size(); ++i) {
        const std::size_t x = gap + i % columns * (w + gap), y = gap + i / columns * (h + gap);
        for (std::size_t row = 0; row < h; ++row) {
            std::memcpy(sheet.rgba.data() + (y + row) * sheet.row_bytes() + x * 4,
                        tiles[i].rgba.data() + row * tiles[i].row_bytes(), tiles[i].row_bytes());
        }
    }
    return sheet;
}

std::uint32_t sheet_columns(std::uint32_t count, std::uint32_t tile_width,
                            std::uint32_t tile_height) {
    std::uint32_t best = 1;
    double best_miss = 1e30;
    for (std::uint32_t columns = 1; columns <= count; ++columns) {
        const std::uint32_t rows = (count + columns - 1) / columns;
        const double aspect = double(columns) * tile_width / (double(rows) * tile_height);
        const double miss = aspect > 1.6 ? aspect / 1.6 : 1.6 / aspect;
        const double holes = 1.0 + 2.0 * (rows * columns - count) / count;
        if (miss * holes < best_miss) {
            best_miss = miss * holes;
            best = columns;
        }
    }
    return best;
}

}  // namespace motus::render
