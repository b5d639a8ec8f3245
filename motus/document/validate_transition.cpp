// validate_transition.cpp - transitions one by one: ends, conditions, curves.
// SPDX-License-Identifier: MIT
#include <motus/document/validate_check.h>

#include <cmath>

namespace motus::validation {
namespace {

using doc::BlendCurveKey;
using doc::StateKind;
using doc::StateMachineCondition;
using doc::StateMachineState;
using doc::StateMachineTransition;
using doc::TransitionFrom;
using doc::TransitionTo;

constexpr float kLargestHalf = 65504.0f;
constexpr std::size_t kManyCurveKeys = 16;

bool has_source(const StateMachineTransition& t) {
    return t.from_kind() == TransitionFrom::state || t.from_kind() == TransitionFrom::machine;
}

void check_source(Check& check, const StateMachineTransition& t) {
    if (!has_source(t)) return;
    check.require(t.from(), t, StateMachineTransition::kFrom, "state");
    const auto* from = check.find<StateMachineState>(t.from());
    if (from == nullptr) return;
    const bool is_machine = from->kind() == StateKind::sub_machine;
    if (from->parent() != t.parent()) {
        check.error("wrong-target", t, StateMachineTransition::kFrom,
                    quoted(from->name(), "the state") + " is not in the graph of the transition");
    } else if (is_machine != (t.from_kind() == TransitionFrom::machine)) {
        check.error(
            "wrong-type", t, StateMachineTransition::kFromKind,
            quoted(from->name(), "the state") +
                (is_machine ? " is a sub-machine: only a transition from a machine leaves it"
                            : " is no sub-machine"));
    }
}

void check_target(Check& check, const StateMachineTransition& t) {
    if (t.to_kind() == TransitionTo::exit) {
        if (t.from_kind() == TransitionFrom::entry) {
            check.error("wrong-type", t, StateMachineTransition::kToKind,
                        "an entry cannot lead to the exit");
        }
        return;
    }
    check.require(t.to(), t, StateMachineTransition::kTo, "state");
    const auto* to = check.find<StateMachineState>(t.to());
    if (to == nullptr) return;
    const std::string name = quoted(to->name(), "the state");
    if (layer_of(*to) != layer_of(t)) {
        check.error("wrong-target", t, StateMachineTransition::kTo, name + " is in another layer");
    } else if (t.from_kind() == TransitionFrom::entry && !is_within(*to, *t.parent())) {
        check.warn("wrong-target", t, StateMachineTransition::kTo,
                   name + " is outside the graph that is entered");
    }
    if (t.to_kind() == TransitionTo::machine && to->kind() != StateKind::sub_machine) {
        check.error("wrong-type", t, StateMachineTransition::kToKind, name + " is no sub-machine");
    }
}

void check_condition(Check& check, const StateMachineCondition& c) {
    if (c.variable() == 0) {
        check.error("unknown-variable", c, StateMachineCondition::kVariable,
                    "the condition names no variable: it never holds");
        return;
    }
    const auto* variable = check.find<doc::StateMachineVariable>(c.variable());
    if (variable == nullptr) return;
    const std::string name = quoted(variable->name(), "the variable");
    const doc::VariableKind kind = variable->kind();
    if (!suits(c.op(), kind)) {
        const bool truth = kind == doc::VariableKind::bool_ || kind == doc::VariableKind::trigger;
        check.error("wrong-type", c, StateMachineCondition::kOp,
                    name + (truth ? " is true or false and cannot be compared with a number"
                                  : " is a number: compare it with one"));
        return;
    }
    const bool equality =
        c.op() == doc::ConditionOperator::equal || c.op() == doc::ConditionOperator::not_equal;
    const bool whole = kind == doc::VariableKind::int_ || kind == doc::VariableKind::enum_;
    if (whole && std::fabs(c.compare_value()) >= 0x1p24f) {
        check.warn("out-of-range", c, StateMachineCondition::kCompareValue,
                   "is kept as a float: from 16777216 on, not every whole number is one");
    } else if (kind == doc::VariableKind::float_ && equality) {
        check.warn("float-equality", c, StateMachineCondition::kOp,
                   name + " is a float: it is seldom exactly a value");
    } else if (kind == doc::VariableKind::int_ &&
               c.compare_value() != std::floor(c.compare_value())) {
        check.warn("wrong-type", c, StateMachineCondition::kCompareValue,
                   name + " is an int: the value is rounded");
    } else if (kind == doc::VariableKind::enum_ && equality && !variable->choices().empty() &&
               !check.solver().is_choice(*variable, c)) {
        check.warn("unknown-choice", c, StateMachineCondition::kCompareValue,
                   name + " has no choice of this value");
    }
}

void check_curve(Check& check, const doc::BlendCurve& curve) {
    const BlendCurveKey* before = nullptr;
    for (const BlendCurveKey& key : curve.keys()) {
        if (before != nullptr && key.time() < before->time()) {
            check.error("unsorted-keys", key, BlendCurveKey::kTime, "times must ascend");
        } else if (before != nullptr && key.time() == before->time()) {
            check.error("duplicate-key", key, BlendCurveKey::kTime,
                        "there is a key at this time already");
        }
        for (const auto property : {BlendCurveKey::kTime, BlendCurveKey::kValue,
                                    BlendCurveKey::kInTangent, BlendCurveKey::kOutTangent}) {
            const float number = property == BlendCurveKey::kTime        ? key.time()
                                 : property == BlendCurveKey::kValue     ? key.value()
                                 : property == BlendCurveKey::kInTangent ? key.in_tangent()
                                                                         : key.out_tangent();
            if (std::fabs(number) > kLargestHalf) {
                check.error("out-of-range", key, property, "is larger than a baked curve can hold");
            }
        }
        before = &key;
    }
    if (curve.keys().empty()) return;
    if (curve.keys().size() > kManyCurveKeys) {
        check.warn("many-keys", curve, doc::BlendCurve::kKeys,
                   "has " + std::to_string(curve.keys().size()) + " keys; 16 are plenty");
    }
    const BlendCurveKey &first = curve.keys()[0], &last = curve.keys().back();
    const auto is = [](float a, float b) { return std::fabs(a - b) <= 0.001f; };
    if (!is(first.value(), 1.0f) || !is(last.value(), 0.0f) ||
        (curve.keys().size() > 1 && (!is(first.time(), 0.0f) || !is(last.time(), 1.0f)))) {
        check.warn("curve-ends", curve, doc::BlendCurve::kKeys,
                   "does not run from 1 at the start to 0 at the end: the pose will jump");
    }
}

}  // namespace

void check_transition(Check& check, const StateMachineTransition& t) {
    check_source(check, t);
    check_target(check, t);
    for (const StateMachineCondition& condition : t.conditions())
        check_condition(check, condition);
    if (t.curve() != nullptr) check_curve(check, *t.curve());
    const bool timed =
        t.from_kind() == TransitionFrom::state || t.from_kind() == TransitionFrom::any;
    if (timed && t.conditions().empty() && !t.has_exit_time()) {
        check.warn("never-fires", t, 0,
                   "has neither a condition nor an exit time, so it never fires");
        return;
    }
    Conditions conditions;
    add_conditions(conditions, t);
    if (check.solver().can_hold(std::move(conditions))) return;
    std::string list;
    for (const StateMachineCondition& condition : t.conditions())
        list += (list.empty() ? "" : ", ") + describe(check.document(), condition);
    check.warn("never-fires", t, StateMachineTransition::kConditions,
               "these never hold together: " + list);
}

}  // namespace motus::validation
