// motus/machine/begin.h - puts a layer at the start of a transition that nothing has fired.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/machine/instance.h>

namespace motus {

/// Which transition, and what it leaves. For tools: conditions and exit times are not asked.
struct BlendStart {
    std::uint32_t layer = 0;
    std::uint32_t transition = kNoIndex;
    std::uint32_t from = kNoState;  ///< The state that is left; plays a motion itself.
    Cycles at{};                    ///< How far it has come.
    TransitionSource source = TransitionSource::state;
    bool linear = false;  ///< Without its curve, as a transition with timing from an exit.
};

/// As if `start.transition` had been taken this moment: what ticks show from here on is what they
/// would show then. `length` becomes how long it takes. `missing` where it leads to no state,
/// `bad_argument` for one that takes no time or indices that the graph does not have, `bad_data`
/// where the bytes are not an instance of it; then the instance is unchanged.
Status begin_blend(const Machine& graph, std::span<std::byte> instance, const BlendStart& start,
                   Ticks& length) noexcept;

}  // namespace motus
