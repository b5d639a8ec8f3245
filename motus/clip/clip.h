// motus/clip/clip.h - an immutable clip in exact form: tracks with their own key times.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/clip/track.h>
#include <motus/core/status.h>
#include <motus/core/ticks.h>

#include <cstdint>
#include <span>

namespace motus {

/// One animated property. Ranges index the clip's `times` and `values`.
struct TrackRecord {
    std::uint32_t target = 0;       ///< Joint; for weights, the first morph weight.
    std::uint32_t width = 0;        ///< Floats per value: 3, 4, 3, or the number of weights.
    std::uint32_t time_start = 0;   ///< First key's time.
    std::uint32_t key_count = 0;    ///< At least 1.
    std::uint32_t value_start = 0;  ///< First key's value; cubic: in-tangent, value, out-tangent.
    TrackKind kind = TrackKind::translation;
    Interpolation interpolation = Interpolation::linear;
    std::uint16_t reserved = 0;
};
static_assert(sizeof(TrackRecord) == 24);

struct PackedClip;

/// A view of a clip: cheap to copy, owns nothing, never changes. Whoever made it guarantees that
/// tracks are sorted by (kind, interpolation, target), ranges are inside, times ascend strictly
/// from >= 0, numbers are finite, rotation keys are not zero.
struct Clip {
    Ticks duration{};  ///< >= 0. Key times may lie beyond it; then the clip ends before them.
    std::span<const TrackRecord> tracks{};
    std::span<const Ticks> times{};
    std::span<const float> values{};
    std::uint32_t joint_limit = 0;   ///< Every joint targeted is below this.
    std::uint32_t weight_limit = 0;  ///< Every morph weight written is below this.
    /// Where the clip is packed: its frames. `tracks` are then those kept exact, on top of it.
    const PackedClip* packed = nullptr;
};

}  // namespace motus
