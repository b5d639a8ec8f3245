// Idle: two slow breaths, the weight wanders from one leg to the other, a glance, two blinks.
// SPDX-License-Identifier: MIT
#include <scenes/hero/motion.h>
#include <scenes/support/curve.h>

namespace motus::scenes::hero {
namespace {

constexpr double kDuration_s = 4.0;

double eyes_open(double time_s) {
    const Curve blink{{1.30, 1.0}, {1.3667, 0.0}, {1.4333, 0.0}, {1.5667, 1.0},
                      {3.20, 1.0}, {3.2667, 0.0}, {3.3333, 0.0}, {3.4667, 1.0}};
    return blink.at(time_s);
}

double breath_at(double share) {
    return -wave_at(2.0 * share);  // -1 out .. +1 in.
}

double slow_at(double share) {
    return sine(2.0 * kPi * (share - 0.08));  // The chest follows the hips.
}

}  // namespace

Vec3d standing_ground(Side side) {
    return rest_ground(side) +
           (side == Side::left ? Vec3d{0.014, 0.0, 0.022} : Vec3d{-0.014, 0.0, -0.020});
}

double standing_yaw(Side side) {
    return side == Side::left ? 9.0 : -13.0;
}

ArmAngles idle_arm(Side side, double share) {
    const double breath = breath_at(share), slow = slow_at(share);
    const bool left = side == Side::left;
    ArmAngles arm;
    arm.swing = -7.0 + 1.0 * breath + (left ? 2.0 : -1.0);
    arm.spread = 13.5 + 0.7 * breath - 1.2 * (left ? slow : -slow);
    arm.twist = 10.0;
    arm.elbow = 22.0 - 2.0 * breath + (left ? 4.0 : 0.0);
    arm.roll = 4.0;
    arm.wrist = 6.0;
    arm.shrug = 1.2 * breath;
    arm.reach = 2.0 - 1.0 * breath;
    return arm;
}

Gaze idle_gaze(double share) {
    const double glance = sine(2.0 * kPi * (share - 0.2)) + 0.35 * sine(4.0 * kPi * share);
    return {1.0 + 0.5 * breath_at(share), 5.0 * glance, 0.8 * slow_at(share)};
}

Pose idle_pose(double share) {
    const double shift = sine(2.0 * kPi * share);  // +1: on the left leg.
    const double breath = breath_at(share), slow = slow_at(share);
    Pose p;
    p.hips = {0.004 + 0.021 * shift, -0.0045 - 0.004 * shift * shift + 0.0012 * breath, 0.004};
    p[Joint::hips] = turn(0.0, 2.0 + 2.0 * shift, 1.0 + 2.8 * shift);
    p[Joint::spine] = turn(0.5 - 0.6 * breath, -1.0 - 0.8 * slow, -0.6 - 2.0 * slow);
    p[Joint::chest] = turn(-1.0 - 1.4 * breath, -1.5 - 1.0 * slow, -0.6 - 1.8 * slow);
    const Gaze gaze = idle_gaze(share);
    look(p, turn(gaze.pitch, gaze.yaw, gaze.roll));

    for (const Side side : {Side::left, Side::right}) {
        set_arm(p, side, idle_arm(side, share));
        set_hand(p, side, 18.0 + breath, 24.0 + breath, 28.0 + breath, 12.0);
        set_leg(p, side, foot_on_floor(side, standing_ground(side), standing_yaw(side), 0.0), 6.0);
    }
    set_scarf(p, 4.0 + breath, 1.6, 2.0, 2.0 * share);
    p.eyes_open = eyes_open(share * kDuration_s);
    return p;
}

Pose standing_pose() {
    return idle_pose(0.0);
}

Motion idle() {
    Motion m;
    m.name = "Idle";
    m.frames = 120;
    m.pose = [](double time_s) { return idle_pose(time_s / kDuration_s); };
    return m;
}

}  // namespace motus::scenes::hero
