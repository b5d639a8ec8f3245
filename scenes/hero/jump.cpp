// Jump: gather, drive off both feet, fly, land toes first, sink, stand up.
// SPDX-License-Identifier: MIT
#include <scenes/hero/gait.h>
#include <scenes/hero/motion.h>
#include <scenes/support/curve.h>

namespace motus::scenes::hero {
namespace {

constexpr double kFrame_s = 1.0 / 60.0;
constexpr std::int64_t kTakeoff = 28, kLand = 58, kEnd = 104;
constexpr double kTakeoff_s = kTakeoff * kFrame_s, kLand_s = kLand * kFrame_s;
constexpr double kJumpEnd_s = kEnd * kFrame_s;
constexpr double kFlight_s = kLand_s - kTakeoff_s;
constexpr double kGravity = 9.81;
constexpr double kPush_deg = 58.0, kToeFirst_deg = 20.0;

constexpr double kDeepest_s = 0.28, kSunk_s = 1.11;
constexpr double kRise_m_s = 0.5 * kGravity * kFlight_s;  ///< Speed up at take-off.
constexpr double kDistance_m = 1.0;

/// The root flies a parabola: a steady speed ahead, gathered before take-off and spent after the
/// landing, while the feet stand.
Vec3d root_at(double t) {
    constexpr double from = 0.26, until = 1.22;
    constexpr double gather = kTakeoff_s - from, spend = until - kLand_s;
    constexpr double speed = kDistance_m / (0.5 * gather + kFlight_s + 0.5 * spend);
    Vec3d root{};
    if (t <= from) return root;
    if (t < kTakeoff_s) {
        root.z = 0.5 * speed * (t - from) * (t - from) / gather;
    } else if (t < kLand_s) {
        const double a = t - kTakeoff_s;
        root = {0.0, 0.5 * kGravity * a * (kFlight_s - a), speed * (0.5 * gather + a)};
    } else {
        const double left = t < until ? until - t : 0.0;
        root.z = kDistance_m - 0.5 * speed * left * left / spend;
    }
    return root;
}

/// The hips over the floor while standing, over the flying root while in the air. They leave and
/// meet the floor with the speed of the flight: a body does not wait at take-off.
double hips_height(double t) {
    constexpr double low = -0.165, off = 0.030, on = -0.030, sunk = -0.160;
    const auto part = [&](double a, double from, double slope_a, double b, double to,
                          double slope_b) {
        const double h = to - from;
        return hermite(a, slope_a * h, b, slope_b * h, (t - from) / h);
    };
    if (t < kDeepest_s) return part(0.0, 0.0, 0.0, low, kDeepest_s, 0.0);
    if (t < kTakeoff_s) return part(low, kDeepest_s, 0.0, off, kTakeoff_s, kRise_m_s);
    if (t < kLand_s) return part(off, kTakeoff_s, 0.0, on, kLand_s, 0.0);
    if (t < kSunk_s) return part(on, kLand_s, -kRise_m_s, sunk, kSunk_s, 0.0);
    const Curve up{{kSunk_s, sunk}, {1.42, 0.004}, {kJumpEnd_s, 0.0}};
    return up.at(t);
}

FootPose jump_foot_at(Side side, double t) {
    const double yaw = standing_yaw(side);
    const Vec3d start = standing_ground(side);
    if (t <= kTakeoff_s) {
        // Leaves the floor at speed: the last stretch of an ease-in.
        const double u = clamp01((t - 0.32) / (kTakeoff_s - 0.32));
        return foot_on_floor(side, start - root_at(t), yaw, kPush_deg * u * u);
    }
    const Vec3d end = start + Vec3d{0.0, 0.0, kDistance_m};
    if (t >= kLand_s) {
        const double u = clamp01(1.0 - (t - kLand_s) / 0.1);
        return foot_on_floor(side, end - root_at(t), yaw, kToeFirst_deg * u * u);
    }
    const FootPose off = foot_on_floor(side, start - root_at(kTakeoff_s), yaw, kPush_deg);
    const FootPose on = foot_on_floor(side, end - root_at(kLand_s), yaw, kToeFirst_deg);
    const double u = (t - kTakeoff_s) / kFlight_s;
    const double stagger = side == Side::left ? 0.03 : -0.02;
    const Curve share{{0.0, 0.0}, {0.45, 0.30}, {1.0, 1.0}};
    const Curve tuck{{0.0, 0.0}, {0.20, -0.015}, {0.58, 0.125}, {1.0, 0.0}};
    const Curve back{{0.0, 0.0}, {0.35, -0.05}, {0.75, 0.03}, {1.0, 0.0}};
    const Curve pitch{
        {0.0, kPush_deg}, {0.15, 62.0}, {0.60, 18.0}, {0.85, 8.0}, {1.0, kToeFirst_deg}};
    FootPose out;
    out.ankle = mix(off.ankle, on.ankle, share.at(u));
    out.ankle.y += tuck.at(u);
    out.ankle.z += back.at(u) + stagger * 4.0 * u * (1.0 - u);
    out.foot = turn(0, yaw, 0) * turn(pitch.at(u), 0, 0);
    const Curve toe{{0.0, -kPush_deg}, {0.30, 4.0}, {0.75, 0.0}, {1.0, -kToeFirst_deg}};
    out.toe = out.foot * turn(toe.at(u), 0, 0);
    return out;
}

Pose jump_pose(double t) {
    Pose p = standing_pose();
    const Vec3d stand = p.hips;
    p.root = root_at(t);
    const Curve depth{{0.0, 0.0},        {0.28, -0.045}, {kTakeoff_s, 0.010}, {0.75, -0.01},
                      {kLand_s, -0.022}, {1.11, -0.055}, {1.45, 0.004},       {kJumpEnd_s, 0.0}};
    p.hips = stand + Vec3d{0.0, hips_height(t), depth.at(t)};
    const Curve bow{{0.0, 0.0},     {0.28, 24.0}, {kTakeoff_s, -3.0}, {0.62, -4.0},
                    {kLand_s, 9.0}, {1.12, 22.0}, {1.45, -1.5},       {kJumpEnd_s, 0.0}};
    const Curve curl{{0.0, 0.0},     {0.30, 14.0}, {0.50, -9.0}, {0.72, 2.0},
                     {kLand_s, 4.0}, {1.16, 14.0}, {1.50, -2.0}, {kJumpEnd_s, 0.0}};
    p[Joint::hips] = turn(bow.at(t), 0, 0) * p[Joint::hips];
    p[Joint::spine] = turn(0.6 * curl.at(t), 0, 0) * p[Joint::spine];
    p[Joint::chest] = turn(0.7 * curl.at(t), 0, 0) * p[Joint::chest];
    const Curve chin{{0.0, 0.0},     {0.22, 9.0}, {0.45, -10.0}, {0.75, 6.0},
                     {kLand_s, 8.0}, {1.15, 6.0}, {1.50, -1.0},  {kJumpEnd_s, 0.0}};
    const Gaze gaze = idle_gaze(0.0);
    look(p, turn(gaze.pitch + chin.at(t), gaze.yaw, gaze.roll));

    // Arms: back in the crouch, thrown up with the drive, wide over the landing.
    const Curve swing{{0.0, 0.0},      {0.26, -48.0}, {0.52, 88.0}, {0.70, 66.0},
                      {kLand_s, 38.0}, {1.16, 6.0},   {1.42, -6.0}, {kJumpEnd_s, 0.0}};
    const Curve wide{{0.0, 0.0},   {0.28, 4.0}, {0.52, 26.0},     {0.76, 44.0},
                     {1.02, 38.0}, {1.40, 3.0}, {kJumpEnd_s, 0.0}};
    const Curve elbow{{0.0, 0.0},   {0.28, 14.0}, {0.50, 28.0},     {0.85, 22.0},
                      {1.15, 36.0}, {1.50, 2.0},  {kJumpEnd_s, 0.0}};
    const Curve fist{{0.0, 0.0},      {0.30, 40.0}, {0.60, 10.0},
                     {kLand_s, -8.0}, {1.2, 14.0},  {kJumpEnd_s, 0.0}};
    for (const Side side : {Side::left, Side::right}) {
        // The right arm a moment later: twins look like machines.
        const double s = side == Side::left ? t : t - 0.015 * (1.0 - t / kJumpEnd_s);
        ArmAngles arm = idle_arm(side, 0.0);
        arm.swing += swing.at(s);
        arm.spread += wide.at(s);
        arm.elbow += elbow.at(s);
        arm.shrug += 0.16 * wide.at(s);
        arm.reach += 0.10 * swing.at(s);
        set_arm(p, side, arm);
        const double f = fist.at(s) - 1.0;
        set_hand(p, side, 18.0 + f, 24.0 + f, 28.0 + f, 12.0 + 0.4 * fist.at(s));
        set_leg(p, side, jump_foot_at(side, t), 6.0);
    }
    const Curve lift{{0.0, 4.0},      {0.30, 18.0}, {0.48, -8.0}, {0.70, 40.0},
                     {kLand_s, 95.0}, {1.12, 40.0}, {1.40, -4.0}, {kJumpEnd_s, 4.0}};
    set_scarf(p, lift.at(t) - 1.0, 1.6, 2.0, 0.0);
    return p;
}

}  // namespace

Motion jump() {
    Motion m;
    m.name = "Jump";
    m.rate_hz = 60;
    m.frames = kEnd;
    m.loop = false;
    m.root_motion = true;
    m.pose = jump_pose;
    m.marks = {{kTakeoff, "takeoff"}, {kLand, "land"}};
    return m;
}

}  // namespace motus::scenes::hero
