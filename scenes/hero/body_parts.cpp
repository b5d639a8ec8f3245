// SPDX-License-Identifier: MIT
#include <scenes/hero/part.h>

namespace motus::scenes::hero {
namespace {

const Vec3d kRestShoulder = rest_of(Joint::upper_arm_l).position;
const Vec3d kRestElbow = rest_of(Joint::forearm_l).position;
const Vec3d kRestWrist = rest_of(Joint::hand_l).position;
const Vec3d kArm = normalize(kRestElbow - kRestShoulder);
constexpr double kSleeve = 0.125;  ///< Length of the tunic's sleeve along the upper arm.
constexpr double kBeltLow = 0.842, kBeltHigh = 0.886, kHem = 0.722;

double along_arm(Vec3d p) {
    return dot(folded(p) - kRestShoulder, kArm);
}

/// Positive inside the strap that runs from the left shoulder to the right hip.
double strap(Vec3d p) {
    const Vec3d across = normalize(Vec3d{0.74, -0.67, 0.0});
    return 0.019 - std::fabs(dot(p - Vec3d{0.0, 1.062, 0.0}, across));
}

double tunic(Vec3d p) {
    static constexpr Ring rings[] = {
        {kHem, 0.186, 0.152, -0.004, 0.25},  {0.760, 0.176, 0.142, -0.004, 0.22},
        {0.820, 0.154, 0.124, -0.002, 0.18}, {0.866, 0.136, 0.110, 0.000, 0.15},
        {0.920, 0.138, 0.111, 0.002, 0.15},  {1.000, 0.151, 0.120, 0.005, 0.18},
        {1.080, 0.164, 0.126, 0.004, 0.22},  {1.140, 0.164, 0.119, -0.002, 0.20},
        {1.185, 0.138, 0.100, -0.008, 0.10}, {1.215, 0.094, 0.082, -0.012, 0.0},
        {1.250, 0.064, 0.066, -0.014, 0.0},
    };
    const Vec3d q = folded(p);
    const double d = loft(p, rings, 0.040);
    const Vec3d cuff = kRestShoulder + kArm * kSleeve;
    double sleeve = limb(q, kRestShoulder + Vec3d{-0.03, 0.0, 0.0}, cuff, 0.068, 0.071);
    sleeve = common(sleeve, along_arm(p) - kSleeve, 0.036);
    return blend(d, sleeve, 0.050);
}

/// A band lying on the tunic, with round edges. `inside` is positive within its width; the band
/// stands `proud` of the cloth and reaches as far into it.
double band(Vec3d p, double inside, double proud) {
    const double r = 0.9 * proud;
    const double x = std::fabs(tunic(p)) - (proud - r), y = r - inside;
    return length({std::fmax(x, 0.0), std::fmax(y, 0.0), 0.0}) + std::fmin(std::fmax(x, y), 0.0) -
           r;
}

double belt(Vec3d p) {
    return band(p, 0.5 * (kBeltHigh - kBeltLow) - std::fabs(p.y - 0.5 * (kBeltHigh + kBeltLow)),
                0.013);
}

Paint tunic_paint(Vec3d p) {
    if (along_arm(p) > kSleeve - 0.024 && folded(p).x > 0.19) return Paint::trim;
    if (p.y < kHem + 0.026) return Paint::trim;
    return p.y < kBeltLow ? Paint::tunic_dark : Paint::tunic;
}

double shirt(Vec3d p) {
    const Vec3d end = mix(kRestElbow, kRestWrist, 0.92);
    double d = limb(p, kRestShoulder, kRestElbow, 0.054, 0.049);
    d = blend(d, limb(p, kRestElbow, end, 0.049, 0.042), 0.010);
    return common(d, -along_arm(p) + 0.02, 0.01);
}

double trousers(Vec3d p) {
    const Vec3d q = folded(p);
    const Vec3d hip = rest_of(Joint::thigh_l).position, knee = rest_of(Joint::shin_l).position;
    const Vec3d foot = rest_of(Joint::foot_l).position;
    const Vec3d calf = mix(knee, foot, 0.34), tuck = mix(knee, foot, 0.60);
    double leg = limb(q, hip + Vec3d{-0.006, -0.02, 0.0}, knee, 0.078, 0.060);
    leg = blend(leg, limb(q, knee, calf, 0.060, 0.063), 0.02);
    leg = blend(leg, limb(q, calf + Vec3d{0.0, 0.0, -0.006}, tuck, 0.063, 0.050), 0.02);
    leg =
        blend(leg, ellipsoid(q, hip + Vec3d{-0.014, -0.010, -0.038}, {0.066, 0.070, 0.066}), 0.04);
    const double pelvis = ellipsoid(p, {0.0, 0.800, -0.004}, {0.122, 0.075, 0.096});
    return blend(leg, pelvis, 0.045);
}

double scarf(Vec3d p) {
    // Two turns of cloth that lean against each other, fuller in front, higher at the back.
    const auto turn_of = [&](double y, double lean, double radius, double fat) {
        const double z = p.z + 0.012;
        const double around = length({p.x / 1.06, 0.0, z}) - radius;
        const double dy = (p.y - y + lean * z + 0.10 * lean * p.x) / 1.12;
        return std::sqrt(around * around + dy * dy) -
               fat * (1.0 + 1.6 * smooth_step(-0.02, 0.10, p.z) * 0.18);
    };
    double d = blend(turn_of(1.222, 0.36, 0.078, 0.031), turn_of(1.262, 0.20, 0.066, 0.026), 0.018);
    // The knot at the back and the tail that flies.
    const Vec3d a = rest_of(Joint::scarf1).position, b = rest_of(Joint::scarf2).position;
    const Vec3d e = rest_of(Joint::scarf3).position;
    const Vec3d end = e + normalize(e - b) * 0.110;
    d = blend(d, ellipsoid(p, a + Vec3d{0.0, 0.012, 0.0}, {0.030, 0.028, 0.026}), 0.015);
    const Vec3d flat = normalize(Vec3d{0.0, 0.50, -0.86});
    double tail = flat_limb(p, a, b, 0.034, 0.044, flat, 0.42);
    tail = blend(tail, flat_limb(p, b, e, 0.044, 0.052, flat, 0.36), 0.012);
    tail = blend(tail, flat_limb(p, e, end, 0.052, 0.058, flat, 0.30), 0.012);
    tail = common(tail, dot(p - end, normalize(e - b)) - 0.010, 0.010);
    return blend(d, tail, 0.014);
}

double scarf_end(Vec3d p) {
    const Vec3d e = rest_of(Joint::scarf3).position;
    const Vec3d dir = normalize(e - rest_of(Joint::scarf2).position);
    return dot(p - e, dir) - 0.075;
}

}  // namespace

void add_body_parts(std::vector<Part>& parts) {
    Part t;
    t.solid = tunic;
    t.box = {{-0.34, 0.69, -0.20}, {0.34, 1.28, 0.20}};
    t.cell = 0.0175;
    t.borders = {[](Vec3d p) { return p.x > 0.0 ? along_arm(p) - (kSleeve - 0.024) : -1.0; },
                 [](Vec3d p) { return p.x < 0.0 ? along_arm(p) - (kSleeve - 0.024) : -1.0; },
                 [](Vec3d p) { return p.y - (kHem + 0.026); },
                 [](Vec3d p) { return p.y - kBeltLow; }};
    t.paint = tunic_paint;
    t.moved_by = skirt_influences;
    parts.push_back(t);

    Part around;
    around.solid = belt;
    around.box = {{-0.18, 0.81, -0.15}, {0.18, 0.92, 0.16}};
    around.cell = 0.0110;
    around.paint = [](Vec3d) { return Paint::belt; };
    around.moved_by = skirt_influences;
    parts.push_back(around);
    Part across = around;
    across.solid = [](Vec3d p) {
        return common(band(p, strap(p), 0.0095), kBeltHigh - 0.02 - p.y, 0.006);
    };
    across.box = {{-0.20, 0.85, -0.15}, {0.22, 1.30, 0.16}};
    across.cell = 0.0095;
    parts.push_back(across);

    Part s;
    s.solid = shirt;
    s.box = {{0.12, 0.80, -0.10}, {0.54, 1.25, 0.10}};
    s.cell = 0.0210;
    s.paint = [](Vec3d) { return Paint::shirt; };
    s.moved_by = body_influences;
    s.both_sides = true;
    parts.push_back(s);

    Part legs;
    legs.solid = trousers;
    legs.box = {{-0.20, 0.16, -0.16}, {0.20, 0.90, 0.14}};
    legs.cell = 0.0220;
    legs.paint = [](Vec3d) { return Paint::trousers; };
    legs.moved_by = body_influences;
    parts.push_back(legs);

    Part buckle;
    buckle.solid = [](Vec3d p) {
        const Vec3d q = p - Vec3d{0.0, 0.864, 0.120};
        const double x = std::fabs(q.x) - 0.022, y = std::fabs(q.y) - 0.018;
        const double flat = length({std::fmax(x, 0.0), std::fmax(y, 0.0), 0.0}) +
                            std::fmin(std::fmax(x, y), 0.0) - 0.010;
        return common(flat, std::fabs(q.z) - 0.008, 0.008);
    };
    buckle.box = {{-0.05, 0.82, 0.09}, {0.05, 0.91, 0.15}};
    buckle.cell = 0.0085;
    buckle.paint = [](Vec3d) { return Paint::buckle; };
    buckle.moved_by = skirt_influences;
    buckle.finish = Finish::gloss;
    parts.push_back(buckle);

    Part neck;
    neck.solid = scarf;
    neck.box = {{-0.16, 0.88, -0.30}, {0.16, 1.32, 0.13}};
    neck.cell = 0.0145;
    neck.borders = {scarf_end};
    neck.paint = [](Vec3d p) {
        return scarf_end(p) > 0.0 && p.y < 1.05 && p.z < -0.12 ? Paint::scarf_dark : Paint::scarf;
    };
    neck.moved_by = scarf_influences;
    parts.push_back(neck);
}

}  // namespace motus::scenes::hero
