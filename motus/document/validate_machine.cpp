// validate_machine.cpp - machines: variables, layers and graphs.
// SPDX-License-Identifier: MIT
#include <motus/document/limits.h>
#include <motus/document/rings.h>
#include <motus/document/validate_check.h>

#include <algorithm>
#include <cmath>

namespace motus::validation {
namespace {

using doc::StateGraph;
using doc::StateMachineDefinition;
using doc::StateMachineLayer;
using doc::StateMachineState;
using doc::StateMachineVariable;
using doc::VariableKind;

void check_variables(Check& check, const StateMachineDefinition& machine) {
    Names names;
    for (const StateMachineVariable& v : machine.variables()) {
        names.add(check, Severity::error, v.name(), v, StateMachineVariable::kName, "a variable");
        if (v.name().empty()) {
            check.error("no-name", v, StateMachineVariable::kName,
                        "a variable without a name cannot be set");
        }
        const float value = v.default_value();
        const bool is_truth = v.kind() == VariableKind::bool_ || v.kind() == VariableKind::trigger;
        if (is_truth && value != 0.0f && value != 1.0f) {
            check.error("wrong-type", v, StateMachineVariable::kDefaultValue, "needs 0 or 1");
        } else if (v.kind() == VariableKind::int_ && value != std::floor(value)) {
            check.error("wrong-type", v, StateMachineVariable::kDefaultValue,
                        "an int needs a whole number");
        } else if (v.kind() == VariableKind::enum_ && !v.choices().empty() &&
                   std::none_of(v.choices().begin(), v.choices().end(), [&](const auto& choice) {
                       return static_cast<float>(choice.value()) == value;
                   })) {
            check.error("wrong-type", v, StateMachineVariable::kDefaultValue,
                        "is the value of no choice");
        }
        const bool is_whole = v.kind() == VariableKind::int_ || v.kind() == VariableKind::enum_;
        if (is_whole && !(value >= -0x1p31f && value < 0x1p31f)) {
            check.error("out-of-range", v, StateMachineVariable::kDefaultValue,
                        "is beyond 32-bit integers");
        }
        if (v.min() > v.max()) {
            check.warn("out-of-range", v, StateMachineVariable::kMin, "is above the largest value");
        } else if (v.min() < v.max() && !(value >= v.min() && value <= v.max())) {
            check.warn("out-of-range", v, StateMachineVariable::kDefaultValue,
                       "is outside the variable's range");
        }
        Names choices;
        for (const doc::VariableChoice& choice : v.choices())
            choices.add(check, Severity::error, choice.name(), choice, doc::VariableChoice::kName,
                        "a choice");
    }
}

void check_layers(Check& check, const StateMachineDefinition& machine) {
    if (machine.machine().layers().size() > limits::kLayers) {
        check.error("too-many", machine.machine(), doc::StateMachine::kLayers,
                    "a machine has at most " + std::to_string(limits::kLayers) + " layers");
    }
    Names names;
    std::map<std::uint64_t, std::size_t> places;
    std::vector<const StateMachineLayer*> layers;
    for (const StateMachineLayer& layer : machine.machine().layers()) {
        names.add(check, Severity::warning, layer.name(), layer, StateMachineLayer::kName,
                  "a layer");
        places.emplace(layer.id(), layers.size());
        layers.push_back(&layer);
    }
    Adjacency next(layers.size());
    for (std::size_t i = 0; i < layers.size(); ++i) {
        const auto at = places.find(layers[i]->sync_layer());
        if (layers[i]->sync_layer() != 0 && at != places.end()) next[i].push_back(at->second);
    }
    for (const auto& ring : find_rings(next)) {
        check.error("cycle", *layers[ring.front()], StateMachineLayer::kSyncLayer,
                    "the layer follows itself");
    }
}

/// A state's path names it at run time, so two with one path cannot be told apart.
void check_paths(Check& check, const StateGraph& graph, Names& names) {
    for (const StateMachineState& state : graph.states()) {
        names.add(check, Severity::error, state.path(), state, StateMachineState::kName, "a state");
        if (state.graph() != nullptr) check_paths(check, *state.graph(), names);
    }
}

}  // namespace

void check_machine(Check& check, const StateMachineDefinition& machine) {
    if (machine.name().empty()) {
        check.warn("no-name", machine, StateMachineDefinition::kName, "the machine has no name");
    }
    check_variables(check, machine);
    check_layers(check, machine);
}

void check_layer(Check& check, const StateMachineLayer& layer) {
    const StateMachineDefinition* machine = machine_of(layer);
    if (layer.machine() != 0 && machine != nullptr && layer.machine() != machine->id()) {
        check.warn("wrong-target", layer, StateMachineLayer::kMachine,
                   "is not the machine that holds the layer");
    }
    if (layer.ik_pass()) {
        check.warn("ik-not-used", layer, StateMachineLayer::kIkPass,
                   "there is no inverse kinematics at run time");
    }
    Names paths;
    check_paths(check, layer.graph(), paths);
    const auto* followed = check.find<StateMachineLayer>(layer.sync_layer());
    if (followed == nullptr) return;
    if (machine_of(*followed) != machine) {
        check.error("wrong-target", layer, StateMachineLayer::kSyncLayer,
                    "the layer it follows is in another machine");
    } else if (followed->sync_layer() != 0 && followed != &layer) {
        check.error("wrong-target", layer, StateMachineLayer::kSyncLayer,
                    "the layer it follows follows another one itself");
    }
    if (!layer.graph().states().empty()) {
        check.warn("ignored", layer, StateMachineLayer::kGraph,
                   "a layer that follows another one does not use states of its own");
    }
    for (const doc::SyncedMotion& motion : layer.synced_motions()) {
        check.require(motion.state(), motion, doc::SyncedMotion::kState, "state");
        const auto* state = check.find<StateMachineState>(motion.state());
        if (state != nullptr && layer_of(*state) != followed) {
            check.error(
                "wrong-target", motion, doc::SyncedMotion::kState,
                quoted(state->name(), "the state") + " is not in the layer that is followed");
        }
    }
}

void check_graph(Check& check, const StateGraph& graph) {
    if (levels_of<StateGraph>(graph, limits::kGraphDepth + 2) == limits::kGraphDepth + 1) {
        check.error("too-deep", graph, 0,
                    "sub-machines are nested deeper than " + std::to_string(limits::kGraphDepth));
    }
    const auto* entry = check.find<StateMachineState>(graph.entry());
    if (entry != nullptr && !is_within(*entry, graph)) {
        check.error("wrong-target", graph, StateGraph::kEntry,
                    quoted(entry->name(), "the state") + " is not in this graph");
    }
    if (graph.entry() != 0 || graph.states().empty()) return;
    const bool always = std::any_of(
        graph.transitions().begin(), graph.transitions().end(), [](const auto& transition) {
            return transition.from_kind() == doc::TransitionFrom::entry &&
                   transition.conditions().empty() && !transition.mute();
        });
    const StateMachineLayer* layer = layer_of(graph);
    if (always || (layer != nullptr && layer->sync_layer() != 0)) return;
    const bool has_states =
        std::any_of(graph.states().begin(), graph.states().end(),
                    [](const auto& state) { return state.kind() != doc::StateKind::sub_machine; });
    if (has_states) {
        check.error("missing-target", graph, StateGraph::kEntry,
                    "no state is the first one: the graph is never entered");
    } else {  // it plays like an empty graph
        check.warn("missing-target", graph, StateGraph::kEntry,
                   "no sub-machine is the first one: a transition into the graph is not taken");
    }
}

}  // namespace motus::validation
