// SPDX-License-Identifier: MIT
#include <motus/import/unity/exporter.h>

#include <motus/document/pointer.h>

#include <cmath>

#include <fmt/format.h>

namespace motus::unity {
namespace {

/// Whether a tree has a motion anywhere.
template <typename Owner>
bool tree_plays(const Owner& tree) {
    for (const doc::BlendChild& child : tree.children()) {
        if (child.motion() != 0 || (child.blend() != nullptr && tree_plays(*child.blend())))
            return true;
    }
    return false;
}

using doc::StateKind;
using doc::TransitionFrom;
using doc::TransitionTo;

constexpr std::int64_t kController = 9100000;

int unity_type(doc::VariableKind kind) {
    switch (kind) {
        case doc::VariableKind::float_:
            return 1;
        case doc::VariableKind::bool_:
            return 4;
        case doc::VariableKind::trigger:
            return 9;
        default:
            return 3;
    }
}

}  // namespace

std::string export_controller(const Document& document, const doc::StateMachineDefinition& machine,
                              Diagnostics& diagnostics) {
    return Exporter(document, machine, diagnostics).run();
}

std::string Exporter::run() {
    const auto& layers = machine_.machine().layers();
    for (const doc::StateMachineLayer& layer : layers)
        number_graph(layer.graph());
    for (const doc::StateMachineLayer& layer : layers)
        write_graph(layer.graph(), layer.name(), id_of(layer.graph()));
    write_controller();
    return out_.take();
}

std::int64_t Exporter::new_id(ClassId class_id) {
    constexpr std::int64_t kApart = 10'000'000'000;  // ids of one class stay together
    return static_cast<std::int64_t>(class_id) * kApart + ++count_;
}

void Exporter::lost(const Object& object, std::string message) {
    diagnostics_.warn("unity-export", pointer_to(document_, object), std::move(message));
}

void Exporter::number_graph(const doc::StateGraph& graph) {
    ids_[&graph] = new_id(ClassId::state_machine);
    for (const doc::StateMachineState& state : graph.states()) {
        if (state.kind() != StateKind::sub_machine) {
            ids_[&state] = new_id(ClassId::state);
        } else if (state.graph() != nullptr) {
            number_graph(*state.graph());
            ids_[&state] = ids_[state.graph()];
        } else {
            ids_[&state] = new_id(ClassId::state_machine);
        }
    }
}

void Exporter::write_controller() {
    // Trees and stubs of synced layers are objects of their own: they come first.
    std::size_t index = 0;
    for (const doc::StateMachineLayer& layer : machine_.machine().layers())
        write_layer(layer, index++);
    out_.begin(ClassId::controller, kController, "AnimatorController");
    out_.line(1, "m_Name", yaml_text(machine_.name()));
    out_.line(1, "serializedVersion", "5");
    out_.raw(machine_.variables().empty() ? "  m_AnimatorParameters: []\n"
                                          : "  m_AnimatorParameters:\n");
    for (const doc::StateMachineVariable& variable : machine_.variables()) {
        const int type = unity_type(variable.kind());
        note_variable(variable);
        const float value = variable.default_value();
        out_.raw(fmt::format(
            "  - m_Name: {}\n    m_Type: {}\n    m_DefaultFloat: {}\n    m_DefaultInt: {}\n"
            "    m_DefaultBool: {}\n    m_Controller: {{fileID: {}}}\n",
            yaml_text(variable.name()), type, type == 1 ? value : 0.0f,
            type == 3 ? static_cast<std::int64_t>(value) : 0, type > 3 && value != 0.0f ? 1 : 0,
            kController));
    }
    if (machine_.machine().trigger_reset() != doc::TriggerReset::after_all_layers) {
        lost(machine_.machine(), "whether a trigger is reset by its first consumer is left out");
    }
    if (machine_.machine().start() == doc::LayerStart::entry_transitions) {
        out_.flag(1, "m_EvaluateTransitionsOnStart", true);
    }
    out_.raw(machine_.machine().layers().empty() ? "  m_AnimatorLayers: []\n"
                                                 : "  m_AnimatorLayers:\n");
    index = 0;
    for (const doc::StateMachineLayer& layer : machine_.machine().layers()) {
        std::int64_t follows = -1, at = 0;
        for (const doc::StateMachineLayer& other : machine_.machine().layers()) {
            if (layer.sync_layer() != 0 && other.id() == layer.sync_layer()) follows = at;
            ++at;
        }
        AssetRef mask;
        const auto* used = object_cast<doc::Mask>(document_.find_id(layer.mask()));
        if (used != nullptr) mask = origin(used->annotations(), "unity.mask");
        if (used != nullptr && mask.is_none()) {
            lost(layer, fmt::format("mask {} is none of Unity's: left out", used->name()));
        }
        out_.raw(fmt::format(
            "  - serializedVersion: 5\n    m_Name: {}\n    m_StateMachine: {{fileID: {}}}\n"
            "    m_Mask: {}\n{}{}    m_BlendingMode: {}\n    m_SyncedLayerIndex: {}\n"
            "    m_DefaultWeight: {}\n    m_IKPass: {}\n    m_SyncedLayerAffectsTiming: {}\n"
            "    m_Controller: {{fileID: {}}}\n",
            yaml_text(layer.name()), id_of(layer.graph()), yaml_reference(mask),
            layers_[index].first, layers_[index].second,
            layer.blending() == doc::LayerBlending::additive ? 1 : 0, follows, layer.weight(),
            layer.ik_pass() ? 1 : 0, layer.sync_timing() ? 1 : 0, kController));
        ++index;
    }
}

// The lists of a synced layer, as text for the controller.
void Exporter::write_layer(const doc::StateMachineLayer& layer, std::size_t index) {
    std::string motions, behaviours;
    for (const doc::SyncedMotion& synced : layer.synced_motions()) {
        const auto* state = object_cast<doc::StateMachineState>(document_.find_id(synced.state()));
        if (state == nullptr || ids_.count(state) == 0) continue;
        std::string motion = write_motion(synced.motion());
        if (synced.blend() != nullptr) {
            const std::int64_t tree = write_tree(
                *synced.blend(), static_cast<int>(synced.blend()->kind()), synced.blend()->name());
            motion = fmt::format("{{fileID: {}}}", tree);
        }
        if (motion != "{fileID: 0}") {
            motions += fmt::format(
                "    - serializedVersion: 2\n      m_State: {{fileID: {}}}\n      m_Motion: {}\n",
                id_of(*state), motion);
        }
        const std::vector<std::int64_t> notes = write_behaviours(synced);
        if (notes.empty()) continue;
        behaviours += fmt::format("    - m_State: {{fileID: {}}}\n", id_of(*state));
        behaviours += "      m_StateMachineBehaviours:\n";
        for (const std::int64_t note : notes)
            behaviours += fmt::format("      - {{fileID: {}}}\n", note);
    }
    layers_[index] = {
        motions.empty() ? "    m_Motions: []\n" : "    m_Motions:\n" + motions,
        behaviours.empty() ? "    m_Behaviours: []\n" : "    m_Behaviours:\n" + behaviours};
}

void Exporter::write_graph(const doc::StateGraph& graph, const std::string& name, std::int64_t id) {
    Lists lists;
    for (const doc::StateMachineTransition& transition : graph.transitions()) {
        const std::int64_t written = write_transition(transition);
        if (written == 0) continue;
        const Object* from = document_.find_id(transition.from());
        switch (transition.from_kind()) {
            case TransitionFrom::any:
                lists.any.push_back(written);
                break;
            case TransitionFrom::entry:
                lists.entry.push_back(written);
                break;
            case TransitionFrom::machine:
                lists.leave[from].push_back(written);
                break;
            case TransitionFrom::state:
                lists.out[from].push_back(written);
                break;
        }
    }
    std::string states, machines, leave;
    for (const doc::StateMachineState& state : graph.states()) {
        const bool inner = state.kind() == StateKind::sub_machine;
        const std::string entry = fmt::format(
            "  - serializedVersion: 1\n    {}: {{fileID: {}}}\n"
            "    m_Position: {{x: {}, y: {}, z: 0}}\n",
            inner ? "m_StateMachine" : "m_State", id_of(state), state.position()[0],
            state.position()[1]);
        (inner ? machines : states) += entry;
        if (!inner) {
            write_state(state, lists.out[&state]);
            continue;
        }
        static const doc::StateGraph kEmpty;
        write_graph(state.graph() != nullptr ? *state.graph() : kEmpty, unity_name(state),
                    id_of(state));
        if (lists.leave[&state].empty()) continue;
        leave += fmt::format("  - first: {{fileID: {}}}\n    second:\n", id_of(state));
        for (const std::int64_t way : lists.leave[&state])
            leave += fmt::format("    - {{fileID: {}}}\n", way);
    }
    const std::vector<std::int64_t> behaviours = write_behaviours(graph);
    out_.begin(ClassId::state_machine, id, "AnimatorStateMachine");
    out_.line(1, "serializedVersion", "6");
    out_.line(1, "m_Name", yaml_text(name));
    const auto list = [this](const char* key, const std::string& items, const char* none) {
        out_.raw(items.empty() ? fmt::format("  {}: {}\n", key, none)
                               : fmt::format("  {}:\n{}", key, items));
    };
    list("m_ChildStates", states, "[]");
    list("m_ChildStateMachines", machines, "[]");
    out_.references(1, "m_AnyStateTransitions", lists.any);
    out_.references(1, "m_EntryTransitions", lists.entry);
    list("m_StateMachineTransitions", leave, "{}");
    out_.references(1, "m_StateMachineBehaviours", behaviours);
    out_.position(1, "m_AnyStatePosition", graph.any_position());
    out_.position(1, "m_EntryPosition", graph.entry_position());
    out_.position(1, "m_ExitPosition", graph.exit_position());
    out_.position(1, "m_ParentStateMachinePosition", graph.parent_position());
    out_.local(1, "m_DefaultState", default_state(graph));
}

// Unity's default is a state, which may lie in a nested machine: that machine's own default, where
// the document enters the machine.
std::int64_t Exporter::default_state(const doc::StateGraph& graph) {
    const doc::StateGraph* at = &graph;
    bool passed = false;  // entry transitions that Unity does not look at then
    for (std::size_t i = 0; i <= ids_.size(); ++i) {  // each graph once, whatever they say
        const auto* first = object_cast<doc::StateMachineState>(document_.find_id(at->entry()));
        if (first == nullptr || ids_.count(first) == 0) break;
        if (first->kind() != StateKind::sub_machine) {
            if (passed) {
                lost(graph, fmt::format("Unity enters state {} itself: the entry transitions of "
                                        "the machines on the way do not count",
                                        first->name()));
            }
            return id_of(*first);
        }
        if (first->graph() == nullptr) break;
        at = first->graph();
        for (const doc::StateMachineTransition& transition : at->transitions())
            passed = passed || transition.from_kind() == TransitionFrom::entry;
    }
    if (graph.entry() != 0) lost(graph, "the default leads to no state: none is written");
    return 0;
}

void Exporter::note_variable(const doc::StateMachineVariable& variable) {
    if (variable.kind() == doc::VariableKind::enum_) {
        lost(variable, "Unity has no enums: an int, and the names of its choices are left out");
    }
    if (variable.min() < variable.max() || !variable.description().empty()) {
        lost(variable, "range and description are left out");
    }
}

void Exporter::write_state(const doc::StateMachineState& state,
                           const std::vector<std::int64_t>& transitions) {
    std::string motion = write_motion(state.motion());
    const int kind = static_cast<int>(state.kind()) - static_cast<int>(StateKind::blend_1d);
    if (kind >= 0 && state.kind() != StateKind::sub_machine) {
        motion = fmt::format("{{fileID: {}}}", write_tree(state, kind, "Blend Tree"));
    }
    const std::vector<std::int64_t> behaviours = write_behaviours(state);
    if (!state.events().empty()) lost(state, "events of states are left out");
    if (state.sync() != doc::MotionSync::phase) {
        lost(state, "Unity's blends share a phase: the way of sync is left out");
    }
    // A state without motion loops there.
    const bool loops_anyway =
        state.loop() == doc::LoopMode::loop &&
        (state.kind() == StateKind::empty || (kind >= 0 && !tree_plays(state)));
    if (state.loop() != doc::LoopMode::from_motion && !loops_anyway) {
        lost(state, "Unity's states do not say whether they loop: set it on the clip");
    }
    out_.begin(ClassId::state, id_of(state), "AnimatorState");
    out_.line(1, "serializedVersion", "6");
    out_.line(1, "m_Name", yaml_text(unity_name(state)));
    out_.number(1, "m_Speed", state.speed());
    out_.number(1, "m_CycleOffset", state.cycle_offset());
    out_.references(1, "m_Transitions", transitions);
    out_.references(1, "m_StateMachineBehaviours", behaviours);
    out_.line(1, "m_Position", "{x: 50, y: 50, z: 0}");
    out_.flag(1, "m_IKOnFeet", state.foot_ik());
    out_.flag(1, "m_WriteDefaultValues", state.write_defaults());
    out_.flag(1, "m_Mirror", state.mirror());
    out_.flag(1, "m_SpeedParameterActive", state.speed_variable() != 0);
    out_.flag(1, "m_MirrorParameterActive", state.mirror_variable() != 0);
    out_.flag(1, "m_CycleOffsetParameterActive", state.cycle_offset_variable() != 0);
    out_.flag(1, "m_TimeParameterActive", state.time_variable() != 0);
    out_.line(1, "m_Motion", motion);
    out_.line(1, "m_Tag", yaml_text(state.tag()));
    out_.line(1, "m_SpeedParameter", yaml_text(variable_name(state.speed_variable())));
    out_.line(1, "m_MirrorParameter", yaml_text(variable_name(state.mirror_variable())));
    out_.line(1, "m_CycleOffsetParameter", yaml_text(variable_name(state.cycle_offset_variable())));
    out_.line(1, "m_TimeParameter", yaml_text(variable_name(state.time_variable())));
}

// Unity's own name of a state, where the import had to give it another; unless it was renamed
// since.
std::string Exporter::unity_name(const doc::StateMachineState& state) const {
    for (const doc::Annotation& note : state.annotations()) {
        if (note.name() != kNameNote) continue;
        const std::string *name = nullptr, *as = nullptr;
        for (const doc::AnnotationField& field : note.fields()) {
            if (field.name() == "name") name = field.value().as_text();
            if (field.name() == "as") as = field.value().as_text();
        }
        if (name != nullptr && as != nullptr && *as == state.name()) return *name;
    }
    return state.name();
}

std::string Exporter::variable_name(std::uint64_t id) const {
    const auto* variable = object_cast<doc::StateMachineVariable>(document_.find_id(id));
    return variable == nullptr ? std::string() : variable->name();
}

}  // namespace motus::unity
