// SPDX-License-Identifier: MIT
#include <scenes/hero/part.h>

namespace motus::scenes::hero {
namespace {

Vec3d folded(Vec3d p) {
    return {std::fabs(p.x), p.y, p.z};
}

constexpr Vec3d kEye{0.060, 1.452, 0.138};

double head(Vec3d p) {
    const Vec3d q = folded(p);
    double d = ellipsoid(p, {0.0, 1.470, 0.000}, {0.150, 0.158, 0.152});
    d = blend(d, ellipsoid(p, {0.0, 1.385, 0.034}, {0.108, 0.088, 0.104}), 0.07);
    d = blend(d, ellipsoid(q, {0.070, 1.405, 0.072}, {0.052, 0.050, 0.052}), 0.04);
    d = blend(d, ellipsoid(p, {0.0, 1.412, 0.157}, {0.017, 0.015, 0.018}), 0.014);
    d = blend(d, ellipsoid(q, {0.153, 1.432, -0.008}, {0.018, 0.040, 0.028}), 0.012);
    return blend(d, limb(p, {0.0, 1.200, -0.018}, {0.0, 1.330, -0.010}, 0.050, 0.056), 0.025);
}

double lock(Vec3d p, Vec3d a, Vec3d b, Vec3d c, double r, double tip) {
    return blend(limb(p, a, b, r, r * 0.92), limb(p, b, c, r * 0.92, tip), 0.02);
}

double hair(Vec3d p) {
    const Vec3d q = folded(p);
    double d = ellipsoid(p, {0.0, 1.492, -0.022}, {0.168, 0.168, 0.166});
    // Nape, then the openings for the face and the ears.
    d = blend(d, ellipsoid(p, {0.0, 1.400, -0.075}, {0.128, 0.105, 0.088}), 0.05);
    d = carve(d, ellipsoid(p, {0.0, 1.415, 0.150}, {0.156, 0.140, 0.145}), 0.03);
    d = carve(d, ellipsoid(q, {0.165, 1.415, 0.020}, {0.060, 0.070, 0.045}), 0.02);
    const auto add = [&](Vec3d a, Vec3d b, Vec3d c, double r, double k) {
        d = blend(d, lock(p, a, b, c, r, 0.011), k);
    };
    // A fringe swept to the hero's right, parted on the left.
    add({0.050, 1.640, 0.030}, {-0.010, 1.632, 0.120}, {-0.088, 1.562, 0.142}, 0.046, 0.018);
    add({0.060, 1.635, 0.040}, {0.030, 1.622, 0.128}, {-0.022, 1.556, 0.163}, 0.042, 0.014);
    add({0.070, 1.630, 0.030}, {0.084, 1.605, 0.112}, {0.062, 1.556, 0.147}, 0.040, 0.014);
    add({0.090, 1.605, 0.010}, {0.132, 1.570, 0.072}, {0.133, 1.500, 0.100}, 0.040, 0.018);
    add({-0.090, 1.600, 0.020}, {-0.136, 1.562, 0.068}, {-0.140, 1.490, 0.092}, 0.040, 0.018);
    d = blend(d, limb(q, {0.150, 1.495, 0.030}, {0.149, 1.398, 0.040}, 0.026, 0.011), 0.02);
    // Tousled crown.
    add({0.030, 1.620, 0.000}, {0.000, 1.672, 0.020}, {-0.050, 1.702, 0.050}, 0.040, 0.030);
    add({0.060, 1.610, -0.030}, {0.080, 1.660, -0.040}, {0.112, 1.694, -0.066}, 0.040, 0.030);
    add({-0.060, 1.610, -0.040}, {-0.084, 1.655, -0.050}, {-0.128, 1.678, -0.070}, 0.040, 0.030);
    add({0.000, 1.620, -0.070}, {0.010, 1.662, -0.110}, {0.020, 1.674, -0.166}, 0.042, 0.030);
    // Back of the head and nape, fanning out.
    for (const double side : {-1.0, 1.0}) {
        add({side * 0.080, 1.560, -0.115}, {side * 0.115, 1.530, -0.160},
            {side * 0.140, 1.508, -0.212}, 0.042, 0.030);
        add({side * 0.095, 1.470, -0.100}, {side * 0.128, 1.425, -0.130},
            {side * 0.150, 1.392, -0.168}, 0.040, 0.030);
        add({side * 0.040, 1.420, -0.130}, {side * 0.050, 1.365, -0.152},
            {side * 0.062, 1.318, -0.178}, 0.040, 0.030);
    }
    add({0.0, 1.520, -0.155}, {0.0, 1.480, -0.190}, {0.005, 1.435, -0.228}, 0.044, 0.030);
    return d;
}

double in_iris(Vec3d p, double rx, double ry) {
    const double x = (std::fabs(p.x) - kEye.x + 0.004) / rx, y = (p.y - kEye.y + 0.002) / ry;
    return (1.0 - std::sqrt(x * x + y * y)) * rx;
}
double in_glint(Vec3d p) {
    const double side = p.x > 0.0 ? 1.0 : -1.0;
    const double x = p.x - side * (kEye.x - 0.004) - 0.009, y = p.y - kEye.y - 0.014;
    return 0.0075 - std::sqrt(x * x + y * y);
}

double eye(Vec3d p) {
    return ellipsoid(folded(p), kEye, {0.0310, 0.0425, 0.0135});
}

double lash(Vec3d p) {
    const Vec3d q = folded(p);
    const Vec3d a = kEye + Vec3d{-0.029, 0.030, 0.009}, b = kEye + Vec3d{-0.002, 0.046, 0.011};
    const Vec3d c = kEye + Vec3d{0.027, 0.034, 0.001}, e = kEye + Vec3d{0.038, 0.026, -0.008};
    return std::fmin(std::fmin(limb(q, a, b, 0.0045, 0.0062), limb(q, b, c, 0.0062, 0.0058)),
                     limb(q, c, e, 0.0058, 0.0025));
}

double brow(Vec3d p) {
    const Vec3d q = folded(p);
    const Vec3d a{0.030, 1.524, 0.148}, b{0.064, 1.534, 0.138}, c{0.099, 1.519, 0.115};
    return blend(limb(q, a, b, 0.0075, 0.0090), limb(q, b, c, 0.0090, 0.0045), 0.004);
}

double mouth(Vec3d p) {
    const Vec3d q = folded(p);
    const Vec3d a{0.0, 1.3555, 0.1425}, b{0.020, 1.359, 0.1395}, c{0.036, 1.369, 0.131};
    return std::fmin(limb(q, a, b, 0.0046, 0.0046), limb(q, b, c, 0.0046, 0.0030));
}

Influences eye_influences(Vec3d p) {
    return {{p.x > 0.0 ? Joint::eye_l : Joint::eye_r, Joint::head, Joint::head, Joint::head},
            {1.0, 0, 0, 0}};
}

Part face_part(Field solid, Box box, double cell, Paint paint,
               std::function<Influences(Vec3d)> by) {
    Part part;
    part.solid = std::move(solid);
    part.box = box;
    part.cell = cell;
    part.paint = [paint](Vec3d) { return paint; };
    part.moved_by = std::move(by);
    part.occludes = false;
    return part;
}

}  // namespace

void add_head_parts(std::vector<Part>& parts) {
    Part h = face_part(head, {{-0.19, 1.13, -0.18}, {0.19, 1.66, 0.20}}, 0.0145, Paint::skin,
                       body_influences);
    h.occludes = true;
    parts.push_back(h);
    Part top = face_part(hair, {{-0.22, 1.28, -0.27}, {0.22, 1.76, 0.21}}, 0.0150, Paint::hair,
                         rigid(Joint::head));
    top.occludes = true;
    parts.push_back(top);

    Part e = face_part(eye, {{-0.105, 1.395, 0.11}, {0.105, 1.51, 0.17}}, 0.0065, Paint::eye_white,
                       eye_influences);
    e.finish = Finish::gloss;
    e.borders = {[](Vec3d p) { return in_iris(p, 0.0225, 0.0335); },
                 [](Vec3d p) { return in_iris(p, 0.0130, 0.0215); }, in_glint};
    e.paint = [](Vec3d p) {
        if (in_glint(p) > 0.0) return Paint::glint;
        if (in_iris(p, 0.0130, 0.0215) > 0.0) return Paint::pupil;
        return in_iris(p, 0.0225, 0.0335) > 0.0 ? Paint::iris : Paint::eye_white;
    };
    parts.push_back(e);
    parts.push_back(face_part(lash, {{-0.115, 1.46, 0.11}, {0.115, 1.52, 0.17}}, 0.0040,
                              Paint::lash, eye_influences));
    parts.push_back(face_part(brow, {{-0.115, 1.50, 0.10}, {0.115, 1.56, 0.17}}, 0.0055,
                              Paint::hair, rigid(Joint::head)));
    parts.push_back(face_part(mouth, {{-0.05, 1.34, 0.11}, {0.05, 1.385, 0.16}}, 0.0036,
                              Paint::mouth, rigid(Joint::head)));
}

}  // namespace motus::scenes::hero
