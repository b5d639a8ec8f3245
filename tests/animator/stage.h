// tests/animator/stage.h - baked files that the tests of Animator and Crowd share.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/load/library.h>

namespace motus::test {

/// A frame.
inline constexpr float kDt = 1.0f / 60.0f;

/// The hero with his machine "hero".
[[nodiscard]] const Library& hero_library();
/// The same rig without a machine: clips alone.
[[nodiscard]] const Library& clip_library();
/// The same packed for speed, without root motion: crowds evaluate it in registers.
[[nodiscard]] const Library& fast_library();
/// The hero after an edit: the state Move is called Travel, Turn is gone.
[[nodiscard]] const Library& edited_library();
/// The card: a machine that plays timelines, and no rig.
[[nodiscard]] const Library& card_library();

}  // namespace motus::test
