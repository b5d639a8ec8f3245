// motus/skinning/vertex_stream.h - one vertex attribute somewhere in the caller's memory.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

namespace motus {

/// An attribute to read: the floats of vertex i start `offset + i * stride` bytes into `bytes`.
/// Offset, stride and address are multiples of 4, and the stride holds at least the attribute.
/// Empty `bytes`: there is no such attribute.
struct ConstVertexStream {
    std::span<const std::byte> bytes{};
    std::size_t offset = 0;
    std::size_t stride = 0;
};

/// An attribute to write, for instance one field of an interleaved vertex buffer. Bytes between
/// the attributes are left alone.
struct VertexStream {
    std::span<std::byte> bytes{};
    std::size_t offset = 0;
    std::size_t stride = 0;

    operator ConstVertexStream() const noexcept { return {bytes, offset, stride}; }  // NOLINT
};

/// A plain array as a stream: `stream_of(std::span(positions))`. For an interleaved array of
/// structs, `offset` is that of the attribute, as offsetof gives it.
template <typename T>
[[nodiscard]] auto stream_of(std::span<T> values, std::size_t offset = 0) noexcept {
    static_assert(std::is_trivially_copyable_v<T>);
    if constexpr (std::is_const_v<T>) {
        return ConstVertexStream{std::as_bytes(values), offset, sizeof(T)};
    } else {
        return VertexStream{std::as_writable_bytes(values), offset, sizeof(T)};
    }
}

}  // namespace motus
