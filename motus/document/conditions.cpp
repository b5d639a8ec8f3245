// SPDX-License-Identifier: MIT
#include <motus/document/conditions.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace motus {
namespace {

using doc::ConditionOperator;
using doc::StateMachineCondition;
using doc::StateMachineVariable;
using doc::VariableKind;

bool is_whole(VariableKind kind) {
    return kind == VariableKind::int_ || kind == VariableKind::enum_;
}

double compared(const StateMachineCondition& condition, VariableKind kind) {
    const double with = condition.compare_value();
    return is_whole(kind) ? std::round(with) : with;
}

ConditionOperator opposite_of(ConditionOperator op) {
    switch (op) {
        case ConditionOperator::is_true:
            return ConditionOperator::is_false;
        case ConditionOperator::is_false:
            return ConditionOperator::is_true;
        case ConditionOperator::greater:
            return ConditionOperator::less_equal;
        case ConditionOperator::less:
            return ConditionOperator::greater_equal;
        case ConditionOperator::greater_equal:
            return ConditionOperator::less;
        case ConditionOperator::less_equal:
            return ConditionOperator::greater;
        case ConditionOperator::equal:
            return ConditionOperator::not_equal;
        case ConditionOperator::not_equal:
            return ConditionOperator::equal;
    }
    return op;
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

/// The values that conditions on one variable leave: a stretch, without some.
class ConditionSolver::Stretch {
  public:
    explicit Stretch(VariableKind kind) : kind_(kind) {}

    void take(const StateMachineCondition& condition) {
        take(condition.op(), compared(condition, kind_));
    }

    /// What is left where the condition does not hold. One that no number holds leaves all.
    void take_opposite(const StateMachineCondition& condition) {
        const double with = compared(condition, kind_);
        if (!std::isnan(with)) take(opposite_of(condition.op()), with);
    }

    void take(ConditionOperator op, double with) {
        switch (op) {
            case ConditionOperator::is_true:
                without_.push_back(0.0);
                break;
            case ConditionOperator::is_false:
                from(0.0);
                to(0.0);
                break;
            case ConditionOperator::greater:
                from(next(with, 1));
                break;
            case ConditionOperator::less:
                to(next(with, -1));
                break;
            case ConditionOperator::greater_equal:
                from(with);
                break;
            case ConditionOperator::less_equal:
                to(with);
                break;
            case ConditionOperator::equal:
                from(with);
                to(with);
                break;
            case ConditionOperator::not_equal:
                without_.push_back(with);
                break;
        }
    }

    /// Whether one of `values`, which ascend, is left.
    [[nodiscard]] bool has_one_of(const std::vector<double>& values) {
        settle();
        auto at = std::lower_bound(values.begin(), values.end(), low_);
        while (at != values.end() && *at <= high_ && is_without(*at))
            ++at;
        return at != values.end() && *at <= high_;
    }

    /// Whether any number of the kind is left. No more steps than there are values to leave out.
    [[nodiscard]] bool has_any() {
        settle();
        double at = low_;
        while (at <= high_ && is_without(at))
            at = next(at, 1);
        return at <= high_;
    }

  private:
    // A comparison with what is no number never holds.
    void from(double value) { low_ = value >= low_ ? value : value < low_ ? low_ : kNever; }
    void to(double value) { high_ = value <= high_ ? value : value > high_ ? high_ : -kNever; }

    [[nodiscard]] double next(double value, int way) const {
        if (is_whole(kind_)) return value + way;
        return std::nextafter(static_cast<float>(value),
                              static_cast<float>(way) * std::numeric_limits<float>::infinity());
    }

    void settle() {
        constexpr double kFar = std::numeric_limits<float>::max();
        using Whole = std::numeric_limits<std::int32_t>;
        low_ = std::max(low_, is_whole(kind_) ? double{Whole::min()} : -kFar);
        high_ = std::min(high_, is_whole(kind_) ? double{Whole::max()} : kFar);
        without_.erase(std::remove_if(without_.begin(), without_.end(),
                                      [](double value) { return std::isnan(value); }),
                       without_.end());
        std::sort(without_.begin(), without_.end());
    }

    [[nodiscard]] bool is_without(double value) const {
        return std::binary_search(without_.begin(), without_.end(), value);
    }

    static constexpr double kNever = std::numeric_limits<double>::infinity();

    VariableKind kind_;
    double low_ = -kNever, high_ = kNever;
    std::vector<double> without_;
};

bool is_truth(VariableKind kind) noexcept {
    return kind == VariableKind::bool_ || kind == VariableKind::trigger;
}

void add_conditions(Conditions& out, const doc::StateMachineTransition& transition) {
    for (const StateMachineCondition& condition : transition.conditions())
        out.push_back(&condition);
}

bool ConditionSolver::can_hold(Conditions conditions) const {
    std::stable_sort(conditions.begin(), conditions.end(),
                     [](const auto* a, const auto* b) { return a->variable() < b->variable(); });
    for (std::size_t first = 0, last = 0; first < conditions.size(); first = last) {
        const auto* variable =
            object_cast<StateMachineVariable>(document_.find_id(conditions[first]->variable()));
        Stretch left(variable != nullptr ? variable->kind() : VariableKind::float_);
        while (last < conditions.size() &&
               conditions[last]->variable() == conditions[first]->variable())
            left.take(*conditions[last++]);
        if (variable != nullptr && !leaves_some(left, *variable)) return false;
    }
    return true;
}

bool ConditionSolver::leaves_some(Stretch& left, const StateMachineVariable& variable) const {
    static const Values truths{0.0, 1.0};
    const VariableKind kind = variable.kind();
    if (is_truth(kind)) return left.has_one_of(truths);
    const bool is_choice = kind == VariableKind::enum_ && !variable.choices().empty();
    return is_choice ? left.has_one_of(choices_of(variable)) : left.has_any();
}

bool ConditionSolver::follows(const Conditions& given,
                              const StateMachineCondition& condition) const {
    const auto* variable =
        object_cast<StateMachineVariable>(document_.find_id(condition.variable()));
    if (variable == nullptr) return false;
    Stretch left(variable->kind());
    bool is_given = false;
    for (const StateMachineCondition* each : given) {
        if (each->variable() != condition.variable()) continue;
        left.take(*each);
        is_given = true;
    }
    left.take_opposite(condition);
    return is_given && !leaves_some(left, *variable);
}

bool ConditionSolver::follows(const Conditions& given,
                              const doc::StateMachineTransition& transition) const {
    return std::all_of(transition.conditions().begin(), transition.conditions().end(),
                       [&](const StateMachineCondition& each) { return follows(given, each); });
}

bool ConditionSolver::uses_trigger(const doc::StateMachineTransition& transition) const {
    return std::any_of(
        transition.conditions().begin(), transition.conditions().end(),
        [&](const StateMachineCondition& condition) {
            const auto* variable =
                object_cast<StateMachineVariable>(document_.find_id(condition.variable()));
            return variable != nullptr && variable->kind() == VariableKind::trigger &&
                   condition.op() == ConditionOperator::is_true;
        });
}

bool ConditionSolver::is_choice(const StateMachineVariable& variable,
                                const StateMachineCondition& condition) const {
    const Values& values = choices_of(variable);
    return std::binary_search(values.begin(), values.end(),
                              compared(condition, VariableKind::enum_));
}

std::optional<double> ConditionSolver::only_value(const StateMachineCondition& condition) const {
    const auto* variable =
        object_cast<StateMachineVariable>(document_.find_id(condition.variable()));
    if (variable == nullptr) return std::nullopt;
    const VariableKind kind = variable->kind();
    const double with = compared(condition, kind);
    if (condition.op() == ConditionOperator::is_false) return 0.0;
    if (condition.op() == ConditionOperator::is_true && is_truth(kind)) return 1.0;
    if (condition.op() == ConditionOperator::equal && with == with) return with;
    return std::nullopt;
}

const ConditionSolver::Values& ConditionSolver::choices_of(
    const StateMachineVariable& variable) const {
    const auto [at, is_new] = choices_.try_emplace(&variable);
    if (!is_new) return at->second;
    for (const doc::VariableChoice& choice : variable.choices())
        at->second.push_back(choice.value());
    std::sort(at->second.begin(), at->second.end());
    return at->second;
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
