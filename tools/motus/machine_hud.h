// tools/motus/machine_hud.h - what a machine did in a frame, as panels for a film.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/render/take.h>
#include <motus/session/frame_record.h>

namespace motus::tool {

/// Fills the panels and events of `frame`. Left, a panel per layer: its state, where a transition
/// leads, how far it has got and what weight its curve gives, then what plays. Right: parameters.
void add_machine_hud(Animator& run, const MachineNames& names, render::TakeFrame& frame);

}  // namespace motus::tool
