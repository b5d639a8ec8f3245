// validate_order.cpp - transitions that another one hides.
// SPDX-License-Identifier: MIT
#include <motus/document/pointer.h>
#include <motus/document/validate_check.h>

#include <algorithm>

namespace motus::validation {
namespace {

using doc::StateGraph;
using doc::StateKind;
using doc::StateMachineCondition;
using doc::StateMachineLayer;
using doc::StateMachineState;
using doc::StateMachineTransition;
using doc::TransitionFrom;

/// What decides when a transition fires, as text: equal texts fire at the same moments.
std::string trigger_of(const StateMachineTransition& t) {
    std::vector<std::string> parts;
    for (const StateMachineCondition& c : t.conditions()) {
        std::string text =
            std::to_string(c.variable()) + " " + std::to_string(static_cast<int>(c.op())) + " ";
        append_json_float(text, c.compare_value());
        parts.push_back(std::move(text));
    }
    std::sort(parts.begin(), parts.end());
    parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
    std::string text;
    for (const std::string& part : parts)
        text += part + ";";
    return text;
}

/// Whether an any-state transition is looked at while the state with that id is current.
bool fires_in(const Check& check, const StateMachineTransition& any, std::uint64_t state) {
    if (any.can_transition_to_self()) return true;
    const auto* to = check.find<StateMachineState>(any.to());
    return to != nullptr && to->kind() != StateKind::sub_machine && any.to() != state;
}

/// Whether `later`, from a state, may break `first` off while that runs, though both wait for the
/// same: the running one is not asked again, unless it is ordered or may lead to itself from any
/// state. A trigger that fired `first` may be set once more.
bool lets_by(const StateMachineTransition& first, const StateMachineTransition& later) {
    if (later.from_kind() != TransitionFrom::state || first.ordered()) return false;
    if (!first.inherit() && !(first.duration() > 0.0f)) return false;
    if (first.from_kind() == TransitionFrom::any && first.can_transition_to_self()) return false;
    switch (first.interruption_source()) {
        case doc::InterruptionSource::none:
            return false;
        case doc::InterruptionSource::destination:
            return first.to() == later.from();
        default:
            return true;
    }
}

}  // namespace

SourceKey source_of(const StateMachineTransition& t) {
    switch (t.from_kind()) {
        case TransitionFrom::any:
            return {nullptr, 0};
        case TransitionFrom::entry:
            return {t.parent(), 0};
        default:
            return {t.parent(), t.from()};
    }
}

LayerTransitions::LayerTransitions(const StateMachineLayer& layer) {
    add(layer.graph());
    for (const StateMachineTransition* t : all_)
        if (t->solo() && !t->mute()) solos_.insert(source_of(*t));
}

void LayerTransitions::add(const StateGraph& graph) {
    for (const StateMachineTransition& t : graph.transitions())
        all_.push_back(&t);
    for (const StateMachineState& state : graph.states())
        if (state.graph() != nullptr) add(*state.graph());
}

bool LayerTransitions::is_silent(const StateMachineTransition& t) const {
    return t.mute() || (!t.solo() && solos_.count(source_of(t)) != 0);
}

void check_order(Check& check, const StateMachineLayer& layer) {
    const LayerTransitions transitions(layer);
    // Ready transitions without exit time: whatever has the same conditions comes too late.
    std::map<std::pair<SourceKey, std::string>, const StateMachineTransition*> ready;
    std::set<const StateMachineTransition*> passed;  ///< Those that one behind them breaks off.
    const auto remember = [&](const StateMachineTransition& t) {
        if (!t.has_exit_time() && !transitions.is_silent(t)) {
            ready.emplace(std::pair(source_of(t), trigger_of(t)), &t);
        }
    };
    for (const StateMachineTransition* t : transitions.all())
        if (t->from_kind() == TransitionFrom::any && !t->conditions().empty()) remember(*t);
    for (const StateMachineTransition* t : transitions.all()) {
        if (transitions.is_silent(*t)) {
            check.warn("muted", *t, t->mute() ? StateMachineTransition::kMute : 0,
                       t->mute() ? "is muted: it never fires"
                                 : "another transition of its source is solo: it never fires");
            continue;
        }
        const bool timed =
            t->from_kind() == TransitionFrom::state || t->from_kind() == TransitionFrom::any;
        if (timed && t->conditions().empty()) continue;
        const std::string trigger = trigger_of(*t);
        const StateMachineTransition* first = nullptr;
        if (t->from_kind() == TransitionFrom::state) {
            const auto any = ready.find({SourceKey{nullptr, 0}, trigger});
            if (any != ready.end() && fires_in(check, *any->second, t->from()) &&
                !lets_by(*any->second, *t)) {
                first = any->second;
            }
        }
        if (first == nullptr) {
            const auto same = ready.find({source_of(*t), trigger});
            const auto always = timed ? ready.end() : ready.find({source_of(*t), ""});
            first = same != ready.end()     ? same->second
                    : always != ready.end() ? always->second
                                            : nullptr;
            if (first != nullptr && lets_by(*first, *t) && passed.insert(first).second) {
                // While one of the two runs the other is ready: a third one has no turn.
                continue;
            }
        }
        // An any-state transition that may not lead to itself lets others by at its target.
        if (first != nullptr && first != t &&
            (first->from_kind() != TransitionFrom::any || t->from_kind() != TransitionFrom::any ||
             first->can_transition_to_self())) {
            check.warn("never-fires", *t, 0,
                       "another transition is ready whenever this one is, and comes before it: " +
                           pointer_to(check.document(), *first));
            continue;
        }
        if (first == nullptr && t->from_kind() != TransitionFrom::any) remember(*t);
    }
}

}  // namespace motus::validation
