// motus/session/unreached.h - transitions that a tick did not come to, and why.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/animator/animator.h>

#include <cstdint>
#include <vector>

namespace motus {

/// Why a tick did not look at a transition that leads out of a state of its layer.
enum class Unreached : std::uint8_t {
    runs,         ///< It is the one that runs.
    not_asked,    ///< The one that runs is not interrupted by this state's transitions.
    comes_after,  ///< The one that runs is ordered, and comes before it in the queue.
};

/// A short English phrase for people, as to_string(Blocked) has them. Never null.
[[nodiscard]] const char* to_string(Unreached reason) noexcept;

/// Of a transition from any state, or out of one of the two states of the transition that runs.
/// `layer` is as it was before the tick, in the middle of a transition.
[[nodiscard]] Unreached reason_unreached(const Machine& graph, const LayerState& layer,
                                         std::uint32_t transition) noexcept;

struct UnreachedTransition {
    std::uint32_t layer = 0;
    std::uint32_t transition = 0;
    Unreached reason{};
};

/// All that the last update of `run`, which has room for reasons, did not come to, but for those
/// that run; in the order of looking: from any state, out of the state that is left, out of the one
/// that is entered. None of layers that were in no transition: those are looked at in full.
[[nodiscard]] std::vector<UnreachedTransition> unreached_transitions(Animator& run);

}  // namespace motus
