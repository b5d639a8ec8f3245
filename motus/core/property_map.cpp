// SPDX-License-Identifier: MIT
#include <motus/core/assert.h>
#include <motus/core/property_map.h>

#include <cmath>

namespace motus {
namespace {

template <typename Number>
Number clamped(Number x, Number low, Number high) noexcept {
    if (!(x >= low)) return low;
    return x > high ? high : x;
}

double remapped(const PropertyMapRange& range, double x) noexcept {
    const double a = range.a, b = range.b, c = range.c, d = range.d;
    if (range.a == range.b) return c;
    return c + (d - c) * clamped((x - a) / (b - a), 0.0, 1.0);
}

}  // namespace

float map_property(PropertyMap map, const PropertyMapRange& range, float x) noexcept {
    switch (map) {
        case PropertyMap::copy:
            return x;
        case PropertyMap::linear: {
            const float scaled = range.a * x;
            return scaled + range.b;
        }
        case PropertyMap::clamp:
            return clamped(x, range.a, range.b);
        case PropertyMap::remap: {
            if (range.a == range.b) return range.c;
            // Differences of the largest floats are none.
            if (!std::isfinite(range.b - range.a) || !std::isfinite(range.d - range.c)) {
                return static_cast<float>(remapped(range, x));
            }
            const float t = clamped((x - range.a) / (range.b - range.a), 0.0f, 1.0f);
            const float way = (range.d - range.c) * t;
            return range.c + way;
        }
        case PropertyMap::threshold:
            return x >= range.a ? 1.0f : 0.0f;
        case PropertyMap::invert:
            return 1.0f - x;
    }
    return x;
}

double map_whole(PropertyMap map, const PropertyMapRange& range, double x) noexcept {
    double mapped = x;
    switch (map) {
        case PropertyMap::copy:
            break;
        case PropertyMap::linear:
            mapped = static_cast<double>(range.a) * x + static_cast<double>(range.b);
            break;
        case PropertyMap::clamp:
            mapped = clamped(x, static_cast<double>(range.a), static_cast<double>(range.b));
            break;
        case PropertyMap::remap:
            mapped = remapped(range, x);
            break;
        case PropertyMap::threshold:
            mapped = x >= static_cast<double>(range.a) ? 1.0 : 0.0;
            break;
        case PropertyMap::invert:
            mapped = 1.0 - x;
            break;
    }
    // Adding a half would lose the last digit of the largest.
    const double below = std::floor(mapped);
    return mapped - below >= 0.5 ? below + 1.0 : below;
}

void map_numbers(PropertyMap map, const PropertyMapRange& range, std::span<const float> source,
                 std::span<const float> base, std::span<float> out) noexcept {
    for (std::size_t i = 0; i < out.size(); ++i) {
        if (i < source.size()) {
            out[i] = map_property(map, range, source[i]);
        } else {
            MOTUS_ASSERT(source.size() == 1 || i < base.size());
            out[i] = source.size() == 1 ? out[0] : base[i];
        }
    }
}

}  // namespace motus
