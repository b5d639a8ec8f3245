// motus/import/unity/fit.h - functions of time as keys with tangents, within a bound.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/ticks.h>
#include <motus/import/unity/curve.h>

#include <functional>
#include <vector>

namespace motus::unity {

/// The largest error of what had to be approximated (weighted tangents, Euler angles), for values
/// up to 1; for larger ones it grows with them.
inline constexpr double kFitBound = 2e-6;

/// A function of time with several components.
struct FitSource {
    std::size_t width = 0;
    /// Values and slopes (per second) at a time in seconds, seen from one side.
    std::function<void(double time, Side side, double* values, double* slopes)> sample;
    /// Whether the piece that begins at this time is exactly cubic (or constant) in each component.
    std::function<bool(double time)> is_cubic;
    bool normalize = false;  ///< A quaternion: compared after normalising.
};

/// Keys: `width` values each, and tangents per second.
struct FitKeys {
    std::vector<Ticks> times;
    std::vector<double> values, in, out;
    double error = 0.0;      ///< Largest error found where something was approximated.
    bool exhausted = false;  ///< The bound was not reached with the keys allowed.
    std::size_t added = 0;   ///< Keys beside those at breaks.
};

/// Fits `source` between `start` and `start + length` seconds. `breaks` are the times (seconds)
/// where it is not smooth. Times of the keys count from 0. At a jump the value before it stands one
/// tick earlier. At most `most_added` keys are added, always where the error is largest: where they
/// do not suffice, it is about the same everywhere.
[[nodiscard]] FitKeys fit(const FitSource& source, double start, Ticks length,
                          std::vector<double> breaks, std::size_t most_added);

}  // namespace motus::unity
