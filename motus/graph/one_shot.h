// motus/graph/one_shot.h - motions played over a machine, through one tick.
// Room: graph, private: included by graph's sources only.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/graph/tick.h>

namespace motus::detail {

[[nodiscard]] std::uint32_t count_playing(std::span<const OneShot> shots) noexcept;

/// Steps the one-shots and appends a layer for each to the tick's playlist, oldest first.
Status play_one_shots(const TickJob& job, std::span<OneShot> shots, Ticks dt) noexcept;

}  // namespace motus::detail
