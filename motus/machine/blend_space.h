// motus/machine/blend_space.h - how much each child of a blend space counts at a point.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/status.h>

#include <cstdint>
#include <span>

namespace motus {

struct BlendPoint {
    float x = 0.0f, y = 0.0f;
    friend bool operator==(const BlendPoint&, const BlendPoint&) = default;
};

/// Where the rules come from: docs/machine.md. Weights are >= 0; of all but direct they sum to 1.
enum class BlendKind : std::uint8_t {
    linear,                ///< 1D: thresholds, the two neighbours only.
    simple_directional,    ///< 2D: one motion per direction, and one in the centre.
    freeform_directional,  ///< 2D: several per direction; gradient bands in polar space.
    freeform_cartesian,    ///< 2D: not directions; gradient bands.
    direct,                ///< A parameter per child.
};

/// 1D. `thresholds` ascend; x is clamped to their ends; of equal thresholds the later one wins.
/// `bad_size` where `out` is shorter than `thresholds`; NaN counts as 0. Cost: children.
Status blend_linear(std::span<const float> thresholds, float x, std::span<float> out) noexcept;

/// 2D, by kind (not linear, not direct). Cost: children for simple_directional, else children
/// squared. `bad_size` where `out` is shorter than `points`, `bad_argument` for another kind.
Status blend_2d(BlendKind kind, std::span<const BlendPoint> points, BlendPoint at,
                std::span<float> out) noexcept;

/// Direct: negative values and NaN count as 0; `normalize` divides by the sum (a sum of 0 stays 0).
Status blend_direct(std::span<const float> values, bool normalize, std::span<float> out) noexcept;

}  // namespace motus
