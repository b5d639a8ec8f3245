// motus/session/why.h - why a transition does or does not fire in the tick that is shown, in words.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/session/performance.h>
#include <motus/session/transition_list.h>

#include <string>
#include <vector>

namespace motus {

/// One condition, with what the tick saw.
struct WhyCondition {
    std::string parameter;
    record::ConditionOperator op{};
    double value = 0.0, actual = 0.0;
    bool holds = false;
    std::string text;  ///< "speed > 0.1, is 0".
};

struct Why {
    std::uint32_t transition = 0;
    bool considered = false;  ///< The tick looked at it.
    bool taken = false;
    std::string blocked_by;  ///< As to_string(Blocked) has it; empty where it was taken.
    std::vector<WhyCondition> conditions;
    bool has_exit_time = false, crossed = false;
    double exit_time = 0.0, now = 0.0;  ///< In lengths of the state it leaves.
    record::ExitTimeMode mode{};
    std::string verdict;  ///< A sentence.
};

/// Of the last tick of the machine that plays. A transition that the tick did not look at is
/// answered too: whether each condition would hold, and what is active in its stead. Asserts that
/// there is a machine and such a transition.
[[nodiscard]] Why explain_transition(Performance& performance,
                                     const std::vector<TransitionInfo>& transitions,
                                     std::uint32_t transition);

/// A variable of an instance as a number.
[[nodiscard]] double number_of(record::VariableKind kind, std::uint32_t bits) noexcept;

/// "is_true", "greater", ...
[[nodiscard]] const char* operator_word(record::ConditionOperator op) noexcept;

}  // namespace motus
