// scenes/morph/morph.h - a ball with morph targets, and tracks of every kind and interpolation.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/asset/asset.h>

namespace motus::scenes {

/// A ball of 0.5 m radius on a node "Ball" with the targets Wide, Tall, Twist and Wave, positions
/// and normals. Clips of two seconds, made to loop:
/// "Linear" weights, one target after the other; "Spline" weights as a cubic spline, with a
/// bouncing cubic translation and a cubic rotation; "Step" weights that switch, with scale
/// in steps.
[[nodiscard]] Asset make_morph();

}  // namespace motus::scenes
