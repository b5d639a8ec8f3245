// SPDX-License-Identifier: MIT
#include <scenes/hero/part.h>

#include <algorithm>

namespace motus::scenes::hero {
namespace {

using J = Joint;

/// Weights of all joints at one point. Each claim takes its share from everything before it, so
/// the sum stays 1 and a child's falloff never shows through.
struct Claims {
    std::array<double, kJointCount> weight{};

    void claim(J joint, double share) {
        if (!(share > 0.0)) return;
        for (double& w : weight)
            w *= 1.0 - share;
        weight[index_of(joint)] += share;
    }

    /// One claim by a left and a right joint together; `left_part` of it goes to the left.
    void claim(J left, double share, double left_part) {
        if (!(share > 0.0)) return;
        for (double& w : weight)
            w *= 1.0 - share;
        weight[index_of(left)] += share * left_part;
        weight[index_of(on_side(left, Side::right))] += share * (1.0 - left_part);
    }

    Influences best() const {
        std::array<std::uint32_t, kJointCount> order{};
        for (std::uint32_t i = 0; i < kJointCount; ++i)
            order[i] = i;
        std::stable_sort(order.begin(), order.end(),
                         [&](std::uint32_t a, std::uint32_t b) { return weight[a] > weight[b]; });
        Influences out;
        double sum = 0.0;
        for (std::size_t i = 0; i < 4; ++i)
            sum += weight[order[i]];
        for (std::size_t i = 0; i < 4; ++i) {
            out.weights[i] = weight[order[i]] / sum;
            out.joints[i] = out.weights[i] > 0.0 ? static_cast<J>(order[i]) : out.joints[0];
        }
        return out;
    }
};

/// How far `p` is past a joint along its bone.
double past(J joint, Vec3d p) {
    const JointRest& r = rest_of(joint);
    return dot(p - r.position, rotate(r.rotation, {0, 1, 0}));
}

double from_line(Vec3d p, Vec3d a, Vec3d b) {
    const Vec3d dir = normalize(b - a);
    return length(p - a - dir * dot(p - a, dir));
}

void claim_fingers(Claims& c, Side side, Vec3d p) {
    constexpr J fingers[] = {J::index1_l, J::middle1_l, J::pinky1_l};
    std::array<double, 3> away{};
    for (std::size_t i = 0; i < 3; ++i) {
        const J last = on_side(static_cast<J>(index_of(fingers[i]) + 1), side);
        away[i] = from_line(p, rest_of(on_side(fingers[i], side)).position, finger_tip(last));
    }
    for (std::size_t i = 0; i < 3; ++i) {
        // Nearer to this finger than to its neighbours.
        double mine = 1.0;
        for (std::size_t k = 0; k < 3; ++k)
            if (k != i) mine *= smooth_step(-0.012, 0.012, away[k] - away[i]);
        const J one = on_side(fingers[i], side);
        const J two = on_side(static_cast<J>(index_of(fingers[i]) + 1), side);
        c.claim(one, mine * smooth_step(-0.016, 0.012, past(one, p)));
        c.claim(two, mine * smooth_step(-0.012, 0.012, past(two, p)));
    }
    const J one = on_side(J::thumb1_l, side), two = on_side(J::thumb2_l, side);
    const Vec3d base = rest_of(one).position, tip = finger_tip(two);
    const double near = 1.0 - smooth_step(0.019, 0.042, from_line(p, base, tip));
    c.claim(one, near * smooth_step(-0.012, 0.020, past(one, p)));
    c.claim(two, near * smooth_step(-0.011, 0.011, past(two, p)));
}

void claim_arm(Claims& c, Side side, Vec3d p) {
    const double out = side == Side::left ? p.x : -p.x;
    if (!(out > 0.02) || p.y > 1.30) return;  // The head is not an arm's business.
    const J upper = on_side(J::upper_arm_l, side), fore = on_side(J::forearm_l, side);
    const J hand = on_side(J::hand_l, side);
    const Vec3d shoulder = rest_of(upper).position;
    const double below_head = 1.0 - smooth_step(1.22, 1.28, p.y);
    c.claim(on_side(J::clavicle_l, side),
            0.75 * smooth_step(0.035, 0.125, out) * smooth_step(1.09, 1.19, p.y) * below_head);
    // The cut through the shoulder is steeper than the arm: the armpit stays with the chest.
    const Vec3d axis = normalize(Vec3d{side == Side::left ? 0.90 : -0.90, -0.44, 0.0});
    const double reach =
        1.0 - smooth_step(0.085, 0.125, from_line(p, shoulder, rest_of(fore).position));
    c.claim(upper, below_head * reach * smooth_step(-0.055, 0.065, dot(p - shoulder, axis)));
    if (!(out > 0.25)) return;
    c.claim(fore, smooth_step(-0.045, 0.045, past(fore, p)));
    c.claim(hand, smooth_step(-0.028, 0.022, past(hand, p)));
    if (past(hand, p) > 0.0) claim_fingers(c, side, p);
}

void claim_legs(Claims& c, Vec3d p) {
    const Vec3d q{p.x < 0.0 ? -p.x : p.x, p.y, p.z};
    const double drop = rest_of(J::thigh_l).position.y - p.y;
    // Near the hips the sides blend into each other; further down each leg is its own.
    const double half = mix(0.060, 0.008, smooth_step(0.02, 0.12, drop));
    const double left = smooth_step(-half, half, p.x);
    c.claim(J::thigh_l, smooth_step(-0.075, 0.085, drop), left);
    c.claim(J::shin_l, smooth_step(-0.060, 0.060, past(J::shin_l, q)), left);
    // The ankle hinge is level: the boot's shaft follows the shin, the rest the foot.
    const double ankle = rest_of(J::foot_l).position.y - p.y;
    c.claim(J::foot_l, smooth_step(-0.042, 0.023, ankle), left);
    // The crease leans back towards the sole: the toes' whole underside stays on the floor while
    // the heel lifts.
    const double crease = past(J::toe_l, q) + 0.9 * (rest_of(J::toe_l).position.y - p.y);
    c.claim(J::toe_l, smooth_step(-0.027, 0.027, crease) * (1.0 - smooth_step(0.10, 0.14, p.y)),
            left);
}

Claims trunk(Vec3d p) {
    Claims c;
    c.weight[index_of(J::hips)] = 1.0;
    c.claim(J::spine, smooth_step(-0.055, 0.055, past(J::spine, p)));
    c.claim(J::chest, smooth_step(-0.060, 0.060, past(J::chest, p)));
    c.claim(J::neck, smooth_step(-0.035, 0.030, p.y - rest_of(J::neck).position.y));
    c.claim(J::head, smooth_step(-0.025, 0.025, p.y - rest_of(J::head).position.y));
    claim_arm(c, Side::left, p);
    claim_arm(c, Side::right, p);
    return c;
}

}  // namespace

Influences body_influences(Vec3d p) {
    Claims c = trunk(p);
    const bool at_legs = p.y < 0.90 && p.x > -0.28 && p.x < 0.28;  // Hands hang as low.
    if (at_legs) claim_legs(c, p);
    return c.best();
}

Influences skirt_influences(Vec3d p) {
    Claims c = trunk(p);
    const double drop = rest_of(J::thigh_l).position.y - p.y;
    c.claim(J::thigh_l, 0.78 * smooth_step(-0.085, 0.085, drop), smooth_step(-0.11, 0.11, p.x));
    return c.best();
}

Influences scarf_influences(Vec3d p) {
    Claims c = trunk(p);
    const double tail = smooth_step(-0.080, -0.110, p.z);
    c.claim(J::scarf1, tail * smooth_step(-0.030, 0.030, past(J::scarf1, p)));
    c.claim(J::scarf2, tail * smooth_step(-0.035, 0.035, past(J::scarf2, p)));
    c.claim(J::scarf3, tail * smooth_step(-0.035, 0.035, past(J::scarf3, p)));
    return c.best();
}

std::function<Influences(Vec3d)> rigid(Joint joint) {
    return [joint](Vec3d) { return Influences{{joint, joint, joint, joint}, {1.0, 0, 0, 0}}; };
}

}  // namespace motus::scenes::hero
