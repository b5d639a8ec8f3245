// motus/mix/kernels.h - what the jobs of this room hand to their SIMD kernels.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/mix/blend.h>

#include <cstddef>

namespace motus::detail {

/// A layer that counts, in the order of the sum. Left uninitialised: a job has room for many.
struct BlendInput {
    const float* planes;
    std::size_t stride;
    const float* mask;           ///< Null: 1 for each.
    const std::uint16_t* cover;  ///< Null: every joint.
    float weight;                ///< As given; where no input has a mask, already normalised.

    [[nodiscard]] ConstSoaView joints() const noexcept {
        return {planes, static_cast<std::uint32_t>(stride), static_cast<std::uint32_t>(stride)};
    }
};

struct BlendTask {
    std::span<const BlendInput> inputs{};
    ConstSoaView rest{};
    SoaView out{};
    float rest_weight = 0.0f;   ///< Only where no input has a mask.
    std::size_t reference = 0;  ///< The same: index of the input of largest weight.
    bool strict = false;
};

/// Totals at or under this count as nothing in strict mode.
inline constexpr float kSilent = 1e-30f;

/// How weights that sum to `total` share a joint: each is multiplied by `scale`.
struct Shares {
    float scale;
    float rest;
};

[[nodiscard]] inline Shares shares_of(float total, bool strict) noexcept {
    if (strict) return total > kSilent ? Shares{1.0f / total, 0.0f} : Shares{0.0f, 1.0f};
    return total > 1.0f ? Shares{1.0f / total, 0.0f} : Shares{1.0f, 1.0f - total};
}

}  // namespace motus::detail
