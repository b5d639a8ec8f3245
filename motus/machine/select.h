// motus/machine/select.h - which transition is taken, when, and where it leads.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/machine/explain.h>
#include <motus/machine/motion.h>
#include <motus/machine/tick.h>

namespace motus::detail {

/// Transitions with triggers that this layer has passed in this tick: each has used its triggers
/// up, and they cannot fire a second one. There is room for all that a tick can pass: per hop the
/// transition itself, ways out of sub-machines and entries into others; entries at the start.
struct Consumed {
    static constexpr std::uint32_t kMost = kMaxHops * (1 + 2 * kMaxGraphDepth) + kMaxGraphDepth;
    std::uint32_t count = 0;
    std::uint32_t transitions[kMost];

    Consumed() noexcept {}  // what `count` does not count stays unwritten
    Consumed(const Consumed& other) noexcept { *this = other; }
    Consumed& operator=(const Consumed& other) noexcept {
        count = other.count;
        for (std::uint32_t i = 0; i < count; ++i)
            transitions[i] = other.transitions[i];
        return *this;
    }

    [[nodiscard]] bool has(const Machine& graph, std::uint32_t trigger) const noexcept;
    /// Notes a transition that is passed, where it has triggers.
    void add(const Machine& graph, std::uint32_t transition) noexcept;
};

/// A state as candidates see it: its clock and pace.
struct Stand {
    std::uint32_t state = kNoState;
    StateClock clock{};
    const StatePace* pace = nullptr;
};

/// A transition that can be taken, and what that means.
struct Choice {
    std::uint32_t transition = kNoIndex;  ///< kNoIndex: none.
    std::uint32_t timing = kNoIndex;      ///< Whose duration, offset and curve count.
    std::uint32_t target = kNoState;
    TransitionSource source = TransitionSource::none;
    bool linear = false;  ///< Timing taken over from an exit: no curve.
    Ticks after{};        ///< From now.
    Consumed consumed;    ///< What it uses up, of what it passed on the way too.
};

/// What a list of candidates is measured against.
struct Question {
    const Values& values;
    const Consumed& consumed;
    std::uint32_t layer = 0;
    std::uint32_t current = kNoState;  ///< For can_transition_to_self.
    std::uint32_t next = kNoState;
    Ticks limit{};  ///< Time left in this tick.
    Explanation* explain = nullptr;
    Blocked closed = Blocked::no;         ///< Other than no: nothing may be taken, and why.
    std::uint32_t just_taken = kNoIndex;  ///< At this very moment: one that restarts itself waits.
};

[[nodiscard]] bool conditions_hold(const Values& values, const Consumed& consumed,
                                   const record::StateMachineTransition& transition) noexcept;

/// Calls `body(variable)` for each trigger among the conditions of a transition.
template <class Body>
void for_each_trigger(const Machine& graph, std::uint32_t transition, Body&& body) noexcept {
    const record::Range range = graph.transitions[transition].conditions;
    for (const auto& condition : graph.conditions.subspan(range.start, range.count)) {
        const std::uint32_t variable = condition.variable;
        if (variable >= graph.variables.size()) continue;
        if (graph.variables[variable].kind == record::VariableKind::trigger) body(variable);
    }
}

/// Looks through `list` in order and keeps in `best` the earliest that can be taken; an earlier
/// list or place wins a tie. `stop_at`: the list ends before this transition; `skip`: passed over.
void consider(const Question& question, record::Range list, TransitionSource source,
              std::span<const Stand> stands, std::uint32_t stop_at, std::uint32_t skip,
              Choice& best) noexcept;

/// Corrects the newest note of a transition that was to be taken: something else came first.
void put_off(Explanation* explain, std::uint32_t transition) noexcept;

/// The state that entering a graph leads to, with what its entry transitions use up in `choice`.
/// False where there is none.
bool enter_graph(const Values& values, std::uint32_t graph, Choice& choice) noexcept;

/// Makes `choice` of a transition: the state it leads to, and all that it uses up on the way. False
/// where it leads to none.
[[nodiscard]] bool resolve(const Question& question, std::uint32_t index, TransitionSource source,
                           Choice& choice) noexcept;

}  // namespace motus::detail
