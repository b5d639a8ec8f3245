// motus/document/conditions.h - whether conditions can hold together, whatever a game sets.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/document/document.h>
#include <motus/document/model.h>

#include <optional>
#include <unordered_map>
#include <vector>

namespace motus {

/// Bools and triggers: 0 or 1.
[[nodiscard]] bool is_truth(doc::VariableKind kind) noexcept;

using Conditions = std::vector<const doc::StateMachineCondition*>;

/// All conditions of a transition.
void add_conditions(Conditions& out, const doc::StateMachineTransition& transition);

/// Answers questions about many conditions of one document, which must not change meanwhile. It
/// remembers the choices of enums, so that each answer costs what was asked and no more.
class ConditionSolver {
  public:
    explicit ConditionSolver(const Document& document) noexcept : document_(document) {}

    /// Whether some values of the variables make all of them true. Integers and enums compare
    /// rounded, as at run time. A condition on a variable that is not there counts as one that may
    /// hold. Cost: n log n.
    [[nodiscard]] bool can_hold(Conditions conditions) const;

    /// Whether `condition` holds whenever all of `given` do: "x > 1" where "x > 2" is given.
    [[nodiscard]] bool follows(const Conditions& given,
                               const doc::StateMachineCondition& condition) const;
    /// Whether all conditions of the transition hold whenever all of `given` do.
    [[nodiscard]] bool follows(const Conditions& given,
                               const doc::StateMachineTransition& transition) const;

    /// Whether the transition uses up a trigger: then it is open once each time that is set, and
    /// not for as long as something lasts.
    [[nodiscard]] bool uses_trigger(const doc::StateMachineTransition& transition) const;

    /// Whether a choice of the enum has the value that the condition compares with.
    [[nodiscard]] bool is_choice(const doc::StateMachineVariable& variable,
                                 const doc::StateMachineCondition& condition) const;

    /// The one value that the condition leaves to its variable; nothing where it leaves several,
    /// or the variable is not there. Conditions that leave different ones never hold together.
    [[nodiscard]] std::optional<double> only_value(
        const doc::StateMachineCondition& condition) const;

  private:
    using Values = std::vector<double>;  ///< Ascending.

    class Stretch;

    [[nodiscard]] bool leaves_some(Stretch& left, const doc::StateMachineVariable& variable) const;
    [[nodiscard]] const Values& choices_of(const doc::StateMachineVariable& variable) const;

    const Document& document_;
    mutable std::unordered_map<const Object*, Values> choices_;
};

/// Whether the operator makes sense for a variable of that kind.
[[nodiscard]] bool suits(doc::ConditionOperator op, doc::VariableKind kind) noexcept;

/// "speed > 0.5", for people.
[[nodiscard]] std::string describe(const Document& document,
                                   const doc::StateMachineCondition& condition);

}  // namespace motus
