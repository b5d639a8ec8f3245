// motus/bake/machine_parts.h - how one state machine is laid out.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/bake/machine.h>
#include <motus/document/model.h>

#include <cstring>
#include <set>
#include <tuple>
#include <unordered_map>

namespace motus::detail {

/// A name in a message.
[[nodiscard]] std::string quoted(const std::string& name);

/// Packed records of the graph's types, by object.
class RecordBytes {
  public:
    explicit RecordBytes(const RecordSet& records);

    /// Appends the record of `object`, padding included.
    template <class Record>
    Record& append(const Object& object, std::vector<Record>& out) const {
        Record& record = out.emplace_back();
        std::memcpy(static_cast<void*>(&record), bytes_.at(&object), sizeof(Record));
        return record;
    }
    /// A link to a clip or timeline, to one of the file's motions.
    [[nodiscard]] record::Link motion(record::Link link) const noexcept;

  private:
    std::unordered_map<const Object*, const std::byte*> bytes_;
    std::uint32_t clip_count_ = 0;
};

/// One machine. Indices count within it. What a document may have wrong is found by validate, with
/// the same codes; here stands only what cannot be laid out.
class MachineLowering {
  public:
    MachineLowering(const Document& document, const RecordBytes& bytes, std::uint32_t mask_count,
                    Diagnostics& faults)
        : document_(document), bytes_(bytes), mask_count_(mask_count), faults_(faults) {}

    LoweredMachines run(const doc::StateMachineDefinition& definition);

  private:
    struct GraphPlace {
        const doc::StateGraph* graph;  ///< Null: a sub-machine that has none.
        std::uint32_t layer;
    };
    struct Authored {
        const doc::StateMachineTransition* transition;
        std::uint32_t from, to;
    };
    using List = std::vector<Authored>;

    void error(const char* code, const Object& object, std::string message);
    void error(const char* code, const Object& object, std::uint16_t property, std::string message);

    void add_variables(const doc::StateMachineDefinition& definition);
    void add_layers(const doc::StateMachine& machine);
    void add_graph(const doc::StateGraph* graph, std::uint32_t above, std::uint32_t layer,
                   std::uint32_t depth);
    void add_state(const doc::StateMachineState& state, std::uint32_t graph, std::uint32_t layer);
    void add_events(const doc::StateMachineState& state, record::StateMachineState& out);
    void set_defaults();
    void set_motion(const Object& owner, std::uint16_t property, std::uint64_t id,
                    record::Link& link);
    void shift_cycle(std::uint64_t motion, float& cycle_offset) const;
    void follow_layers(const doc::StateMachine& machine);

    [[nodiscard]] std::uint32_t variable(std::uint64_t id) const;

    void add_blends();
    void add_children(const Object& owner, ChildList<doc::BlendChild> children, bool is_linear,
                      bool is_direct, record::Range& range);
    void add_blend(const doc::BlendNode& blend);
    [[nodiscard]] std::uint32_t queue_blend(const doc::BlendNode& blend, std::uint32_t depth);

    void find_solos();
    void sort_transitions(std::uint32_t graph);
    [[nodiscard]] bool is_silent(const doc::StateMachineTransition& transition,
                                 std::uint32_t layer) const;
    [[nodiscard]] bool find_ends(const GraphPlace& place, Authored& found);
    [[nodiscard]] bool fires(const doc::StateMachineTransition& transition) const;
    [[nodiscard]] record::Range lay(const List& list);
    void add_curve(const doc::StateMachineTransition& transition);
    [[nodiscard]] std::string describe(const doc::StateMachineTransition& transition) const;
    void lay_transitions();

    const Document& document_;
    const RecordBytes& bytes_;
    std::uint32_t mask_count_;
    Diagnostics& faults_;
    LoweredMachines out_;
    std::unordered_map<const Object*, std::uint32_t> variables_, layers_, states_;
    std::vector<const doc::StateMachineState*> state_objects_;
    std::vector<GraphPlace> places_;
    std::vector<List> any_, entry_, leave_;  ///< Per graph.
    std::vector<List> out_of_;               ///< Per state.
    struct Queued {
        const doc::BlendNode* blend;
        std::uint32_t depth;
    };
    std::vector<Queued> blend_queue_;
    /// Sources that have a solo transition: by what holds them (a layer's number for any state).
    std::set<std::tuple<const Object*, doc::TransitionFrom, std::uint64_t>> solos_;
    std::uint32_t child_depth_ = 1;
};

}  // namespace motus::detail
