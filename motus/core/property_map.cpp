// SPDX-License-Identifier: MIT
#include <motus/core/property_map.h>

namespace motus {
namespace {

float clamped(float x, float low, float high) noexcept {
    if (!(x >= low)) return low;
    return x > high ? high : x;
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

void map_numbers(PropertyMap map, const PropertyMapRange& range, std::span<const float> source,
                 std::span<const float> base, std::span<float> out) noexcept {
    for (std::size_t i = 0; i < out.size(); ++i) {
        if (i < source.size()) {
            out[i] = map_property(map, range, source[i]);
        } else {
            out[i] = source.size() == 1 ? out[0] : base[i];
        }
    }
}

}  // namespace motus
