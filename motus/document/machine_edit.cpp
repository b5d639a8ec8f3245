// SPDX-License-Identifier: MIT
#include <motus/document/machine_edit.h>

#include <motus/document/conditions.h>
#include <motus/document/pointer.h>
#include <motus/document/validate.h>
#include <motus/document/validate_check.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace motus {
namespace {

using doc::ConditionOperator;
using doc::StateGraph;
using doc::StateMachineCondition;
using doc::StateMachineLayer;
using doc::StateMachineState;
using doc::StateMachineTransition;
using doc::StateMachineVariable;
using doc::TransitionFrom;
using doc::TransitionTo;
using doc::VariableKind;
using Ids = std::set<std::uint64_t>;

Result<Done> remove_object(Document& document, Handle handle) {
    const Object* object = document.find(handle);
    return document.remove(object->parent()->handle(), object->slot()->number, object->index());
}

Result<Done> remove_objects(Document& document, const std::vector<Handle>& handles) {
    // From behind: what was counted stays true.
    for (std::size_t i = handles.size(); i-- > 0;)
        if (const Result<Done> done = remove_object(document, handles[i]); !done) return done;
    return Done{};
}

bool touches(const StateMachineTransition& t, const Ids& states) {
    const bool leaves =
        t.from_kind() == TransitionFrom::state || t.from_kind() == TransitionFrom::machine;
    return (leaves && states.count(t.from()) != 0) ||
           (t.to_kind() != TransitionTo::exit && states.count(t.to()) != 0);
}

/// Transitions and starts of what is left of a layer.
struct Remains {
    std::vector<Handle> transitions;
    std::vector<const StateGraph*> started;

    void add(const StateGraph& graph, const Ids& gone) {
        for (const StateMachineTransition& t : graph.transitions())
            if (touches(t, gone)) transitions.push_back(t.handle());
        if (gone.count(graph.entry()) != 0) started.push_back(&graph);
        for (const StateMachineState& state : graph.states())
            if (state.graph() != nullptr && gone.count(state.id()) == 0) add(*state.graph(), gone);
    }
};

std::vector<Handle> synced_with(const StateMachineLayer& layer, const Ids& states) {
    std::vector<Handle> found;
    const auto* machine = object_cast<doc::StateMachine>(layer.parent());
    if (machine == nullptr) return found;
    for (const StateMachineLayer& other : machine->layers())
        for (const doc::SyncedMotion& motion : other.synced_motions())
            if (states.count(motion.state()) != 0) found.push_back(motion.handle());
    return found;
}

// ---- Variables

struct Comparison {
    ConditionOperator op;
    float value;
};

/// The same question of a variable that is now of another kind; nothing where there is none.
std::optional<Comparison> translated(const StateMachineCondition& c, VariableKind from,
                                     VariableKind to) {
    const float value = c.compare_value();
    if (is_truth(from) == is_truth(to)) {
        if (!suits(c.op(), to)) return std::nullopt;
        const bool whole = to == VariableKind::int_ || to == VariableKind::enum_;
        // Rounding would ask something else.
        if (whole && value != std::round(value)) return std::nullopt;
        return Comparison{c.op(), value};
    }
    if (is_truth(from)) {
        if (c.op() != ConditionOperator::is_true && c.op() != ConditionOperator::is_false) {
            return std::nullopt;
        }
        const bool wanted = c.op() == ConditionOperator::is_true;
        if (to == VariableKind::float_) {
            return Comparison{wanted ? ConditionOperator::greater : ConditionOperator::less, 0.5f};
        }
        return Comparison{ConditionOperator::equal, wanted ? 1.0f : 0.0f};
    }
    // Of a number that is 0 or 1 from now on.
    const auto holds = [&](float number) {
        switch (c.op()) {
            case ConditionOperator::greater:
                return number > value;
            case ConditionOperator::less:
                return number < value;
            case ConditionOperator::greater_equal:
                return number >= value;
            case ConditionOperator::less_equal:
                return number <= value;
            case ConditionOperator::equal:
                return number == value;
            case ConditionOperator::not_equal:
                return number != value;
            default:
                return false;
        }
    };
    if (holds(0.0f) == holds(1.0f)) return std::nullopt;
    const ConditionOperator op =
        holds(1.0f) ? ConditionOperator::is_true : ConditionOperator::is_false;
    if (!suits(op, to)) return std::nullopt;
    return Comparison{op, 0.0f};
}

std::vector<const StateMachineCondition*> conditions_on(const Object& machine, std::uint64_t id) {
    std::vector<const StateMachineCondition*> found;
    visit_objects(machine, [&](const Object& object) {
        const auto* condition = object_cast<StateMachineCondition>(&object);
        if (condition != nullptr && condition->variable() == id) found.push_back(condition);
    });
    return found;
}

Ids values_of(const std::vector<const StateMachineCondition*>& conditions, float fallback) {
    Ids values{static_cast<std::uint64_t>(std::max(0.0f, std::round(fallback)))};
    for (const StateMachineCondition* c : conditions)
        if (c->compare_value() >= 0) {
            values.insert(static_cast<std::uint64_t>(std::round(c->compare_value())));
        }
    return values;
}

Result<Done> name_choices(Document& document, const StateMachineVariable& variable,
                          const Ids& values) {
    for (const std::uint64_t value : values) {
        auto choice = create_object(doc::VariableChoice::static_type());
        const Result<Handle> in = document.insert(variable.handle(), StateMachineVariable::kChoices,
                                                  std::string::npos, std::move(choice));
        if (!in) return in.error();
        const auto set = [&](std::uint16_t property, Value to) {
            return document.set(*in, property, std::move(to));
        };
        Result<Done> done = set(doc::VariableChoice::kName, "Choice " + std::to_string(value));
        if (done) {
            done = set(doc::VariableChoice::kValue, static_cast<double>(value));
        }
        if (!done) return done;
    }
    return Done{};
}

using Errors = std::map<std::string, std::string>;  ///< Place and code; what is said of it.

Errors errors_of(const Document& document) {
    Diagnostics faults;
    validate(document, faults);
    Errors errors;
    for (const Fault& fault : faults.faults()) {
        if (fault.severity != Severity::error) continue;
        errors.emplace(fault.path + " " + fault.code, fault.path + ": " + fault.message);
    }
    return errors;
}

Error breaks(const Document& document, const StateMachineVariable& variable,
             const std::vector<std::string>& places) {
    std::string cause;
    for (std::size_t i = 0; i < places.size() && i < 4; ++i)
        cause += (i == 0 ? "" : "; ") + places[i];
    if (places.size() > 4) cause += "; and " + std::to_string(places.size() - 4) + " more";
    return {"retype-breaks", pointer_to(document, variable), cause};
}

}  // namespace

