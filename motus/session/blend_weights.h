// motus/session/blend_weights.h - how much each motion of an authored blend counts at a point.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/document/document.h>

#include <array>
#include <functional>
#include <vector>

namespace motus {

/// The point of a blend, and the weight of each of its children there.
struct BlendWeights {
    std::array<float, 2> at{};
    std::vector<float> weights;
};

/// Of a state that blends, or of a blend inside a blend; by the runtime's own rules. `value_of`
/// gives the value of a variable by id. Direct blends have no point. Code: "no-blend".
[[nodiscard]] Result<BlendWeights> blend_weights(
    const Document& document, const Object& blend,
    const std::function<float(std::uint64_t)>& value_of);

}  // namespace motus
