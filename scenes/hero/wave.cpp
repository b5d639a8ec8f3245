// Wave: a friendly wave of the right hand. Upper body only: made to lie over any other clip.
// SPDX-License-Identifier: MIT
#include <scenes/hero/motion.h>
#include <scenes/support/curve.h>

namespace motus::scenes::hero {
namespace {

constexpr double kWaveEnd_s = 2.2;

Pose wave_pose(double t) {
    Pose p = standing_pose();
    const Curve raised{{0.0, 0.0},  {0.12, -0.04}, {0.46, 1.06},     {0.58, 1.0},
                       {1.62, 1.0}, {2.06, -0.02}, {kWaveEnd_s, 0.0}};
    const Curve strength{{0.34, 0.0}, {0.66, 1.0}, {1.40, 0.9}, {1.72, 0.0}};
    const double up = raised.at(t), swing = strength.at(t);
    const double beat = sine(2.0 * kPi * (t - 0.42) * 2.5);
    const double late = sine(2.0 * kPi * (t - 0.42) * 2.5 - 0.9);

    p[Joint::spine] = turn(0, -2.0 * up, 2.5 * -up + 0.4 * swing * beat) * p[Joint::spine];
    p[Joint::chest] = turn(-1.0 * up, -4.0 * up, -3.0 * up + 0.8 * swing * beat) * p[Joint::chest];
    const Gaze gaze = idle_gaze(0.0);
    look(p, turn(gaze.pitch - 2.0 * up, gaze.yaw * (1.0 - up),
                 gaze.roll + 5.0 * up + 1.2 * swing * late));

    const ArmAngles rest = idle_arm(Side::right, 0.0);
    ArmAngles high;
    high.swing = 12.0;
    high.spread = 86.0;
    high.twist = -72.0;
    high.elbow = 66.0;
    high.roll = -14.0;
    high.wrist = -6.0;
    high.shrug = 14.0;
    high.reach = 0.0;
    const auto part = [&](double ArmAngles::*m) { return mix(rest.*m, high.*m, up); };
    ArmAngles arm;
    arm.swing = part(&ArmAngles::swing);
    arm.spread = part(&ArmAngles::spread) + 3.0 * swing * beat;
    arm.twist = part(&ArmAngles::twist);
    arm.elbow = part(&ArmAngles::elbow) + 24.0 * swing * beat;
    arm.roll = part(&ArmAngles::roll);
    arm.wrist = part(&ArmAngles::wrist);
    arm.shrug = part(&ArmAngles::shrug);
    arm.reach = part(&ArmAngles::reach);
    set_arm(p, Side::right, arm);
    // The hand drags behind the forearm.
    p[Joint::hand_r] =
        p[Joint::hand_r] * axis_angle(rotate(rest_of(Joint::hand_r).rotation, {0, 0, 1}),
                                      14.0 * kDegrees * swing * late);
    const double curl = mix(1.0, 0.12, clamp01(up));
    set_hand(p, Side::right, 17.0 * curl, 23.0 * curl, 27.0 * curl, 12.0 * curl - 8.0 * clamp01(up),
             mix(9.0, -2.0, clamp01(up)));
    const Curve blink{{0.30, 1.0}, {0.3667, 0.0}, {0.4333, 0.0}, {0.5333, 1.0}};
    p.eyes_open = blink.at(t);
    return p;
}

}  // namespace

Motion wave() {
    Motion m;
    m.name = "Wave";
    m.frames = 66;
    m.loop = false;
    m.pose = wave_pose;
    for (std::uint32_t j = index_of(Joint::spine); j <= index_of(Joint::grip_r); ++j)
        if (j < index_of(Joint::scarf1) || j > index_of(Joint::scarf3))
            m.only.push_back(static_cast<Joint>(j));
    return m;
}

}  // namespace motus::scenes::hero
