// SPDX-License-Identifier: MIT
#include <motus/document/fold.h>

#include <motus/document/object_json.h>
#include <motus/document/patch.h>
#include <motus/document/pointer.h>
#include <motus/document/ready_index.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace motus {
namespace {

using doc::StateGraph;
using doc::StateKind;
using doc::StateMachineLayer;
using doc::StateMachineState;
using doc::StateMachineTransition;
using doc::TransitionFrom;
using doc::TransitionTo;

/// What two transitions must have in common, as text.
std::string signature(const StateMachineTransition& t) {
    std::string text;
    for (const PropertyInfo& property : t.type().properties) {
        switch (property.number) {
            case StateMachineTransition::kId:
            case StateMachineTransition::kName:
            case StateMachineTransition::kFrom:
            case StateMachineTransition::kAnnotations:
            case StateMachineTransition::kConditions:
            case StateMachineTransition::kCanTransitionToSelf:
                continue;
            default:
                append_property(text, t, property, JsonLayout::line);
                text += '\n';
        }
    }
    std::vector<std::string> conditions;
    for (const doc::StateMachineCondition& condition : t.conditions())
        append_object(conditions.emplace_back(), condition, JsonLayout::line);
    std::sort(conditions.begin(), conditions.end());
    for (const std::string& condition : conditions)
        text += condition;
    return text;
}

/// A layer taken apart.
struct Parts {
    std::vector<const StateMachineState*> states;  ///< Those that can be current.
    std::map<std::uint64_t, std::vector<const StateMachineTransition*>> out;
    std::vector<const StateMachineTransition*> any;

    void add(const StateGraph& graph) {
        for (const StateMachineTransition& t : graph.transitions()) {
            if (t.from_kind() == TransitionFrom::state) out[t.from()].push_back(&t);
            if (t.from_kind() == TransitionFrom::any) any.push_back(&t);
        }
        for (const StateMachineState& state : graph.states()) {
            if (state.kind() != StateKind::sub_machine) states.push_back(&state);
            if (state.graph() != nullptr) add(*state.graph());
        }
    }

    /// Once they are folded, states do not have them any more. The one that stands for them comes
    /// before what states have, and behind all that is from any state already.
    void fold(const RepeatedTransitions& repeated) {
        for (const StateMachineTransition* t : repeated.transitions) {
            auto& list = out.at(t->from());
            list.erase(std::find(list.begin(), list.end(), t));
        }
    }
};

bool is_solo(const StateMachineTransition* t) {
    return t->solo() && !t->mute();
}

/// Finds what is in the way; each list of a layer is looked through once, whatever is asked.
class Obstacles {
  public:
    Obstacles(const Document& document, const StateMachineLayer& layer, const Parts& parts)
        : document_(document), parts_(parts), solver_(document), above_(solver_) {
        any_solo_ = std::any_of(parts.any.begin(), parts.any.end(), is_solo);
        for (const StateMachineTransition* any : parts.any)
            if (any->parent() != &layer.graph()) above_.add(*any);
        for (const auto& [from, list] : parts.out)
            look_through(from, list);
    }

    [[nodiscard]] std::string of(const RepeatedTransitions& repeated) const;

  private:
    void look_through(std::uint64_t from, const std::vector<const StateMachineTransition*>& list) {
        // A solo silences what stands before it too.
        if (std::any_of(list.begin(), list.end(), is_solo)) with_solo_.insert(from);
        ReadyIndex before(solver_);
        for (const StateMachineTransition* t : list) {
            if (before.meets(*t)) late_.insert(t);
            before.add(*t);
        }
    }

    const Document& document_;
    const Parts& parts_;
    ConditionSolver solver_;
    ReadyIndex above_;  ///< Any-state transitions of sub-machines.
    bool any_solo_ = false;
    std::unordered_set<std::uint64_t> with_solo_;  ///< States.
    std::unordered_set<const Object*> late_;       ///< Another one of their state may come first.
};

std::string Obstacles::of(const RepeatedTransitions& repeated) const {
    const StateMachineTransition& one = *repeated.transitions.front();
    if (repeated.from_target && !solver_.uses_trigger(one)) {
        return "it would interrupt itself for as long as its conditions hold";
    }
    bool is_first = true;
    for (const StateMachineTransition* own : repeated.transitions) {
        if (with_solo_.count(own->from()) != 0) {
            return "a solo silences other transitions of its state only";
        }
        if (late_.count(own) != 0) {
            const auto* from = object_cast<StateMachineState>(document_.find_id(own->from()));
            return "\"" + from->name() +
                   "\" has a transition before it that can be ready at the same time";
        }
        is_first = is_first && parts_.out.at(own->from()).front() == own;
    }
    if (any_solo_) return "another any-state transition is solo and would silence it";
    if (above_.meets(one)) {
        return "an any-state transition of a sub-machine comes before it now and would not";
    }
    const bool ends_at_itself =
        one.ordered() && one.interruption_source() != doc::InterruptionSource::none;
    if (ends_at_itself &&
        !(is_first && one.interruption_source() == doc::InterruptionSource::source)) {
        return "what may interrupt it depends on the list that it stands in";
    }
    return {};
}

/// What transitions have in common, each written once.
class Signatures {
  public:
    const std::string& of(const StateMachineTransition& t) {
        std::string& text = texts_[&t];
        if (text.empty()) text = signature(t);
        return text;
    }

