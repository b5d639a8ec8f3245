// motus/math/soa.h - many transforms as ten planes of floats: what SIMD code reads and writes.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

namespace motus {

/// Planes are padded to this many floats: one cache line, the widest register.
inline constexpr std::uint32_t kSoaLanes = 16;

/// The planes of a set of transforms, in memory order.
enum class Plane : std::uint32_t { tx, ty, tz, qx, qy, qz, qw, sx, sy, sz };
inline constexpr std::uint32_t kPlaneCount = 10;

/// Floats per plane for `count` transforms.
[[nodiscard]] constexpr std::uint32_t soa_stride(std::uint32_t count) noexcept {
    return (count + kSoaLanes - 1) / kSoaLanes * kSoaLanes;
}

/// Floats in all planes together.
[[nodiscard]] constexpr std::size_t soa_floats(std::uint32_t count) noexcept {
    return static_cast<std::size_t>(soa_stride(count)) * kPlaneCount;
}

/// Read-only view of `count` transforms. Floats between `count` and `stride` are padding: there,
/// finite, and without meaning. Any alignment of float is allowed; 64 bytes is fastest.
struct ConstSoaView {
    const float* data = nullptr;  ///< kPlaneCount planes of `stride` floats.
    std::uint32_t count = 0;
    std::uint32_t stride = 0;  ///< soa_stride(count).

    [[nodiscard]] const float* plane(Plane p) const noexcept {
        return data + static_cast<std::size_t>(p) * stride;
    }
};

/// The same, writable. Kernels may write the padding.
struct SoaView {
    float* data = nullptr;
    std::uint32_t count = 0;
    std::uint32_t stride = 0;

    [[nodiscard]] float* plane(Plane p) const noexcept {
        return data + static_cast<std::size_t>(p) * stride;
    }
    operator ConstSoaView() const noexcept { return {data, count, stride}; }  // NOLINT
};

}  // namespace motus
