// motus/document/conditions.h - whether conditions can hold together, whatever a game sets.
// Room: document, private. Included by validation and fold.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/document/document.h>
#include <motus/document/model.h>

#include <vector>

namespace motus {

using Conditions = std::vector<const doc::StateMachineCondition*>;

/// All conditions of a transition.
void add_conditions(Conditions& out, const doc::StateMachineTransition& transition);

/// Whether some values of the variables make all of them true. Integers and enums compare rounded,
/// as at run time. A condition on a variable that is not there counts as one that may hold.
[[nodiscard]] bool can_hold(const Document& document, Conditions conditions);

/// Whether the operator makes sense for a variable of that kind.
[[nodiscard]] bool suits(doc::ConditionOperator op, doc::VariableKind kind) noexcept;

/// "speed > 0.5", for people.
[[nodiscard]] std::string describe(const Document& document,
                                   const doc::StateMachineCondition& condition);

}  // namespace motus
