// motus/skinning/stream_access.h - checks of vertex streams, and blocks of vertices in and out.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/status.h>
#include <motus/skinning/vertex_stream.h>

#include <cstdint>
#include <cstring>

namespace motus {

struct SkinningJob;

namespace detail {

/// Vertices that a kernel works on at a time: small enough for the first-level cache, a multiple
/// of every register width.
inline constexpr std::uint32_t kVertexBlock = 64;

/// Sizes, joints and numbers of a job; ok: the kernel may run.
Status check_skinning(const SkinningJob& job) noexcept;

inline Status check_stream(const ConstVertexStream& stream, std::uint32_t vertices,
                           std::uint32_t floats) noexcept {
    const std::size_t need = floats * sizeof(float);
    const auto address = reinterpret_cast<std::uintptr_t>(stream.bytes.data());
    if ((address | stream.offset | stream.stride) % alignof(float) != 0) {
        return Status::bad_argument;
    }
    if (stream.stride < need) return Status::bad_size;
    if (stream.offset > stream.bytes.size()) return Status::bad_size;
    const std::size_t room = stream.bytes.size() - stream.offset;
    if (vertices == 0) return Status::ok;
    if (room < need || (room - need) / stream.stride < vertices - 1) return Status::bad_size;
    return Status::ok;
}

/// An attribute as both kernels see it: the same check for its two ends.
inline Status check_attribute(const ConstVertexStream& in, const VertexStream& out,
                              std::uint32_t vertices, std::uint32_t floats) noexcept {
    if (out.bytes.empty() || vertices == 0) return Status::ok;
    if (in.bytes.empty()) return Status::bad_argument;
    if (const Status s = check_stream(in, vertices, floats); s != Status::ok) return s;
    return check_stream(out, vertices, floats);
}

/// The floats of `count` vertices from `first` on, packed. Points into the stream where that is a
/// whole block and packed already, else into `room`, where the rest of the block is set to 0.
template <std::uint32_t kFloats>
const float* read_block(const ConstVertexStream& stream, std::uint32_t first, std::uint32_t count,
                        float* room) noexcept {
    const std::byte* from = stream.bytes.data() + stream.offset + first * stream.stride;
    if (stream.stride == kFloats * sizeof(float) && count == kVertexBlock) {
        return reinterpret_cast<const float*>(from);
    }
    for (std::uint32_t i = 0; i < count; ++i) {
        std::memcpy(room + i * kFloats, from + i * stream.stride, kFloats * sizeof(float));
    }
    std::memset(room + count * kFloats, 0, (kVertexBlock - count) * kFloats * sizeof(float));
    return room;
}

/// Where a kernel may write the same block: into the stream itself, or into `room`.
template <std::uint32_t kFloats>
float* write_target(const VertexStream& stream, std::uint32_t first, std::uint32_t count,
                    float* room) noexcept {
    if (stream.stride != kFloats * sizeof(float) || count != kVertexBlock) return room;
    return reinterpret_cast<float*>(stream.bytes.data() + stream.offset + first * stream.stride);
}

/// Brings a block that was written to `room` into its stream.
template <std::uint32_t kFloats>
void write_block(const VertexStream& stream, std::uint32_t first, std::uint32_t count,
                 const float* written, const float* room) noexcept {
    if (written != room) return;
    std::byte* to = stream.bytes.data() + stream.offset + first * stream.stride;
    for (std::uint32_t i = 0; i < count; ++i) {
        std::memcpy(to + i * stream.stride, room + i * kFloats, kFloats * sizeof(float));
    }
}

}  // namespace detail
}  // namespace motus
