// SPDX-License-Identifier: MIT
#include "machine_builder.h"

namespace motus::test {
MachineBuilder::MachineBuilder() {
    layer();
}

std::uint32_t MachineBuilder::variable(std::string_view name, Kind kind, float value) {
    auto record = zeroed<record::StateMachineVariable>();
    record.name = static_cast<std::uint64_t>(hash_name(name));
    record.kind = kind;
    record.default_value = value;
    variables_.push_back(record);
    return static_cast<std::uint32_t>(variables_.size() - 1);
}

std::uint32_t MachineBuilder::clip(float seconds, bool loops, std::vector<EventTime> events) {
    MotionInfo info;
    info.duration = ticks_of_seconds(seconds);
    info.loops = loops;
    info.index = static_cast<std::uint32_t>(motions_.size());
    info.events = {static_cast<std::uint32_t>(events_.size()),
                   static_cast<std::uint32_t>(events.size())};
    events_.insert(events_.end(), events.begin(), events.end());
    motions_.push_back(info);
    return info.index;
}

void MachineBuilder::mark(std::uint32_t clip, std::vector<EventTime> markers) {
    motions_[clip].markers = {static_cast<std::uint32_t>(markers_.size()),
                              static_cast<std::uint32_t>(markers.size())};
    markers_.insert(markers_.end(), markers.begin(), markers.end());
}

void MachineBuilder::state_event(std::uint32_t state, record::StateMoment moment,
                                 std::string_view name) {
    auto definition = zeroed<record::EventDefinition>();
    definition.name = static_cast<std::uint64_t>(hash_name(name));
    auto event = zeroed<record::StateEvent>();
    event.moment = moment;
    event.event = static_cast<std::uint32_t>(event_names_.size());
    event_names_.push_back(definition);
    state_events_.emplace_back(state, event);
}

std::uint32_t MachineBuilder::layer(float weight, bool additive) {
    auto record = zeroed<record::StateMachineLayer>();
    record.weight = weight;
    record.mask = kNoIndex;
    record.blending = additive ? record::LayerBlending::additive : record::LayerBlending::override;
    layers_.push_back(record);
    LayerLink link;
    link.root = static_cast<std::uint32_t>(graphs_.size());
    layer_links_.push_back(link);
    graphs_.emplace_back();
    return static_cast<std::uint32_t>(layers_.size() - 1);
}

void MachineBuilder::name_layer(std::uint32_t layer, std::string_view name) {
    layers_[layer].name = static_cast<std::uint64_t>(hash_name(name));
}

void MachineBuilder::sync(std::uint32_t layer, std::uint32_t to, bool timing) {
    layer_links_[layer].follows = to;
    layers_[layer].sync_timing = timing;
}

void MachineBuilder::synced_motion(std::uint32_t layer, std::uint32_t state, std::uint32_t motion) {
    synced_.push_back({state, motion, kNoIndex, 0});
    synced_layer_.push_back(layer);
}

std::uint32_t MachineBuilder::root(std::uint32_t layer) const {
    return layer_links_[layer].root;
}

std::uint32_t MachineBuilder::state(std::string_view name, std::uint32_t motion,
                                    std::uint32_t graph) {
    auto record = zeroed<record::StateMachineState>();
    const auto index = static_cast<std::uint32_t>(states_.size());
    record.name = static_cast<std::uint64_t>(hash_name(name));
    record.kind = motion == kNoIndex ? record::StateKind::empty : record::StateKind::clip;
    record.motion = {motion == kNoIndex ? 0u : 1u, motion};
    record.variable_x = record.variable_y = record.speed_variable = kNoIndex;
    record.cycle_offset_variable = record.time_variable = record.mirror_variable = kNoIndex;
    record.speed = 1.0f;
    record.write_defaults = true;
    states_.push_back(record);
    names_.emplace_back(name);
    StateLink link;
    link.graph = graph;
    for (std::uint32_t g = graph; g != kNoIndex; g = graphs_[g].above) {
        for (std::uint32_t l = 0; l < layer_links_.size(); ++l) {
            if (layer_links_[l].root == g) link.layer = l;
        }
    }
    state_links_.push_back(link);
    blends_.emplace_back();
    if (graphs_[graph].default_state == kNoState) graphs_[graph].default_state = index;
    return index;
}

std::uint32_t MachineBuilder::machine(std::string_view name, std::uint32_t graph) {
    const std::uint32_t index = state(name, kNoIndex, graph);
    states_[index].kind = record::StateKind::sub_machine;
    state_links_[index].inside = static_cast<std::uint32_t>(graphs_.size());
    GraphLink link;
    link.above = graph;
    graphs_.push_back(link);
    return index;
}

std::uint32_t MachineBuilder::graph_of(std::uint32_t machine) const {
    return state_links_[machine].inside;
}

void MachineBuilder::set_default(std::uint32_t graph, std::uint32_t state) {
    graphs_[graph].default_state = state;
}

std::uint32_t MachineBuilder::blend(std::string_view name, record::StateKind kind, std::uint32_t x,
                                    std::uint32_t y, std::uint32_t graph) {
    const std::uint32_t index = state(name, kNoIndex, graph);
    states_[index].kind = kind;
    states_[index].variable_x = x;
    states_[index].variable_y = y;
    return index;
}

record::BlendChild& MachineBuilder::child(std::uint32_t blend, std::uint32_t motion,
                                          float threshold, float y) {
    auto record = zeroed<record::BlendChild>();
    record.motion = {motion == kNoIndex ? 0u : 1u, motion};
    record.blend = kNoIndex;
    record.threshold = threshold;
    record.position[0] = threshold;
    record.position[1] = y;
    record.time_scale = 1.0f;
    record.direct_variable = kNoIndex;
    blends_[blend].push_back(record);
    return blends_[blend].back();
}

TransitionSpec& MachineBuilder::add(record::TransitionFrom kind, std::uint32_t from,
                                    std::uint32_t graph) {
    TransitionSpec& spec = specs_.emplace_back();
    spec.data = zeroed<record::StateMachineTransition>();
    spec.data.from_kind = kind;
    spec.data.from = from;
    spec.data.ordered = true;
    spec.data.can_transition_to_self = true;
    spec.data.sync = record::MotionSync::none;
    spec.graph = graph;
    return spec;
}

TransitionSpec& MachineBuilder::from_state(std::uint32_t from, std::uint32_t to) {
    TransitionSpec& spec = add(record::TransitionFrom::state, from, state_links_[from].graph);
    spec.data.to = to;
    return spec;
}

TransitionSpec& MachineBuilder::to_exit(std::uint32_t from) {
    TransitionSpec& spec = add(record::TransitionFrom::state, from, state_links_[from].graph);
    spec.data.to_kind = record::TransitionTo::exit;
    spec.data.to = kNoState;
    return spec;
}

TransitionSpec& MachineBuilder::any(std::uint32_t to, std::uint32_t graph) {
    TransitionSpec& spec = add(record::TransitionFrom::any, kNoState, graph);
    spec.data.to = to;
    return spec;
}

TransitionSpec& MachineBuilder::entry(std::uint32_t graph, std::uint32_t to) {
    TransitionSpec& spec = add(record::TransitionFrom::entry, kNoState, graph);
    spec.data.to = to;
    return spec;
}

TransitionSpec& MachineBuilder::leave(std::uint32_t machine, std::uint32_t to) {
    TransitionSpec& spec = add(record::TransitionFrom::machine, machine, graph_of(machine));
    spec.data.to = to;
    return spec;
}

TransitionSpec& MachineBuilder::leave_to_exit(std::uint32_t machine) {
    TransitionSpec& spec = leave(machine, kNoState);
    spec.data.to_kind = record::TransitionTo::exit;
    return spec;
}

// Appends the transitions of one list, in the order they were described.
record::Range MachineBuilder::lay(record::TransitionFrom kind, std::uint32_t graph,
                                  std::uint32_t from) {
    record::Range range{static_cast<std::uint32_t>(transitions_.size()), 0};
    for (TransitionSpec& spec : specs_) {
        const bool here = graph == kNoIndex || spec.graph == graph;
        if (spec.data.from_kind != kind || !here || (from != kNoState && spec.data.from != from)) {
            continue;
        }
        spec.data.conditions = {static_cast<std::uint32_t>(conditions_.size()),
                                static_cast<std::uint32_t>(spec.conditions.size())};
        conditions_.insert(conditions_.end(), spec.conditions.begin(), spec.conditions.end());
        curves_.push_back({static_cast<std::uint32_t>(curve_keys_.size()),
                           static_cast<std::uint32_t>(spec.curve.size())});
        curve_keys_.insert(curve_keys_.end(), spec.curve.begin(), spec.curve.end());
        transitions_.push_back(spec.data);
        transition_graphs_.push_back(spec.graph);
        ++range.count;
    }
    return range;
}

const Graph& MachineBuilder::build() {
    transitions_.clear(), conditions_.clear(), children_.clear(), curves_.clear();
    curve_keys_.clear(), synced_laid_.clear(), transition_graphs_.clear();
    for (std::uint32_t l = 0; l < layers_.size(); ++l) {
        LayerLink& link = layer_links_[l];
        link.any = {static_cast<std::uint32_t>(transitions_.size()), 0};
        for (std::uint32_t g = 0; g < graphs_.size(); ++g) {
            std::uint32_t top = g;
            while (graphs_[top].above != kNoIndex)
                top = graphs_[top].above;
            if (top == link.root) {
                link.any.count += lay(record::TransitionFrom::any, g, kNoState).count;
            }
        }
        link.synced = {static_cast<std::uint32_t>(synced_laid_.size()), 0};
        for (std::size_t i = 0; i < synced_.size(); ++i) {
            if (synced_layer_[i] != l) continue;
            synced_laid_.push_back(synced_[i]);
            ++link.synced.count;
        }
    }
    for (std::uint32_t g = 0; g < graphs_.size(); ++g) {
        graphs_[g].entry = lay(record::TransitionFrom::entry, g, kNoState);
        graphs_[g].leave = lay(record::TransitionFrom::machine, g, kNoState);
    }
    for (std::uint32_t s = 0; s < states_.size(); ++s) {
        state_links_[s].out = lay(record::TransitionFrom::state, kNoIndex, s);
        states_[s].children = {static_cast<std::uint32_t>(children_.size()),
                               static_cast<std::uint32_t>(blends_[s].size())};
        children_.insert(children_.end(), blends_[s].begin(), blends_[s].end());
        states_[s].events = {static_cast<std::uint32_t>(state_events_laid_.size()), 0};
        for (const auto& [state, event] : state_events_) {
            if (state != s) continue;
            state_events_laid_.push_back(event);
            ++states_[s].events.count;
        }
    }
    std::uint32_t marked = 0;  // ranges follow each other, empty ones too
    for (MotionInfo& motion : motions_) {
        if (motion.markers.count == 0) motion.markers.start = marked;
        marked = motion.markers.start + motion.markers.count;
    }
    graph_ = {};
    graph_.state_events = state_events_laid_;
    graph_.event_names = event_names_;
    graph_.markers = markers_;
    graph_.variables = variables_;
    graph_.layers = layers_;
    graph_.states = states_;
    graph_.transitions = transitions_;
    graph_.conditions = conditions_;
    graph_.children = children_;
    graph_.state_links = state_links_;
    graph_.graphs = graphs_;
    graph_.layer_links = layer_links_;
    graph_.synced = synced_laid_;
    graph_.curves = curves_;
    graph_.curve_keys = curve_keys_;
    graph_.motions = motions_;
    graph_.events = events_;
    graph_.start = start;
    graph_.trigger_reset = trigger_reset;
    return graph_;
}

std::string MachineBuilder::name(std::uint32_t state) const {
    return state == kNoState ? "" : names_[state];
}

}  // namespace motus::test
