// motus/import/fbx/curves.h - FBX' animation curves as functions of time, with what they do before
// their first and after their last key.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/import/fbx/scene.h>
#include <motus/import/unity/curve.h>

#include <cstdint>
#include <vector>

namespace motus::fbx {

using unity::CurveSample;
using unity::Side;

/// What a curve does outside its keys.
enum class Extrapolation : std::uint8_t { constant, repeat, mirror, keep_slope, repeat_relative };

struct CurveEnd {
    Extrapolation kind = Extrapolation::constant;
    double times = 0.0;  ///< How often it repeats; infinite where the file says -1.
};

struct FbxCurve {
    unity::Curve keys;  ///< Times in seconds.
    CurveEnd before, after;
    double constant = 0.0;  ///< Of a curve without keys.

    [[nodiscard]] bool is_constant() const;
    [[nodiscard]] CurveSample at(double time_s, Side side, std::size_t& cursor) const;
    /// Whether the piece that holds `time_s` is a cubic or constant.
    [[nodiscard]] bool is_cubic(double time_s) const;
    /// Appends the times between `start_s` and `stop_s` where it may not be smooth; at most `most`.
    /// False: there are more.
    bool breaks(double start_s, double stop_s, std::size_t most, std::vector<double>& out) const;

  private:
    struct Folded {
        double time_s = 0.0, offset = 0.0, slope = 1.0;
        Side side = Side::after;
    };
    [[nodiscard]] bool fold(double time_s, Side side, Folded& out) const;
};

/// Reads a curve of version 7000, or the channel of an earlier one. False: the file is at fault.
[[nodiscard]] bool read_curve(const Tree& tree, NodeRef node, FbxCurve& out, Faults& faults);

}  // namespace motus::fbx
