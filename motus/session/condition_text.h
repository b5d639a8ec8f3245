// motus/session/condition_text.h - a condition of a transition and what a tick saw, in words.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/machine/machine.h>

#include <string>
#include <string_view>

namespace motus {

/// Whether an operator asks for on or off, not for a number.
[[nodiscard]] bool is_truth(record::ConditionOperator op) noexcept;

/// A number as people write it: the shortest that is the same float.
[[nodiscard]] std::string shown_number(double number);

/// "speed > 0.1, is 0"; "armed is on, it is off"; "jump is not set".
[[nodiscard]] std::string condition_text(std::string_view parameter, record::VariableKind kind,
                                         record::ConditionOperator op, double value, double actual);

}  // namespace motus
