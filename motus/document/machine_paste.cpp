// machine_paste.cpp - copies of states, in the same graph or another.
// SPDX-License-Identifier: MIT
#include <motus/document/clone.h>
#include <motus/document/machine_edit.h>
#include <motus/document/pointer.h>
#include <motus/document/validate_check.h>

#include <algorithm>
#include <map>
#include <set>

namespace motus {
namespace {

using doc::StateGraph;
using doc::StateMachineDefinition;
using doc::StateMachineState;
using doc::StateMachineTransition;
using doc::StateMachineVariable;
using doc::TransitionFrom;
using doc::TransitionTo;

/// "Walk 2" where there is a "Walk".
std::string free_name(const std::string& wanted, const std::set<std::string>& taken) {
    if (taken.count(wanted) == 0) return wanted;
    std::string stem = wanted;
    const std::size_t space = stem.find_last_not_of("0123456789");
    if (space != std::string::npos && space + 1 < stem.size() && stem[space] == ' ') {
        stem.resize(space);
    }
    for (std::size_t count = 2;; ++count) {
        const std::string name = stem + " " + std::to_string(count);
        if (taken.count(name) == 0) return name;
    }
}

class IdMaker {
  public:
    IdMaker(Document& document, std::uint64_t seed) : document_(document), seed_(seed) {}

    std::uint64_t next() {
        if (seed_ == 0) return document_.make_id();
        for (;;) {
            std::uint64_t z = seed_ * 0xd1342543de82ef95u + ++count_ * 0x9e3779b97f4a7c15u;
            z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
            z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
            const std::uint64_t id = (z ^ (z >> 31)) & 0xffffffffffffu;
            if (id != 0 && document_.find_id(id) == nullptr && made_.insert(id).second) return id;
        }
    }

