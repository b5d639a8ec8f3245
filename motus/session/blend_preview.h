// motus/session/blend_preview.h - a transition by itself: its curve as it runs, and where it
// starts.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/bake/blend_curve.h>
#include <motus/session/performance.h>
#include <motus/session/transition_list.h>

#include <string_view>

namespace motus {

/// Keys as a document has them: [{"time", "value", "in_tangent", "out_tangent"}, ...]; what is left
/// out is 0. Codes: "json-syntax", "wrong-type".
[[nodiscard]] Result<std::vector<AuthoredCurveKey>> read_curve_keys(std::string_view json);

/// `count` weights of the state being entered, evenly from 0 to 1: baked to halves and evaluated by
/// the function that the runtime calls.
[[nodiscard]] std::vector<float> sample_curve(const LoweredCurve& curve, std::size_t count);

/// How a transition of the machine begins when it is shown by itself: at its exit time, or at the
/// start of what it leaves. From any state: the first of its layer that it does not lead to. Codes:
/// "no-transition", "no-blend" where it takes no time, or another one does it.
[[nodiscard]] Result<BlendStart> blend_start(const Machine& graph,
                                             const std::vector<TransitionInfo>& transitions,
                                             std::uint32_t transition);

}  // namespace motus
