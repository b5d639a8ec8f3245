// motus/bake/blend_curve.h - a transition's blend curve as authored, to the keys that are baked.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/document/model.h>
#include <motus/machine/curve.h>

#include <span>
#include <vector>

namespace motus {

/// Authored keys count as those of the linear curve where each number is within this.
inline constexpr float kCurveTolerance = 0.001f;
/// More keys than this work, and are warned about.
inline constexpr std::size_t kCurveKeysAdvised = 16;

/// An authored key in plain numbers, of the weight of the state that is left.
struct AuthoredCurveKey {
    float time = 0.0f, value = 0.0f, in_tangent = 0.0f, out_tangent = 0.0f;
};

struct LoweredCurve {
    std::vector<CurveKey> keys;  ///< Of the weight of the state being entered. None: linear.
    bool too_large = false;      ///< A number is beyond the range of halves: the keys are no good.
    bool too_many = false;       ///< More than kCurveKeysAdvised.
    bool misses_ends = false;    ///< It does not run from 1 to 0.
};

/// Inverts a curve of the state that is left (1 to 0): value = 1 - v, tangents negated, as halves,
/// ascending in time. Linear is told on the authored keys: two of them from (0, 1) to (1, 0) with
/// slope -1 between them. A null curve and one without keys are linear too.
[[nodiscard]] LoweredCurve lower_curve(const doc::BlendCurve* curve);
/// The same of keys that are in no document: what a drag shows.
[[nodiscard]] LoweredCurve lower_curve(std::span<const AuthoredCurveKey> keys);

}  // namespace motus
