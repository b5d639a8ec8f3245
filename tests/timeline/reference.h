// tests/timeline/reference.h - timelines in double precision, written apart from the runtime.
// SPDX-License-Identifier: MIT
#pragma once

#include "stage.h"

#include "../support/double_math.h"

#include <array>
#include <cmath>
#include <vector>

namespace motus::test {

using Numbers = std::array<double, 4>;

/// Where a timeline stands `seconds` after it was started, in frames of `fps`.
inline double reference_frame(record::PlaybackMode mode, double seconds, double speed, double fps,
                              double start, double end) {
    const double length = end > start ? (end - start) / fps : 0.0;
    double way = seconds * speed;
    if (length == 0.0) return start;
    if (mode == record::PlaybackMode::one_shot) {
        if (speed < 0.0) way += length;
        way = std::fmin(std::fmax(way, 0.0), length);
    } else {
        const double period = mode == record::PlaybackMode::loop ? length : 2.0 * length;
        way -= std::floor(way / period) * period;
        if (way > length) way = period - way;
    }
    return start + way * fps;
}

/// The value at a frame: for kinds that step, which key.
inline Numbers reference_value(ValueKind kind, const std::vector<KeySpec>& keys, double frame) {
    const bool whole = width_of(kind) == 0;
    const auto numbers = [&](const PropertyValue& v) -> Numbers {
        if (whole) return {static_cast<double>(v.whole), 0, 0, 0};
        Numbers n{};
        for (std::uint32_t i = 0; i < width_of(kind); ++i)
            n[i] = v.v[i];
        return n;
    };
    std::size_t at = 0;
    while (at + 1 < keys.size() && static_cast<double>(keys[at + 1].frame) <= frame)
        ++at;
    const KeySpec& left = keys[at];
    const bool steps = kind == ValueKind::boolean || kind == ValueKind::enumeration ||
                       kind == ValueKind::text || kind == ValueKind::reference;
    if (at + 1 == keys.size() || frame <= static_cast<double>(left.frame) || steps ||
        left.interpolation == record::KeyInterpolation::step) {
        return numbers(left.value);
    }
    const KeySpec& right = keys[at + 1];
    const double interval = static_cast<double>(right.frame - left.frame);
    const double t = (frame - static_cast<double>(left.frame)) / interval;
    const Numbers a = numbers(left.value), b = numbers(right.value);
    Numbers out{};
    if (left.interpolation == record::KeyInterpolation::cubic) {
        for (int i = 0; i < 4; ++i) {
            const double leave = static_cast<double>(left.out.v[i]) * interval;
            const double arrive = static_cast<double>(right.in.v[i]) * interval;
            // The basis in Bernstein form: other terms than the runtime's.
            const double p1 = a[i] + leave / 3.0, p2 = b[i] - arrive / 3.0, u = 1.0 - t;
            out[i] = u * u * u * a[i] + 3 * u * u * t * p1 + 3 * u * t * t * p2 + t * t * t * b[i];
        }
    } else if (kind == ValueKind::quat) {
        return exact_slerp(a, b, t);
    } else {
        for (int i = 0; i < 4; ++i)
            out[i] = a[i] + (b[i] - a[i]) * t;
    }
    if (kind == ValueKind::quat) out = unit(out);
    if (kind == ValueKind::integer) out[0] = std::floor(out[0] + 0.5);
    return out;
}

}  // namespace motus::test
