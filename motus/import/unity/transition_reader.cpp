// Transitions of a controller: conditions, times, and where they lead.
// SPDX-License-Identifier: MIT
#include <motus/import/unity/controller_reader.h>

#include <fmt/format.h>

namespace motus::unity {
namespace {

constexpr std::int32_t kOldExitTime = 5;  // a condition of Unity 4
constexpr float kOldExitTimeDefault = 0.9f;

/// Values of transitions that stand in more than one list: each mention is a copy.
constexpr std::size_t kMaxRepeated = 1'000'000;

}  // namespace

void ControllerReader::read_transitions(Node list, std::uint32_t layer, bool timed,
                                        std::vector<Transition>& out) {
    for (const Node reference : list) {
        Transition transition;
        if (read_transition(reference, layer, timed, transition)) {
            out.push_back(std::move(transition));
        }
    }
}

bool ControllerReader::read_transition(Node reference, std::uint32_t layer, bool timed,
                                       Transition& out) {
    const std::optional<Node> body =
        timed ? object(reference, {ClassId::state_transition}, "a list of transitions")
              : object(reference, {ClassId::entry_transition}, "a list of entry transitions");
    if (!body) return false;
    if (!transitions_read_.insert(&body->tree()).second) {
        repeated_ += body->tree().size();
        if (repeated_ > kMaxRepeated) {
            return faults_.error("unity-too-large", reference.line(),
                                 "the same transitions stand in too many lists");
        }
    }
    const Fields fields(*body, faults_);
    out.line = fields.line();
    out.name = fields.text("m_Name");
    out.mute = fields.flag("m_Mute", false);
    out.solo = fields.flag("m_Solo", false);
    if (timed) read_timing(fields, out);
    read_conditions(fields, out);
    return read_target(fields, layer, out);
}

void ControllerReader::read_timing(const Fields& fields, Transition& out) {
    out.duration = fields.number("m_TransitionDuration", 0.0f);
    if (out.duration < 0.0f) {
        faults_.warn("unity-number", fields.line(),
                     "a transition with a negative duration; it has none");
        out.duration = 0.0f;
    }
    out.fixed_duration = fields.flag("m_HasFixedDuration", false);
    out.offset = fields.number("m_TransitionOffset", 0.0f);
    out.has_exit_time = fields.flag("m_HasExitTime", false);
    out.exit_time = fields.number("m_ExitTime", kOldExitTimeDefault);
    out.can_self = fields.flag("m_CanTransitionToSelf", true);
    out.ordered = fields.flag("m_OrderedInterruption", true);
    if (fields.has("m_Atomic") && !fields.has("m_InterruptionSource")) {
        out.interruption_source = fields.flag("m_Atomic", true) ? 0 : 1;
    } else {
        out.interruption_source = fields.integer("m_InterruptionSource", 0);
    }
    if (out.interruption_source < 0 || out.interruption_source > 4) {
        faults_.warn("unity-unknown", fields.line(),
                     fmt::format("interruption source {} is not known; nothing interrupts",
                                 out.interruption_source));
        out.interruption_source = 0;
    }
}

void ControllerReader::read_conditions(const Fields& fields, Transition& out) {
    for (const Node entry : fields.node()["m_Conditions"]) {
        const Fields values(entry, faults_);
        Condition condition;
        condition.mode = values.integer("m_ConditionMode", 0);
        if (condition.mode == kOldExitTime) {
            out.has_exit_time = true;
            out.exit_time = values.number("m_ExitTime", kOldExitTimeDefault);
            continue;
        }
        condition.parameter = values.text("m_ConditionEvent");
        condition.threshold = static_cast<double>(values.number("m_EventTreshold", 0.0f));
        if (condition.mode < 1 || condition.mode > 7) {
            faults_.warn(
                "unity-unknown", entry.line(),
                fmt::format("condition mode {} is not known: the transition is never taken",
                            condition.mode));
        }
        if (parameter_names_.count(condition.parameter) == 0) {
            faults_.warn("unity-no-parameter", entry.line(),
                         fmt::format("a condition on parameter {}, which the controller does not "
                                     "have: the transition is never taken",
                                     shown(condition.parameter)));
        }
        out.conditions.push_back(std::move(condition));
    }
}

bool ControllerReader::read_target(const Fields& fields, std::uint32_t layer, Transition& out) {
    const AssetRef state = fields.reference("m_DstState");
    const AssetRef machine = fields.reference("m_DstStateMachine");
    const auto drop = [&](std::string_view code, std::string_view why) {
        faults_.warn(code, fields.line(), fmt::format("a transition {}; it is left out", why));
        return false;
    };
    // A destination that is named counts before the exit, as in Unity's own editor.
    if (!state.is_none()) {
        const auto found = state_of_.find(state.file_id);
        if (found == state_of_.end()) {
            const ObjectEntry* other = file_.find(state.file_id);
            if (other == nullptr) return drop("unity-dangling", "to a state that is not there");
            return drop("unity-wrong-class", fmt::format("to {} that no machine holds as a state",
                                                         class_name(other->class_id)));
        }
        if (state_info_[found->second].layer != layer) {
            return drop("unity-dangling", "to a state of another layer");
        }
        out.to_kind = Target::state;
        out.to = found->second;
        return true;
    }
    if (!machine.is_none()) {
        const auto found = machine_of_.find(machine.file_id);
        if (found == machine_of_.end() || machine_info_[found->second].layer != layer) {
            return drop("unity-dangling", "to a state machine that is not in its layer");
        }
        out.to_kind = Target::machine;
        out.to = found->second;
        return true;
    }
    if (fields.flag("m_IsExit", false)) {
        out.to_kind = Target::exit;
        return true;
    }
    return drop("unity-no-target", "without a destination");
}

// Unity 4: each machine has a map from state to transitions; state 0 is any state. A machine may
// list the states of its sub-machines again: a transition counts once for each state it leaves.
void ControllerReader::read_old_transitions(std::uint32_t index) {
    const MachineInfo& info = machine_info_[index];
    const Fields fields(info.node, faults_);
    for (const Pair& pair : read_pairs(info.node["m_OrderedTransitions"])) {
        const AssetRef from = fields.reference(pair.first);
        const auto found = state_of_.find(from.file_id);
        if (!from.is_none() && found == state_of_.end()) {
            faults_.warn("unity-dangling", pair.first.line(),
                         "transitions from a state that is not there are left out");
            continue;
        }
        std::vector<Transition>& list =
            from.is_none() ? out_.machines[index].any : out_.states[found->second].transitions;
        for (const Node reference : pair.second) {
            const std::int64_t id = fields.reference(reference).file_id;
            if (!old_read_.emplace(from.file_id, id).second) continue;
            Transition transition;
            if (read_transition(reference, info.layer, true, transition))
                list.push_back(std::move(transition));
        }
    }
}

}  // namespace motus::unity
