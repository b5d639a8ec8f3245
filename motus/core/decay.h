// motus/core/decay.h - how an inertial difference fades: the two halves of one quintic.
// SPDX-License-Identifier: MIT
//
// Quintic Hermite: value and slope at the start, nothing left of value, slope and curvature at the
// end. See docs/decisions/inertial.md.
#pragma once

namespace motus {

/// The share of the starting value that is left at `s`, a part of the duration: 1 at 0, 0 at 1.
/// Outside [0, 1] as at its ends; a NaN is at the end.
[[nodiscard]] float decayed_value(double s) noexcept;

/// What a starting slope of 1 per duration has made of the value by `s`: at most 0.2, 0 at 0 and 1.
[[nodiscard]] float decayed_slope(double s) noexcept;

}  // namespace motus
