// SPDX-License-Identifier: MIT
#include <motus/import/unity/convert.h>

#include <cmath>

#include <fmt/format.h>

namespace motus::unity {
namespace {

using doc::ConditionOperator;
using doc::TransitionFrom;

/// Whether a comparison of a truth (0 or 1) with a number is the truth, its opposite, or neither.
std::optional<ConditionOperator> truth_operator(std::int32_t mode, double with) {
    const auto holds = [&](double value) {
        switch (static_cast<ConditionMode>(mode)) {
            case ConditionMode::greater:
                return value > with;
            case ConditionMode::less:
                return value < with;
            case ConditionMode::equals:
                return value == with;
            default:
                return value != with;
        }
    };
    if (holds(1.0) == holds(0.0)) return {};
    return holds(1.0) ? ConditionOperator::is_true : ConditionOperator::is_false;
}

}  // namespace

void Converter::add_transitions(std::uint32_t index) {
    const Machine& machine = controller_.machines[index];
    const Place& place = machines_[index];
    if (place.graph == Handle{}) return;
    layer_now_ = place.layer;
    for (const Transition& transition : machine.any) {
        add_transition(transition, TransitionFrom::any, 0, index, place.path + "/Any State");
        note_transition(transition, true, place.path + "/Any State", {});
    }
    for (const Transition& transition : machine.entry) {
        add_transition(transition, TransitionFrom::entry, 0, index, place.path + "/Entry");
    }
    if (machine.default_state != kNoItem && !is_inside(machine.default_state, index)) {
        add_default_outside(index);
    }
    if (!machine.entry.empty()) {
        report_.use("entry transitions", Support::supported, "entry transitions", place.path);
        if (place.id == 0) report_.touch(11, place.path);
    }
    for (const std::uint32_t state : machine.states) {
        for (const Transition& transition : controller_.states[state].transitions) {
            add_transition(transition, TransitionFrom::state, states_[state].id, index,
                           states_[state].path);
            note_transition(transition, false, states_[state].path,
                            controller_.states[state].motion);
            if (transition.to_kind != Target::exit) continue;
            report_.use("exits", Support::supported,
                        "exits; the way out takes their timing (inherit)", states_[state].path);
        }
    }
    for (const ChildMachine& child : machine.children) {
        for (const Transition& transition : child.leave) {
            add_transition(transition, TransitionFrom::machine, machines_[child.machine].id, index,
                           machines_[child.machine].path);
            report_.use("state machine transitions", Support::supported,
                        "transitions out of a sub-machine", machines_[child.machine].path);
        }
        bool exits = false, open = false;
        for (const std::uint32_t state : controller_.machines[child.machine].states) {
            for (const Transition& transition : controller_.states[state].transitions)
                exits = exits || transition.to_kind == Target::exit;
        }
        for (const ChildMachine& inner : controller_.machines[child.machine].children) {
            for (const Transition& transition : inner.leave)
                exits = exits || transition.to_kind == Target::exit;
        }
        // Ways out under conditions may all be closed when an exit comes.
        for (const Transition& transition : child.leave)
            open = open || (transition.conditions.empty() && !transition.mute);
        if (exits && !open) report_.touch(4, machines_[child.machine].path);
    }
}

void Converter::add_transition(const Transition& transition, TransitionFrom from_kind,
                               std::uint64_t from, std::uint32_t machine,
                               const std::string& place) {
    if (from_kind == TransitionFrom::entry && transition.to_kind == Target::machine &&
        transition.to == machine) {
        diagnostics_.warn("unity-entry-itself", place,
                          "an entry transition that leads to its own machine is left out: it would "
                          "enter it for ever");
        return;
    }
    ++transitions_;
    if (transition.to_kind == Target::machine && machines_[transition.to].id == 0) {
        enter_root(transition, from_kind, from, machine, place);
        return;
    }
    auto change = new_transition(transition, from_kind, from, machine);
    switch (transition.to_kind) {
        case Target::state:
            change.set_to_kind(doc::TransitionTo::state).set_to(states_[transition.to].id);
            break;
        case Target::machine:
            change.set_to_kind(doc::TransitionTo::machine).set_to(machines_[transition.to].id);
            break;
        default:
            change.set_to_kind(doc::TransitionTo::exit);
            break;
    }
    add_conditions(transition, change, place);
}

doc::StateMachineTransitionChange Converter::new_transition(const Transition& transition,
                                                            TransitionFrom from_kind,
                                                            std::uint64_t from,
                                                            std::uint32_t machine) {
    doc::StateGraphChange graph(document_, machines_[machine].graph);
    auto change = graph.transitions_append();
    change.set_name(transition.name)
        .set_from_kind(from_kind)
        .set_from(from)
        .set_mute(transition.mute)
        .set_solo(transition.solo)
        .set_interruption_blend(doc::InterruptionBlend::frozen);
    if (from_kind == TransitionFrom::machine) change.set_inherit(true).set_duration(0.0f);
    if (from_kind == TransitionFrom::entry) change.set_duration(0.0f);
    if (from_kind != TransitionFrom::state && from_kind != TransitionFrom::any) return change;
    change.set_duration(transition.duration)
        .set_duration_unit(transition.fixed_duration ? doc::DurationUnit::seconds
                                                     : doc::DurationUnit::normalized)
        .set_offset(transition.offset)
        .set_has_exit_time(transition.has_exit_time)
        .set_exit_time(std::max(0.0f, transition.exit_time))
        .set_exit_time_mode(doc::ExitTimeMode::at_crossing)
        .set_interruption_source(
            static_cast<doc::InterruptionSource>(transition.interruption_source))
        .set_ordered(transition.ordered)
        .set_can_transition_to_self(transition.can_self);
    return change;
}

void Converter::add_conditions(const Transition& transition,
                               doc::StateMachineTransitionChange& change,
                               const std::string& place) {
    for (const Condition& condition : transition.conditions) {
        const auto known = variables_.find(condition.parameter);
        if (known != variables_.end() && known->second.type == ParameterType::trigger) {
            trigger_layers_[condition.parameter].insert(layer_now_);
        }
        if (add_condition(condition, change)) continue;
        // It can never hold. The transition stays, muted, with the condition as a note.
        change.set_mute(true);
        auto note = change.annotations_append();
        note.set_name("unity.condition");
        note.fields_append().set_name("mode").set_value(Value(condition.mode));
        note.fields_append().set_name("parameter").set_value(Value(condition.parameter));
        note.fields_append()
            .set_name("threshold")
            .set_value(Value(static_cast<float>(condition.threshold)));
        note.fields_append().set_name("mute").set_value(Value(transition.mute));
        report_.use("conditions that can never hold", Support::approximated,
                    "the transition is muted", place);
    }
}

// False where the condition can never hold.
bool Converter::add_condition(const Condition& condition,
                              doc::StateMachineTransitionChange& change) {
    const auto known = variables_.find(condition.parameter);
    if (known == variables_.end()) return false;
    const ParameterType type = known->second.type;
    const bool truth = type == ParameterType::boolean || type == ParameterType::trigger;
    ConditionOperator op = ConditionOperator::is_true;
    double with = condition.threshold;
    switch (static_cast<ConditionMode>(condition.mode)) {
        case ConditionMode::if_true:
        case ConditionMode::if_false: {
            const bool positive = condition.mode == static_cast<int>(ConditionMode::if_true);
            op = truth ? (positive ? ConditionOperator::is_true : ConditionOperator::is_false)
                       : (positive ? ConditionOperator::not_equal : ConditionOperator::equal);
            with = 0.0;
            break;
        }
        case ConditionMode::greater:
        case ConditionMode::less:
        case ConditionMode::equals:
        case ConditionMode::not_equal: {
            if (truth) {
                const auto found = truth_operator(condition.mode, with);
                if (!found) return false;
                op = *found;
                with = 0.0;
                break;
            }
            constexpr std::array kOps = {ConditionOperator::greater, ConditionOperator::less,
                                         ConditionOperator::less,  // 5 is not here
                                         ConditionOperator::equal, ConditionOperator::not_equal};
            op = kOps[static_cast<std::size_t>(condition.mode - 3)];
            if (type == ParameterType::integer) with = std::round(with);
            break;
        }
        default:
            return false;
    }
    change.conditions_append()
        .set_variable(known->second.id)
        .set_op(op)
        .set_compare_value(static_cast<float>(with));
    return true;
}

// Unity enters such a state when no entry transition leads elsewhere. A graph's default lies within
// it, so the last entry transition, without conditions, leads there.
void Converter::add_default_outside(std::uint32_t index) {
    const Machine& machine = controller_.machines[index];
    Transition way;
    for (const Transition& entry : machine.entry)
        way.solo = way.solo || (entry.solo && !entry.mute);  // else a solo would silence it
    auto change = new_transition(way, TransitionFrom::entry, 0, index);
    change.set_to_kind(doc::TransitionTo::state).set_to(states_[machine.default_state].id);
    report_.use("default states outside their machine", Support::supported,
                "the last entry transition leads there", machines_[index].path);
    diagnostics_.warn("unity-default-outside", machines_[index].path,
                      fmt::format("its default state {} is outside it; an entry transition without "
                                  "conditions leads there",
                                  states_[machine.default_state].path));
}

// A layer's root machine is no state that a transition could lead to. From a state of the root
// itself, its exit means the same; from elsewhere each way in becomes a transition of its own.
void Converter::enter_root(const Transition& transition, TransitionFrom from_kind,
                           std::uint64_t from, std::uint32_t machine, const std::string& place) {
    report_.use("transitions to a layer's root machine", Support::approximated,
                "written as the exit of the root, or as one transition per way in", place);
    const std::uint32_t root = transition.to;
    if (machine == root && from_kind != TransitionFrom::any) {
        auto change = new_transition(transition, from_kind, from, machine);
        change.set_to_kind(doc::TransitionTo::exit);
        add_conditions(transition, change, place);
        return;
    }
    const auto lead = [&](const Transition* entry, doc::TransitionTo to_kind, std::uint64_t to) {
        auto change = new_transition(transition, from_kind, from, machine);
        change.set_to_kind(to_kind).set_to(to);
        add_conditions(transition, change, place);
        if (entry != nullptr) add_conditions(*entry, change, place);
        ++added_;
    };
    for (const Transition& entry : controller_.machines[root].entry) {
        if (entry.mute) continue;
        if (entry.to_kind == Target::state) {
            lead(&entry, doc::TransitionTo::state, states_[entry.to].id);
        } else if (entry.to_kind == Target::machine && machines_[entry.to].id != 0) {
            lead(&entry, doc::TransitionTo::machine, machines_[entry.to].id);
        }
    }
    const std::uint32_t first = first_state(controller_.machines[root]);
    if (first != kNoItem) lead(nullptr, doc::TransitionTo::state, states_[first].id);
}

}  // namespace motus::unity
