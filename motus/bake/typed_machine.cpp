// SPDX-License-Identifier: MIT
#include <motus/bake/typed_machine.h>

#include <motus/bake/typed_names.h>
#include <motus/document/new_document.h>

namespace motus::detail {
namespace {

void add_states(const doc::StateGraph& graph, Scope& scope, TypedMachine& out) {
    for (const doc::StateMachineState& state : graph.states()) {
        out.states.push_back({scope.name(state.path()), state.name()});
        if (state.graph() != nullptr) add_states(*state.graph(), scope, out);
    }
}

}  // namespace

std::vector<TypedMachine> typed_machines(const Document& document) {
    std::vector<TypedMachine> machines;
    Scope types({"MachineVariables"});
    const doc::AnimationLibrary& library = content(document).library();
    for (const doc::StateMachineDefinition& machine : library.machines()) {
        TypedMachine out;
        out.id = types.type(machine.name());
        out.name = machine.name();
        Scope members({"States", "Events", out.id});
        Scope states({"States"}), events({"Events"});  // no member is named as its struct
        for (const doc::StateMachineVariable& variable : machine.variables()) {
            TypedVariable v{members.name(variable.name()),
                            "",
                            "",
                            variable.name(),
                            variable.description(),
                            variable.kind(),
                            {}};
            if (v.kind == doc::VariableKind::enum_) {
                v.type = members.type(variable.name());
                Scope values;
                for (const doc::VariableChoice& choice : variable.choices())
                    v.choices.push_back({values.name(choice.name()), choice.value()});
            }
            out.variables.push_back(std::move(v));
        }
        for (const doc::StateMachineLayer& layer : machine.machine().layers())
            add_states(layer.graph(), states, out);
        for (const doc::EventDefinition& event : library.events())
            out.events.push_back({events.name(event.name()), event.name()});
        machines.push_back(std::move(out));
    }
    // TypeScript has these beside the machines, in one scope: two may meet ("Hero", "HeroState").
    for (TypedMachine& machine : machines) {
        machine.state_type = types.unique(machine.id + "State");
        machine.event_type = types.unique(machine.id + "Event");
        for (TypedVariable& v : machine.variables)
            if (!v.type.empty()) v.exported = types.unique(machine.id + v.type);
    }
    return machines;
}

}  // namespace motus::detail
