// motus/machine/fire.h - events of a tick into the caller's list.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/machine/tick.h>

namespace motus::detail {

void fire(const TickJob& job, const MachineEvent& event) noexcept;

/// That a state is entered, left or stepped, and the events authored on it for that moment.
void fire_state(const TickJob& job, std::uint32_t layer, std::uint32_t state,
                record::StateMoment moment) noexcept;

/// The events that the motions of `items` have passed. `stepped`: time went on in this tick.
void fire_motions(const TickJob& job, std::uint32_t layer, std::span<const PlaylistItem> items,
                  bool stepped) noexcept;

}  // namespace motus::detail
