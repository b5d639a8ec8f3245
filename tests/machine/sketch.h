// tests/machine/sketch.h - machines for tests: a MachineDesc written step by step, by handles.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/machine/build.h>
#include <motus/machine/tick.h>

#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace motus::test {

using Kind = record::VariableKind;
using Op = record::ConditionOperator;

class Sketch;

/// A transition while it is described. Chainable; it takes no time unless it is said.
struct TransitionSpec {
    TransitionDesc desc{};
    record::TransitionFrom kind{};
    std::uint32_t graph = 0;
    const Sketch* sketch = nullptr;

    TransitionSpec& when(std::uint32_t variable, Op op, float value = 0.0f);
    TransitionSpec& lasts(float seconds) {
        desc.duration = seconds;
        desc.duration_unit = record::DurationUnit::seconds;
        return *this;
    }
    TransitionSpec& lasts_normalized(float lengths) {
        desc.duration = lengths;
        desc.duration_unit = record::DurationUnit::normalized;
        return *this;
    }
    TransitionSpec& exit_at(float time, bool only_at_crossing = false) {
        desc.exit_time = time;
        desc.exit_time_mode = only_at_crossing ? record::ExitTimeMode::at_crossing
                                               : record::ExitTimeMode::from_crossing;
        return *this;
    }
    TransitionSpec& starts_at(float offset) {
        desc.offset = offset;
        return *this;
    }
    TransitionSpec& interrupted_by(record::InterruptionSource source, bool ordered = true) {
        desc.interruption_source = source;
        desc.ordered = ordered;
        return *this;
    }
    TransitionSpec& not_to_self() {
        desc.can_transition_to_self = false;
        return *this;
    }
    TransitionSpec& inherits() {
        desc.inherit = true;
        return *this;
    }
    TransitionSpec& shaped(const std::vector<CurveKey>& keys);
    TransitionSpec& frozen() {
        desc.interruption_blend = record::InterruptionBlend::frozen;
        return *this;
    }
    TransitionSpec& synced(record::MotionSync sync) {
        desc.sync = sync;
        return *this;
    }
};

/// Writes a MachineDesc and its motions, and has them built.
class Sketch {
  public:
    Sketch();

    std::uint32_t variable(std::string_view name, Kind kind, float value = 0.0f);
    /// The name of a variable; empty of kNoIndex.
    [[nodiscard]] std::string variable_name(std::uint32_t variable) const;
    std::uint32_t clip(float seconds, bool loops = true, std::vector<EventTime> events = {});
    void mark(std::uint32_t clip, std::vector<EventTime> markers);
    /// Layer 0 is there from the start.
    std::uint32_t layer(float weight = 1.0f, bool additive = false);
    void name_layer(std::uint32_t layer, std::string_view name);
    void sync(std::uint32_t layer, std::uint32_t to, bool timing = false);
    void synced_motion(std::uint32_t layer, std::uint32_t state, std::uint32_t motion);
    [[nodiscard]] std::uint32_t root(std::uint32_t layer = 0) const { return roots_[layer]; }

    /// A state in a graph; the first one of a graph is its default.
    std::uint32_t state(std::string_view name, std::uint32_t motion = kNoIndex,
                        std::uint32_t graph = 0);
    /// A sub-machine; graph_of() is what is inside.
    std::uint32_t machine(std::string_view name, std::uint32_t graph = 0);
    [[nodiscard]] std::uint32_t graph_of(std::uint32_t machine) const {
        return states_[machine].inside;
    }
    StateDesc& edit(std::uint32_t state) { return states_[state].desc; }
    void set_default(std::uint32_t graph, std::uint32_t state);

    std::uint32_t blend(std::string_view name, record::StateKind kind, std::uint32_t x,
                        std::uint32_t y = kNoIndex, std::uint32_t graph = 0);
    BlendChildDesc& child(std::uint32_t blend, std::uint32_t motion, float x, float y = 0.0f);

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

    /// What is described so far, built; it lives as long as the sketch.
    const Machine& build();
    /// Of the last build.
    [[nodiscard]] std::string name(std::uint32_t state) const;
    /// The graph that an any-state transition was described in, after build().
    [[nodiscard]] std::uint32_t graph_of_any(std::uint32_t transition) const {
        return any_graphs_[transition];
    }

    MachineDesc desc;
    std::vector<MotionDesc> motions;

  private:
    struct State {
        StateDesc desc;
        std::uint32_t graph = 0;
        std::uint32_t inside = kNoIndex;
    };
    struct Graph {
        std::uint32_t holder = kNoState;
        std::uint32_t start = kNoState;
    };

    [[nodiscard]] std::string motion_name(std::uint32_t motion) const;
    /// From a graph down to a state.
    [[nodiscard]] std::string path(std::uint32_t state, std::uint32_t graph) const;
    [[nodiscard]] std::uint32_t root_of(std::uint32_t graph) const;
    TransitionSpec& add(record::TransitionFrom kind, std::uint32_t graph, std::uint32_t to);
    GraphDesc assemble(std::uint32_t graph);

    std::deque<State> states_;
    std::vector<Graph> graphs_;
    std::vector<std::uint32_t> roots_, any_graphs_;
    std::deque<TransitionSpec> specs_;
    std::vector<MachineBuffer> built_;
    std::uint32_t assembled_ = 0;
};

/// An instance with room for what it writes.
class RunningMachine {
  public:
    explicit RunningMachine(Sketch& builder);

    RunningMachine& set(std::uint32_t variable, float value);
    RunningMachine& fire(std::uint32_t trigger);
    /// One tick; asserts that it is ok.
    RunningMachine& tick(float dt_s);

    [[nodiscard]] std::string state(std::uint32_t layer = 0) const;
    [[nodiscard]] std::string next(std::uint32_t layer = 0) const;
    [[nodiscard]] double time(std::uint32_t layer = 0) const;  ///< Normalised, of the state.
    [[nodiscard]] double next_time(std::uint32_t layer = 0) const;
    [[nodiscard]] float weight(std::uint32_t layer = 0) const;     ///< Of the state being entered.
    [[nodiscard]] double progress(std::uint32_t layer = 0) const;  ///< Of the transition, 0 to 1.
    [[nodiscard]] const LayerState& layer(std::uint32_t index = 0) const;
    [[nodiscard]] bool is_set(std::uint32_t trigger) const;
    [[nodiscard]] std::span<const PlaylistItem> items(std::uint32_t layer = 0) const;
    [[nodiscard]] std::span<const MachineEvent> events() const;
    [[nodiscard]] std::vector<NameHash> motion_events() const;
    /// What is shown and carried, summed over a layer.
    [[nodiscard]] double total_weight(std::uint32_t layer = 0) const;

    std::vector<std::byte> bytes;
    bool can_carry = true;
    Explanation* explain = nullptr;
    Playlist playlist;
    Machine graph;

  private:
    const Sketch& builder_;
    std::vector<PlaylistItem> items_;
    std::vector<PlaylistLayer> layers_;
    std::vector<MachineEvent> events_;
    std::uint32_t event_count_ = 0;
};

}  // namespace motus::test
