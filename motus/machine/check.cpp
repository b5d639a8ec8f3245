// SPDX-License-Identifier: MIT
#include <motus/machine/check.h>
#include <motus/machine/check_parts.h>

namespace motus {
namespace {

using detail::is_enum;
using detail::is_number;
using detail::Tiles;

bool is_variable(const Machine& graph, std::uint32_t index) noexcept {
    return index == kNoIndex || index < graph.variables.size();
}

bool check_variables(const Machine& graph) noexcept {
    Tiles choices;
    for (const record::StateMachineVariable& v : graph.variables) {
        if (!is_enum(v.kind, record::VariableKind::enum_) || !is_number(v.default_value) ||
            !choices.take(v.choices)) {
            return false;
        }
        const bool whole =
            v.kind == record::VariableKind::int_ || v.kind == record::VariableKind::enum_;
        if (whole && !(v.default_value >= -0x1p31f && v.default_value < 0x1p31f)) return false;
    }
    return choices.end(graph.choices.size());
}

bool check_layers(const Machine& graph, std::uint32_t mask_count) noexcept {
    std::uint64_t next_root = 0;
    for (std::size_t i = 0; i < graph.layers.size(); ++i) {
        const record::StateMachineLayer& layer = graph.layers[i];
        const LayerLink& link = graph.layer_links[i];
        if (!(layer.weight >= 0.0f && layer.weight <= 1.0f) ||
            !is_enum(layer.blending, record::LayerBlending::additive) ||
            !is_truth(layer.sync_timing) || !is_truth(layer.ik_pass) ||
            (layer.mask != kNoIndex && layer.mask >= mask_count)) {
            return false;
        }
        if (layer.machine != 0 || layer.graph != 0 || layer.sync_layer != 0 ||
            layer.synced_motions.start != 0 || layer.synced_motions.count != 0) {
            return false;
        }
        if (link.root != kNoIndex) {
            if (link.root < next_root || link.root >= graph.graphs.size() ||
                graph.graphs[link.root].above != kNoIndex) {
                return false;
            }
            next_root = std::uint64_t{link.root} + 1;
        }
        if (link.follows != kNoIndex && (link.follows >= graph.layers.size() || link.follows == i ||
                                         graph.layer_links[link.follows].follows != kNoIndex)) {
            return false;
        }
    }
    return true;
}

// Graphs stand behind the graph that holds them: then following `above` comes to a root.
bool check_graphs(const Machine& graph) noexcept {
    for (std::uint32_t i = 0; i < graph.graphs.size(); ++i) {
        const GraphLink& link = graph.graphs[i];
        if (link.above != kNoIndex && link.above >= i) return false;
        if (!detail::in_range(link.states, graph.states.size())) return false;
        if (link.default_state != kNoState && link.default_state >= graph.states.size()) {
            return false;
        }
        std::uint32_t depth = 1;
        for (std::uint32_t at = link.above; at != kNoIndex; at = graph.graphs[at].above) {
            if (++depth > kMaxGraphDepth) return false;
        }
    }
    return true;
}

std::uint32_t root_of(const Machine& graph, std::uint32_t at) noexcept {
    while (graph.graphs[at].above != kNoIndex)
        at = graph.graphs[at].above;
    return at;
}

bool check_state(const Machine& graph, std::uint32_t index, Tiles& events) noexcept {
    const record::StateMachineState& s = graph.states[index];
    const StateLink& link = graph.state_links[index];
    if (!is_enum(s.kind, record::StateKind::sub_machine) ||
        !is_enum(s.sync, record::MotionSync::none) || !is_enum(s.loop, record::LoopMode::once) ||
        !is_truth(s.normalized) || !is_truth(s.mirror) || !is_truth(s.foot_ik) ||
        !is_truth(s.write_defaults) || !is_number(s.speed) || !is_number(s.cycle_offset) ||
        s.graph != 0 || !detail::is_motion(graph, s.motion) || !events.take(s.events)) {
        return false;
    }
    for (const std::uint32_t variable :
         {s.variable_x, s.variable_y, s.speed_variable, s.cycle_offset_variable, s.time_variable,
          s.mirror_variable}) {
        if (!is_variable(graph, variable)) return false;
    }
    if (link.graph >= graph.graphs.size() || link.layer >= graph.layers.size() ||
        graph.layer_links[link.layer].root != root_of(graph, link.graph)) {
        return false;
    }
    if ((s.kind == record::StateKind::sub_machine) != (link.inside != kNoIndex)) return false;
    return link.inside == kNoIndex ||
           (link.inside < graph.graphs.size() && graph.graphs[link.inside].above == link.graph);
}

bool check_states(const Machine& graph) noexcept {
    Tiles events;
    for (std::uint32_t i = 0; i < graph.states.size(); ++i) {
        if (!check_state(graph, i, events)) return false;
    }
    if (!events.end(graph.state_events.size())) return false;
    for (const record::StateEvent& event : graph.state_events) {
        if (!is_enum(event.moment, record::StateMoment::update) ||
            event.event >= graph.event_names.size() || !is_number(event.number)) {
            return false;
        }
    }
    for (std::uint32_t i = 0; i < graph.graphs.size(); ++i) {
        const std::uint32_t first = graph.graphs[i].default_state;
        if (first != kNoState &&
            root_of(graph, graph.state_links[first].graph) != root_of(graph, i)) {
            return false;
        }
    }
    return true;
}

bool check_synced(const Machine& graph) noexcept {
    Tiles tiles;
    for (const LayerLink& layer : graph.layer_links) {
        if (!tiles.take(layer.synced)) return false;
    }
    if (!tiles.end(graph.synced.size())) return false;
    for (const LayerLink& layer : graph.layer_links) {
        for (const SyncedLink& link :
             graph.synced.subspan(layer.synced.start, layer.synced.count)) {
            if (link.state >= graph.states.size() ||
                graph.state_links[link.state].layer != layer.follows ||
                (link.motion != kNoIndex && link.motion >= graph.motions.size())) {
                return false;
            }
        }
    }
    return true;
}

// Those behind the end of their motion never fire; they do no harm.
bool check_times(std::span<const EventTime> all, record::Range range) noexcept {
    if (!detail::in_range(range, all.size())) return false;
    Ticks last{};
    for (const EventTime& event : all.subspan(range.start, range.count)) {
        if (event.time < last) return false;
        last = event.time;
    }
    return true;
}

}  // namespace

Status check_motions(std::span<const MotionInfo> motions, std::span<const EventTime> events,
                     std::span<const EventTime> markers) noexcept {
    std::uint32_t clips = 0, timelines = 0;
    Tiles event_tiles, marker_tiles;
    for (const MotionInfo& motion : motions) {
        if (!is_enum(motion.kind, MotionKind::timeline) || !is_truth(motion.loops)) {
            return Status::bad_data;
        }
        const bool clip = motion.kind == MotionKind::clip;
        if (clip && timelines != 0) return Status::bad_data;
        if (motion.index != (clip ? clips++ : timelines++)) return Status::bad_data;
        const bool length_fits = motion.duration == Ticks{} || (motion.duration >= kMinDuration &&
                                                                motion.duration <= kMaxDuration);
        if (!length_fits || !event_tiles.take(motion.events) ||
            !marker_tiles.take(motion.markers) || !check_times(events, motion.events) ||
            !check_times(markers, motion.markers)) {
            return Status::bad_data;
        }
    }
    const bool all = event_tiles.end(events.size()) && marker_tiles.end(markers.size());
    return all ? Status::ok : Status::bad_data;
}

Status check(const Machine& graph, std::uint32_t mask_count) noexcept {
    if (graph.layer_links.size() != graph.layers.size() || graph.layers.size() > kMaxLayers ||
        graph.state_links.size() != graph.states.size() ||
        graph.curves.size() != graph.transitions.size()) {
        return Status::bad_data;
    }
    const bool fine = is_enum(graph.start, record::LayerStart::entry_transitions) &&
                      is_enum(graph.trigger_reset, record::TriggerReset::first_consumer) &&
                      check_variables(graph) && check_layers(graph, mask_count) &&
                      check_graphs(graph) && check_states(graph) && check_synced(graph) &&
                      detail::check_blends(graph) && detail::check_transitions(graph);
    return fine ? Status::ok : Status::bad_data;
}

}  // namespace motus
