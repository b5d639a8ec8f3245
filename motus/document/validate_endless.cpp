// validate_endless.cpp - transitions that start again and again while their conditions hold.
// SPDX-License-Identifier: MIT
#include <motus/document/validate_check.h>

#include <algorithm>
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

/// Questions about conditions that one layer may cost. A drawn machine needs some hundreds.
constexpr std::size_t kMostQuestions = 200'000;

/// One layer. What is asked of a transition is whether others are open whenever it is: whatever
/// starts it keeps all of them going.
class Endless {
  public:
    Endless(Check& check, const StateMachineLayer& layer) : check_(check), transitions_(layer) {
        for (const StateMachineTransition* t : transitions_.all()) {
            if (!is_lasting(*t)) continue;
            if (t->from_kind() == TransitionFrom::any) {
                any_.push_back(t);
            } else {
                out_[t->from()].push_back(t);
            }
        }
    }

    void run() {
        for (const StateMachineTransition* t : transitions_.all()) {
            if (!is_lasting(*t)) continue;
            const StateMachineState* target = first_state(*t);
            if (target == nullptr) continue;
            if (!find_restart(*t, *target) && !find_ring(*t, *target)) find_turns(*t, *target);
        }
    }

  private:
    using List = std::vector<const StateMachineTransition*>;
    /// How a state was reached; nulls: it is where the search began.
    struct Way {
        const StateMachineTransition* by = nullptr;
        const StateMachineState* from = nullptr;
    };
    using Ways = std::unordered_map<const StateMachineState*, Way>;

    /// Open at once, and for as long as its conditions hold: it waits for no time and no trigger.
    [[nodiscard]] bool is_lasting(const StateMachineTransition& t) const {
        if (t.to_kind() == TransitionTo::exit || transitions_.is_silent(t)) return false;
        if (t.from_kind() != TransitionFrom::any && t.from_kind() != TransitionFrom::state) {
            return false;
        }
        const bool at_once =
            t.exit_time_mode() == doc::ExitTimeMode::from_crossing && !(t.exit_time() > 0.0f);
        if (t.has_exit_time() ? !at_once : t.conditions().empty()) return false;
        return !check_.solver().uses_trigger(t);
    }

    /// The state that it leads to; null where that depends on entry transitions.
    [[nodiscard]] const StateMachineState* first_state(const StateMachineTransition& t) const {
        const auto* state = check_.find<StateMachineState>(t.to());
        for (std::size_t depth = 0; state != nullptr && depth < 64; ++depth) {
            if (state->kind() != StateKind::sub_machine) return state;
            const StateGraph* graph = state->graph();
            if (graph == nullptr) return nullptr;
            for (const StateMachineTransition& entry : graph->transitions())
                if (entry.from_kind() == TransitionFrom::entry) return nullptr;
            state = check_.find<StateMachineState>(graph->entry());
        }
        return nullptr;
    }

    /// A transition that is open where it has just led to.
    bool find_restart(const StateMachineTransition& t, const StateMachineState& target) {
        const auto* to = check_.find<StateMachineState>(t.to());
        const std::string name = quoted(target.name(), "the state");
        const bool any = t.from_kind() == TransitionFrom::any;
        if (any && to->kind() == StateKind::sub_machine && goes_on_inside(t, *to->graph())) {
            check_.warn("restarts-forever", t, 0,
                        "while its conditions hold, it leads back to " + name +
                            " as soon as the sub-machine has reached another state");
        } else if (any && t.can_transition_to_self()) {
            check_.warn("restarts-forever", t, StateMachineTransition::kCanTransitionToSelf,
                        "while its conditions hold, it starts " + name +
                            " again in every update, which never arrives");
        } else if (!any && t.from() == target.id()) {
            check_.warn("restarts-forever", t, 0,
                        "while its conditions hold, " + name + " starts again without end");
        } else {
            return false;
        }
        return true;
    }

