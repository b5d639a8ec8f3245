// motus/machine/enter.h - puts a layer into a state, whatever its transitions say.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/machine/instance.h>

namespace motus {

/// The next tick leaves what the layer shows for `state`, in `fade_s` seconds (0: at once), and
/// starts it at `at` of its length. A sub-machine is entered as its entry transitions say. Asked
/// before the first tick, the layer starts there. What runs is broken off as by a transition that
/// interrupts it; where the tick cannot carry, it is ended first. No transition is taken while the
/// fade runs; another call interrupts it. Of two calls before a tick the later one counts.
///
/// `missing` for a layer or a state that the graph does not have, `bad_argument` for a state of
/// another layer, a layer that follows another, a fade outside [0, kMaxFade] or a place beyond
/// kMaxEntry, `bad_data` where the bytes are not an instance of the graph; then nothing changes.
Status enter_state(const Machine& graph, std::span<std::byte> instance, std::uint32_t layer,
                   std::uint32_t state, float fade_s = 0.0f, float at = 0.0f) noexcept;

}  // namespace motus
