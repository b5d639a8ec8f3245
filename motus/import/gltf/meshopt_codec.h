// motus/import/gltf/meshopt_codec.h - streams and filters of KHR_meshopt_compression.
// Written from the extension's text, appendices A and B.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace motus::gltf {

/// The bytes of one stream. Reading past its end gives zeros and sets `short_of`.
struct MeshoptStream {
    std::span<const std::uint8_t> bytes{};
    std::size_t at = 0;
    bool short_of = false;

    std::uint8_t next() noexcept {
        if (at < bytes.size()) return bytes[at++];
        short_of = true;
        return 0;
    }
    /// `count` bytes, or nothing where there are fewer.
    std::span<const std::uint8_t> take(std::size_t count) noexcept {
        if (count > bytes.size() - at) {
            short_of = true;
            return {};
        }
        at += count;
        return bytes.subspan(at - count, count);
    }
    /// Why the stream is not a good one, now that everything has been read; else empty.
    [[nodiscard]] std::string_view fault() const noexcept {
        if (short_of) return "the compressed data ends too early";
        return at == bytes.size() ? "" : "the compressed data has bytes that belong to nothing";
    }
};

/// Each fills `out`, count * stride bytes, and returns the cause where the stream is broken, else
/// an empty text. `out` then has unspecified values. Cost: linear. They allocate nothing.
///
/// ATTRIBUTES, versions 0 and 1: `stride` is a multiple of 4, at most 256.
[[nodiscard]] std::string_view decode_attributes(std::span<const std::uint8_t> stream,
                                                 std::size_t count, std::size_t stride,
                                                 std::span<std::uint8_t> out);
/// TRIANGLES: `count` is a multiple of 3, `stride` 2 or 4.
[[nodiscard]] std::string_view decode_triangles(std::span<const std::uint8_t> stream,
                                                std::size_t count, std::size_t stride,
                                                std::span<std::uint8_t> out);
/// INDICES: `stride` is 2 or 4.
[[nodiscard]] std::string_view decode_indices(std::span<const std::uint8_t> stream,
                                              std::size_t count, std::size_t stride,
                                              std::span<std::uint8_t> out);

enum class MeshoptFilter : std::uint8_t { none, octahedral, quaternion, exponential, color };

/// Applies a filter to decoded attributes, in place. Values that the extension leaves unspecified
/// become some number, the same one everywhere. `stride`: 4 or 8; 8 for quaternions; any multiple
/// of 4 for exponential.
void apply_filter(MeshoptFilter filter, std::size_t stride, std::span<std::uint8_t> data);

}  // namespace motus::gltf
