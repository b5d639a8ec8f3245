// motus/bake/curve.h - an exact clip in double precision: the curves that packed ones are held to.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/clip/clip.h>
#include <motus/skeleton/skeleton.h>

#include <array>
#include <vector>

namespace motus {

/// Translation, rotation (unit, xyzw) and scale.
struct CurveTransform {
    std::array<double, 3> translation{};
    std::array<double, 4> rotation{0, 0, 0, 1};
    std::array<double, 3> scale{1, 1, 1};
};

/// A local pose in double precision.
struct CurvePose {
    std::vector<CurveTransform> joints;
    std::vector<double> weights;
};

/// The skeleton's rest pose.
[[nodiscard]] CurvePose curve_rest(const Skeleton& skeleton);

/// Samples the exact tracks of `clip` over what `out` holds; a packed part is not looked at.
/// Rotations are normalised: glTF's slerp and splines, without the rounding of floats. Every target
/// must be in `out`. Cost: tracks x log2(keys).
void sample_curves(const Clip& clip, Ticks time, CurvePose& out);

/// The value of one track at a time, `width` numbers; rotations normalised.
void sample_curve(const Clip& clip, const TrackRecord& track, Ticks time, double* out);

/// Model matrices, three rows of four, parents first.
void model_of(const Skeleton& skeleton, const CurvePose& pose,
              std::vector<std::array<double, 12>>& out);

}  // namespace motus
