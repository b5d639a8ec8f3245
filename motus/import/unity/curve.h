// motus/import/unity/curve.h - Unity's animation curves: one number over time, in double precision.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace motus::unity {

/// A key. Slopes are per second; an infinite one holds the value until the next key.
struct CurveKey {
    double time = 0.0, value = 0.0;
    double in_slope = 0.0, out_slope = 0.0;
    double in_weight = 1.0 / 3.0, out_weight = 1.0 / 3.0;  ///< Of the length of the segment.
    bool in_weighted = false, out_weighted = false;
};

/// How a segment between two keys runs.
enum class SegmentKind : std::uint8_t { hold, cubic, weighted };

[[nodiscard]] SegmentKind segment_kind(const CurveKey& from, const CurveKey& to) noexcept;

/// Which side of a time is meant: at a key, slopes may differ and held values jump.
enum class Side : std::uint8_t { before, after };

struct CurveSample {
    double value = 0.0;
    double slope = 0.0;
};

/// Keys by time, ascending. Outside of them the end values hold.
struct Curve {
    std::vector<CurveKey> keys;

    /// Value and slope at `time`, seen from one side. No keys: 0. Cost: logarithmic.
    [[nodiscard]] CurveSample at(double time, Side side) const noexcept;
    /// The same, fast where `time` is in the segment that the call before found.
    [[nodiscard]] CurveSample at(double time, Side side, std::size_t& cursor) const noexcept;
    /// Whether the segment that begins at or holds `time` is a weighted one.
    [[nodiscard]] SegmentKind kind_after(double time) const noexcept;
};

}  // namespace motus::unity