Result<Done> remove_states(Document& document, const StateGraph& graph,
                           std::span<const std::uint64_t> states) {
    Ids gone;
    std::vector<Handle> removed;
    for (const std::uint64_t id : states) {
        const auto* state = object_cast<StateMachineState>(document.find_id(id));
        if (state == nullptr || state->parent() != &graph) {
            return Error{"no-state", pointer_to(document, graph),
                         "has no state with the id " + std::to_string(id)};
        }
        if (gone.count(id) == 0) removed.push_back(state->handle());
        visit_objects(*state, [&](const Object& object) {
            if (object_cast<StateMachineState>(&object) != nullptr) gone.insert(object.stable_id());
        });
    }
    // In the order of the list, so that removing from behind keeps places.
    std::sort(removed.begin(), removed.end(), [&](Handle a, Handle b) {
        return document.find(a)->index() < document.find(b)->index();
    });
    Step step = document.begin_step("Delete states");
    const StateMachineLayer* layer = validation::layer_of(graph);
    Remains remains;
    remains.add(layer != nullptr ? layer->graph() : graph, gone);
    if (layer != nullptr) {
        const Result<Done> done = remove_objects(document, synced_with(*layer, gone));
        if (!done) return done;
    }
    for (const StateGraph* started : remains.started) {
        std::uint64_t first = 0;
        for (const StateMachineState& state : started->states()) {
            if (gone.count(state.id()) != 0) continue;
            first = state.id();
            break;
        }
        const Result<Done> done =
            document.set(started->handle(), StateGraph::kEntry, Reference{first});
        if (!done) return done;
    }
    if (const auto done = remove_objects(document, remains.transitions); !done) return done;
    if (const auto done = remove_objects(document, removed); !done) return done;
    return step.commit();
}

