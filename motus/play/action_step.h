// motus/play/action_step.h - how time moves an action: clock, laps, fade.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/play/action.h>

namespace motus::detail {

/// What a step of an action's clock did.
struct ActionStep {
    EventWalk walk{};
    std::int64_t laps = 0;  ///< Laps completed with another to follow.
    bool finished = false;  ///< The last lap ended in this step.
};

/// Moves the clock by `dt` of mixer time. Nothing while paused or off the mixer.
[[nodiscard]] ActionStep step_clock(ActionState& action, const Clip& clip,
                                    std::span<const EventTime> events, Ticks dt) noexcept;

/// Moves the fade by `dt` >= 0. What has gone past the end of a fade to 0 leaves the mixer.
void step_fade(ActionState& action, Ticks dt) noexcept;

/// Starts a fade from the present weight; at once where `length` is 0.
void start_fade(ActionState& action, float weight, Ticks length) noexcept;

/// To the start of its first lap: the end of the clip where it plays once and backwards.
void rewind(ActionState& action, const Clip& clip) noexcept;

/// Off the mixer, the clock where it is.
void leave(ActionState& action) noexcept;

}  // namespace motus::detail
