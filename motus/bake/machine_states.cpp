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
    std::set<std::string_view> names;
    for (const doc::StateMachineState& state : graph->states()) {
        add_state(state, index, layer);
        if (!names.insert(state.name()).second) {
            warn("duplicate-name", state, doc::StateMachineState::kName,
                 "another state here is called " + quoted(state.name()) + " too");
        }
        if (state.kind() != doc::StateKind::sub_machine) {
            if (state.graph() != nullptr) {
                warn("graph-not-used", state, doc::StateMachineState::kGraph,
                     quoted(state.name()) + " is no sub-machine: its graph is left out");
            }
            continue;
        }
        if (state.graph() == nullptr) {
            warn("empty-sub-machine", state, doc::StateMachineState::kGraph,
                 "sub-machine " + quoted(state.name()) + " has no states to enter");
        }
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
        if (state.motion() == 0) {
            warn("no-motion", state, State::kMotion,
                 "state " + quoted(state.name()) + " has no motion: it lasts one second");
        } else {
            shift_cycle(state.motion(), out.cycle_offset);
            // What is referred to decides.
            const bool clip = out.motion.type == doc::AnimationClip::static_type().number;
            out.kind = clip ? record::StateKind::clip : record::StateKind::timeline;
        }
    } else {
        out.motion = {0, kNoIndex};
    }
    const bool blends = is_blend(state.kind());
    out.variable_x =
        blends ? variable(state, State::kVariableX, state.variable_x(), true) : kNoIndex;
    out.variable_y =
        blends ? variable(state, State::kVariableY, state.variable_y(), true) : kNoIndex;
    out.speed_variable = variable(state, State::kSpeedVariable, state.speed_variable(), true);
    out.cycle_offset_variable =
        variable(state, State::kCycleOffsetVariable, state.cycle_offset_variable(), true);
    out.time_variable = variable(state, State::kTimeVariable, state.time_variable(), true);
    out.mirror_variable = variable(state, State::kMirrorVariable, state.mirror_variable(), false);
    if (state.mirror() || state.mirror_variable() != 0) {
        warn("mirror-not-used", state, state.mirror() ? State::kMirror : State::kMirrorVariable,
             "state " + quoted(state.name()) + " is not mirrored at run time");
    }
    if (state.foot_ik()) {
        warn("ik-not-used", state, State::kFootIk,
             "state " + quoted(state.name()) + " has no inverse kinematics at run time");
    }
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
        warn("unknown-event", event, doc::StateEvent::kEvent,
             "state " + quoted(state.name()) + " fires an event that is not there");
    }
}

void MachineLowering::set_motion(const Object& owner, std::uint16_t property, std::uint64_t id,
                                 record::Link& link) {
    if (id != 0 && link.type == 0) {
        error("unknown-motion", owner, property,
              "there is no clip or timeline with the id " + std::to_string(id));
    }
    link = link.type != 0 ? bytes_.motion(link) : record::Link{0, kNoIndex};
}

// A clip's own cycle offset: all that plays it starts there.
void MachineLowering::shift_cycle(std::uint64_t motion, float& cycle_offset) const {
    const auto* clip = object_cast<doc::AnimationClip>(document_.find_id(motion));
    if (clip != nullptr && clip->loop()) cycle_offset += clip->cycle_offset();
}

std::uint32_t MachineLowering::variable(const Object& owner, std::uint16_t property,
                                        std::uint64_t id, bool wants_float) {
    if (id == 0) return kNoIndex;
    const auto* object = object_cast<doc::StateMachineVariable>(document_.find_id(id));
    const auto at = variables_.find(object);
    if (at == variables_.end()) {
        warn("unknown-variable", owner, property,
             "the machine has no variable with the id " + std::to_string(id) +
                 ": it counts as not set");
        return kNoIndex;
    }
    if (wants_float && object->kind() != doc::VariableKind::float_) {
        warn("variable-kind", owner, property,
             quoted(object->name()) + " is no float: it counts as not set");
    }
    return at->second;
}

void MachineLowering::set_defaults() {
    for (std::size_t i = 0; i < places_.size(); ++i) {
        const GraphPlace& place = places_[i];
        if (place.graph == nullptr || place.graph->states().empty()) continue;
        const std::uint64_t id = place.graph->entry();
        if (id == 0) {
            warn("no-default-state", *place.graph, doc::StateGraph::kEntry,
                 "this graph has states and no default: it is entered by entry transitions only");
            continue;
        }
        const auto at = states_.find(document_.find_id(id));
        const record::Range inside = out_.graphs[i].states;
        if (at == states_.end() || at->second - inside.start >= inside.count) {
            error("unknown-default-state", *place.graph, doc::StateGraph::kEntry,
                  "the default state, id " + std::to_string(id) + ", is not in this graph");
            continue;
        }
        out_.graphs[i].default_state = at->second;
    }
}

}  // namespace motus::detail
