// scenes/hero/pose.h - the hero's controls: turn joints, plant feet, swing arms; then keys.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/math/vec.h>

#include <scenes/hero/joints.h>

#include <array>
#include <vector>

namespace motus::scenes::hero {

/// A pose as an animator thinks of it. Every turn is relative to the parent and measured in the
/// model's axes at rest, so that pitch is about X for every joint, however its bone lies.
struct Pose {
    Vec3d root{};             ///< Where the root has gone; metres.
    double root_yaw_deg = 0;  ///< Which way it faces.
    Vec3d hips{};             ///< Hips away from rest, in the root's space.
    double eyes_open = 1.0;   ///< 0 shut .. 1 open.
    std::array<Quatd, kJointCount> turned{};

    Quatd& operator[](Joint j) { return turned[index_of(j)]; }
    const Quatd& operator[](Joint j) const { return turned[index_of(j)]; }
};

/// All joints of a pose in the root's space: the root's own movement left out.
struct Placed {
    std::array<Vec3d, kJointCount> at{};
    std::array<Quatd, kJointCount> turned{};  ///< Away from rest, in the model's axes.
};
Placed place(const Pose& pose);

/// Local transforms as the clip's keys hold them.
std::vector<Transform> local_transforms(const Pose& pose);

/// Turns `joint` about its bending axis; positive closes a fist, bends a knee or an elbow.
void bend(Pose& pose, Joint joint, double deg);

/// A relaxed arm hangs down, palm to the thigh. Degrees.
struct ArmAngles {
    double swing = 0.0;    ///< Forward.
    double spread = 14.0;  ///< Away from the body.
    double twist = 0.0;    ///< Turns the bend of the elbow inwards, across the body.
    double elbow = 18.0;   ///< 0 straight.
    double roll = 0.0;     ///< Forearm: positive turns the palm back, negative up and forward.
    double wrist = 0.0;    ///< Positive towards the palm.
    double shrug = 0.0;    ///< Clavicle up.
    double reach = 0.0;    ///< Clavicle forward.
};
void set_arm(Pose& pose, Side side, const ArmAngles& arm);

/// Curls fingers, in degrees of the first joint: index, middle, pinky, thumb. A fist is 85.
/// `together` draws the outer fingers to the middle one; 0 leaves them spread as at rest.
void set_hand(Pose& pose, Side side, double index, double middle, double pinky, double thumb,
              double together = 9.0);

/// Turns neck and head so that the head faces as given in the root's space, whatever the chest
/// does.
void look(Pose& pose, Quatd facing);

/// Where a foot is, in the root's space.
struct FootPose {
    Vec3d ankle{};
    Quatd foot{};
    Quatd toe{};
};

/// A foot on the floor; `ground` is the floor under the ankle of the flat foot. `pitch_deg` below 0
/// stands on the heel, above 0 on the ball with flat toes; turned out by `yaw_deg` (positive to the
/// hero's left).
FootPose foot_on_floor(Side side, Vec3d ground, double yaw_deg, double pitch_deg);

/// Bends hip and knee so that the ankle is where it must be; the knee points where the foot and
/// the hips point, plus `knee_out_deg` to the outside. Call it last, when the hips are set.
/// Returns how much of the leg's length is used: near 1, the knee is straight.
double set_leg(Pose& pose, Side side, const FootPose& foot, double knee_out_deg = 4.0);

/// The floor under the ankle at rest.
Vec3d rest_ground(Side side);

}  // namespace motus::scenes::hero
