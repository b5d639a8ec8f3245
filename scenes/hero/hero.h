// scenes/hero/hero.h - the character that every fresh clone has: made in code, no file needed.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/asset/asset.h>

namespace motus::scenes {

/// A stylised biped of 47 joints and one skinned mesh, 1.7 m tall, facing +Z, feet on y = 0, with
/// clips Idle, Walk, Run (loops), Jump, Turn and Wave (upper body only). "Root" carries root
/// motion; "Grip.L" and "Grip.R" are where things are held. See docs/scenes.md.
///
/// Deterministic: the same bytes from every build. Cost: about 0.15 s.
[[nodiscard]] Asset make_hero();

}  // namespace motus::scenes
