// SPDX-License-Identifier: MIT
#include <motus/core/assert.h>
#include <motus/machine/curve.h>

#include <cstddef>

namespace motus {
namespace {

constexpr std::size_t kLinearSearch = 8;
constexpr double kShortest = 1e-4;  // a shorter segment is a jump

float clamp(float t) noexcept {
    return t > 0.0f ? (t < 1.0f ? t : 1.0f) : 0.0f;
}

// The last key at or before `t`; the first key is known to be.
std::size_t find_segment(std::span<const CurveKey> keys, float t) noexcept {
    if (keys.size() <= kLinearSearch) {
        std::size_t key = 0;
        while (key + 1 < keys.size() && float_of(keys[key + 1].time) <= t)
            ++key;
        return key;
    }
    std::size_t low = 0, high = keys.size();
    while (high - low > 1) {
        const std::size_t middle = low + (high - low) / 2;
        (float_of(keys[middle].time) <= t ? low : high) = middle;
    }
    return low;
}

}  // namespace

float curve_weight(std::span<const CurveKey> keys, float t) noexcept {
    t = clamp(t);
    if (keys.empty()) return t;
    if (t <= float_of(keys.front().time)) return clamp(float_of(keys.front().value));
    if (t >= float_of(keys.back().time)) return clamp(float_of(keys.back().value));
    const std::size_t segment = find_segment(keys, t);
    MOTUS_ASSERT(segment + 1 < keys.size());
    const CurveKey& left = keys[segment];
    const CurveKey& right = (&left)[1];
    const double start = float_of(left.time);
    const double length = static_cast<double>(float_of(right.time)) - start;
    MOTUS_ASSERT(length >= 0.0);
    const double v0 = float_of(left.value);
    if (length < kShortest) return clamp(static_cast<float>(v0));
    const double v1 = float_of(right.value);
    const double m0 = length * static_cast<double>(float_of(left.out));
    const double m1 = length * static_cast<double>(float_of(right.in));
    // In double: steep tangents would lose digits that the weight keeps.
    const double s = (static_cast<double>(t) - start) / length;
    const double s2 = s * s, s3 = s2 * s;
    const double h01 = 3.0 * s2 - 2.0 * s3;
    const double value = (1.0 - h01) * v0 + (s3 - 2.0 * s2 + s) * m0 + h01 * v1 + (s3 - s2) * m1;
    return clamp(static_cast<float>(value));
}

}  // namespace motus
