// SPDX-License-Identifier: MIT
#include <motus/bake/machine_parts.h>

#include <motus/bake/blend_curve.h>
#include <algorithm>

namespace motus::detail {
namespace {

using doc::TransitionFrom;
using doc::TransitionTo;
using Transition = doc::StateMachineTransition;

std::tuple<const Object*, TransitionFrom, std::uint64_t> source_of(const Transition& t,
                                                                   std::uint32_t layer) {
    switch (t.from_kind()) {
        case TransitionFrom::any:
            return {nullptr, t.from_kind(), layer};
        case TransitionFrom::entry:
            return {t.parent(), t.from_kind(), 0};
        default:
            return {t.parent(), t.from_kind(), t.from()};
    }
}

bool has_timing(const Transition& transition) {
    return transition.from_kind() == TransitionFrom::state ||
           transition.from_kind() == TransitionFrom::any;
}

}  // namespace

// Of one source: all from any state of a layer, all from one entry, one state, one sub-machine.
void MachineLowering::find_solos() {
    for (const GraphPlace& place : places_) {
        if (place.graph == nullptr) continue;
        for (const Transition& t : place.graph->transitions()) {
            if (t.solo() && !t.mute()) solos_.insert(source_of(t, place.layer));
        }
    }
}

// Mute wins over solo; a solo silences those of its source that have none.
bool MachineLowering::is_silent(const Transition& transition, std::uint32_t layer) const {
    return transition.mute() ||
           (!transition.solo() && solos_.count(source_of(transition, layer)) != 0);
}

std::string MachineLowering::describe(const Transition& transition) const {
    const auto name = [&](std::uint64_t id) {
        const auto* state = object_cast<doc::StateMachineState>(document_.find_id(id));
        return state != nullptr ? "\"" + state->name() + "\"" : "id " + std::to_string(id);
    };
    std::string text = "the transition from ";
    switch (transition.from_kind()) {
        case TransitionFrom::any:
            text += "any state";
            break;
        case TransitionFrom::entry:
            text += "the entry";
            break;
        default:
            text += name(transition.from());
            break;
    }
    return text + " to " +
           (transition.to_kind() == TransitionTo::exit ? "the exit" : name(transition.to()));
}

bool MachineLowering::find_ends(const GraphPlace& place, Authored& found) {
    const Transition& t = *found.transition;
    found.from = found.to = kNoState;
    bool good = true;
    if (t.from_kind() == TransitionFrom::state || t.from_kind() == TransitionFrom::machine) {
        const auto at = states_.find(document_.find_id(t.from()));
        const bool inner = t.from_kind() == TransitionFrom::machine;
        if (at == states_.end() || at->first->parent() != place.graph) {
            error("wrong-target", t, Transition::kFrom,
                  describe(t) + " starts at no state of its graph");
            good = false;
        } else if ((out_.state_links[at->second].inside != kNoIndex) != inner) {
            error("wrong-type", t, Transition::kFrom,
                  describe(t) + (inner ? " starts at a state that is no sub-machine"
                                       : " starts at a sub-machine: its kind must say so"));
            good = false;
        } else {
            found.from = at->second;
        }
    }
    if (t.to_kind() == TransitionTo::exit) {
        if (t.from_kind() == TransitionFrom::entry) {
            error("wrong-type", t, Transition::kToKind, "an entry cannot lead to the exit");
            good = false;
        }
        return good;
    }
    const auto at = states_.find(document_.find_id(t.to()));
    if (at == states_.end() || out_.state_links[at->second].layer != place.layer) {
        error(at == states_.end() ? "missing-target" : "wrong-target", t, Transition::kTo,
              describe(t) + (at == states_.end() ? " leads to a state that is not there"
                                                 : " leads to another layer"));
        return false;
    }
    found.to = at->second;
    return good;
}

bool MachineLowering::fires(const Transition& transition) const {
    if (has_timing(transition) && transition.conditions().empty() && !transition.has_exit_time()) {
        return false;
    }
    return std::all_of(transition.conditions().begin(), transition.conditions().end(),
                       [&](const doc::StateMachineCondition& condition) {
                           return variable(condition.variable()) != kNoIndex;
                       });
}

// Puts each transition of a graph into the list it is looked for in.
void MachineLowering::sort_transitions(std::uint32_t graph) {
    const GraphPlace& place = places_[graph];
    if (place.graph == nullptr) return;
    for (const Transition& transition : place.graph->transitions()) {
        if (is_silent(transition, place.layer)) {
            ++out_.dropped_transitions;
            continue;
        }
        Authored found{&transition, kNoState, kNoState};
        if (!find_ends(place, found)) continue;
        if (!fires(transition)) {
            ++out_.dropped_transitions;
            continue;
        }
        switch (transition.from_kind()) {
            case TransitionFrom::state:
                out_of_[found.from].push_back(found);
                break;
            case TransitionFrom::any:
                any_[graph].push_back(found);
                break;
            case TransitionFrom::entry:
                entry_[graph].push_back(found);
                break;
            case TransitionFrom::machine:
                leave_[out_.state_links[found.from].inside].push_back(found);
                break;
        }
    }
}

void MachineLowering::add_curve(const Transition& transition) {
    record::Range& range = out_.curves.emplace_back();
    range = {static_cast<std::uint32_t>(out_.curve_keys.size()), 0};
    // Without timing of its own, or with that of an exit: there is nothing to shape.
    if (transition.from_kind() == TransitionFrom::entry || transition.inherit()) return;
    const LoweredCurve curve = lower_curve(transition.curve());
    if (curve.too_large) {
        error("out-of-range", *transition.curve(), doc::BlendCurve::kKeys,
              "the curve of " + describe(transition) +
                  " has a number beyond 65504, the range of 16-bit floats");
    }
    range.count = static_cast<std::uint32_t>(curve.keys.size());
    out_.curve_keys.insert(out_.curve_keys.end(), curve.keys.begin(), curve.keys.end());
}

record::Range MachineLowering::lay(const List& list) {
    const record::Range range{static_cast<std::uint32_t>(out_.transitions.size()),
                              static_cast<std::uint32_t>(list.size())};
    for (const Authored& authored : list) {
        const Transition& transition = *authored.transition;
        record::StateMachineTransition& out = bytes_.append(transition, out_.transitions);
        out.from = authored.from;
        out.to = authored.to;
        if (authored.to != kNoState) {
            const bool inner = out_.state_links[authored.to].inside != kNoIndex;
            out.to_kind = inner ? record::TransitionTo::machine : record::TransitionTo::state;
        }
        out.mute = out.solo = false;
        out.curve = 0;
        if (!(out.duration >= 0.0f)) out.duration = 0.0f;
        if (!(out.exit_time >= 0.0f)) out.exit_time = 0.0f;
        out.conditions = {static_cast<std::uint32_t>(out_.conditions.size()),
                          static_cast<std::uint32_t>(transition.conditions().size())};
        for (const doc::StateMachineCondition& condition : transition.conditions()) {
            bytes_.append(condition, out_.conditions).variable =
                variables_.at(document_.find_id(condition.variable()));
        }
        add_curve(transition);
    }
    return range;
}

void MachineLowering::lay_transitions() {
    any_.resize(places_.size());
    entry_.resize(places_.size());
    leave_.resize(places_.size());
    out_of_.resize(out_.states.size());
    find_solos();
    for (std::uint32_t graph = 0; graph < places_.size(); ++graph)
        sort_transitions(graph);
    // Graphs are numbered depth first, so a layer's any-state transitions are the root's first.
    for (std::uint32_t layer = 0; layer < out_.layer_links.size(); ++layer) {
        List all;
        for (std::uint32_t graph = 0; graph < places_.size(); ++graph) {
            if (places_[graph].layer == layer) {
                all.insert(all.end(), any_[graph].begin(), any_[graph].end());
            }
        }
        out_.layer_links[layer].any = lay(all);
    }
    for (std::uint32_t graph = 0; graph < places_.size(); ++graph) {
        out_.graphs[graph].entry = lay(entry_[graph]);
        out_.graphs[graph].leave = lay(leave_[graph]);
    }
    for (std::uint32_t state = 0; state < out_.states.size(); ++state)
        out_.state_links[state].out = lay(out_of_[state]);
}

}  // namespace motus::detail
