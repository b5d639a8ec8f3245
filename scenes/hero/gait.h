// scenes/hero/gait.h - feet that walk or run: planted exactly, swung smoothly.
// SPDX-License-Identifier: MIT
#pragma once

#include <scenes/hero/pose.h>

namespace motus::scenes::hero {

/// One leg's cycle. Phase 0 is the moment its foot meets the floor; the foot stands until `stance`
/// and swings until 1. In the root's space a standing foot moves back at exactly the root's speed.
struct Gait {
    double duration_s = 1.0;
    double stride_m = 1.1;  ///< Root travel per cycle.
    double stance = 0.6;    ///< Share of the cycle on the floor.
    double front_m = 0.3;   ///< How far ahead of rest the foot is put down.
    double width_m = 0.0;   ///< Feet nearer the middle line than at rest.
    double turned_out_deg = 4.0;
    double heel_deg = -18.0;   ///< Foot pitch at contact: below 0, heel first.
    double heel_until = 0.14;  ///< Share of the stance until the foot is flat.
    double push_from = 0.50;   ///< Share of the stance from which the heel lifts.
    double push_deg = 46.0;    ///< Pitch when the toes leave the floor.
    double lift_m = 0.05;      ///< Added height in the middle of the swing.
    double lift_skew = 0.0;    ///< Above 0: the lift comes earlier.
    double trail_deg = 20.0;   ///< Added pitch early in the swing: the lower leg folds up.

    [[nodiscard]] double speed() const { return stride_m / duration_s; }
};

/// The foot at a phase of its own cycle; any number, taken modulo 1.
FootPose foot_of(const Gait& gait, Side side, double phase);

/// Cubic through values and slopes at both ends, t in [0, 1].
double hermite(double a, double slope_a, double b, double slope_b, double t);

}  // namespace motus::scenes::hero
