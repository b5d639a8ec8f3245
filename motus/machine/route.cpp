// Where a transition leads: into graphs by their entries, out of them by their exits.
// SPDX-License-Identifier: MIT
#include <motus/core/assert.h>
#include <motus/machine/select.h>

namespace motus::detail {
namespace {

// First of a list of entry or leave transitions whose conditions hold; kNoIndex: none does.
std::uint32_t first_open(const Values& values, record::Range list, Choice& choice) noexcept {
    MOTUS_ASSERT(list.start + list.count <= values.graph.transitions.size());
    for (std::uint32_t i = list.start; i < list.start + list.count; ++i) {
        const record::StateMachineTransition& transition = values.graph.transitions[i];
        if (!conditions_hold(values, choice.consumed, transition)) continue;
        choice.consumed.add(values.graph, i);
        return i;
    }
    return kNoIndex;
}

// Follows an exit out of `graph` to a state.
bool leave_graph(const Values& values, std::uint32_t graph, Choice& choice) noexcept {
    for (std::uint32_t depth = 0; depth < kMaxGraphDepth; ++depth) {
        MOTUS_ASSERT(graph < values.graph.graphs.size());
        const GraphLink& link = values.graph.graphs[graph];
        if (link.above == kNoIndex) return enter_graph(values, graph, choice);  // start over
        const std::uint32_t way = first_open(values, link.leave, choice);
        if (way == kNoIndex) return enter_graph(values, link.above, choice);
        const record::StateMachineTransition& transition = values.graph.transitions[way];
        if (transition.inherit) {
            choice.linear = true;
        } else {
            choice.timing = way;
            choice.linear = false;
        }
        if (transition.to_kind == record::TransitionTo::exit) {
            graph = link.above;
            continue;
        }
        const std::uint32_t inside = values.graph.state_links[transition.to].inside;
        if (inside != kNoIndex) return enter_graph(values, inside, choice);
        choice.target = transition.to;
        return true;
    }
    return false;
}

}  // namespace

bool enter_graph(const Values& values, std::uint32_t graph, Choice& choice) noexcept {
    for (std::uint32_t depth = 0; depth < kMaxGraphDepth; ++depth) {
        MOTUS_ASSERT(graph < values.graph.graphs.size());
        const GraphLink& link = values.graph.graphs[graph];
        const std::uint32_t way = first_open(values, link.entry, choice);
        const std::uint32_t state =
            way == kNoIndex ? link.default_state : values.graph.transitions[way].to;
        if (state == kNoState) return false;
        MOTUS_ASSERT(state < values.graph.states.size());
        const std::uint32_t inside = values.graph.state_links[state].inside;
        if (inside == kNoIndex) {
            choice.target = state;
            return true;
        }
        graph = inside;
    }
    return false;
}

bool resolve(const Question& question, std::uint32_t index, TransitionSource source,
             Choice& choice) noexcept {
    const Machine& graph = question.values.graph;
    MOTUS_ASSERT(index < graph.transitions.size());
    const record::StateMachineTransition& transition = graph.transitions[index];
    choice.transition = choice.timing = index;
    choice.source = source;
    choice.consumed = question.consumed;
    choice.consumed.add(graph, index);
    if (transition.to_kind == record::TransitionTo::exit) {
        // One that interrupts may start from the state that is being entered.
        const bool own = transition.from_kind == record::TransitionFrom::state;
        const std::uint32_t from = own ? transition.from : question.current;
        return from != kNoState &&
               leave_graph(question.values, graph.state_links[from].graph, choice);
    }
    const std::uint32_t inside = graph.state_links[transition.to].inside;
    if (inside != kNoIndex) return enter_graph(question.values, inside, choice);
    choice.target = transition.to;
    return true;
}

}  // namespace motus::detail
