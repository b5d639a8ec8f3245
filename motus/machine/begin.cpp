// SPDX-License-Identifier: MIT
#include <motus/machine/begin.h>
#include <motus/machine/layer.h>

namespace motus {

namespace detail {

Status LayerTick::begin(const BlendStart& start, Ticks& length) noexcept {
    const record::StateMachineTransition& transition = graph_.transitions[start.transition];
    if (transition.to_kind == record::TransitionTo::exit) return Status::missing;
    if (!(transition.duration > 0.0f)) return Status::bad_argument;
    Choice choice;
    choice.transition = choice.timing = start.transition;
    choice.target = transition.to;
    choice.source = start.source;
    choice.linear = start.linear;
    if (choice.target >= graph_.states.size()) return Status::missing;
    const std::uint32_t inside = graph_.state_links[choice.target].inside;
    if (inside != kNoIndex && !enter_graph(values_, inside, choice)) return Status::missing;
    const float weight = layer_.weight;
    layer_ = {};
    layer_.weight = weight;
    layer_.state = start.from;
    layer_.clock.at = start.at;
    layer_.before = layer_.clock;
    layer_.fresh = false;
    const Status taken = take(choice);
    length = fade_length(layer_);
    return taken;
}

}  // namespace detail

Status begin_blend(const Machine& graph, std::span<std::byte> instance, const BlendStart& start,
                   Ticks& length) noexcept {
    const InstanceView view = view_of(graph, instance);
    if (view.header == nullptr || view.header->graph != shape_of(graph) ||
        !contents_fit(graph, view)) {
        return Status::bad_data;
    }
    if (start.layer >= view.layers.size() || start.transition >= graph.transitions.size() ||
        start.from >= graph.states.size() || graph.layer_links[start.layer].follows != kNoIndex ||
        graph.state_links[start.from].inside != kNoIndex ||
        graph.state_links[start.from].layer != start.layer) {
        return Status::bad_argument;
    }
    Playlist nothing{};  // a blend that takes time passes no part when it begins
    TickJob job{graph, instance, 0.0f, &nothing};
    detail::PassedParts passed;
    const detail::Values values{graph, view.variables};
    return detail::LayerTick(job, values, view.layers, start.layer, passed).begin(start, length);
}

}  // namespace motus
