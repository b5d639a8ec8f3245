// Turn: a quarter turn to the left on the spot. Head first, then shoulders, hips and two steps.
// SPDX-License-Identifier: MIT
#include <scenes/hero/motion.h>
#include <scenes/support/curve.h>

namespace motus::scenes::hero {
namespace {

constexpr std::int64_t kFrames = 36;
constexpr double kTurnEnd_s = 1.2, kAngle_deg = 90.0;

struct Step {
    double lift_s, down_s;
};

Step step_of(Side side) {
    return side == Side::left ? Step{0.20, 0.5667} : Step{0.60, 0.9667};
}

double root_yaw(double t) {
    const Curve yaw{{0.10, 0.0}, {0.60, 46.0}, {1.06, kAngle_deg}};
    return yaw.at(t);
}

FootPose turn_foot_at(Side side, double t) {
    const Step step = step_of(side);
    const Quatd back = turn(0, -root_yaw(t), 0);
    const double own = standing_yaw(side);
    const Vec3d start = standing_ground(side), end = rotate(turn(0, kAngle_deg, 0), start);
    // Heel first off the floor, ball first down.
    const Curve heel{{step.lift_s - 0.13, 0.0},
                     {step.lift_s, 26.0},
                     {step.lift_s + 0.14, 22.0},
                     {step.down_s - 0.02, 10.0},
                     {step.down_s + 0.10, 0.0}};
    const double pitch = heel.at(t);
    const auto standing = [&](Vec3d ground, double yaw) {
        return foot_on_floor(side, ground, yaw, pitch);
    };
    FootPose f;
    if (t <= step.lift_s) {
        f = standing(start, own);
    } else if (t >= step.down_s) {
        f = standing(end, own + kAngle_deg);
    } else {
        const double u = smooth_step(step.lift_s, step.down_s, t);
        const double around = kAngle_deg * u;
        // Around the body, a little wider than both places.
        const Vec3d ground = rotate(turn(0, around, 0), start) * (1.0 + 0.25 * u * (1.0 - u));
        f = standing(ground, own + around);
        f.ankle.y += 0.060 * 4.0 * u * (1.0 - u);
        const double droop = smooth_step(step.lift_s + 0.03, step.lift_s + 0.16, t) *
                             (1.0 - smooth_step(step.down_s - 0.14, step.down_s - 0.02, t));
        f.toe = mix(f.toe, f.foot, droop);
    }
    f.ankle = rotate(back, f.ankle);
    f.foot = back * f.foot;
    f.toe = back * f.toe;
    return f;
}

Pose turn_pose(double t) {
    Pose p = standing_pose();
    p.root_yaw_deg = root_yaw(t);
    // Onto the right leg, then onto the left.
    const Curve shift{{0.0, 0.0},    {0.24, -0.052}, {0.44, -0.040},
                      {0.66, 0.050}, {0.86, 0.042},  {kTurnEnd_s, 0.0}};
    const Curve sink{{0.0, 0.0},     {0.16, -0.022}, {0.38, -0.006},   {0.60, -0.028},
                     {0.80, -0.008}, {1.00, -0.020}, {kTurnEnd_s, 0.0}};
    p.hips = p.hips + Vec3d{shift.at(t), sink.at(t), 0.0};
    // The root turns as the hips do on average; each part leads or follows it.
    const Curve hips{{0.0, 0.0}, {0.22, -6.0}, {0.62, 3.0}, {0.90, -3.0}, {kTurnEnd_s, 0.0}};
    const Curve chest{{0.0, 0.0}, {0.28, 13.0}, {0.62, 9.0}, {1.0, -3.0}, {kTurnEnd_s, 0.0}};
    const Curve head{{0.0, 0.0},  {0.22, 34.0}, {0.48, 30.0},
                     {0.86, 4.0}, {1.02, -2.0}, {kTurnEnd_s, 0.0}};
    const Curve list{{0.0, 0.0}, {0.26, -3.5}, {0.64, 3.5}, {1.0, -0.8}, {kTurnEnd_s, 0.0}};
    p[Joint::hips] = turn(-40.0 * sink.at(t), hips.at(t), list.at(t)) * p[Joint::hips];
    p[Joint::spine] =
        turn(0, 0.45 * (chest.at(t) - hips.at(t)), -0.5 * list.at(t)) * p[Joint::spine];
    p[Joint::chest] =
        turn(0, 0.55 * (chest.at(t) - hips.at(t)), -0.6 * list.at(t)) * p[Joint::chest];
    const Curve nod{{0.0, 0.0}, {0.18, 4.0}, {0.5, 0.0}, {kTurnEnd_s, 0.0}};
    const Gaze gaze = idle_gaze(0.0);
    look(p, turn(gaze.pitch + nod.at(t), gaze.yaw + head.at(t), gaze.roll));

    // The arms trail behind the turn.
    const Curve trail{{0.0, 0.0}, {0.34, -1.0}, {0.74, 0.8}, {1.04, -0.3}, {kTurnEnd_s, 0.0}};
    const double loose = trail.at(t) * trail.at(t);
    for (const Side side : {Side::left, Side::right}) {
        ArmAngles arm = idle_arm(side, 0.0);
        arm.swing += (side == Side::left ? -14.0 : 14.0) * trail.at(t);
        arm.spread += 7.0 * loose;
        arm.elbow += 10.0 * loose;
        set_arm(p, side, arm);
        set_leg(p, side, turn_foot_at(side, t), 6.0);
    }
    const Curve fly{{0.0, 0.0}, {0.30, -10.0}, {0.62, 6.0}, {0.95, 12.0}, {kTurnEnd_s, 0.0}};
    set_scarf(p, 3.0 + 0.1 * fly.at(t) * fly.at(t), 1.6, 2.0 + fly.at(t), 0.0);
    const Curve blink{{0.10, 1.0}, {0.1667, 0.0}, {0.2333, 0.0}, {0.3333, 1.0}};
    p.eyes_open = blink.at(t);
    return p;
}

}  // namespace

Motion turn_left() {
    Motion m;
    m.name = "Turn";
    m.frames = kFrames;
    m.loop = false;
    m.root_motion = true;
    m.pose = turn_pose;
    m.marks = {{17, "foot_left"}, {29, "foot_right"}};
    return m;
}

}  // namespace motus::scenes::hero
