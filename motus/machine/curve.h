// motus/machine/curve.h - the blend curve of a transition as it is baked and evaluated.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/half.h>

#include <span>

namespace motus {

/// A key of a baked curve: 8 bytes. The curve is the weight of the state being entered ("to"),
/// 0 at the start and 1 at the end. Tangents are slopes over normalised time.
struct CurveKey {
    Half time{};
    Half value{};
    Half in{};
    Half out{};
    friend bool operator==(const CurveKey&, const CurveKey&) = default;
};
static_assert(sizeof(CurveKey) == 8);

/// Weight at normalised time `t`. No keys is the linear curve: exactly clamp(t, 0, 1). Otherwise
/// cubic Hermite, held before the first and after the last key, clamped to [0, 1]. Keys ascend in
/// time. NaN counts as 0. The one function for preview and run time. Cost: linear search up to 8
/// keys, binary above.
[[nodiscard]] float curve_weight(std::span<const CurveKey> keys, float t) noexcept;

}  // namespace motus
