// motus/bake/error.h - how far a clip is from its source: model-space error of virtual vertices.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/clip/clip.h>
#include <motus/core/result.h>
#include <motus/skeleton/skeleton.h>

#include <cstdint>
#include <span>

namespace motus {

/// What is measured, and what is allowed. Lengths are in model units, metres unless the rig's unit
/// is another: see rig_unit().
struct ErrorSettings {
    /// From each joint to its six virtual vertices, along its axes in both directions, in the rest
    /// pose and in model space, whatever scale stands above the joint.
    double distance = 0.03;
    double bound = 0.0001;         ///< A vertex may be this far from where the source has it.
    double weight_bound = 0.0005;  ///< The same for morph weights, which have no unit.
    std::span<const float> joint_bounds{};  ///< Per joint, instead of `bound` where > 0.
    std::uint32_t between = 3;  ///< Times checked between two neighbouring keys or frames.

    [[nodiscard]] double bound_of(JointIndex joint) const noexcept {
        return joint < joint_bounds.size() && joint_bounds[joint] > 0.0f
                   ? static_cast<double>(joint_bounds[joint])
                   : bound;
    }
};

/// Model units per metre, guessed from the size of the rest pose: 1 below 20 units, 100 (a rig in
/// centimetres) from there to 2000, 1000 (millimetres) beyond.
[[nodiscard]] double rig_unit(const Skeleton& skeleton);

/// The settings with lengths in the rig's unit.
[[nodiscard]] ErrorSettings settings_for(const Skeleton& skeleton, ErrorSettings metres = {});

/// What was measured. Errors are in model units.
struct ErrorReport {
    double max = 0.0;
    JointIndex max_joint = kNoJoint;  ///< Where and when `max` is.
    Ticks max_time{};
    double p99 = 0.0;    ///< 99 of 100 (joint, time) pairs are at or below this.
    double worst = 0.0;  ///< Largest error over its own bound: above 1 the bound is broken.
    JointIndex joint = kNoJoint;  ///< Where and when `worst` is.
    Ticks time{};
    double weight_max = 0.0;    ///< Largest error of a morph weight.
    std::uint64_t checked = 0;  ///< (joint, time) pairs.
    bool finite = true;  ///< False where a number of the candidate was NaN or infinite: a failure.

    /// Every check was made and stayed under its bound.
    [[nodiscard]] bool held(const ErrorSettings& settings) const noexcept {
        return finite && checked > 0 && worst <= 1.0 && weight_max <= settings.weight_bound;
    }
};

/// Compares `candidate`, sampled by SampleJob as a game would, with the curves of `source`, in
/// double precision: at every key of the source, at every frame of a packed candidate, and
/// `between` times between any two of those; a tick before each key of a STEP track too.
/// Rotations count as rotations: their length is not compared.
/// Fails where a clip does not fit the skeleton. Cost: times x joints.
[[nodiscard]] Result<ErrorReport> measure_error(const Skeleton& skeleton, const Clip& source,
                                                const Clip& candidate,
                                                const ErrorSettings& settings = {});

}  // namespace motus
