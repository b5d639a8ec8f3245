// scenes/hero/motion.h - the hero's clips as poses over time, before they become keys.
// SPDX-License-Identifier: MIT
#pragma once

#include <scenes/hero/pose.h>
#include <scenes/support/tracks.h>

#include <functional>
#include <string>
#include <vector>

namespace motus::scenes::hero {

/// An event at a whole frame.
struct Mark {
    std::int64_t frame;
    const char* name;
};

struct Motion {
    std::string name;
    std::int64_t rate_hz = 30;
    std::int64_t frames = 30;  ///< Keys are at frames 0 .. frames.
    bool loop = true;          ///< Frame `frames` is frame 0 again, the root's travel added.
    bool root_motion = false;
    std::function<Pose(double time_s)> pose;
    std::vector<Mark> marks;
    std::vector<Joint> only;  ///< Joints that the clip may animate; empty: all.
    Vec3d travel{};           ///< Root movement per loop.
};

Motion idle();
Motion walk();
Motion run();
Motion jump();
Motion turn_left();
Motion wave();

/// Where Idle begins, and where Jump, Turn and Wave begin and end.
Pose standing_pose();
/// Idle at a share of its loop.
Pose idle_pose(double share);
/// An arm, and where the head looks (degrees), at a share of Idle's loop; 0 is the standing pose.
ArmAngles idle_arm(Side side, double share);
struct Gaze {
    double pitch, yaw, roll;
};
Gaze idle_gaze(double share);
/// Where the feet of the standing pose are on the floor, and how they are turned.
Vec3d standing_ground(Side side);
double standing_yaw(Side side);

/// The scarf's tail: lifted behind by `lift` degrees in all, swinging by `sway` degrees with the
/// given phase in cycles; each joint follows the one above a little later.
void set_scarf(Pose& pose, double lift, double sway, double side_sway, double phase);

/// cos of `cycles`.
double wave_at(double cycles);

}  // namespace motus::scenes::hero
