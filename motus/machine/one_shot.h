// motus/machine/one_shot.h - motions played over a machine, through one tick.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/machine/tick.h>

namespace motus::detail {

[[nodiscard]] std::uint32_t count_playing(std::span<const OneShot> shots) noexcept;

/// Steps the one-shots and appends a layer for each to the tick's playlist, oldest first.
Status play_one_shots(const TickJob& job, std::span<OneShot> shots, Ticks dt) noexcept;

}  // namespace motus::detail
