// SPDX-License-Identifier: MIT
#include <scenes/hero/joints.h>

namespace motus::scenes::hero {
namespace {

using J = Joint;

constexpr Vec3d kShoulder{0.166, 1.190, -0.008};
constexpr Vec3d kElbow{0.330, 1.022, -0.016};
constexpr Vec3d kWrist{0.478, 0.868, 0.012};

struct Builder {
    std::array<JointRest, kJointCount> rest{};

    /// `along` is where the bone points, `side` the bend axis.
    void joint(J j, const char* name, J parent, Vec3d at, Vec3d along, Vec3d side) {
        rest[index_of(j)] = {name, parent, at, frame(along, side)};
    }

    /// Both sides of a left joint. The mirrored frame keeps its bend axis, so that the same angle
    /// bends both sides alike.
    void pair(J left, const char* left_name, const char* right_name, J left_parent, Vec3d at,
              Vec3d along, Vec3d side) {
        const bool middle = left_parent <= J::scarf3;
        joint(left, left_name, left_parent, at, along, side);
        joint(on_side(left, Side::right), right_name,
              middle ? left_parent : on_side(left_parent, Side::right), mirror_x(at),
              mirror_x(along), -mirror_x(side));
    }
};

void build_middle(Builder& b) {
    const Vec3d up{0, 1, 0}, right_hand{1, 0, 0};
    b.joint(J::root, "Root", J::root, {0, 0, 0}, up, right_hand);
    b.joint(J::hips, "Hips", J::root, {0, 0.800, 0.000}, up, right_hand);
    b.joint(J::spine, "Spine", J::hips, {0, 0.885, 0.004}, up, right_hand);
    b.joint(J::chest, "Chest", J::spine, {0, 1.000, -0.002}, up, right_hand);
    b.joint(J::neck, "Neck", J::chest, {0, 1.225, -0.016}, {0, 1, 0.12}, right_hand);
    b.joint(J::head, "Head", J::neck, {0, 1.290, -0.006}, up, right_hand);
    b.joint(J::eye_l, "Eye.L", J::head, {0.060, 1.452, 0.118}, up, right_hand);
    b.joint(J::eye_r, "Eye.R", J::head, {-0.060, 1.452, 0.118}, up, right_hand);
    b.joint(J::lid_l, "Lid.L", J::head, {0.060, 1.490, 0.142}, up, right_hand);
    b.joint(J::lid_r, "Lid.R", J::head, {-0.060, 1.490, 0.142}, up, right_hand);
    b.joint(J::scarf1, "Scarf1", J::chest, {0.030, 1.215, -0.098}, {0.10, -0.62, -0.78},
            right_hand);
    b.joint(J::scarf2, "Scarf2", J::scarf1, {0.040, 1.140, -0.155}, {0.08, -0.90, -0.40},
            right_hand);
    b.joint(J::scarf3, "Scarf3", J::scarf2, {0.050, 1.040, -0.195}, {0.06, -0.96, -0.26},
            right_hand);
}

void build_arms(Builder& b) {
    const HandAxes hand = hand_axes(Side::left);
    const Vec3d bend = -hand.thumb;  // Positive angles close the fist.
    const Vec3d elbow_axis = normalize(cross(kElbow - kShoulder, kWrist - kElbow));
    b.pair(J::clavicle_l, "Clavicle.L", "Clavicle.R", J::chest, {0.030, 1.180, 0.004},
           {1, 0.06, -0.08}, {0, 0, 1});
    b.pair(J::upper_arm_l, "UpperArm.L", "UpperArm.R", J::clavicle_l, kShoulder, kElbow - kShoulder,
           elbow_axis);
    b.pair(J::forearm_l, "Forearm.L", "Forearm.R", J::upper_arm_l, kElbow, kWrist - kElbow,
           elbow_axis);
    b.pair(J::hand_l, "Hand.L", "Hand.R", J::forearm_l, kWrist, hand.along, bend);

    const auto at = [&](double along, double palm, double thumb) {
        return kWrist + hand.along * along + hand.palm * palm + hand.thumb * thumb;
    };
    struct Finger {
        J first;
        const char *l1, *r1, *l2, *r2;
        double along, thumb, spread, length;
    };
    const Finger fingers[] = {
        {J::index1_l, "Index1.L", "Index1.R", "Index2.L", "Index2.R", 0.092, 0.0360, 0.21, 0.042},
        {J::middle1_l, "Middle1.L", "Middle1.R", "Middle2.L", "Middle2.R", 0.097, 0.000, 0.0,
         0.045},
        {J::pinky1_l, "Pinky1.L", "Pinky1.R", "Pinky2.L", "Pinky2.R", 0.088, -0.0355, -0.23, 0.036},
    };
    for (const Finger& f : fingers) {
        const Vec3d dir = normalize(hand.along + hand.thumb * f.spread + hand.palm * 0.10);
        const Vec3d knuckle = at(f.along, -0.004, f.thumb);
        const J second = static_cast<J>(index_of(f.first) + 1);
        b.pair(f.first, f.l1, f.r1, J::hand_l, knuckle, dir, bend);
        b.pair(second, f.l2, f.r2, f.first, knuckle + dir * f.length, dir, bend);
    }
    const Vec3d thumb_dir = normalize(hand.along * 0.62 + hand.thumb * 0.72 + hand.palm * 0.30);
    const Vec3d thumb_bend = normalize(hand.thumb * 0.5 + hand.palm * -0.9);
    const Vec3d thumb_base = at(0.030, 0.008, 0.034);
    b.pair(J::thumb1_l, "Thumb1.L", "Thumb1.R", J::hand_l, thumb_base, thumb_dir, thumb_bend);
    b.pair(J::thumb2_l, "Thumb2.L", "Thumb2.R", J::thumb1_l, thumb_base + thumb_dir * 0.042,
           thumb_dir, thumb_bend);
    // A bar held in the fist runs along Y, thumb side up.
    b.pair(J::grip_l, "Grip.L", "Grip.R", J::hand_l, at(0.082, 0.030, 0.002), hand.thumb,
           hand.along);
}

void build_legs(Builder& b) {
    const Vec3d hip{0.085, 0.778, 0.000}, knee{0.096, 0.436, 0.012}, ankle{0.101, 0.106, -0.020};
    const Vec3d ball{0.108, 0.034, 0.098};
    const Vec3d bend{1, 0, 0};
    b.pair(J::thigh_l, "Thigh.L", "Thigh.R", J::hips, hip, knee - hip, bend);
    b.pair(J::shin_l, "Shin.L", "Shin.R", J::thigh_l, knee, ankle - knee, bend);
    b.pair(J::foot_l, "Foot.L", "Foot.R", J::shin_l, ankle, ball - ankle, bend);
    b.pair(J::toe_l, "Toe.L", "Toe.R", J::foot_l, ball, {0.05, 0, 1}, bend);
}

}  // namespace

HandAxes hand_axes(Side side) {
    // Palms face the thighs and a little backwards, thumbs point forward.
    const Vec3d along = normalize(Vec3d{0.66, -0.74, 0.12});
    const Vec3d thumb = normalize(cross(cross(along, {-0.10, 0.0, 1.0}), along));
    const Vec3d palm = cross(along, thumb);
    if (side == Side::left) return {along, palm, thumb};
    return {mirror_x(along), mirror_x(palm), mirror_x(thumb)};
}

Vec3d finger_tip(Joint last) {
    const JointRest& rest = rest_of(last);
    const bool pinky = last == J::pinky2_l || last == J::pinky2_r;
    const bool thumb = last == J::thumb2_l || last == J::thumb2_r;
    const double reach = thumb ? 0.034 : pinky ? 0.030 : 0.037;
    return rest.position + rotate(rest.rotation, {0, 1, 0}) * reach;
}

Vec3d toe_tip(Side side) {
    const JointRest& rest = rest_of(on_side(J::toe_l, side));
    return rest.position + rotate(rest.rotation, {0, 1, 0}) * 0.085;
}

const std::array<JointRest, kJointCount>& rest_joints() {
    static const std::array<JointRest, kJointCount> rest = [] {
        Builder b;
        build_middle(b);
        build_arms(b);
        build_legs(b);
        return b.rest;
    }();
    return rest;
}

}  // namespace motus::scenes::hero
