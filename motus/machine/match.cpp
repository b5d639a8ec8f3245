// SPDX-License-Identifier: MIT
#include <motus/machine/match.h>

#include <motus/machine/instance.h>

namespace motus::detail {
namespace {

bool has(record::Range range, std::uint32_t index) noexcept {
    return index >= range.start && index - range.start < range.count;
}

// The state that holds a graph; kNoState for a layer's root.
std::uint32_t holder_of(const Machine& graph, std::uint32_t inside) noexcept {
    for (std::uint32_t i = 0; i < graph.state_links.size(); ++i)
        if (graph.state_links[i].inside == inside) return i;
    return kNoState;
}

bool leads_alike(const record::StateMachineTransition& a, std::uint32_t target,
                 const record::StateMachineTransition& b) noexcept {
    const bool exit = a.to_kind == record::TransitionTo::exit;
    if (exit || b.to_kind == record::TransitionTo::exit) return a.to_kind == b.to_kind;
    return b.to == target;
}

}  // namespace

std::uint32_t Match::find_layer(std::uint32_t old) const noexcept {
    const std::uint64_t name = from_.layers[old].name;
    std::uint32_t before = 0;
    for (std::uint32_t i = 0; i < old; ++i)
        before += from_.layers[i].name == name;
    for (std::uint32_t i = 0; i < to_.layers.size(); ++i)
        if (to_.layers[i].name == name && before-- == 0) return i;
    return kNoIndex;
}

// The same path of names, from the state up to its layer.
bool Match::is_same(std::uint32_t old, std::uint32_t now) const noexcept {
    for (std::uint32_t depth = 0; depth <= kMaxGraphDepth; ++depth) {
        if (from_.states[old].name != to_.states[now].name) return false;
        old = holder_of(from_, from_.state_links[old].graph);
        now = holder_of(to_, to_.state_links[now].graph);
        if (old == kNoState || now == kNoState) return old == now;
    }
    return false;
}

std::uint32_t Match::find_state(std::uint32_t old, std::uint32_t layer) const noexcept {
    if (old == kNoState) return kNoState;
    const record::StateMachineState& was = from_.states[old];
    const bool sub = from_.state_links[old].inside != kNoIndex;
    const auto fits = [&](std::uint32_t i) {
        return to_.state_links[i].layer == layer && (to_.state_links[i].inside != kNoIndex) == sub;
    };
    std::uint32_t found = kNoState;
    for (std::uint32_t i = 0; i < to_.states.size(); ++i) {
        if (to_.states[i].name != was.name || !fits(i) || !is_same(old, i)) continue;
        if (to_.states[i].id == was.id) return i;
        if (found == kNoState) found = i;
    }
    if (found != kNoState) return found;
    for (std::uint32_t i = 0; was.id != 0 && i < to_.states.size(); ++i)
        if (to_.states[i].id == was.id && fits(i)) return i;
    return kNoState;
}

std::uint32_t Match::find_graph(std::uint32_t old, std::uint32_t layer) const noexcept {
    const std::uint32_t holder = holder_of(from_, old);
    if (holder == kNoState) return to_.layer_links[layer].root;
    const std::uint32_t now = find_state(holder, layer);
    return now == kNoState ? kNoIndex : to_.state_links[now].inside;
}

// The lists that a transition stands in, before and now.
bool Match::find_list(std::uint32_t transition, std::uint32_t old_layer, std::uint32_t layer,
                      record::Range& was, record::Range& now) const noexcept {
    was = from_.layer_links[old_layer].any;
    now = to_.layer_links[layer].any;
    if (has(was, transition)) return true;
    for (std::uint32_t i = 0; i < from_.state_links.size(); ++i) {
        was = from_.state_links[i].out;
        if (!has(was, transition)) continue;
        const std::uint32_t found = find_state(i, layer);
        if (found == kNoState) return false;
        now = to_.state_links[found].out;
        return true;
    }
    for (std::uint32_t i = 0; i < from_.graphs.size(); ++i) {
        const GraphLink& link = from_.graphs[i];
        const bool entry = has(link.entry, transition);
        if (!entry && !has(link.leave, transition)) continue;
        const std::uint32_t found = find_graph(i, layer);
        if (found == kNoIndex) return false;
        was = entry ? link.entry : link.leave;
        now = entry ? to_.graphs[found].entry : to_.graphs[found].leave;
        return true;
    }
    return false;
}

std::uint32_t Match::find_transition(std::uint32_t old, std::uint32_t old_layer,
                                     std::uint32_t layer) const noexcept {
    record::Range was, now;
    if (!find_list(old, old_layer, layer, was, now)) return kNoIndex;
    const record::StateMachineTransition& t = from_.transitions[old];
    // By id alone where there are ids: two of one name and target are told apart so.
    for (std::uint32_t i = now.start; t.id != 0 && i < now.start + now.count; ++i)
        if (to_.transitions[i].id == t.id) return i;
    const bool exit = t.to_kind == record::TransitionTo::exit;
    const std::uint32_t target = exit ? kNoState : find_state(t.to, layer);
    if (!exit && target == kNoState) return kNoIndex;
    // Else by name and target: the first of these is the first of those.
    std::uint32_t before = 0;
    for (std::uint32_t i = was.start; i < old; ++i) {
        const record::StateMachineTransition& other = from_.transitions[i];
        before += other.name == t.name && other.to_kind == t.to_kind && other.to == t.to;
    }
    for (std::uint32_t i = now.start; i < now.start + now.count; ++i) {
        const record::StateMachineTransition& other = to_.transitions[i];
        if (other.name != t.name || !leads_alike(t, target, other)) continue;
        if (before-- == 0) return i;
    }
    return kNoIndex;
}

}  // namespace motus::detail
