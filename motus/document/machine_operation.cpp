// machine_operation.cpp - edits of machines as operations of patches.
// SPDX-License-Identifier: MIT
#include <motus/document/fold.h>
#include <motus/document/machine_edit.h>
#include <motus/document/names.h>
#include <motus/document/object_json.h>
#include <motus/document/pointer.h>
#include <motus/document/validate_check.h>

#include <algorithm>

namespace motus {
namespace {

using doc::StateGraph;
using doc::StateMachineTransition;
using doc::StateMachineVariable;

class MachineOperation {
  public:
    MachineOperation(Document& document, const std::string& path, const Json& json)
        : document_(document), path_(path), json_(json) {}

    Result<Done> run_remove_states() {
        const Result<const StateGraph*> graph = target<StateGraph>("a graph");
        if (!graph) return graph.error();
        const Result<std::vector<std::uint64_t>> states = ids(**graph);
        if (!states) return states.error();
        return remove_states(document_, **graph, *states);
    }

    Result<Done> run_duplicate() {
        const Result<const StateGraph*> graph = target<StateGraph>("a graph");
        if (!graph) return graph.error();
        const Result<std::vector<std::uint64_t>> states = ids(**graph);
        if (!states) return states.error();
        const Result<PasteOptions> options = paste_options();
        if (!options) return options.error();
        return duplicate_states(document_, **graph, *states, *options);
    }

    Result<Done> run_paste() {
        const Result<const StateGraph*> graph = target<StateGraph>("a graph");
        if (!graph) return graph.error();
        const Result<PasteOptions> options = paste_options();
        if (!options) return options.error();
        const Json* value = json_.find("value");
        if (value == nullptr || !value->is_object()) {
            return refuse("needs a \"value\" with \"states\", \"transitions\" and \"variables\"");
        }
        Json copied = Json::object();
        for (const char* list : {"states", "transitions"})
            if (const Json* items = value->find(list)) copied.add(list, *items);
        Diagnostics faults;
        std::unique_ptr<Object> made = read_object(document_.schema(), StateGraph::static_type(),
                                                   copied, "/value", faults, *graph);
        Json holder = Json::object();
        if (const Json* items = value->find("variables")) holder.add("variables", *items);
        const std::unique_ptr<Object> described =
            read_object(document_.schema(), doc::StateMachineDefinition::static_type(), holder,
                        "/value", faults);
        if (made == nullptr || described == nullptr) return faults.first_error();
        std::vector<const StateMachineVariable*> variables;
        for (const auto& variable :
             static_cast<const doc::StateMachineDefinition&>(*described).variables())
            variables.push_back(&variable);
        return paste_states(document_, **graph, std::move(made), variables, *options);
    }

    Result<Done> run_retype() {
        const auto variable = target<StateMachineVariable>("a variable");
        if (!variable) return variable.error();
        const Json* value = json_.find("value");
        const PropertyInfo& property = *StateMachineVariable::static_type().find("kind");
        if (value == nullptr || !value->is_string()) return refuse("needs the kind as \"value\"");
        const Result<Value> kind = conform(property, Value(value->text));
        if (!kind) return refuse(value->text + " is no kind of variable");
        return retype_variable(document_, **variable,
                               static_cast<doc::VariableKind>(*kind->as_number()));
    }

    Result<Done> run_remove_variable() {
        const auto variable = target<StateMachineVariable>("a variable");
        return variable ? remove_variable(document_, **variable) : variable.error();
    }

    Result<Done> run_layout() {
        const Result<const StateGraph*> graph = target<StateGraph>("a graph");
        return graph ? layout_graph(document_, **graph) : graph.error();
    }

    Result<Done> run_fold() {
        const auto transition = target<StateMachineTransition>("a transition");
        if (!transition) return transition.error();
        const doc::StateMachineLayer* layer = validation::layer_of(**transition);
        if (layer == nullptr) return refuse("belongs to no layer");
        for (const RepeatedTransitions& repeated : find_repeated(document_, *layer)) {
            const auto& list = repeated.transitions;
            if (std::find(list.begin(), list.end(), *transition) == list.end()) continue;
            const Result<Handle> folded = fold_repeated(document_, repeated);
            if (!folded) return folded.error();
            return Done{};
        }
        return Error{"not-repeated", path_, "is not drawn from every state"};
    }

