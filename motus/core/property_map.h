// motus/core/property_map.h - the maps through which one property drives another.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

namespace motus {

/// What happens to a number on its way. Stored in baked files: values never change.
enum class PropertyMap : std::uint8_t {
    copy = 0,       ///< x
    linear = 1,     ///< a*x + b
    clamp = 2,      ///< x, not below a and not above b
    remap = 3,      ///< a..b becomes c..d, clamped; c where a equals b
    threshold = 4,  ///< 1 where x >= a, else 0
    invert = 5,     ///< 1 - x
};

struct PropertyMapRange {
    float a = 1.0f, b = 0.0f, c = 0.0f, d = 1.0f;
};

/// The same bits in the editor and at run time. A map that is not known copies.
[[nodiscard]] float map_property(PropertyMap map, const PropertyMapRange& range, float x) noexcept;

/// The same for whole numbers up to 2^53, which a float cannot hold: the nearest whole one, halves
/// up. Not finite where there is none.
[[nodiscard]] double map_whole(PropertyMap map, const PropertyMapRange& range, double x) noexcept;

/// Numbers of one property through a map to those of another: each by itself; a single number
/// drives all of `out`; what `source` has too many is left out, and what it has too few stays as in
/// `base`. `base` is as long as `out`, `source` is not empty.
void map_numbers(PropertyMap map, const PropertyMapRange& range, std::span<const float> source,
                 std::span<const float> base, std::span<float> out) noexcept;

}  // namespace motus
