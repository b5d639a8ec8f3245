// Transitions, conditions, blend trees and behaviours of a controller.
// SPDX-License-Identifier: MIT
#include <motus/import/unity/controller_reader.h>

#include <array>
#include <cfloat>
#include <cmath>

#include <fmt/format.h>

namespace motus::unity {
namespace {

constexpr std::int32_t kOldExitTime = 5;  // a condition of Unity 4
constexpr float kOldExitTimeDefault = 0.9f;

/// Values of transitions that stand in more than one list: each mention is a copy.
constexpr std::size_t kMaxRepeated = 1'000'000;

/// Text of behaviours that is kept; it counts each field's whole path.
constexpr std::size_t kMaxFieldBytes = std::size_t{64} << 20;

constexpr std::array kHeaderFields = {"m_ObjectHideFlags",
                                      "m_CorrespondingSourceObject",
                                      "m_PrefabInstance",
                                      "m_PrefabAsset",
                                      "m_PrefabParentObject",
                                      "m_PrefabInternal",
                                      "m_GameObject",
                                      "m_Enabled",
                                      "m_EditorHideFlags",
                                      "m_Script",
                                      "m_Name",
                                      "serializedVersion",
                                      "m_EditorClassIdentifier"};

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

// Unity 4: each machine has a map from state to transitions; state 0 is any state.
void ControllerReader::read_old_transitions(std::uint32_t index) {
    const MachineInfo& info = machine_info_[index];
    const Fields fields(info.node, faults_);
    for (const Pair& pair : read_pairs(info.node["m_OrderedTransitions"])) {
        const AssetRef from = fields.reference(pair.first);
        if (from.is_none()) {
            read_transitions(pair.second, info.layer, true, out_.machines[index].any);
            continue;
        }
        const auto found = state_of_.find(from.file_id);
        if (found == state_of_.end()) {
            faults_.warn("unity-dangling", pair.first.line(),
                         "transitions from a state that is not there are left out");
            continue;
        }
        read_transitions(pair.second, info.layer, true, out_.states[found->second].transitions);
    }
}

Motion ControllerReader::read_motion(Node reference) {
    Motion motion;
    const Result<AssetRef> ref = read_reference(reference);
    if (!ref) {
        faults_.error(ref.error());
        return motion;
    }
    if (!ref->is_local()) {
        motion.clip = *ref;
        return motion;
    }
    const std::optional<Node> body =
        object(reference, {ClassId::blend_tree, ClassId::clip}, "a motion");
    if (!body) return motion;
    if (file_.find(ref->file_id)->class_id == static_cast<std::int32_t>(ClassId::clip)) {
        motion.clip = *ref;
        return motion;
    }
    const auto index = static_cast<std::uint32_t>(out_.trees.size());
    const auto [at, is_new] = tree_of_.emplace(ref->file_id, index);
    if (is_new) {
        out_.trees.emplace_back().line = file_.find(ref->file_id)->line;
        tree_queue_.emplace_back(index, *body);
    }
    motion.tree = at->second;
    return motion;
}

void ControllerReader::read_trees() {
    for (std::size_t i = 0; i < tree_queue_.size(); ++i)  // reading may add more
        read_tree(tree_queue_[i].first, tree_queue_[i].second);
}

void ControllerReader::read_tree(std::uint32_t index, Node node) {
    const Fields fields(node, faults_);
    BlendTree tree;
    tree.line = out_.trees[index].line;
    tree.name = fields.text("m_Name");
    const std::int32_t type = fields.integer("m_BlendType", 0);
    if (type < 0 || type > 4) {
        faults_.warn("unity-unknown", node["m_BlendType"].line(),
                     fmt::format("blend type {} of tree {} is not known; it is read as 1D", type,
                                 shown(tree.name)));
    } else {
        tree.type = static_cast<TreeType>(type);
    }
    const auto either = [&](const char* now, const char* before) {
        return fields.has(now) ? fields.text(now) : fields.text(before);
    };
    tree.parameter_x = either("m_BlendParameter", "m_BlendEvent");
    tree.parameter_y = either("m_BlendParameterY", "m_BlendEventY");
    tree.normalized = fields.flag("m_NormalizedBlendValues", false);
    for (const Node entry : node["m_Childs"]) {
        const Fields values(entry, faults_);
        TreeChild child;
        child.motion = read_motion(entry["m_Motion"]);
        child.threshold = values.number("m_Threshold", 0.0f);
        child.position = values.position("m_Position");
        child.time_scale = values.number("m_TimeScale", 1.0f);
        child.cycle_offset = values.number("m_CycleOffset", 0.0f);
        child.direct_parameter = values.has("m_DirectBlendParameter")
                                     ? values.text("m_DirectBlendParameter")
                                     : values.text("m_DirectBlendEvent");
        child.mirror = values.flag("m_Mirror", false);
        tree.children.push_back(std::move(child));
    }
    out_.trees[index] = std::move(tree);
}

// No tree may hold itself, and none may be nested too deep.
bool ControllerReader::check_trees() {
    enum : std::uint8_t { unseen, active, done };
    std::vector<std::uint8_t> mark(out_.trees.size(), unseen);
    std::vector<std::uint32_t> height(out_.trees.size(), 1);
    std::vector<std::pair<std::uint32_t, std::size_t>> stack;
    for (std::uint32_t start = 0; start < out_.trees.size(); ++start) {
        if (mark[start] == unseen) stack.emplace_back(start, 0);
        while (!stack.empty()) {
            auto& [tree, next] = stack.back();
            mark[tree] = active;
            const std::vector<TreeChild>& children = out_.trees[tree].children;
            if (next == children.size()) {
                mark[tree] = done;
                const std::uint32_t inner = height[tree];
                if (inner > kMaxUnityDepth) {
                    return faults_.error(
                        "unity-too-deep", out_.trees[tree].line,
                        fmt::format("blend trees are nested deeper than {}", kMaxUnityDepth));
                }
                stack.pop_back();
                if (!stack.empty()) {
                    std::uint32_t& above = height[stack.back().first];
                    above = std::max(above, inner + 1);
                }
                continue;
            }
            const std::uint32_t child = children[next++].motion.tree;
            if (child == kNoItem) continue;
            if (mark[child] == active) {
                return faults_.error(
                    "unity-cycle", out_.trees[child].line,
                    fmt::format("blend tree {} contains itself", shown(out_.trees[child].name)));
            }
            if (mark[child] == unseen) {
                stack.emplace_back(child, 0);
            } else {
                height[tree] = std::max(height[tree], height[child] + 1);
            }
        }
    }
    return true;
}

void ControllerReader::read_behaviours(Node list, std::vector<Behaviour>& out) {
    for (const Node reference : list) {
        const std::optional<Node> body = object(reference, {ClassId::behaviour}, "a behaviour");
        if (!body) continue;
        const Fields fields(*body, faults_);
        Behaviour behaviour;
        behaviour.script = fields.reference("m_Script");
        behaviour.name = fields.text("m_Name");
        behaviour.class_identifier = fields.text("m_EditorClassIdentifier");
        field_bytes_ += behaviour.name.size() + behaviour.class_identifier.size() + 64;
        flatten(*body, behaviour);
        out.push_back(std::move(behaviour));
    }
}

// Fields of a behaviour by path; what stands in braces stays as it is.
void ControllerReader::flatten(Node body, Behaviour& out) {
    struct Step {
        Node node;
        std::string path;
    };
    std::vector<Step> stack, inner;
    for (const Node field : body) {
        bool header = false;
        for (const char* name : kHeaderFields)
            header = header || field.key() == name;
        if (!header) inner.push_back({field, std::string(field.key())});
    }
    stack.assign(inner.rbegin(), inner.rend());
    while (!stack.empty()) {
        const Step step = std::move(stack.back());
        stack.pop_back();
        field_bytes_ += step.path.size() + step.node.text().size() + step.node.source().size();
        if (field_bytes_ > kMaxFieldBytes) {
            faults_.error("unity-too-large", step.node.line(),
                          "the fields of behaviours are more than can be kept");
            return;
        }
        const NodeKind kind = step.node.kind();
        if (kind == NodeKind::null || kind == NodeKind::scalar) {
            out.fields.emplace_back(step.path, step.node.text());
        } else if (step.node.flow()) {
            out.fields.emplace_back(step.path, step.node.source());
        } else {
            inner.clear();
            std::size_t index = 0;
            for (const Node child : step.node) {
                inner.push_back({child, kind == NodeKind::list
                                            ? fmt::format("{}[{}]", step.path, index++)
                                            : fmt::format("{}.{}", step.path, child.key())});
                field_bytes_ += inner.back().path.size();
                if (field_bytes_ > kMaxFieldBytes) break;
            }
            stack.insert(stack.end(), inner.rbegin(), inner.rend());
        }
    }
}

}  // namespace motus::unity
