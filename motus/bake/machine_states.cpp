// SPDX-License-Identifier: MIT
#include <motus/bake/machine_parts.h>

namespace motus::detail {
namespace {

bool is_blend(doc::StateKind kind) {
    return kind >= doc::StateKind::blend_1d && kind <= doc::StateKind::blend_direct;
}

}  // namespace

// A sub-machine's states follow the state that holds it: so all that is in a graph is one range.
void MachineLowering::add_graph(const doc::StateGraph* graph, std::uint32_t above,
                                std::uint32_t layer, std::uint32_t depth) {
    const auto index = static_cast<std::uint32_t>(places_.size());
    const auto first = static_cast<std::uint32_t>(out_.states.size());
    places_.push_back({graph, layer});
    out_.graphs.emplace_back().above = above;
    if (graph == nullptr) return;
    if (depth > kMaxGraphDepth) {
        error("too-deep", *graph,
              "sub-machines are nested deeper than " + std::to_string(kMaxGraphDepth));
        return;
    }
    for (const doc::StateMachineState& state : graph->states()) {
        add_state(state, index, layer);
        if (state.kind() != doc::StateKind::sub_machine) continue;
        out_.state_links.back().inside = static_cast<std::uint32_t>(places_.size());
        add_graph(state.graph(), index, layer, depth + 1);
    }
    out_.graphs[index].states = {first, static_cast<std::uint32_t>(out_.states.size()) - first};
}

void MachineLowering::add_state(const doc::StateMachineState& state, std::uint32_t graph,
                                std::uint32_t layer) {
    using State = doc::StateMachineState;
    states_.emplace(&state, static_cast<std::uint32_t>(out_.states.size()));
    state_objects_.push_back(&state);
    record::StateMachineState& out = bytes_.append(state, out_.states);
    out.graph = 0;
    out.children = {0, 0};
    const bool has_motion =
        state.kind() == doc::StateKind::clip || state.kind() == doc::StateKind::timeline;
    if (has_motion) {
        set_motion(state, State::kMotion, state.motion(), out.motion);
        if (state.motion() != 0) {
            shift_cycle(state.motion(), out.cycle_offset);
            // What is referred to decides.
            const bool clip = out.motion.type == doc::AnimationClip::static_type().number;
            out.kind = clip ? record::StateKind::clip : record::StateKind::timeline;
        }
    } else {
        out.motion = {0, kNoIndex};
    }
    const bool blends = is_blend(state.kind());
    out.variable_x = blends ? variable(state.variable_x()) : kNoIndex;
    out.variable_y = blends ? variable(state.variable_y()) : kNoIndex;
    out.speed_variable = variable(state.speed_variable());
    out.cycle_offset_variable = variable(state.cycle_offset_variable());
    out.time_variable = variable(state.time_variable());
    out.mirror_variable = variable(state.mirror_variable());
    add_events(state, out);
    StateLink& link = out_.state_links.emplace_back();
    link.graph = graph;
    link.layer = layer;
}

void MachineLowering::add_events(const doc::StateMachineState& state,
                                 record::StateMachineState& out) {
    out.events = {static_cast<std::uint32_t>(out_.state_events.size()), 0};
    for (const doc::StateEvent& event : state.events()) {
        if (bytes_.append(event, out_.state_events).event != kNoIndex) {
            ++out.events.count;
            continue;
        }
        out_.state_events.pop_back();
    }
}

void MachineLowering::set_motion(const Object& owner, std::uint16_t property, std::uint64_t id,
                                 record::Link& link) {
    if (id != 0 && link.type == 0) {
        error("missing-target", owner, property,
              "there is no clip or timeline with the id " + std::to_string(id));
    }
    link = link.type != 0 ? bytes_.motion(link) : record::Link{0, kNoIndex};
}

// A clip's own cycle offset: all that plays it starts there.
void MachineLowering::shift_cycle(std::uint64_t motion, float& cycle_offset) const {
    const auto* clip = object_cast<doc::AnimationClip>(document_.find_id(motion));
    if (clip != nullptr && clip->loop()) cycle_offset += clip->cycle_offset();
}

std::uint32_t MachineLowering::variable(std::uint64_t id) const {
    const auto at = id != 0 ? variables_.find(document_.find_id(id)) : variables_.end();
    return at != variables_.end() ? at->second : kNoIndex;
}

void MachineLowering::set_defaults() {
    for (std::size_t i = 0; i < places_.size(); ++i) {
        const GraphPlace& place = places_[i];
        if (place.graph == nullptr || place.graph->states().empty()) continue;
        const std::uint64_t id = place.graph->entry();
        if (id == 0) continue;  // it is entered by entry transitions only
        const auto at = states_.find(document_.find_id(id));
        const record::Range inside = out_.graphs[i].states;
        if (at == states_.end() || at->second - inside.start >= inside.count) {
            error("wrong-target", *place.graph, doc::StateGraph::kEntry,
                  "the default state, id " + std::to_string(id) + ", is not in this graph");
            continue;
        }
        out_.graphs[i].default_state = at->second;
    }
}

}  // namespace motus::detail
