// SPDX-License-Identifier: MIT
#include <scenes/hero/part.h>

namespace motus::scenes::hero {
namespace {

double finger(Vec3d p, Joint first, double r1, double r2) {
    const Joint second = static_cast<Joint>(index_of(first) + 1);
    const Vec3d a = rest_of(first).position, b = rest_of(second).position;
    return blend(limb(p, a, b, r1, mix(r1, r2, 0.5)),
                 limb(p, b, finger_tip(second), mix(r1, r2, 0.5), r2), 0.006);
}

/// Distance up the forearm from the wrist.
double above_wrist(Vec3d p) {
    const Vec3d wrist = rest_of(Joint::hand_l).position;
    return dot(p - wrist, normalize(rest_of(Joint::forearm_l).position - wrist));
}
constexpr double kCuff = 0.062;

double glove(Vec3d p) {
    const HandAxes axes = hand_axes(Side::left);
    const Vec3d wrist = rest_of(Joint::hand_l).position;
    const Vec3d q = p - wrist;
    const Vec3d h{dot(q, axes.along), dot(q, axes.palm), dot(q, axes.thumb)};
    double d = ellipsoid(h, {0.058, 0.002, 0.0}, {0.056, 0.027, 0.050});
    d = blend(d, ellipsoid(h, {0.040, 0.014, 0.026}, {0.034, 0.022, 0.024}), 0.018);
    d = blend(d, finger(p, Joint::index1_l, 0.0172, 0.0152), 0.010);
    d = blend(d, finger(p, Joint::middle1_l, 0.0176, 0.0156), 0.010);
    d = blend(d, finger(p, Joint::pinky1_l, 0.0162, 0.0145), 0.010);
    d = blend(d, finger(p, Joint::thumb1_l, 0.0215, 0.0175), 0.014);
    const Vec3d up = normalize(rest_of(Joint::forearm_l).position - wrist);
    double cuff = limb(p, wrist - up * 0.01, wrist + up * 0.09, 0.041, 0.066);
    cuff = common(cuff, above_wrist(p) - kCuff, 0.024);
    return blend(d, cuff, 0.018);
}

double boot(Vec3d p) {
    const Vec3d ankle = rest_of(Joint::foot_l).position;
    const Vec3d shaft_top = mix(ankle, rest_of(Joint::shin_l).position, 0.58);
    double d = limb(p, ankle + Vec3d{0, 0.0, 0.002}, shaft_top, 0.055, 0.072);
    d = common(d, p.y - 0.300, 0.012);
    const double radial = length({p.x - shaft_top.x, 0.0, p.z - shaft_top.z}) - 0.083;
    d = blend(d, common(radial, std::fabs(p.y - 0.283) - 0.028, 0.030), 0.010);
    // Foot: heel, instep, a round toe cap. Turned out a little.
    d = blend(d, ellipsoid(p, {0.101, 0.046, -0.046}, {0.051, 0.056, 0.053}), 0.03);
    d = blend(d, limb(p, {0.102, 0.066, -0.020}, {0.107, 0.046, 0.090}, 0.052, 0.050), 0.03);
    d = blend(d, ellipsoid(p, {0.110, 0.042, 0.118}, {0.060, 0.048, 0.068}), 0.03);
    d -= 0.004 * (1.0 - smooth_step(0.018, 0.026, p.y));
    return common(d, -p.y, 0.010);
}

}  // namespace

void add_limb_parts(std::vector<Part>& parts) {
    Part g;
    g.solid = glove;
    g.box = {{0.37, 0.64, -0.09}, {0.64, 0.99, 0.15}};
    g.cell = 0.0095;
    g.borders = {[](Vec3d p) { return above_wrist(p) - (kCuff - 0.024); }};
    g.paint = [](Vec3d p) {
        return above_wrist(p) > kCuff - 0.024 ? Paint::glove_cuff : Paint::glove;
    };
    g.moved_by = body_influences;
    g.both_sides = true;
    parts.push_back(g);

    Part b;
    b.solid = boot;
    b.box = {{0.00, -0.02, -0.12}, {0.21, 0.34, 0.21}};
    b.cell = 0.0170;
    b.borders = {[](Vec3d p) { return p.y - 0.0215; }, [](Vec3d p) { return p.y - 0.2575; }};
    b.paint = [](Vec3d p) {
        return p.y < 0.0215 ? Paint::sole : p.y > 0.2575 ? Paint::boot_cuff : Paint::boot;
    };
    b.moved_by = body_influences;
    b.both_sides = true;
    parts.push_back(b);
}

}  // namespace motus::scenes::hero
