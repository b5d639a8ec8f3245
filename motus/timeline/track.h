// motus/timeline/track.h - the value of one track at one frame: the one evaluator of keys.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/timeline/timeline.h>

#include <span>

namespace motus {

/// Keys of one track, and the pool their values are in.
struct TrackKeys {
    std::span<const record::AnimationKeyframe> keys{};  ///< Ascending frames.
    std::span<const PropertyValue> values{};
    ValueKind kind = ValueKind::number;
};
[[nodiscard]] TrackKeys keys_of(const Timelines& timelines,
                                const record::AnimationTrack& track) noexcept;

/// Writes the value at `frame` (of the key rate, fractional) to `out`. False where there are no
/// keys: then nothing is written.
///
/// Outside the keys the end value holds. Between two keys the left one says how: step; linear
/// (rotations on the shortest way, integers rounded to the nearest, halves up); cubic, Hermite with
/// tangents in value per frame scaled by the interval, rotations normalised. Booleans,
/// enumerations, texts and references step. Colours are linear light as they are stored. A NaN
/// frame counts as before the first key. Cost: logarithmic in keys; no allocation.
bool sample(const TrackKeys& track, double frame, PropertyValue& out) noexcept;

}  // namespace motus
