// motus/import/gltf/sampler.h - times and values of an animation sampler.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/import/gltf/context.h>

namespace motus::gltf {

/// The largest key time, in seconds: half of what a playhead can hold.
inline constexpr double kMaxTime_s = 3.0e9;

// Each returns false where it has reported a fault of the sampler.

bool read_interpolation(const Object& sampler, Interpolation& out);

/// Key times in seconds: finite, not negative, ascending strictly.
bool read_times(Context& context, const Object& sampler, std::vector<float>& out);

/// `elements` of the accessor per key, three times that for splines.
bool read_numbers_of(Context& context, const Object& sampler, const Accessor& accessor,
                     std::size_t keys, std::size_t elements, AssetTrack& track);

/// What the sampler's output says of a node: `width` floats per key, or weights.
bool read_values(Context& context, const Object& sampler, std::size_t keys, std::size_t width,
                 AssetTrack& track);

/// Rotations must have a length. Rounded ones stay as they are, as the sampler normalises what it
/// makes of them; a STEP or LINEAR key that is far from unit is made unit, which slerp needs. Cubic
/// ones are left alone, because their tangents belong to them.
bool mend_rotations(const Object& sampler, AssetTrack& track);

/// Seconds to ticks. Keys that fall on one tick become one, and the last of them counts.
bool set_times(const Object& sampler, const std::vector<float>& times_s, AssetTrack& track);

}  // namespace motus::gltf
