// SPDX-License-Identifier: MIT
#include <scenes/hero/part.h>

#include <iterator>

namespace motus::scenes::hero {
namespace {

constexpr Vec3d kEye{0.060, 1.452, 0.138};

double head(Vec3d p) {
    const Vec3d q = folded(p);
    double d = ellipsoid(p, {0.0, 1.470, 0.000}, {0.150, 0.158, 0.152});
    d = blend(d, ellipsoid(p, {0.0, 1.385, 0.034}, {0.108, 0.088, 0.104}), 0.07);
    d = blend(d, ellipsoid(q, {0.070, 1.405, 0.072}, {0.052, 0.050, 0.052}), 0.04);
    d = blend(d, ellipsoid(p, {0.0, 1.412, 0.157}, {0.0155, 0.014, 0.016}), 0.014);
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
    // Locks: from, over, to, thickness, how softly each grows out of the rest.
    struct Lock {
        Vec3d a, b, c;
        double r, k;
    };
    static constexpr Lock locks[] = {
        // A fringe swept to the hero's right, parted on the left.
        {{0.050, 1.640, 0.030}, {-0.010, 1.632, 0.120}, {-0.088, 1.562, 0.142}, 0.046, 0.018},
        {{0.060, 1.635, 0.040}, {0.030, 1.622, 0.128}, {-0.022, 1.556, 0.163}, 0.042, 0.014},
        {{0.070, 1.630, 0.030}, {0.084, 1.605, 0.112}, {0.062, 1.556, 0.147}, 0.040, 0.014},
        {{0.090, 1.605, 0.010}, {0.132, 1.570, 0.072}, {0.133, 1.500, 0.100}, 0.040, 0.018},
        {{-0.090, 1.600, 0.020}, {-0.136, 1.562, 0.068}, {-0.140, 1.490, 0.092}, 0.040, 0.018},
        {{0.150, 1.500, 0.028}, {0.151, 1.450, 0.036}, {0.146, 1.392, 0.046}, 0.028, 0.020},
        {{-0.150, 1.500, 0.028}, {-0.151, 1.450, 0.036}, {-0.146, 1.392, 0.046}, 0.028, 0.020},
        // The crown, all combed one way by the wind.
        {{0.055, 1.610, 0.010}, {0.035, 1.668, 0.030}, {-0.030, 1.700, 0.046}, 0.042, 0.035},
        {{0.100, 1.590, -0.030}, {0.108, 1.650, -0.030}, {0.070, 1.696, -0.036}, 0.042, 0.035},
        {{-0.030, 1.620, -0.030}, {-0.075, 1.662, -0.020}, {-0.135, 1.664, -0.010}, 0.042, 0.035},
        {{0.020, 1.620, -0.080}, {0.000, 1.668, -0.100}, {-0.050, 1.690, -0.132}, 0.044, 0.035},
        {{-0.080, 1.580, -0.080}, {-0.124, 1.610, -0.096}, {-0.170, 1.602, -0.120}, 0.042, 0.035},
        // Back of the head and nape, fanning out.
        {{0.080, 1.560, -0.115}, {0.118, 1.545, -0.155}, {0.142, 1.528, -0.205}, 0.042, 0.030},
        {{-0.080, 1.550, -0.115}, {-0.115, 1.525, -0.160}, {-0.140, 1.500, -0.212}, 0.042, 0.030},
        {{0.095, 1.470, -0.100}, {0.128, 1.430, -0.130}, {0.152, 1.402, -0.168}, 0.040, 0.030},
        {{-0.095, 1.470, -0.100}, {-0.128, 1.425, -0.130}, {-0.150, 1.390, -0.168}, 0.040, 0.030},
        {{0.040, 1.420, -0.130}, {0.050, 1.368, -0.152}, {0.062, 1.322, -0.180}, 0.040, 0.030},
        {{-0.040, 1.420, -0.130}, {-0.050, 1.365, -0.152}, {-0.062, 1.316, -0.176}, 0.040, 0.030},
        {{0.000, 1.590, -0.140}, {0.020, 1.575, -0.190}, {0.034, 1.548, -0.232}, 0.044, 0.030},
        {{0.000, 1.490, -0.155}, {0.000, 1.450, -0.190}, {-0.010, 1.408, -0.222}, 0.044, 0.030},
    };
    // Further away than its seam reaches, a lock changes nothing.
    static const auto reach = [] {
        std::array<double, std::size(locks)> out{};
        for (std::size_t i = 0; i < out.size(); ++i) {
            const Lock& l = locks[i];
            out[i] = std::fmax(length(l.a - l.b), length(l.c - l.b)) + l.r + l.k;
        }
        return out;
    }();
    for (std::size_t i = 0; i < reach.size(); ++i) {
        const Lock& l = locks[i];
        const double far = d + reach[i];
        const Vec3d off = p - l.b;
        if (far < 0.0 || dot(off, off) > far * far) continue;
        d = blend(d, lock(p, l.a, l.b, l.c, l.r, 0.012), l.k);
    }
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

/// A smooth stroke through points, thick in the middle; on both sides of the face.
double stroke(Vec3d p, std::span<const Vec3d> points, std::span<const double> radii, double k) {
    const Vec3d q = folded(p);
    double d = limb(q, points[0], points[1], radii[0], radii[1]);
    for (std::size_t i = 1; i + 1 < points.size(); ++i)
        d = blend(d, limb(q, points[i], points[i + 1], radii[i], radii[i + 1]), k);
    return d;
}

double lash(Vec3d p) {
    static constexpr Vec3d points[] = {{0.030, 1.479, 0.1480}, {0.042, 1.492, 0.1500},
                                       {0.059, 1.498, 0.1490}, {0.076, 1.493, 0.1440},
                                       {0.090, 1.482, 0.1360}, {0.101, 1.472, 0.1280}};
    static constexpr double radii[] = {0.0038, 0.0065, 0.0064, 0.0064, 0.0056, 0.0028};
    return stroke(p, points, radii, 0.003);
}

double brow(Vec3d p) {
    static constexpr Vec3d points[] = {{0.030, 1.526, 0.1490},
                                       {0.050, 1.535, 0.1440},
                                       {0.076, 1.536, 0.1330},
                                       {0.100, 1.522, 0.1150}};
    static constexpr double radii[] = {0.0070, 0.0088, 0.0080, 0.0040};
    return stroke(p, points, radii, 0.006);
}

double mouth(Vec3d p) {
    static constexpr Vec3d points[] = {{0.0, 1.3530, 0.1420},
                                       {0.016, 1.3545, 0.1405},
                                       {0.031, 1.3605, 0.1355},
                                       {0.043, 1.3715, 0.1280}};
    static constexpr double radii[] = {0.0046, 0.0046, 0.0042, 0.0030};
    return stroke(p, points, radii, 0.003);
}

std::function<Influences(Vec3d)> rigid_pair(Joint left, Joint right) {
    return [left, right](Vec3d p) { return rigid(p.x > 0.0 ? left : right)(p); };
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
    Part h = face_part(head, {{-0.19, 1.13, -0.18}, {0.19, 1.66, 0.20}}, 0.0175, Paint::skin,
                       body_influences);
    h.occludes = true;
    parts.push_back(h);
    Part top = face_part(hair, {{-0.22, 1.28, -0.27}, {0.22, 1.76, 0.21}}, 0.0155, Paint::hair,
                         rigid(Joint::head));
    top.occludes = true;
    parts.push_back(top);

    Part e = face_part(eye, {{-0.105, 1.395, 0.11}, {0.105, 1.51, 0.17}}, 0.0080, Paint::eye_white,
                       rigid_pair(Joint::eye_l, Joint::eye_r));
    e.finish = Finish::gloss;
    e.borders = {[](Vec3d p) { return in_iris(p, 0.0225, 0.0335); },
                 [](Vec3d p) { return in_iris(p, 0.0130, 0.0215); }, in_glint};
    e.paint = [](Vec3d p) {
        if (in_glint(p) > 0.0) return Paint::glint;
        if (in_iris(p, 0.0130, 0.0215) > 0.0) return Paint::pupil;
        return in_iris(p, 0.0225, 0.0335) > 0.0 ? Paint::iris : Paint::eye_white;
    };
    parts.push_back(e);
    parts.push_back(face_part(lash, {{-0.115, 1.46, 0.11}, {0.115, 1.52, 0.17}}, 0.0050,
                              Paint::lash, rigid_pair(Joint::lid_l, Joint::lid_r)));
    parts.push_back(face_part(brow, {{-0.115, 1.50, 0.10}, {0.115, 1.56, 0.17}}, 0.0065,
                              Paint::hair, rigid(Joint::head)));
    parts.push_back(face_part(mouth, {{-0.05, 1.34, 0.11}, {0.05, 1.385, 0.16}}, 0.0045,
                              Paint::mouth, rigid(Joint::head)));
}

}  // namespace motus::scenes::hero