Result<Done> retype_variable(Document& document, const StateMachineVariable& variable,
                             VariableKind kind) {
    const VariableKind from = variable.kind();
    if (from == kind) return Done{};
    const doc::StateMachineDefinition* machine = validation::machine_of(variable);
    if (machine == nullptr) {
        return Error{"no-machine", pointer_to(document, variable), "belongs to no machine"};
    }
    const Errors before = errors_of(document);
    Step step = document.begin_step("Change the kind of a variable");
    const auto conditions = conditions_on(*machine, variable.id());
    std::vector<std::string> places;
    for (const StateMachineCondition* c : conditions) {
        const std::optional<Comparison> now = translated(*c, from, kind);
        if (!now) {
            places.push_back(pointer_to(document, *c->parent()) + ": \"" + describe(document, *c) +
                             "\" cannot be asked of it");
            continue;
        }
        Result<Done> done =
            document.set(c->handle(), StateMachineCondition::kOp, static_cast<int>(now->op));
        if (done)
            done = document.set(c->handle(), StateMachineCondition::kCompareValue, now->value);
        if (!done) return done;
    }
    if (!places.empty()) return breaks(document, variable, places);
    const float value = variable.default_value();
    const float fallback = is_truth(kind)                 ? (value != 0.0f ? 1.0f : 0.0f)
                           : kind == VariableKind::float_ ? value
                                                          : std::round(value);
    const Ids values = values_of(conditions, fallback);
    const auto set = [&](std::uint16_t property, Value to) {
        return document.set(variable.handle(), property, std::move(to));
    };
    Result<Done> done = set(StateMachineVariable::kKind, static_cast<int>(kind));
    if (done) done = set(StateMachineVariable::kDefaultValue, fallback);
    if (done && is_truth(kind)) {
        done = set(StateMachineVariable::kMin, 0.0f);
        if (done) done = set(StateMachineVariable::kMax, 0.0f);
    }
    if (!done) return done;
    if (kind == VariableKind::enum_ && variable.choices().empty()) {
        if (done = name_choices(document, variable, values); !done) return done;
    } else if (kind != VariableKind::enum_) {
        for (std::size_t i = variable.choices().size(); i-- > 0;) {
            done = document.remove(variable.handle(), StateMachineVariable::kChoices, i);
            if (!done) return done;
        }
    }
    for (const auto& [place, text] : errors_of(document))
        if (before.count(place) == 0) places.push_back(text);
    if (!places.empty()) return breaks(document, variable, places);
    return step.commit();
}

Result<Done> remove_variable(Document& document, const StateMachineVariable& variable) {
    Step step = document.begin_step("Delete variable");
    const std::uint64_t id = variable.id();
    const Handle handle = variable.handle();
    struct Use {
        Handle object;
        std::uint16_t property;
    };
    std::vector<Use> uses;
    std::vector<Handle> conditions;
    std::vector<Handle> unasked;  // Transitions that nothing is asked for any more.
    const Object* machine = validation::machine_of(variable);
    visit_objects(machine != nullptr ? *machine : document.root(), [&](const Object& object) {
        if (const auto* c = object_cast<StateMachineCondition>(&object)) {
            if (c->variable() == id) conditions.push_back(c->handle());
            return;
        }
        if (const auto* t = object_cast<StateMachineTransition>(&object)) {
            bool others = t->conditions().empty();
            for (const StateMachineCondition& c : t->conditions())
                others = others || c.variable() != id;
            if (!others) unasked.push_back(t->handle());
        }
        for (const PropertyInfo& property : object.type().properties) {
            if (property.kind != PropertyKind::reference) continue;
            const Value value = get_property(object, property);
            if (value.as_reference() != nullptr && value.as_reference()->id == id) {
                uses.push_back({object.handle(), property.number});
            }
        }
    });
    for (const Use& use : uses) {
        const Result<Done> done = document.set(use.object, use.property, Reference{0});
        if (!done) return done;
    }
    if (const auto done = remove_objects(document, conditions); !done) return done;
    for (const Handle transition : unasked) {
        const Result<Done> done =
            document.set(transition, StateMachineTransition::kMute, Value(true));
        if (!done) return done;
    }
    if (const auto done = remove_object(document, handle); !done) return done;
    return step.commit();
}

}  // namespace motus
