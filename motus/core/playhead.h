// motus/core/playhead.h - the clock of one motion: once, loop or ping-pong, either direction.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/ticks.h>

#include <cstdint>

namespace motus {

enum class PlayMode : std::uint8_t { once, loop, ping_pong };

/// Where a motion stands. Plain data: copy it to save it, compare it to test it.
///
/// `phase` runs over [0, D] in mode once, [0, D) in loop and [0, 2D) in ping_pong, where the
/// second half is the way back; so the direction is never lost. D is the motion's duration.
struct Playhead {
    Ticks phase{};
    TickRemainder remainder{};
    std::uint32_t reserved = 0;  ///< Keeps every byte defined, for snapshots compared as bytes.

    friend constexpr auto operator<=>(const Playhead&, const Playhead&) = default;
};

/// What one step did; the input of event walks and root motion.
struct Advance {
    Ticks from{};            ///< Phase before the step.
    Ticks to{};              ///< Phase after it.
    std::int64_t wraps = 0;  ///< Times the phase passed its period, signed by direction.
    Ticks moved{};           ///< Signed length of the step in phase, clamped part left out.
    Ticks spilled{};         ///< Signed part that mode once could not use: left-over time.
    bool finished = false;   ///< Mode once stands at the end that the step led towards.
};

/// Effective clip time in [0, duration] of a playhead.
[[nodiscard]] Ticks time_of(const Playhead& head, PlayMode mode, Ticks duration) noexcept;

/// +1 or -1: the way the clip time moves while the phase moves by a positive amount.
[[nodiscard]] int direction_of(const Playhead& head, PlayMode mode, Ticks duration) noexcept;

/// Puts the playhead at `time` (clamped in mode once, folded otherwise), forward half.
void seek(Playhead& head, Ticks time, PlayMode mode, Ticks duration) noexcept;

/// Moves by `dt` x `speed`. Any step, however large and of either sign, ends inside the range.
/// A step of 0 moves nothing. A duration of 0 is a clip of one frame: the phase stays 0, loop and
/// ping_pong count no wraps, once finishes on the first step that is not 0.
/// `bad_argument` for a non-finite speed, or a duration outside [0, kMaxTicks / 2]: nothing
/// changes.
Status advance(Playhead& head, Ticks dt, float speed, PlayMode mode, Ticks duration,
               Advance& out) noexcept;

}  // namespace motus
