// validate_reach.cpp - states that no way leads to, and ways that are drawn too often.
// SPDX-License-Identifier: MIT
#include <motus/document/fold.h>
#include <motus/document/validate_check.h>

#include <unordered_map>
#include <unordered_set>

namespace motus::validation {
namespace {

using doc::StateGraph;
using doc::StateKind;
using doc::StateMachineLayer;
using doc::StateMachineState;
using doc::StateMachineTransition;
using doc::TransitionFrom;
using doc::TransitionTo;

/// Walks a layer from its entry along every transition that can fire. Muted ones count: a mute is
/// for trying something out.
class Walk {
  public:
    Walk(const Check& check, const StateMachineLayer& layer) : check_(check), layer_(layer) {
        index(layer.graph());
    }

    /// False where the layer never starts: then nothing can be said of its states.
    bool run() {
        enter(layer_.graph());
        if (todo_.empty()) return false;
        for (const StateMachineTransition* t : any_)
            follow(*t);
        while (!todo_.empty()) {
            const StateMachineState& state = *todo_.back();
            todo_.pop_back();
            for (const StateMachineTransition* t : out_[state.id()])
                follow(*t);
            if (any_exit_) leave(static_cast<const StateGraph&>(*state.parent()));
        }
        return true;
    }

    [[nodiscard]] bool reached(const StateMachineState& state) const {
        return reached_.count(&state) != 0;
    }

  private:
    void index(const StateGraph& graph) {
        for (const StateMachineTransition& t : graph.transitions()) {
            if (!can_fire(t)) continue;
            if (t.from_kind() == TransitionFrom::any) {
                any_.push_back(&t);
                any_exit_ = any_exit_ || t.to_kind() == TransitionTo::exit;
            } else if (t.from_kind() != TransitionFrom::entry) {
                out_[t.from()].push_back(&t);
            }
        }
        for (const StateMachineState& state : graph.states())
            if (state.graph() != nullptr) index(*state.graph());
    }

    [[nodiscard]] bool can_fire(const StateMachineTransition& t) const {
        const bool timed =
            t.from_kind() == TransitionFrom::state || t.from_kind() == TransitionFrom::any;
        if (timed && t.conditions().empty() && !t.has_exit_time()) return false;
        Conditions conditions;
        add_conditions(conditions, t);
        return check_.solver().can_hold(std::move(conditions));
    }

    void go(const StateMachineState* state) {
        if (state == nullptr || layer_of(*state) != &layer_) return;
        if (state->kind() == StateKind::sub_machine) {
            mark(*state);
            if (state->graph() != nullptr) enter(*state->graph());
        } else if (mark(*state)) {
            todo_.push_back(state);
        }
    }

    /// The state, and the sub-machines it lies in.
    bool mark(const StateMachineState& state) {
        if (!reached_.insert(&state).second) return false;
        const auto* above = object_cast<StateMachineState>(state.parent()->parent());
        if (above != nullptr) mark(*above);
        return true;
    }

    void enter(const StateGraph& graph) {
        if (!entered_.insert(&graph).second) return;
        for (const StateMachineTransition& t : graph.transitions()) {
            if (t.from_kind() == TransitionFrom::entry && can_fire(t)) {
                go(check_.find<StateMachineState>(t.to()));
            }
        }
        go(check_.find<StateMachineState>(graph.entry()));
    }

    void leave(const StateGraph& graph) {
        if (!left_.insert(&graph).second) return;
        const auto* machine = object_cast<StateMachineState>(graph.parent());
        if (machine == nullptr) {
            enter(graph);
            return;
        }
        for (const StateMachineTransition* t : out_[machine->id()])
            follow(*t);
        // Where no way out is open, the parent is entered anew.
        enter(static_cast<const StateGraph&>(*machine->parent()));
    }

    void follow(const StateMachineTransition& t) {
        if (t.to_kind() != TransitionTo::exit) {
            go(check_.find<StateMachineState>(t.to()));
        } else if (t.from_kind() != TransitionFrom::any) {
            leave(static_cast<const StateGraph&>(*t.parent()));
        }
    }

    const Check& check_;
    const StateMachineLayer& layer_;
    std::unordered_map<std::uint64_t, std::vector<const StateMachineTransition*>> out_;
    std::vector<const StateMachineTransition*> any_;
    bool any_exit_ = false;
    std::unordered_set<const Object*> reached_, entered_, left_;
    std::vector<const StateMachineState*> todo_;
};

void report(Check& check, const Walk& walk, const StateGraph& graph) {
    for (const StateMachineState& state : graph.states()) {
        if (!walk.reached(state)) {
            check.warn("unreachable", state, 0,
                       "no transition that can fire leads to " +
                           quoted(state.name(), "this state") + " from where the layer starts");
        }
        if (state.graph() != nullptr) report(check, walk, *state.graph());
    }
}

std::string advice_on(const RepeatedTransitions& repeated) {
    if (repeated.obstacle.empty()) return "one from any state does the same";
    if (repeated.in_turn) {
        return "one from any state does the same once those reported before it are folded";
    }
    return "one from any state would differ: " + repeated.obstacle;
}

}  // namespace

void check_reach(Check& check, const StateMachineLayer& layer) {
    if (layer.sync_layer() != 0) return;
    Walk walk(check, layer);
    if (walk.run()) report(check, walk, layer.graph());
}

void check_repeated(Check& check, const StateMachineLayer& layer) {
    for (const RepeatedTransitions& repeated : find_repeated(check.document(), layer)) {
        const StateMachineTransition& one = *repeated.transitions.front();
        const auto* to = check.find<StateMachineState>(one.to());
        check.warn("repeated-transition", one, 0,
                   "the same transition to " + quoted(to != nullptr ? to->name() : "", "a state") +
                       " leaves each of " + std::to_string(repeated.transitions.size()) +
                       " states; " + advice_on(repeated));
    }
}

}  // namespace motus::validation