  private:
    [[nodiscard]] Error refuse(std::string cause) const {
        return {"bad-operation", path_, std::move(cause)};
    }

    template <typename T>
    Result<const T*> target(const char* what) const {
        const Result<PointerTarget> found = follow(document_, path_);
        if (!found) return found.error();
        const Object* object = nullptr;
        if (found->property != nullptr && holds_children(found->property->kind)) {
            const bool is_list = found->property->kind == PropertyKind::children;
            const ChildArray& children = children_of(*found->object, *found->property);
            const std::size_t index = found->index.value_or(0);
            if ((!is_list || found->index) && index < children.size()) {
                object = children[index].get();
            }
        }
        const T* typed = object_cast<T>(object);
        if (typed == nullptr) return refuse(std::string("is not ") + what);
        return typed;
    }

    /// Whole numbers; those beyond 2^53 come as digits.
    static std::optional<std::uint64_t> whole(const Json& json) {
        if (!json.is_number() || !(json.number >= 0) || json.number > 9007199254740992.0 ||
            json.number != static_cast<double>(static_cast<std::uint64_t>(json.number))) {
            return std::nullopt;
        }
        return static_cast<std::uint64_t>(json.number);
    }

    Result<std::vector<std::uint64_t>> ids(const StateGraph& graph) const {
        const Json* states = json_.find("states");
        if (states == nullptr || !states->is_array() || states->items.empty()) {
            return refuse("needs \"states\", a list of ids or names");
        }
        std::vector<std::uint64_t> list;
        for (const Json& json : states->items) {
            if (json.is_string()) {
                const Result<const Object*> state =
                    NameScope(document_.schema(), document_.root(), nullptr, 1)
                        .find_object(graph, "StateMachineState", json.text);
                if (!state) return Error{state.error().code, path_, state.error().cause};
                list.push_back((*state)->stable_id());
                continue;
            }
            const auto id = whole(json);
            if (!id) return refuse("needs \"states\", a list of ids or names");
            list.push_back(*id);
        }
        return list;
    }

    Result<PasteOptions> paste_options() const {
        PasteOptions options;
        const auto point = [&](const char* key, Float2& out) {
            const Json* json = json_.find(key);
            if (json == nullptr) return true;
            if (!json->is_array() || json->items.size() != 2 || !json->items[0].is_number() ||
                !json->items[1].is_number()) {
                return false;
            }
            for (std::size_t i = 0; i < 2; ++i)
                out[i] = static_cast<float>(json->items[i].number);
            return true;
        };
        Float2 at{};
        if (!point("offset", options.offset) || !point("at", at)) {
            return refuse("needs two numbers for a place");
        }
        if (json_.find("at") != nullptr) options.at = at;
        if (const Json* seed = json_.find("seed")) {
            const auto number = whole(*seed);
            if (!number) return refuse("needs a whole number as \"seed\"");
            options.seed = *number;
        }
        return options;
    }

    Document& document_;
    const std::string& path_;
    const Json& json_;
};

struct Named {
    std::string_view op;
    Result<Done> (MachineOperation::*run)();
};

constexpr Named kOperations[] = {
    {"remove_states", &MachineOperation::run_remove_states},
    {"duplicate", &MachineOperation::run_duplicate},
    {"paste", &MachineOperation::run_paste},
    {"retype", &MachineOperation::run_retype},
    {"remove_variable", &MachineOperation::run_remove_variable},
    {"layout", &MachineOperation::run_layout},
    {"fold", &MachineOperation::run_fold},
};

}  // namespace

bool is_machine_operation(std::string_view op) noexcept {
    return std::any_of(std::begin(kOperations), std::end(kOperations),
                       [&](const Named& named) { return named.op == op; });
}

Result<Done> run_machine_operation(Document& document, std::string_view op, const std::string& path,
                                   const Json& json) {
    for (const Named& named : kOperations) {
        if (named.op != op) continue;
        MachineOperation operation(document, path, json);
        return (operation.*named.run)();
    }
    return Error{"bad-operation", path, std::string(op) + " is no edit of a machine"};
}

}  // namespace motus
