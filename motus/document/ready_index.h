// motus/document/ready_index.h - finds transitions that can be ready at the same moment as another.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/document/conditions.h>

#include <map>
#include <vector>

namespace motus {

/// Whether the transition is looked at at all: not muted, and with something to wait for.
[[nodiscard]] bool can_fire(const doc::StateMachineTransition& t) noexcept;

/// Transitions by a value that one of their conditions asks for. Two that ask one variable for
/// different values are never ready together, so a list in which each waits for its own choice, or
/// for a bool and its opposite, is not compared pair by pair.
class ReadyIndex {
  public:
    explicit ReadyIndex(const ConditionSolver& solver) noexcept : solver_(&solver) {}

    void add(const doc::StateMachineTransition& t);
    /// Whether one that was added can be ready while `t` is.
    [[nodiscard]] bool meets(const doc::StateMachineTransition& t) const;

  private:
    using List = std::vector<const doc::StateMachineTransition*>;

    [[nodiscard]] bool meets(const doc::StateMachineTransition& t, const List& list) const;

    const ConditionSolver* solver_;
    /// By variable, then by value; what asks for no value stands at variable 0.
    std::map<std::uint64_t, std::map<double, List>> lists_;
};

}  // namespace motus
