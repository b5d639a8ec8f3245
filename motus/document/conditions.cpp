// SPDX-License-Identifier: MIT
#include <motus/document/conditions.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace motus {
namespace {

using doc::ConditionOperator;
using doc::StateMachineCondition;
using doc::StateMachineVariable;
using doc::VariableKind;

using Group = std::span<const StateMachineCondition* const>;

bool is_whole(VariableKind kind) {
    return kind == VariableKind::int_ || kind == VariableKind::enum_;
}

double compared(const StateMachineCondition& condition, VariableKind kind) {
    const double with = condition.compare_value();
    return is_whole(kind) ? std::round(with) : with;
}

bool holds(const StateMachineCondition& condition, VariableKind kind, double value) {
    const double with = compared(condition, kind);
    switch (condition.op()) {
        case ConditionOperator::is_true:
            return value != 0.0;
        case ConditionOperator::is_false:
            return value == 0.0;
        case ConditionOperator::greater:
            return value > with;
        case ConditionOperator::less:
            return value < with;
        case ConditionOperator::greater_equal:
            return value >= with;
        case ConditionOperator::less_equal:
            return value <= with;
        case ConditionOperator::equal:
            return value == with;
        case ConditionOperator::not_equal:
            return value != with;
    }
    return false;
}

bool all_hold(Group group, VariableKind kind, double value) {
    return std::all_of(group.begin(), group.end(),
                       [&](const auto* c) { return holds(*c, kind, value); });
}

/// Values that are worth trying: truth only changes at compared values, so beside and between
/// them one of each stretch is enough.
std::vector<double> candidates(const StateMachineVariable& variable, Group group) {
    const VariableKind kind = variable.kind();
    if (kind == VariableKind::bool_ || kind == VariableKind::trigger) return {0.0, 1.0};
    std::vector<double> values;
    if (kind == VariableKind::enum_ && !variable.choices().empty()) {
        for (const doc::VariableChoice& choice : variable.choices())
            values.push_back(choice.value());
        return values;
    }
    std::vector<double> edges{0.0};
    for (const StateMachineCondition* condition : group)
        edges.push_back(compared(*condition, kind));
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    for (std::size_t i = 0; i < edges.size(); ++i) {
        values.push_back(edges[i]);
        if (is_whole(kind)) {
            values.push_back(edges[i] - 1.0);
            values.push_back(edges[i] + 1.0);
        } else if (i + 1 < edges.size()) {
            // A float must lie between; neighbours have none.
            const auto middle = static_cast<float>((edges[i] + edges[i + 1]) / 2);
            values.push_back(middle);
        }
    }
    if (!is_whole(kind)) {
        constexpr double kFar = std::numeric_limits<float>::max();
        values.push_back(-kFar);
        values.push_back(kFar);
    }
    return values;
}

const char* symbol(ConditionOperator op) {
    switch (op) {
        case ConditionOperator::is_true:
            return "is true";
        case ConditionOperator::is_false:
            return "is false";
        case ConditionOperator::greater:
            return ">";
        case ConditionOperator::less:
            return "<";
        case ConditionOperator::greater_equal:
            return ">=";
        case ConditionOperator::less_equal:
            return "<=";
        case ConditionOperator::equal:
            return "==";
        case ConditionOperator::not_equal:
            return "!=";
    }
    return "?";
}

}  // namespace

void add_conditions(Conditions& out, const doc::StateMachineTransition& transition) {
    for (const StateMachineCondition& condition : transition.conditions())
        out.push_back(&condition);
}

bool can_hold(const Document& document, Conditions conditions) {
    std::stable_sort(conditions.begin(), conditions.end(),
                     [](const auto* a, const auto* b) { return a->variable() < b->variable(); });
    for (std::size_t first = 0, last = 0; first < conditions.size(); first = last) {
        while (last < conditions.size() &&
               conditions[last]->variable() == conditions[first]->variable())
            ++last;
        const auto* variable =
            object_cast<StateMachineVariable>(document.find_id(conditions[first]->variable()));
        if (variable == nullptr) continue;
        const Group group(conditions.data() + first, last - first);
        const std::vector<double> values = candidates(*variable, group);
        if (std::none_of(values.begin(), values.end(),
                         [&](double value) { return all_hold(group, variable->kind(), value); })) {
            return false;
        }
    }
    return true;
}

bool suits(ConditionOperator op, VariableKind kind) noexcept {
    const bool truth = op == ConditionOperator::is_true || op == ConditionOperator::is_false;
    return truth == (kind == VariableKind::bool_ || kind == VariableKind::trigger);
}

std::string describe(const Document& document, const StateMachineCondition& condition) {
    const auto* variable =
        object_cast<StateMachineVariable>(document.find_id(condition.variable()));
    std::string text = variable != nullptr ? variable->name() : std::string("?");
    text += ' ';
    text += symbol(condition.op());
    if (condition.op() != ConditionOperator::is_true &&
        condition.op() != ConditionOperator::is_false) {
        text += ' ';
        append_json_float(text, condition.compare_value());
    }
    return text;
}

}  // namespace motus
