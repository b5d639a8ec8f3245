// motus/sample/interpolate.h - the arithmetic between two keys, many tracks at a time.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace motus::detail {

/// Tracks interpolated in one go. A multiple of the widest register.
inline constexpr std::size_t kBatch = 32;

/// Keys around the sampled time, one lane per track: component c of lane i is at [c][i].
struct alignas(64) KeyBatch {
    float t[kBatch];           ///< 0 at the left key, 1 at the right.
    float interval_s[kBatch];  ///< Between the keys; splines only.
    float left[4][kBatch];
    float left_out[4][kBatch];  ///< Out-tangent of the left key; splines only.
    float right_in[4][kBatch];  ///< In-tangent of the right key; splines only.
    float right[4][kBatch];
    float out[4][kBatch];
};

/// Fill lanes [0, count) first; these read and write whole registers beyond.
void lerp_batch(KeyBatch& batch, std::size_t components, std::size_t count) noexcept;
void slerp_batch(KeyBatch& batch, std::size_t count) noexcept;
void spline_batch(KeyBatch& batch, std::size_t components, std::size_t count) noexcept;
/// Normalises `out` as rotations; a lane too short for that takes `left`, then the identity.
void normalize_batch(KeyBatch& batch, std::size_t count) noexcept;

}  // namespace motus::detail
