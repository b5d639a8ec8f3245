// SPDX-License-Identifier: MIT
#include <motus/machine/enter.h>
#include <motus/machine/layer.h>

#include <cmath>

namespace motus {

Status enter_state(const Machine& graph, std::span<std::byte> instance, std::uint32_t layer,
                   std::uint32_t state, float fade_s, float at) noexcept {
    const InstanceView view = view_of(graph, instance);
    if (view.header == nullptr) return Status::bad_data;
    if (layer >= view.layers.size() || state >= graph.states.size()) return Status::missing;
    if (graph.layer_links[layer].follows != kNoIndex || graph.state_links[state].layer != layer ||
        !(fade_s >= 0.0f && fade_s <= kMaxFade) || !(std::fabs(at) <= kMaxEntry)) {
        return Status::bad_argument;
    }
    LayerState& asked = view.layers[layer];
    asked.entering = state;
    asked.entering_fade_s = fade_s;
    asked.entering_at = at;
    return Status::ok;
}

namespace detail {

Status LayerTick::enter_asked() noexcept {
    Choice choice;
    choice.target = layer_.entering;
    choice.source = TransitionSource::host;
    const float fade_s = layer_.entering_fade_s, at = layer_.entering_at;
    layer_.entering = kNoState;
    layer_.entering_fade_s = layer_.entering_at = 0.0f;
    const std::uint32_t inside = graph_.state_links[choice.target].inside;
    if (inside != kNoIndex && !enter_graph(values_, inside, choice)) return Status::ok;
    StateClock clock;
    clock.at = cycles_of(at);
    if (layer_.state == kNoState) {
        consumed_ = choice.consumed;
        layer_.state = choice.target;
        layer_.clock = layer_.before = begun(choice.target, clock);
        fire_state(job_, index_, layer_.state, record::StateMoment::enter);
        weight_before_ = 0.0f;
        return Status::ok;
    }
    if (layer_.next != kNoState && !job_.can_carry) {
        if (const Status s = pass(transition_weight(graph_, layer_)); s != Status::ok) return s;
        finish_transition();
    }
    return begin_fade(choice, fade_s > 0.0f, Carry::inertial, begun(choice.target, clock), fade_s);
}

}  // namespace detail

}  // namespace motus
