// tools/motus/takes.h - plays a script once, and keeps every frame of it for the camera.
// SPDX-License-Identifier: MIT
#pragma once

#include "character.h"

#include <motus/animator/animator.h>
#include <motus/render/take.h>

#include <functional>
#include <string>

namespace motus::tool {

/// Longer takes are refused: every frame is kept.
inline constexpr std::uint64_t kMaxTakeFrames = 50'000;

/// What a mixer does with the script, as `motus mix` prints it. Root motion moves the figure on
/// instead of taking it back with each loop: `asset` says which clips have any. Faults are thrown
/// as InputFault.
[[nodiscard]] render::Take mix_take(const std::string& file, const std::string& script_file,
                                    const Asset& asset, const Character& character);

/// What a machine does with a script, as `motus simulate` prints it, with its HUD. `record` hears
/// of every frame after its update. Faults are thrown as InputFault.
void play_machine(const std::string& script_file, Animator& animator, render::Take& take,
                  const std::function<void(render::TakeFrame&)>& record);

/// The same with the poses of the rig that it drives.
[[nodiscard]] render::Take machine_take(const std::string& script_file, Animator& animator);

}  // namespace motus::tool
