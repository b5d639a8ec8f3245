// motus/machine/clock.h - how far a state has come, in cycles of its motion, without drift.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/ticks.h>

#include <cstdint>

namespace motus {

/// Cycles of a motion, 32 bits below the point: the whole part counts loops, the fraction is the
/// position. A state that runs backwards goes below 0.
struct Cycles {
    std::int64_t value = 0;

    friend constexpr auto operator<=>(Cycles, Cycles) = default;
    friend constexpr Cycles operator+(Cycles a, Cycles b) noexcept { return {a.value + b.value}; }
    friend constexpr Cycles operator-(Cycles a, Cycles b) noexcept { return {a.value - b.value}; }
};

inline constexpr std::int64_t kCycle = std::int64_t{1} << 32;

/// Nearest; clamped to +-2^30 cycles; NaN gives 0. Exact for floats of up to 2^-8 and above.
[[nodiscard]] Cycles cycles_of(double count) noexcept;
[[nodiscard]] double count_of(Cycles cycles) noexcept;

/// Clock of one state. Plain data. The position is kept as cycles plus an exact rest, so that a
/// state on one clip never drifts from the sum of its steps, and a blend whose length changes keeps
/// its phase.
struct StateClock {
    Cycles at{};
    std::int64_t rest = 0;      ///< Ticks x 2^32 that did not fill a unit of `at`; [0, length).
    TickRemainder remainder{};  ///< What speed left of a tick.
    std::uint32_t reserved = 0;

    friend constexpr auto operator<=>(const StateClock&, const StateClock&) = default;
};

/// Moves by `dt` x `speed` in a motion of `length` (> 0). `bad_argument` for a speed that is not
/// finite or a length that is not positive: nothing changes. Far clocks (2^30 cycles) fold back by
/// whole cycles.
Status advance(StateClock& clock, Ticks dt, float speed, Ticks length) noexcept;

/// Clip time at the clock's position, for a looping motion in [0, length), else clamped to
/// [0, length]. Exact where `length` is the one that the clock has been advanced with.
[[nodiscard]] Ticks time_at(const StateClock& clock, Ticks length, bool looping) noexcept;

/// The least dt in [0, limit] after which the clock has reached `target` in the direction of its
/// speed; -1 where it does not get there. A clock that is already there needs 0.
[[nodiscard]] Ticks time_until(const StateClock& clock, Cycles target, float speed, Ticks length,
                               Ticks limit) noexcept;

}  // namespace motus
