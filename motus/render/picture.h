// motus/render/picture.h - pictures in memory: decoded from files, put together, encoded.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/result.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace motus::render {

/// 8 bits a channel, sRGB, alpha not multiplied in, first row on top.
struct Picture {
    std::uint32_t width = 0, height = 0;
    std::vector<std::uint8_t> rgba;

    [[nodiscard]] std::size_t row_bytes() const noexcept { return std::size_t{width} * 4; }
    friend bool operator==(const Picture&, const Picture&) = default;
};

inline constexpr std::uint32_t kMaxPictureSize = 16384;  ///< Either side.

/// Decodes PNG or JPEG bytes. "picture-decode" says what is wrong with them.
[[nodiscard]] Result<Picture> decode_picture(std::span<const std::byte> bytes);

/// All `tiles`, which have one size, in rows of `columns` with `gap` pixels of `color` between and
/// around them. Empty where there are none or their sizes differ.
[[nodiscard]] Picture contact_sheet(std::span<const Picture> tiles, std::uint32_t columns,
                                    std::uint32_t gap, std::array<std::uint8_t, 4> color);

/// Columns that bring a sheet of `count` tiles of that size closest to the shape of a screen.
[[nodiscard]] std::uint32_t sheet_columns(std::uint32_t count, std::uint32_t tile_width,
                                          std::uint32_t tile_height);

/// PNG bytes; without the alpha channel where every pixel is opaque. Native only.
/// "picture-encode" where it could not be done.
[[nodiscard]] Result<std::vector<std::byte>> encode_png(const Picture& picture);

}  // namespace motus::render
