// motus/machine/explain.h - an answer to "why": every transition that a tick looked at.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/ticks.h>
#include <motus/machine/instance.h>

#include <cstdint>
#include <span>

namespace motus {

/// What kept a transition from being taken.
enum class Blocked : std::uint8_t {
    no,             ///< It was taken.
    conditions,     ///< A condition does not hold.
    exit_time,      ///< The exit time is not reached in this tick.
    nothing_to_do,  ///< It has neither condition nor exit time.
    self,           ///< It leads to the state that is already there, and may not.
    no_target,      ///< The sub-machine it leads to has no state to enter.
    later,          ///< It could be taken, but another one comes first.
    too_many,       ///< This tick has taken as many transitions as one tick may.
    no_carry,       ///< It would interrupt, and the instance keeps no pose.
};

/// A short English phrase for people. Never null.
[[nodiscard]] const char* to_string(Blocked blocked) noexcept;

/// One candidate. Its conditions are in the graph; whether each held is a bit of `met`.
struct Considered {
    std::uint32_t layer = 0;
    std::uint32_t transition = kNoIndex;
    std::uint32_t from = kNoState;  ///< The state that was current.
    std::uint32_t to = kNoState;    ///< Where it leads; kNoState where that was not worked out.
    TransitionSource source = TransitionSource::none;
    Blocked blocked = Blocked::no;
    bool crossed = false;  ///< Its exit time has been reached.
    std::uint8_t reserved = 0;
    std::uint32_t reserved2 = 0;
    /// Bit i: condition i of the transition holds. Of those behind the first 64 ask
    /// condition_holds().
    std::uint64_t met = 0;
};

/// Whether one condition would hold with these variables (bit patterns, as an instance has them):
/// what a tick finds where no earlier transition has used a trigger up. For tools.
[[nodiscard]] bool condition_holds(const Machine& graph, std::span<const std::uint32_t> variables,
                                   const record::StateMachineCondition& condition) noexcept;

/// Memory for the explanation of one tick; `total` counts also what did not fit.
struct Explanation {
    std::span<Considered> considered{};
    std::uint32_t count = 0;
    std::uint32_t total = 0;
};

}  // namespace motus
