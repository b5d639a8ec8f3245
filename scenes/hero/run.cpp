// Run: land under the body, drive, fly. Two flights a cycle.
// SPDX-License-Identifier: MIT
#include <scenes/hero/gait.h>
#include <scenes/hero/motion.h>

namespace motus::scenes::hero {
namespace {

Gait running() {
    Gait g;
    g.duration_s = 0.7;
    g.stride_m = 2.10;
    g.stance = 0.29;
    g.front_m = 0.235;
    g.width_m = 0.052;
    g.turned_out_deg = 2.0;
    g.heel_deg = -9.0;
    g.heel_until = 0.16;
    g.push_from = 0.36;
    g.push_deg = 58.0;
    g.lift_m = 0.210;
    g.lift_skew = 0.25;
    g.trail_deg = 42.0;
    return g;
}

Pose run_pose(double phase) {
    const Gait gait = running();
    Pose p;
    p.root = {0.0, 0.0, gait.stride_m * phase};
    const double yaw = wave_at(phase - 0.03);
    const double lean = wave_at(phase - 0.15);  // +1 in the middle of the left stance.
    p.hips = {0.012 * lean, -0.046 - 0.028 * wave_at(2.0 * (phase - 0.155)), 0.0};
    const double list = 5.0 * lean;
    p[Joint::hips] = turn(9.0 + 2.0 * wave_at(2.0 * (phase - 0.20)), -13.0 * yaw, list);
    p[Joint::spine] = turn(3.0, 12.0 * yaw, -0.5 * list);
    p[Joint::chest] =
        turn(3.0 + 2.0 * wave_at(2.0 * (phase - 0.22)), 14.0 * wave_at(phase - 0.05), -0.8 * list);
    look(p, turn(5.0 + 1.5 * wave_at(2.0 * (phase - 0.25)), 2.0 * yaw, 0.15 * list));

    for (const Side side : {Side::left, Side::right}) {
        const double own = side == Side::left ? phase : phase + 0.5;
        const double forward = -wave_at(own - 0.04);
        const double late = -wave_at(own - 0.10);
        ArmAngles arm;
        arm.swing = -6.0 + 44.0 * forward;
        arm.spread = 15.0 - 3.0 * forward;
        arm.twist = 14.0 + 10.0 * forward;
        arm.elbow = 88.0 + 14.0 * late;
        arm.roll = 0.0;
        arm.wrist = 6.0;
        arm.reach = 7.0 * forward;
        arm.shrug = 3.0 - 2.0 * wave_at(2.0 * (phase - 0.15));
        set_arm(p, side, arm);
        set_hand(p, side, 62.0, 68.0, 72.0, 30.0);
        set_leg(p, side, foot_of(gait, side, own), 2.0);
    }
    set_scarf(p, 62.0, 8.0, 5.0, 2.0 * phase - 0.30);
    return p;
}

}  // namespace

Motion run() {
    const Gait gait = running();
    Motion m;
    m.name = "Run";
    m.rate_hz = 60;
    m.frames = 42;
    m.root_motion = true;
    m.travel = {0.0, 0.0, gait.stride_m};
    m.pose = [gait](double time_s) { return run_pose(time_s / gait.duration_s); };
    m.marks = {{0, "foot_left"}, {21, "foot_right"}};
    return m;
}

}  // namespace motus::scenes::hero