    /// Whether a transition between states of the sub-machine may be open while `t` is.
    [[nodiscard]] bool goes_on_inside(const StateMachineTransition& t, const StateGraph& graph) {
        for (const StateMachineTransition& inner : graph.transitions()) {
            if (inner.from_kind() != TransitionFrom::state || transitions_.is_silent(inner) ||
                inner.to_kind() == TransitionTo::exit || inner.from() == inner.to() ||
                (inner.conditions().empty() && !inner.has_exit_time())) {
                continue;
            }
            Conditions together;
            add_conditions(together, t);
            add_conditions(together, inner);
            if (ask() && check_.solver().can_hold(std::move(together))) return true;
        }
        return std::any_of(graph.states().begin(), graph.states().end(), [&](const auto& state) {
            return state.graph() != nullptr && goes_on_inside(t, *state.graph());
        });
    }

    /// Transitions of no length that are all open, from a state back to itself.
    bool find_ring(const StateMachineTransition& t, const StateMachineState& target) {
        if (t.duration() > 0.0f) return false;
        if (in_ring_.count(&t) != 0) return true;
        const bool any = t.from_kind() == TransitionFrom::any;
        Ways ways{{&target, {}}};
        std::vector<const StateMachineState*> todo{&target};
        Conditions given;
        add_conditions(given, t);
        for (std::size_t next = 0; next < todo.size(); ++next) {
            const StateMachineState& at = *todo[next];
            if (any ? &at != &target : at.id() == t.from()) {
                report_ring(t, at, ways);
                return true;
            }
            const auto look = [&](const List& list) {
                for (const StateMachineTransition* each : list) {
                    if (each == &t || each->duration() > 0.0f || !ask()) continue;
                    const StateMachineState* to = first_state(*each);
                    if (to == nullptr || ways.count(to) != 0) continue;
                    if (!check_.solver().follows(given, *each)) continue;
                    ways.emplace(to, Way{each, &at});
                    todo.push_back(to);
                }
            };
            look(any_);
            if (const auto out = out_.find(at.id()); out != out_.end()) look(out->second);
        }
        return false;
    }

    void report_ring(const StateMachineTransition& t, const StateMachineState& last,
                     const Ways& ways) {
        std::string names = quoted(last.name(), "a state");
        in_ring_.insert(&t);
        for (Way way = ways.at(&last); way.from != nullptr; way = ways.at(way.from)) {
            in_ring_.insert(way.by);
            names = quoted(way.from->name(), "a state") + " -> " + names;
        }
        check_.warn("zero-length-cycle", t, 0,
                    "takes no time, and whenever it is open so is the way back, which takes none "
                    "either: " +
                        quoted(last.name(), "a state") + " -> " + names);
    }

    /// Another one from any state that is open whenever `t` is: each leads away from where the
    /// other one led.
    void find_turns(const StateMachineTransition& t, const StateMachineState& target) {
        if (t.from_kind() != TransitionFrom::any || in_turns_.count(&t) != 0) return;
        Conditions given;
        add_conditions(given, t);
        for (const StateMachineTransition* each : any_) {
            if (each == &t || each->can_transition_to_self() || !ask()) continue;
            const StateMachineState* to = first_state(*each);
            if (to == nullptr || to == &target || !check_.solver().follows(given, *each)) continue;
            in_turns_.insert(each);
            check_.warn("restarts-forever", t, 0,
                        "whenever it is open so is the one from any state to " +
                            quoted(to->name(), "a state") + ": they take turns without end");
            return;
        }
    }

    [[nodiscard]] bool ask() { return questions_ < kMostQuestions && ++questions_ != 0; }

    Check& check_;
    LayerTransitions transitions_;
    List any_;
    std::unordered_map<std::uint64_t, List> out_;
    std::unordered_set<const StateMachineTransition*> in_ring_, in_turns_;
    std::size_t questions_ = 0;
};

}  // namespace

void check_endless(Check& check, const StateMachineLayer& layer) {
    if (layer.sync_layer() == 0) Endless(check, layer).run();
}

}  // namespace motus::validation
