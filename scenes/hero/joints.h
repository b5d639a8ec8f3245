// scenes/hero/joints.h - the hero's joints: names, parents and where they rest.
// SPDX-License-Identifier: MIT
#pragma once

#include <scenes/support/geometry.h>

#include <array>
#include <cstdint>

namespace motus::scenes::hero {

/// Parents first. The left side (+X, as the hero faces +Z) comes before the right.
enum class Joint : std::uint32_t {
    root,
    hips,
    spine,
    chest,
    neck,
    head,
    eye_l,
    eye_r,
    lid_l,
    lid_r,
    scarf1,
    scarf2,
    scarf3,
    clavicle_l,
    upper_arm_l,
    forearm_l,
    hand_l,
    thumb1_l,
    thumb2_l,
    index1_l,
    index2_l,
    middle1_l,
    middle2_l,
    pinky1_l,
    pinky2_l,
    grip_l,
    clavicle_r,
    upper_arm_r,
    forearm_r,
    hand_r,
    thumb1_r,
    thumb2_r,
    index1_r,
    index2_r,
    middle1_r,
    middle2_r,
    pinky1_r,
    pinky2_r,
    grip_r,
    thigh_l,
    shin_l,
    foot_l,
    toe_l,
    thigh_r,
    shin_r,
    foot_r,
    toe_r,
};
inline constexpr std::uint32_t kJointCount = 47;

inline constexpr std::uint32_t index_of(Joint j) {
    return static_cast<std::uint32_t>(j);
}

enum class Side : std::uint32_t { left, right };

/// The same joint on the other side: `left` given by its left name.
constexpr Joint on_side(Joint left, Side side) {
    if (side == Side::left) return left;
    const bool arm = left >= Joint::clavicle_l && left <= Joint::grip_l;
    return static_cast<Joint>(index_of(left) + (arm ? 13u : 4u));
}

/// One joint at rest, in model space. The rotation's Y runs along the bone; X is the axis about
/// which the joint bends, positive closing (a fist) or kicking back (a knee).
struct JointRest {
    const char* name = "";
    Joint parent = Joint::root;  ///< Its own index for the root.
    Vec3d position{};
    Quatd rotation{};
};

/// The rest pose: arms 45 degrees down, legs straight, feet on y = 0. Built once, on first use.
const std::array<JointRest, kJointCount>& rest_joints();

inline const JointRest& rest_of(Joint j) {
    return rest_joints()[index_of(j)];
}

/// Directions of the hand at rest, for one side: along the fingers, out of the palm, to the thumb.
struct HandAxes {
    Vec3d along, palm, thumb;
};
HandAxes hand_axes(Side side);

/// Ends of the last bones, for shapes and weights.
Vec3d finger_tip(Joint last);
Vec3d toe_tip(Side side);

}  // namespace motus::scenes::hero
