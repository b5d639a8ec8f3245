// motus/core/ticks.h - time as a whole number of ticks, and the exact way from seconds to it.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/status.h>

#include <compare>
#include <cstdint>

namespace motus {

/// A point in time or a length of time, in units of 1/705,600,000 s. That unit divides the frame
/// times of 24, 25, 30, 48, 50, 60, 90, 100, 120 and 144 Hz and of 44.1 and 48 kHz, so a frame is
/// a whole number of ticks and a sum of frames never drifts. Range: +-414 years.
struct Ticks {
    std::int64_t value = 0;

    friend constexpr auto operator<=>(Ticks, Ticks) = default;
    friend constexpr Ticks operator+(Ticks a, Ticks b) noexcept { return {a.value + b.value}; }
    friend constexpr Ticks operator-(Ticks a, Ticks b) noexcept { return {a.value - b.value}; }
    friend constexpr Ticks operator-(Ticks a) noexcept { return {-a.value}; }
    friend constexpr Ticks operator*(Ticks a, std::int64_t n) noexcept { return {a.value * n}; }
};

inline constexpr std::int64_t kTicksPerSecond = 705'600'000;

/// Times and steps are kept inside +-kMaxTicks (207 years), so that sums cannot overflow.
inline constexpr Ticks kMaxTicks{std::int64_t{1} << 62};

/// `count` frames at `rate_hz`. Exact where the rate divides kTicksPerSecond, else rounded down.
[[nodiscard]] constexpr Ticks ticks_of_frames(std::int64_t count, std::int64_t rate_hz) noexcept {
    return {count * kTicksPerSecond / rate_hz};
}

/// Nearest tick (halves away from zero), clamped to +-kMaxTicks; NaN gives 0.
[[nodiscard]] Ticks ticks_of_seconds(double time_s) noexcept;

/// Seconds, rounded to the nearest double. ticks_of_seconds gives back the same ticks for times
/// up to 30 days.
[[nodiscard]] double seconds_of(Ticks ticks) noexcept;

/// What is left of a conversion, in units of 2^-32 tick; part of whoever keeps time.
struct TickRemainder {
    std::uint32_t fraction = 0;
    friend constexpr auto operator<=>(TickRemainder, TickRemainder) = default;
};

/// Turns a frame's `dt_s` into ticks and carries what does not fill one in `remainder`, so that
/// the ticks of many frames add up to the sum of the dt's: the error stays under one tick.
/// `bad_argument` for NaN or infinite dt, and nothing changes. Steps clamp to +-kMaxTicks.
Status ticks_of_step(float dt_s, TickRemainder& remainder, Ticks& out) noexcept;

/// `dt` times `speed`, exact: what does not fill a tick is carried in `remainder`.
/// `bad_argument` for NaN or infinite speed, and nothing changes. Clamps to +-kMaxTicks.
Status scale_ticks(Ticks dt, float speed, TickRemainder& remainder, Ticks& out) noexcept;

}  // namespace motus
