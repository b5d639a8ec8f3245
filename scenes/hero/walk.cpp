// Walk: contact, down, passing, up. The pelvis leads, the shoulders answer, the head stays.
// SPDX-License-Identifier: MIT
#include <scenes/hero/gait.h>
#include <scenes/hero/motion.h>

namespace motus::scenes::hero {
namespace {

Gait walking() {
    Gait g;
    g.duration_s = 1.0;
    g.stride_m = 1.12;
    g.stance = 0.60;
    g.front_m = 0.305;
    g.width_m = 0.030;
    g.turned_out_deg = 4.0;
    g.heel_deg = -19.0;
    g.heel_until = 0.15;
    g.push_from = 0.46;
    g.push_deg = 48.0;
    g.lift_m = 0.048;
    g.lift_skew = 0.9;
    g.trail_deg = 2.0;
    return g;
}

Pose walk_pose(double phase) {
    const Gait gait = walking();
    Pose p;
    p.root = {0.0, 0.0, gait.stride_m * phase};
    const double lean = wave_at(phase - 0.30);  // +1 in the middle of the left stance.
    const double yaw = wave_at(phase - 0.01);   // +1 when the left foot is put down.
    p.hips = {0.021 * lean, -0.024 + 0.014 * wave_at(2.0 * (phase - 0.33)),
              0.006 * wave_at(2.0 * (phase - 0.45))};
    const double list = 4.2 * wave_at(phase - 0.25);
    p[Joint::hips] = turn(2.0 + 0.8 * wave_at(2.0 * (phase - 0.05)), -8.0 * yaw, list);
    p[Joint::spine] = turn(1.5, 7.0 * yaw, -0.55 * list);
    p[Joint::chest] =
        turn(1.0 + 1.2 * wave_at(2.0 * (phase - 0.10)), 8.5 * wave_at(phase - 0.04), -0.75 * list);
    look(p, turn(1.0 + 1.0 * wave_at(2.0 * (phase - 0.15)), 1.2 * yaw, 0.12 * list));

    for (const Side side : {Side::left, Side::right}) {
        const double own = side == Side::left ? phase : phase + 0.5;
        const double forward = -wave_at(own - 0.05);  // The arm goes with the other leg.
        const double late = -wave_at(own - 0.11);
        ArmAngles arm;
        arm.swing = -3.0 + 29.0 * forward;
        arm.spread = 12.0 + 1.0 * forward;
        arm.twist = 8.0 + 5.0 * forward;
        arm.elbow = 26.0 + 14.0 * late;
        arm.roll = 10.0;
        arm.wrist = 5.0 - 5.0 * wave_at(own - 0.30);
        arm.reach = 4.0 * forward;
        arm.shrug = 1.0 - 1.0 * wave_at(2.0 * (phase - 0.30));
        set_arm(p, side, arm);
        set_hand(p, side, 24.0 + 4.0 * late, 30.0 + 4.0 * late, 34.0 + 4.0 * late, 16.0);
        set_leg(p, side, foot_of(gait, side, own), 3.0);
    }
    set_scarf(p, 16.0, 4.5, 4.0, 2.0 * phase - 0.35);
    return p;
}

}  // namespace

Motion walk() {
    const Gait gait = walking();
    Motion m;
    m.name = "Walk";
    m.frames = 30;
    m.root_motion = true;
    m.travel = {0.0, 0.0, gait.stride_m};
    m.pose = [gait](double time_s) { return walk_pose(time_s / gait.duration_s); };
    m.marks = {{0, "foot_left"}, {15, "foot_right"}};
    return m;
}

}  // namespace motus::scenes::hero
