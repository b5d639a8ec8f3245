// SPDX-License-Identifier: MIT
#include <motus/session/unreached.h>

#include <utility>

namespace motus {
namespace {

bool is_within(record::Range list, std::uint32_t transition) noexcept {
    return transition >= list.start && transition - list.start < list.count;
}

/// Whether transitions of the state that is left, or of the one that is entered, may interrupt.
bool asks(record::InterruptionSource source, bool left) noexcept {
    switch (source) {
        case record::InterruptionSource::none:
            return false;
        case record::InterruptionSource::source:
            return left;
        case record::InterruptionSource::destination:
            return !left;
        case record::InterruptionSource::source_then_destination:
        case record::InterruptionSource::destination_then_source:
            return true;
    }
    return false;
}

}  // namespace

const char* to_string(Unreached reason) noexcept {
    switch (reason) {
        case Unreached::runs:
            return "it is the transition that runs";
        case Unreached::not_asked:
            return "the transition that runs cannot be interrupted by it";
        case Unreached::comes_after:
            return "the transition that runs comes before it in the queue";
    }
    return "unknown";
}

Unreached reason_unreached(const Machine& graph, const LayerState& layer,
                           std::uint32_t transition) noexcept {
    if (transition == layer.transition) return Unreached::runs;
    if (layer.source == TransitionSource::host) return Unreached::not_asked;
    const record::StateMachineTransition& active = graph.transitions[layer.transition];
    const bool left = is_within(graph.state_links[layer.state].out, transition);
    const bool entered = is_within(graph.state_links[layer.next].out, transition);
    const record::InterruptionSource source = active.interruption_source;
    const bool asked = (left && asks(source, true)) || (entered && asks(source, false));
    // Any-state transitions are always asked.
    return (left || entered) && !asked ? Unreached::not_asked : Unreached::comes_after;
}

std::vector<UnreachedTransition> unreached_transitions(Animator& run) {
    const Machine& graph = run.machine();
    std::vector<UnreachedTransition> out;
    std::vector<char> done(graph.transitions.size());
    for (const Considered& considered : run.explain())
        done[considered.transition] = 1;
    for (std::uint32_t i = 0; i < graph.layers.size(); ++i) {
        const LayerState& layer = run.before().layers[i];
        if (graph.layer_links[i].follows != kNoIndex || layer.next == kNoState) continue;
        for (const record::Range list :
             {graph.layer_links[i].any, graph.state_links[layer.state].out,
              graph.state_links[layer.next].out}) {
            for (std::uint32_t t = list.start; t < list.start + list.count; ++t) {
                if (std::exchange(done[t], char{1}) != 0 || t == layer.transition) continue;
                out.push_back({i, t, reason_unreached(graph, layer, t)});
            }
        }
    }
    return out;
}

}  // namespace motus