  private:
    Document& document_;
    std::uint64_t seed_, count_ = 0;
    std::set<std::uint64_t> made_;
};

using Renamed = std::map<std::uint64_t, std::uint64_t>;

/// Makes references inside `tree`, which is in no document, follow.
void redirect(const Object& tree, const Renamed& renamed) {
    visit_objects(tree, [&](const Object& object) {
        for (const PropertyInfo& property : object.type().properties) {
            if (property.kind != PropertyKind::reference) continue;
            const Value value = get_property(object, property);
            const auto at = value.as_reference() != nullptr ? renamed.find(value.as_reference()->id)
                                                            : renamed.end();
            if (at == renamed.end()) continue;
            set_property_raw(ObjectAccess::writable(object), property, Reference{at->second});
        }
    });
}

/// Which variables of the target stand for those of the source; adds those that it has not.
Result<Renamed> bring_variables(Document& document, const StateMachineDefinition& machine,
                                const Object& copied,
                                std::span<const StateMachineVariable* const> variables,
                                IdMaker& ids) {
    std::set<std::uint64_t> read;
    visit_objects(copied, [&](const Object& object) {
        for (const PropertyInfo& property : object.type().properties) {
            if (property.kind != PropertyKind::reference) continue;
            const Value value = get_property(object, property);
            if (value.as_reference() != nullptr) read.insert(value.as_reference()->id);
        }
    });
    Renamed renamed;
    for (const StateMachineVariable* variable : variables) {
        if (read.count(variable->id()) == 0) continue;
        std::set<std::string> names;
        const StateMachineVariable* same = nullptr;
        bool has_it = false;
        for (const StateMachineVariable& own : machine.variables()) {
            names.insert(own.name());
            has_it = has_it || own.id() == variable->id();
            if (own.name() == variable->name() && own.kind() == variable->kind()) same = &own;
        }
        if (has_it) continue;
        if (same != nullptr) {
            renamed.emplace(variable->id(), same->id());
            continue;
        }
        std::unique_ptr<Object> added = clone_authored(document, *variable);
        const TypeInfo& type = added->type();
        const std::uint64_t id = ids.next();
        set_property_raw(*added, *type.id_property, Reference{id});
        set_property_raw(*added, *type.find("name"), free_name(variable->name(), names));
        const Result<Handle> in =
            document.insert(machine.handle(), StateMachineDefinition::kVariables, std::string::npos,
                            std::move(added));
        if (!in) return in.error();
        renamed.emplace(variable->id(), id);
    }
    return renamed;
}

bool has_ends(const Document& document, const StateGraph& graph, const StateMachineTransition& t,
              const std::set<std::uint64_t>& copied) {
    const auto find = [&](std::uint64_t id) {
        return object_cast<StateMachineState>(document.find_id(id));
    };
    if (t.from_kind() == TransitionFrom::state || t.from_kind() == TransitionFrom::machine) {
        const StateMachineState* from = find(t.from());
        if (copied.count(t.from()) == 0 && (from == nullptr || from->parent() != &graph)) {
            return false;
        }
    }
    if (t.to_kind() == TransitionTo::exit || copied.count(t.to()) != 0) return true;
    const StateMachineState* to = find(t.to());
    return to != nullptr && validation::layer_of(*to) == validation::layer_of(graph);
}

/// Takes out of the graphs below `graph`, which is in no document, what leads to states that are
/// neither copied nor in the layer of `target`.
void prune(const Document& document, const StateGraph& graph, const StateGraph& target,
           const std::set<std::uint64_t>& copied) {
    for (const StateMachineState& state : graph.states()) {
        if (state.graph() == nullptr) continue;
        Object& inner = ObjectAccess::writable(*state.graph());
        const PropertyInfo* property = inner.type().find(StateGraph::kTransitions);
        ChildArray& children = writable_children(inner, *property);
        std::erase_if(children, [&](const std::unique_ptr<Object>& child) {
            const auto& t = static_cast<const StateMachineTransition&>(*child);
            return !has_ends(document, target, t, copied);
        });
        for (std::size_t i = 0; i < children.size(); ++i)
            ObjectAccess::link(*children[i], &inner, property, i);
        prune(document, *state.graph(), target, copied);
    }
}

Float2 corner_of(const StateGraph& graph) {
    Float2 corner = graph.states()[0].position();
    for (const StateMachineState& state : graph.states())
        for (int i = 0; i < 2; ++i)
            corner[i] = std::min(corner[i], state.position()[i]);
    return corner;
}

}  // namespace

Result<Done> paste_states(Document& document, const StateGraph& graph,
                          std::unique_ptr<Object> copied,
                          std::span<const StateMachineVariable* const> variables,
                          const PasteOptions& options) {
    const auto* source = object_cast<StateGraph>(copied.get());
    if (source == nullptr || source->states().empty()) {
        return Error{"no-state", pointer_to(document, graph), "there are no states to copy"};
    }
    Step step = document.begin_step("Paste");
    IdMaker ids(document, options.seed);
    Renamed renamed;
    if (const auto* machine = validation::machine_of(graph)) {
        Result<Renamed> brought = bring_variables(document, *machine, *source, variables, ids);
        if (!brought) return brought.error();
        renamed = *std::move(brought);
    }
    visit_objects(*source, [&](const Object& object) {
        const PropertyInfo* property = object.type().id_property;
        if (property == nullptr) return;
        const std::uint64_t fresh = ids.next();
        if (object.stable_id() != 0) renamed.emplace(object.stable_id(), fresh);
        set_property_raw(ObjectAccess::writable(object), *property, Reference{fresh});
    });
    redirect(*source, renamed);

    Float2 offset = options.offset;
    if (options.at) {
        const Float2 corner = corner_of(*source);
        for (int i = 0; i < 2; ++i)
            offset[i] = (*options.at)[i] - corner[i];
    }
    std::set<std::string> names;
    for (const StateMachineState& state : graph.states())
        names.insert(state.name());
    std::set<std::uint64_t> inside;
    visit_objects(*source, [&](const Object& object) {
        if (object_cast<StateMachineState>(&object) != nullptr) inside.insert(object.stable_id());
    });
    prune(document, *source, graph, inside);
    const std::uint64_t first = source->states()[0].id();
    for (const StateMachineState& state : source->states()) {
        std::unique_ptr<Object> made = clone_object(state);
        const std::string name = free_name(state.name(), names);
        names.insert(name);
        set_property_raw(*made, *made->type().find("name"), name);
        const Float2 place{state.position()[0] + offset[0], state.position()[1] + offset[1]};
        set_property_raw(*made, *made->type().find("position"), place);
        const Result<Handle> in = document.insert(graph.handle(), StateGraph::kStates,
                                                  std::string::npos, std::move(made));
        if (!in) return in.error();
    }
    for (const StateMachineTransition& t : source->transitions()) {
        if (!has_ends(document, graph, t, inside)) continue;
        const Result<Handle> in = document.insert(graph.handle(), StateGraph::kTransitions,
                                                  std::string::npos, clone_object(t));
        if (!in) return in.error();
    }
    if (graph.entry() == 0) {
        const Result<Done> done =
            document.set(graph.handle(), StateGraph::kEntry, Reference{first});
        if (!done) return done;
    }
    return step.commit();
}

Result<Done> duplicate_states(Document& document, const StateGraph& graph,
                              std::span<const std::uint64_t> states, const PasteOptions& options) {
    const std::set<std::uint64_t> wanted(states.begin(), states.end());
    std::unique_ptr<Object> copied = create_object(StateGraph::static_type());
    const auto take = [&](const char* list, const Object& object) {
        const PropertyInfo* property = copied->type().find(list);
        ChildArray& children = writable_children(*copied, *property);
        std::unique_ptr<Object> copy = clone_authored(document, object);
        ObjectAccess::link(*copy, copied.get(), property, children.size());
        children.push_back(std::move(copy));
    };
    std::set<std::uint64_t> found;
    for (const StateMachineState& state : graph.states()) {
        if (wanted.count(state.id()) == 0) continue;
        found.insert(state.id());
        take("states", state);
    }
    for (const std::uint64_t id : wanted) {
        if (found.count(id) != 0) continue;
        return Error{"no-state", pointer_to(document, graph),
                     "has no state with the id " + std::to_string(id)};
    }
    for (const StateMachineTransition& t : graph.transitions()) {
        const bool between =
            wanted.count(t.from()) != 0 && wanted.count(t.to()) != 0 &&
            t.to_kind() != TransitionTo::exit &&
            (t.from_kind() == TransitionFrom::state || t.from_kind() == TransitionFrom::machine);
        if (between) take("transitions", t);
    }
    return paste_states(document, graph, std::move(copied), {}, options);
}

}  // namespace motus
