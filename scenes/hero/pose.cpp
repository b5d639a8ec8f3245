// SPDX-License-Identifier: MIT
#include <scenes/hero/pose.h>

namespace motus::scenes::hero {
namespace {

using J = Joint;

Quatd mirrored(Quatd q) {
    return {q.x, -q.y, -q.z, q.w};
}

Quatd on(Side side, Quatd left) {
    return side == Side::left ? left : mirrored(left);
}

Vec3d axis_of(J joint, Vec3d axis) {
    return rotate(rest_of(joint).rotation, axis);
}

}  // namespace

Placed place(const Pose& pose) {
    Placed out;
    for (std::uint32_t i = 0; i < kJointCount; ++i) {
        const JointRest& rest = rest_joints()[i];
        const std::uint32_t p = index_of(rest.parent);
        if (i == p) continue;  // The root stays at the origin of its own space.
        const Vec3d offset = rest.position - rest_joints()[p].position;
        out.at[i] = out.at[p] + rotate(out.turned[p], offset);
        if (i == index_of(J::hips)) out.at[i] = out.at[i] + pose.hips;
        out.turned[i] = out.turned[p] * pose.turned[i];
    }
    return out;
}

std::vector<Transform> local_transforms(const Pose& pose) {
    std::vector<Transform> out(kJointCount);
    for (std::uint32_t i = 0; i < kJointCount; ++i) {
        const JointRest& rest = rest_joints()[i];
        const JointRest& parent = rest_of(rest.parent);
        const Quatd up = conjugate(parent.rotation);
        Vec3d moved = rest.position - parent.position;
        if (i == index_of(J::hips)) moved = moved + pose.hips;
        out[i].translation = to_float(rotate(up, moved));
        out[i].rotation = to_float(normalize(up * (pose.turned[i] * rest.rotation)));
    }
    out[0].translation = to_float(pose.root);
    out[0].rotation = to_float(turn(0, pose.root_yaw_deg, 0));
    // Shutting an eye: the ball flattens into the face, the lashes come down over it.
    const double shut = 1.0 - pose.eyes_open;
    for (const J eye : {J::eye_l, J::eye_r}) {
        out[index_of(eye)].scale.y = static_cast<float>(1.0 - 0.94 * shut);
        out[index_of(eye)].scale.z = static_cast<float>(1.0 - 0.85 * shut);
    }
    for (const J lid : {J::lid_l, J::lid_r}) {
        Vec3& at = out[index_of(lid)].translation;
        at.y -= static_cast<float>(0.046 * shut);
        at.z += static_cast<float>(0.004 * shut);
    }
    return out;
}

void bend(Pose& pose, Joint joint, double deg) {
    pose[joint] = axis_angle(axis_of(joint, {1, 0, 0}), deg * kDegrees);
}

void set_arm(Pose& pose, Side side, const ArmAngles& arm) {
    const Quatd hang =
        axis_angle({1, 0, 0}, -arm.swing * kDegrees) * axis_angle({0, 0, 1}, arm.spread * kDegrees);
    const Vec3d along = rotate(hang, {0, -1, 0});
    const Vec3d hinge = rotate(hang * axis_angle({0, 1, 0}, -arm.twist * kDegrees), {-1, 0, 0});
    const Quatd upper = frame(along, hinge) * conjugate(rest_of(J::upper_arm_l).rotation);
    const Quatd fore = axis_angle(axis_of(J::forearm_l, {1, 0, 0}), arm.elbow * kDegrees) *
                       axis_angle(axis_of(J::forearm_l, {0, 1, 0}), arm.roll * kDegrees);
    pose[on_side(J::clavicle_l, side)] = on(side, turn(0, -arm.reach, arm.shrug));
    pose[on_side(J::upper_arm_l, side)] = on(side, upper);
    pose[on_side(J::forearm_l, side)] = on(side, fore);
    bend(pose, on_side(J::hand_l, side), arm.wrist);
}

void set_hand(Pose& pose, Side side, double index, double middle, double pinky, double thumb,
              double together) {
    const struct {
        J first;
        double deg, second, in;
    } fingers[] = {{J::index1_l, index, 1.0, -together},
                   {J::middle1_l, middle, 1.05, 0.0},
                   {J::pinky1_l, pinky, 1.1, together},
                   {J::thumb1_l, thumb, 0.9, 0.0}};
    for (const auto& f : fingers) {
        const J one = on_side(f.first, side);
        bend(pose, one, f.deg);
        bend(pose, on_side(static_cast<J>(index_of(f.first) + 1), side), f.deg * f.second);
        const double in = side == Side::left ? f.in : -f.in;
        pose[one] = pose[one] * axis_angle(axis_of(one, {0, 0, 1}), in * kDegrees);
    }
}

void look(Pose& pose, Quatd facing) {
    const Placed now = place(pose);
    const Quatd rest = conjugate(now.turned[index_of(J::chest)]) * facing;
    const Quatd half = mix(Quatd{}, rest, 0.45);
    pose[J::neck] = half;
    pose[J::head] = conjugate(half) * rest;
}

Vec3d rest_ground(Side side) {
    Vec3d p = rest_of(on_side(J::foot_l, side)).position;
    p.y = 0.0;
    return p;
}

FootPose foot_on_floor(Side side, Vec3d ground, double yaw_deg, double pitch_deg) {
    const Vec3d ankle = rest_of(on_side(J::foot_l, side)).position;
    const Vec3d ball = rest_of(on_side(J::toe_l, side)).position;
    const Vec3d up{0.0, ankle.y, 0.0};
    const Vec3d heel{0.0, 0.0, -0.066};
    const Vec3d pivot = pitch_deg < 0.0 ? heel : ball - Vec3d{ankle.x, 0.0, ankle.z};
    const Quatd yaw = turn(0, yaw_deg, 0);
    FootPose out;
    out.foot = yaw * turn(pitch_deg, 0, 0);
    out.toe = pitch_deg < 0.0 ? out.foot : yaw;
    out.ankle = ground + rotate(yaw, pivot) + rotate(out.foot, up - pivot);
    return out;
}

double set_leg(Pose& pose, Side side, const FootPose& foot, double knee_out_deg) {
    const J thigh = on_side(J::thigh_l, side), shin = on_side(J::shin_l, side);
    const J ankle = on_side(J::foot_l, side), toe = on_side(J::toe_l, side);
    const Placed now = place(pose);
    const Vec3d hip = now.at[index_of(thigh)];
    const Quatd hips = now.turned[index_of(J::hips)];
    const double a = length(rest_of(shin).position - rest_of(thigh).position);
    const double b = length(rest_of(ankle).position - rest_of(shin).position);
    const Vec3d to = foot.ankle - hip;
    const double used = length(to) / (a + b);
    const double d = std::fmin(length(to), 0.9995 * (a + b));
    const Vec3d along = normalize(to);

    // Where the knee points: between the hips' and the foot's forward, out of the way of `along`.
    const double out = (side == Side::left ? knee_out_deg : -knee_out_deg);
    const Vec3d fore = rotate(mix(hips, foot.foot, 0.5), rotate(turn(0, out, 0), {0, 0, 1}));
    const Vec3d side_axis = normalize(cross(fore, along));
    const Vec3d ahead = cross(along, side_axis);
    const double x = (a * a - b * b + d * d) / (2.0 * d);
    const double h2 = a * a - x * x;
    const Vec3d knee = hip + along * x + ahead * std::sqrt(h2 > 0.0 ? h2 : 0.0);

    const auto turned = [&](J j, Vec3d dir) {
        return frame(dir, side_axis) * conjugate(rest_of(j).rotation);
    };
    const Quatd thigh_turn = turned(thigh, knee - hip);
    const Quatd shin_turn = turned(shin, hip + along * d - knee);
    pose[thigh] = conjugate(hips) * thigh_turn;
    pose[shin] = conjugate(thigh_turn) * shin_turn;
    pose[ankle] = conjugate(shin_turn) * foot.foot;
    pose[toe] = conjugate(foot.foot) * foot.toe;
    return used;
}

}  // namespace motus::scenes::hero
