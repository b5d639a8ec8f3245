// SPDX-License-Identifier: MIT
#include <scenes/hero/gait.h>

namespace motus::scenes::hero {
namespace {

double standing_pitch(const Gait& g, double share) {
    if (share < g.heel_until) {
        // Meets the floor at speed and settles: the slope ends at 0.
        const double t = 1.0 - share / g.heel_until;
        return g.heel_deg * t * t;
    }
    if (share < g.push_from) return 0.0;
    const double t = (share - g.push_from) / (1.0 - g.push_from);
    return g.push_deg * t * t * (1.6 - 0.6 * t);
}

FootPose standing(const Gait& g, Side side, double phase) {
    Vec3d ground = rest_ground(side);
    const double out = side == Side::left ? 1.0 : -1.0;
    ground.x -= out * g.width_m;
    ground.z += g.front_m - g.stride_m * phase;
    return foot_on_floor(side, ground, out * g.turned_out_deg, standing_pitch(g, phase / g.stance));
}

}  // namespace

double hermite(double a, double slope_a, double b, double slope_b, double t) {
    const double t2 = t * t, t3 = t2 * t;
    return (2.0 * t3 - 3.0 * t2 + 1.0) * a + (t3 - 2.0 * t2 + t) * slope_a +
           (-2.0 * t3 + 3.0 * t2) * b + (t3 - t2) * slope_b;
}

FootPose foot_of(const Gait& g, Side side, double phase) {
    phase -= std::floor(phase);
    if (phase <= g.stance) return standing(g, side, phase);

    // The swing leaves and arrives with the speed of the standing foot, so nothing jerks.
    const double swing = 1.0 - g.stance, u = (phase - g.stance) / swing;
    constexpr double h = 1e-4;
    const FootPose from = standing(g, side, g.stance), before = standing(g, side, g.stance - h);
    const FootPose to = standing(g, side, 0.0), after = standing(g, side, h);
    const Vec3d v0 = (from.ankle - before.ankle) * (swing / h);
    const Vec3d v1 = (after.ankle - to.ankle) * (swing / h);
    const double p0 = g.push_deg, p1 = g.heel_deg;
    const double s0 = (p0 - standing_pitch(g, 1.0 - h)) * (swing / (h * g.stance));
    const double s1 = (standing_pitch(g, h) - p1) * (swing / (h * g.stance));

    const double w = u * (1.0 + g.lift_skew * (1.0 - u));
    const double arch = 16.0 * w * w * (1.0 - w) * (1.0 - w);
    const double early =
        u < 0.7 ? 16.0 * (u / 0.7) * (u / 0.7) * (1.0 - u / 0.7) * (1.0 - u / 0.7) : 0.0;
    FootPose out;
    out.ankle = {hermite(from.ankle.x, v0.x, to.ankle.x, v1.x, u),
                 hermite(from.ankle.y, v0.y, to.ankle.y, v1.y, u) + g.lift_m * arch,
                 hermite(from.ankle.z, v0.z, to.ankle.z, v1.z, u)};
    const double yaw = side == Side::left ? g.turned_out_deg : -g.turned_out_deg;
    const double pitch = hermite(p0, s0, p1, s1, u) + g.trail_deg * early;
    out.foot = turn(0, yaw, 0) * turn(pitch, 0, 0);
    // Toes stay bent for a moment, then straighten.
    const double toe = u < 0.5 ? hermite(-p0, -0.5 * s0, 0.0, 0.0, u / 0.5) : 0.0;
    out.toe = out.foot * turn(toe, 0, 0);
    return out;
}

}  // namespace motus::scenes::hero
