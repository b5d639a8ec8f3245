// scenes/spine/spine.h - Root, Spine, Head in a column: the smallest rig with a skin.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/asset/asset.h>

namespace motus::scenes {

/// Three joints one metre apart in Y, inverse binds 0, -1, -2, and a column of a mesh. Clips of
/// one second, made to loop:
/// "Slide" moves Root along X from 0 to 4 m, linear, two keys;
/// "Bend" turns Spine about Z by 0, 90, 0 degrees and Head about Y by 0, -60, 0.
[[nodiscard]] Asset make_spine();

}  // namespace motus::scenes
