// tests/graph/machine_builder.h - small machines in code, as a bake would lay them out.
// SPDX-License-Identifier: MIT
#pragma once

#include "transition_spec.h"

#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace motus::test {

using Kind = record::VariableKind;

class MachineBuilder {
  public:
    MachineBuilder();

    std::uint32_t variable(std::string_view name, Kind kind, float value = 0.0f);
    std::uint32_t clip(float seconds, bool loops = true, std::vector<EventTime> events = {});
    /// Gives a clip its sync markers, once.
    void mark(std::uint32_t clip, std::vector<EventTime> markers);
    /// Layer 0 is there from the start.
    std::uint32_t layer(float weight = 1.0f, bool additive = false);
    void name_layer(std::uint32_t layer, std::string_view name);
    void sync(std::uint32_t layer, std::uint32_t to, bool timing = false);
    void synced_motion(std::uint32_t layer, std::uint32_t state, std::uint32_t motion);
    [[nodiscard]] std::uint32_t root(std::uint32_t layer = 0) const;

    /// A state in a graph; the first one of a graph is its default.
    std::uint32_t state(std::string_view name, std::uint32_t motion = kNoIndex,
                        std::uint32_t graph = 0);
    /// A sub-machine; graph_of() is what is inside.
    std::uint32_t machine(std::string_view name, std::uint32_t graph = 0);
    [[nodiscard]] std::uint32_t graph_of(std::uint32_t machine) const;
    record::StateMachineState& edit(std::uint32_t state) { return states_[state]; }
    void set_default(std::uint32_t graph, std::uint32_t state);

    std::uint32_t blend(std::string_view name, record::StateKind kind, std::uint32_t x,
                        std::uint32_t y = kNoIndex, std::uint32_t graph = 0);
    record::BlendChild& child(std::uint32_t blend, std::uint32_t motion, float threshold,
                              float y = 0.0f);

    TransitionSpec& from_state(std::uint32_t from, std::uint32_t to);
    TransitionSpec& to_exit(std::uint32_t from);
    TransitionSpec& any(std::uint32_t to, std::uint32_t graph = 0);
    TransitionSpec& entry(std::uint32_t graph, std::uint32_t to);
    TransitionSpec& leave(std::uint32_t machine, std::uint32_t to);
    TransitionSpec& leave_to_exit(std::uint32_t machine);

    /// Fires `name` when the state is entered, left, or stepped.
    void state_event(std::uint32_t state, record::StateMoment moment, std::string_view name);

    record::LayerStart start = record::LayerStart::default_state;
    record::TriggerReset trigger_reset = record::TriggerReset::after_all_layers;

    /// Lays everything out. The graph looks into the builder.
    const Graph& build();
    [[nodiscard]] std::string name(std::uint32_t state) const;
    /// The graph that a transition was described in, after build().
    [[nodiscard]] std::uint32_t graph_of_transition(std::uint32_t transition) const {
        return transition_graphs_[transition];
    }

  private:
    TransitionSpec& add(record::TransitionFrom kind, std::uint32_t from, std::uint32_t graph);
    record::Range lay(record::TransitionFrom kind, std::uint32_t graph, std::uint32_t from);

    std::vector<record::StateMachineVariable> variables_;
    std::vector<record::StateMachineLayer> layers_;
    std::vector<record::StateMachineState> states_;
    std::vector<std::string> names_;
    std::vector<StateLink> state_links_;
    std::vector<GraphLink> graphs_;
    std::vector<LayerLink> layer_links_;
    std::vector<SyncedLink> synced_;
    std::vector<std::uint32_t> synced_layer_;
    std::vector<std::vector<record::BlendChild>> blends_;
    std::deque<TransitionSpec> specs_;
    std::vector<MotionInfo> motions_;
    std::vector<EventTime> events_, markers_;

    std::vector<record::StateMachineTransition> transitions_;
    std::vector<std::uint32_t> transition_graphs_;
    std::vector<record::StateMachineCondition> conditions_;
    std::vector<record::BlendChild> children_;
    std::vector<record::Range> curves_;
    std::vector<CurveKey> curve_keys_;
    std::vector<SyncedLink> synced_laid_;
    std::vector<std::pair<std::uint32_t, record::StateEvent>> state_events_;
    std::vector<record::StateEvent> state_events_laid_;
    std::vector<record::EventDefinition> event_names_;
    Graph graph_;
};

/// An instance with room for what it writes.
class Machine {
  public:
    explicit Machine(MachineBuilder& builder);

    Machine& set(std::uint32_t variable, float value);
    Machine& fire(std::uint32_t trigger);
    /// One tick; asserts that it is ok.
    Machine& tick(float dt_s);

    [[nodiscard]] std::string state(std::uint32_t layer = 0) const;
    [[nodiscard]] std::string next(std::uint32_t layer = 0) const;
    [[nodiscard]] double time(std::uint32_t layer = 0) const;  ///< Normalised, of the state.
    [[nodiscard]] double next_time(std::uint32_t layer = 0) const;
    [[nodiscard]] float weight(std::uint32_t layer = 0) const;     ///< Of the state being entered.
    [[nodiscard]] double progress(std::uint32_t layer = 0) const;  ///< Of the transition, 0 to 1.
    [[nodiscard]] const LayerState& layer(std::uint32_t index = 0) const;
    [[nodiscard]] bool is_set(std::uint32_t trigger) const;
    [[nodiscard]] std::span<const PlaylistItem> items(std::uint32_t layer = 0) const;
    [[nodiscard]] std::span<const GraphEvent> events() const;
    [[nodiscard]] std::vector<NameHash> motion_events() const;
    /// What is shown and carried, summed over a layer.
    [[nodiscard]] double total_weight(std::uint32_t layer = 0) const;

    std::vector<std::byte> bytes;
    bool can_carry = true;
    Explanation* explain = nullptr;
    Playlist playlist;
    const Graph& graph;

  private:
    const MachineBuilder& builder_;
    std::vector<PlaylistItem> items_;
    std::vector<PlaylistLayer> layers_;
    std::vector<GraphEvent> events_;
    std::uint32_t event_count_ = 0;
};

}  // namespace motus::test