  private:
    std::unordered_map<const StateMachineTransition*, std::string> texts_;
};

/// The sets of a layer taken apart, in the order of its states.
std::vector<RepeatedTransitions> find_sets(const Document& document, const Parts& parts,
                                           Signatures& signatures) {
    std::vector<RepeatedTransitions> found;
    const std::size_t count = parts.states.size();
    std::map<std::uint64_t, std::size_t> leading_to;
    for (const auto& [from, list] : parts.out)
        for (const StateMachineTransition* t : list)
            ++leading_to[t->to()];
    std::map<std::string_view, std::size_t> groups;
    for (const StateMachineState* state : parts.states) {
        const auto list = parts.out.find(state->id());
        if (list == parts.out.end()) continue;
        for (const StateMachineTransition* t : list->second) {
            if (t->to_kind() == TransitionTo::exit || !can_fire(*t) ||
                leading_to[t->to()] + 1 < count || t->to() == 0) {
                continue;
            }
            const auto [at, is_new] = groups.emplace(signatures.of(*t), found.size());
            if (is_new) found.emplace_back();
            auto& same = found[at->second].transitions;
            // Two from one state: the second never fires.
            if (same.empty() || same.back()->from() != t->from()) same.push_back(t);
        }
    }
    const auto is_partial = [&](RepeatedTransitions& repeated) {
        const std::uint64_t target = repeated.transitions.front()->to();
        const auto* to = object_cast<StateMachineState>(document.find_id(target));
        repeated.from_target = repeated.transitions.size() == count;
        if (repeated.from_target) return false;
        const bool leaves_target =
            std::any_of(repeated.transitions.begin(), repeated.transitions.end(),
                        [&](const auto* t) { return t->from() == target; });
        return repeated.transitions.size() + 1 != count || leaves_target || to == nullptr ||
               to->kind() == StateKind::sub_machine;
    };
    found.erase(std::remove_if(found.begin(), found.end(), is_partial), found.end());
    return found;
}

void append_operation(std::string& out, const char* op, const std::string& path,
                      const std::string& rest) {
    out += out.size() > 1 ? ", {\"op\": \"" : "{\"op\": \"";
    out += op;
    out += "\", \"path\": ";
    append_json_string(out, path);
    out += rest + "}";
}

}  // namespace

std::vector<RepeatedTransitions> find_repeated(const Document& document,
                                               const StateMachineLayer& layer) {
    std::vector<RepeatedTransitions> ordered;
    Parts parts;
    parts.add(layer.graph());
    if (parts.states.size() < 3 || layer.sync_layer() != 0) return ordered;
    Signatures signatures;
    std::unordered_map<const StateMachineTransition*, std::string> at_first;  // obstacles
    for (bool is_first = true, again = true; again; is_first = false) {
        // Those that can be folded as the lists are, then those that can once these are gone.
        std::vector<RepeatedTransitions> sets = find_sets(document, parts, signatures);
        if (sets.empty()) break;
        const Obstacles obstacles(document, layer, parts);
        again = false;
        for (RepeatedTransitions& set : sets) {
            set.obstacle = obstacles.of(set);
            set.in_turn = set.obstacle.empty();
            again = again || set.in_turn;
            std::string& first = at_first[set.transitions.front()];
            if (is_first) {
                first = set.obstacle;
            } else if (set.in_turn) {
                set.obstacle = first.empty() ? "others must be folded before it" : first;
            }
        }
        for (RepeatedTransitions& set : sets) {
            if (set.in_turn) parts.fold(set);
            // Those that are left are looked at again, unless this was the last time.
            if (set.in_turn || !again) ordered.push_back(std::move(set));
        }
    }
    return ordered;
}

std::string fold_patch(const Document& document, const RepeatedTransitions& repeated) {
    const StateMachineTransition& one = *repeated.transitions.front();
    const std::string path = pointer_to(document, one);
    std::string patch = "[";
    append_operation(patch, "replace", path + "/from_kind", ", \"value\": \"any\"");
    append_operation(patch, "replace", path + "/from", ", \"value\": 0");
    append_operation(patch, "replace", path + "/can_transition_to_self",
                     repeated.from_target ? ", \"value\": true" : ", \"value\": false");
    // From behind, so that places stay true where a file has no ids.
    for (std::size_t i = repeated.transitions.size(); i-- > 1;)
        append_operation(patch, "remove", pointer_to(document, *repeated.transitions[i]), "");
    const Object* owner = one.parent();
    while (object_cast<StateMachineLayer>(owner) == nullptr)
        owner = owner->parent();
    std::string from = ", \"from\": ";
    append_json_string(from, path);
    append_operation(patch, "move", pointer_to(document, *owner) + "/graph/transitions/-", from);
    return patch + "]";
}

Result<Handle> fold_repeated(Document& document, const RepeatedTransitions& repeated) {
    const StateMachineTransition& one = *repeated.transitions.front();
    if (!repeated.obstacle.empty()) {
        return Error{"fold-differs", pointer_to(document, one), repeated.obstacle};
    }
    const Handle handle = one.handle();
    const Result<Json> patch = parse_json(fold_patch(document, repeated));
    if (!patch) return patch.error();
    const Result<Done> done = apply_patch_step(document, *patch, "Fold into any state");
    if (!done) return done.error();
    return handle;
}

}  // namespace motus
