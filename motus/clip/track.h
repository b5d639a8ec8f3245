// motus/clip/track.h - what a track animates and how it runs between keys.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace motus {

/// Magnitudes of a clip's numbers are at most this: larger ones would overflow when keys are
/// interpolated and joints are multiplied.
inline constexpr float kLargestNumber = 1e15f;

enum class TrackKind : std::uint8_t { translation, rotation, scale, weights };

/// glTF's three: hold the key; straight line (slerp for rotations); cubic Hermite with tangents.
enum class Interpolation : std::uint8_t { step, linear, cubic_spline };

}  // namespace motus
