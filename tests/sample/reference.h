// tests/sample/reference.h - a clip sampled in double precision, straight from the glTF text.
// SPDX-License-Identifier: MIT
#pragma once

#include <tests/support/double_math.h>
#include <tests/support/rigs.h>

#include <vector>

namespace motus::test {

/// Value of a track at a time, from the draft that the clip was built of. `raw_length`, where
/// given, is the length of a cubic rotation before it is normalised.
inline std::vector<double> reference_value(const ClipDraft::Track& track, Ticks time,
                                           double* raw_length = nullptr) {
    const bool cubic = track.interpolation == Interpolation::cubic_spline;
    const std::size_t width = track.values.size() / track.times.size() / (cubic ? 3 : 1);
    const auto value = [&](std::size_t key, int part) {
        const std::size_t at = cubic ? (key * 3 + std::size_t(part)) * width : key * width;
        return std::vector<double>(track.values.begin() + std::ptrdiff_t(at),
                                   track.values.begin() + std::ptrdiff_t(at + width));
    };
    const bool rotation = track.kind == TrackKind::rotation;
    const auto finish = [&](std::vector<double> v) {
        if (!rotation) return v;
        const Double4 q = unit({v[0], v[1], v[2], v[3]});
        return std::vector<double>(q.begin(), q.end());
    };
    if (raw_length != nullptr) *raw_length = 1.0;
    const std::size_t count = track.times.size();
    if (time <= track.times.front()) return finish(value(0, 1));
    if (time >= track.times.back()) return finish(value(count - 1, 1));
    std::size_t left = 0;
    while (track.times[left + 1] <= time)
        ++left;
    const long double whole =
        static_cast<long double>((track.times[left + 1] - track.times[left]).value);
    const double t =
        static_cast<double>(static_cast<long double>((time - track.times[left]).value) / whole);
    const std::vector<double> a = value(left, 1), b = value(left + 1, 1);
    if (track.interpolation == Interpolation::step) return finish(a);
    if (!cubic && rotation) {
        const Double4 q = exact_slerp({a[0], a[1], a[2], a[3]}, {b[0], b[1], b[2], b[3]}, t);
        return {q.begin(), q.end()};
    }
    std::vector<double> out(width);
    if (!cubic) {
        for (std::size_t c = 0; c < width; ++c)
            out[c] = a[c] + (b[c] - a[c]) * t;
        return out;
    }
    const double td = static_cast<double>(whole / static_cast<long double>(kTicksPerSecond));
    const std::vector<double> out_tangent = value(left, 2), in_tangent = value(left + 1, 0);
    const double t2 = t * t, t3 = t2 * t;
    double sum = 0.0;
    for (std::size_t c = 0; c < width; ++c) {
        out[c] = (2 * t3 - 3 * t2 + 1) * a[c] + td * (t3 - 2 * t2 + t) * out_tangent[c] +
                 (-2 * t3 + 3 * t2) * b[c] + td * (t3 - t2) * in_tangent[c];
        sum += out[c] * out[c];
    }
    if (raw_length != nullptr && rotation) *raw_length = std::sqrt(sum);
    return finish(out);
}

}  // namespace motus::test
