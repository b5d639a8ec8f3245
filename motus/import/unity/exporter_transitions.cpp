// SPDX-License-Identifier: MIT
#include <motus/import/unity/exporter.h>

#include <cmath>

#include <fmt/format.h>

namespace motus::unity {
namespace {

using doc::ConditionOperator;

/// Unity's mode and threshold; it has no comparison that includes equality.
std::pair<int, float> unity_condition(const doc::StateMachineCondition& condition,
                                      doc::VariableKind kind) {
    const bool whole = kind == doc::VariableKind::int_ || kind == doc::VariableKind::enum_;
    const float value = condition.compare_value();
    switch (condition.op()) {
        case ConditionOperator::is_true:
            return {1, 0.0f};
        case ConditionOperator::is_false:
            return {2, 0.0f};
        case ConditionOperator::greater:
            return {3, value};
        case ConditionOperator::less:
            return {4, value};
        case ConditionOperator::greater_equal:
            return {3, whole ? std::round(value) - 1.0f : std::nextafter(value, -HUGE_VALF)};
        case ConditionOperator::less_equal:
            return {4, whole ? std::round(value) + 1.0f : std::nextafter(value, HUGE_VALF)};
        case ConditionOperator::equal:
            return {6, value};
        default:
            return {7, value};
    }
}

std::string condition_lines(int mode, std::string_view parameter, float threshold) {
    return fmt::format(
        "  - m_ConditionMode: {}\n    m_ConditionEvent: {}\n"
        "    m_EventTreshold: {}\n",
        mode, yaml_text(parameter), threshold);
}

const Value* field(const doc::Annotation& note, std::string_view name) {
    for (const doc::AnnotationField& entry : note.fields()) {
        if (entry.name() == name) return &entry.value();
    }
    return nullptr;
}

}  // namespace

std::int64_t Exporter::write_transition(const doc::StateMachineTransition& transition) {
    const bool timed = transition.from_kind() == doc::TransitionFrom::state ||
                       transition.from_kind() == doc::TransitionFrom::any;
    const Object* target = document_.find_id(transition.to());
    const auto* to = object_cast<doc::StateMachineState>(target);
    const bool is_exit = transition.to_kind() == doc::TransitionTo::exit;
    if (!is_exit && (to == nullptr || ids_.count(to) == 0)) {
        lost(transition, "a transition without a target is left out");
        return 0;
    }
    const bool to_machine = !is_exit && to->kind() == doc::StateKind::sub_machine;
    if (transition.curve() != nullptr && !transition.curve()->keys().empty()) {
        lost(transition, "Unity's blends are linear: the curve is left out");
    }
    if (transition.has_exit_time() && !transition.conditions().empty() &&
        transition.exit_time_mode() == doc::ExitTimeMode::from_crossing) {
        lost(transition, "in Unity it fires only when the exit time is crossed");
    }
    if (transition.interruption_source() != doc::InterruptionSource::none &&
        transition.interruption_blend() == doc::InterruptionBlend::inertial) {
        lost(transition, "in Unity an interruption freezes the pose");
    }
    if (transition.from_kind() == doc::TransitionFrom::machine && !transition.inherit()) {
        lost(transition, "in Unity the exit has the timing: this one is left out");
    }
    if (transition.sync() != doc::MotionSync::none) {
        lost(transition, "Unity's transitions do not sync: left out");
    }
    const ClassId class_id = timed ? ClassId::state_transition : ClassId::entry_transition;
    const std::int64_t id = new_id(class_id);
    out_.begin(class_id, id, timed ? "AnimatorStateTransition" : "AnimatorTransition");
    out_.line(1, "m_Name", yaml_text(transition.name()));
    write_conditions(transition);
    out_.local(1, "m_DstStateMachine", to_machine ? id_of(*to) : 0);
    out_.local(1, "m_DstState", !is_exit && !to_machine ? id_of(*to) : 0);
    bool mute = transition.mute();
    for (const doc::Annotation& note : transition.annotations()) {
        const Value* before = note.name() == "unity.condition" ? field(note, "mute") : nullptr;
        if (before != nullptr && before->as_bool() != nullptr) mute = *before->as_bool();
    }
    out_.flag(1, "m_Solo", transition.solo());
    out_.flag(1, "m_Mute", mute);
    out_.flag(1, "m_IsExit", is_exit);
    out_.line(1, "serializedVersion", timed ? "3" : "1");
    if (!timed) return id;
    out_.number(1, "m_TransitionDuration", transition.duration());
    out_.number(1, "m_TransitionOffset", transition.offset());
    out_.number(1, "m_ExitTime", transition.exit_time());
    out_.flag(1, "m_HasExitTime", transition.has_exit_time());
    out_.flag(1, "m_HasFixedDuration", transition.duration_unit() == doc::DurationUnit::seconds);
    out_.line(1, "m_InterruptionSource",
              fmt::to_string(static_cast<int>(transition.interruption_source())));
    out_.flag(1, "m_OrderedInterruption", transition.ordered());
    out_.flag(1, "m_CanTransitionToSelf", transition.can_transition_to_self());
    return id;
}

// Modes that a file can have, and Unity's editor does not offer for that kind.
void Exporter::note_condition(const doc::StateMachineCondition& condition, doc::VariableKind kind) {
    const ConditionOperator op = condition.op();
    const bool same = op == ConditionOperator::equal || op == ConditionOperator::not_equal;
    if (kind == doc::VariableKind::float_ && same) {
        lost(condition, "Unity compares floats by greater and less only: written as it is");
    }
    if (kind == doc::VariableKind::trigger && op == ConditionOperator::is_false) {
        lost(condition, "Unity waits for triggers only: written as it is");
    }
}

void Exporter::write_conditions(const doc::StateMachineTransition& transition) {
    std::string lines;
    for (const doc::StateMachineCondition& condition : transition.conditions()) {
        const auto* variable =
            object_cast<doc::StateMachineVariable>(document_.find_id(condition.variable()));
        if (variable == nullptr) {
            lost(condition, "a condition on no variable is left out");
            continue;
        }
        note_condition(condition, variable->kind());
        const auto [mode, threshold] = unity_condition(condition, variable->kind());
        lines += condition_lines(mode, variable->name(), threshold);
    }
    // Conditions that could not be said in our words, as they were.
    for (const doc::Annotation& note : transition.annotations()) {
        if (note.name() != "unity.condition") continue;
        const Value *mode = field(note, "mode"), *name = field(note, "parameter"),
                    *threshold = field(note, "threshold");
        if (mode == nullptr || name == nullptr || threshold == nullptr) continue;
        if (!mode->as_number() || !name->as_text() || !threshold->as_number()) continue;
        lines += condition_lines(static_cast<int>(*mode->as_number()), *name->as_text(),
                                 static_cast<float>(*threshold->as_number()));
    }
    out_.raw(lines.empty() ? "  m_Conditions: []\n" : "  m_Conditions:\n" + lines);
}

}  // namespace motus::unity
