// motus/machine/build_parts.h - how a described machine is laid out.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/machine/build.h>

#include <cstring>
#include <map>

namespace motus {

/// What a MachineBuffer owns.
struct MachineBuffer::Tables {
    std::vector<record::StateMachineVariable> variables;
    std::vector<record::VariableChoice> choices;
    std::vector<record::StateMachineLayer> layers;
    std::vector<LayerLink> layer_links;
    std::vector<GraphLink> graphs;
    std::vector<record::StateMachineState> states;
    std::vector<StateLink> state_links;
    std::vector<record::StateMachineTransition> transitions;
    std::vector<record::Range> curves;
    std::vector<record::StateMachineCondition> conditions;
    std::vector<CurveKey> curve_keys;
    std::vector<record::BlendNode> blends;
    std::vector<record::BlendChild> children;
    std::vector<record::StateEvent> state_events;
    std::vector<SyncedLink> synced;
    std::vector<record::EventDefinition> event_names;
    std::vector<MotionInfo> motions;
    std::vector<EventTime> events;
    std::vector<EventTime> markers;
    std::vector<NameEntry> names;
    std::vector<char> text;
    Machine view{};
};

namespace detail {

/// A record of zeros while it is filled in. Its padding is kept as zeros too, which copies of a
/// record need not do: files and tests compare bytes.
template <class T>
class ZeroedRecord {
  public:
    ZeroedRecord() noexcept { std::memset(bytes_, 0, sizeof bytes_); }
    [[nodiscard]] T& operator*() noexcept { return *reinterpret_cast<T*>(bytes_); }
    T& append_to(std::vector<T>& records) const {
        T& record = records.emplace_back();
        std::memcpy(static_cast<void*>(&record), bytes_, sizeof bytes_);
        return record;
    }

  private:
    alignas(T) std::byte bytes_[sizeof(T)];
};

[[nodiscard]] inline std::uint32_t count_of(const auto& items) noexcept {
    return static_cast<std::uint32_t>(items.size());
}

/// A path into the description: written out only where something is wrong there.
struct Place {
    const Place* above = nullptr;
    const char* member = "";
    std::size_t index = static_cast<std::size_t>(-1);

    [[nodiscard]] std::string text() const;
};

/// Names of one kind of thing and their indices.
class NameIndex {
  public:
    /// False where the name is there already; then it is found no more.
    bool add(const std::string& name, std::uint32_t index);
    /// kNoIndex where there is none; kTwice where there are several.
    [[nodiscard]] std::uint32_t find(std::string_view name) const;
    /// For messages: "a", "b" and 3 more.
    [[nodiscard]] std::string list() const;

    static constexpr std::uint32_t kTwice = kNoIndex - 1;

  private:
    std::map<std::string, std::uint32_t, std::less<>> indices_;
    std::vector<std::string> order_;
};

/// Keeps the first fault and goes on, so that each part need not ask the others.
class MachineLayout {
  public:
    MachineLayout(const MachineDesc& desc, std::span<const MotionDesc> motions,
                  std::span<const std::string> masks, MachineBuffer::Tables& out)
        : desc_(desc), motion_descs_(motions), mask_names_(masks), out_(out) {}

    [[nodiscard]] std::optional<Error> run();

  private:
    struct Graph {
        const GraphDesc* desc;
        std::string place;
        std::string prefix;  ///< Of the paths of its states.
        std::uint32_t layer;
        std::uint32_t root;
        NameIndex names;
    };
    struct QueuedBlend {
        const BlendDesc* desc;
        std::string place;
        std::uint32_t depth;
    };
    struct Way {
        const TransitionDesc* desc;
        std::string place;
        record::TransitionFrom from_kind;
        std::uint32_t from;
        std::uint32_t to;
    };
    using Ways = std::vector<Way>;

    void fail(const char* code, const Place& place, std::string cause);
    [[nodiscard]] std::uint64_t named(const std::string& text);
    [[nodiscard]] std::uint32_t find(const NameIndex& index, const char* kind,
                                     const std::string& name, const Place& place);
    [[nodiscard]] std::uint32_t variable(const std::string& name, const Place& place,
                                         const char* member);
    record::Link motion(const std::string& name, const Place& place, float& cycle_offset);

    void add_motions();
    void add_variables();
    void add_layers();
    void add_graph(const GraphDesc& graph, const Place& place, std::uint32_t above,
                   std::uint32_t layer, std::uint32_t depth, std::string prefix);
    void add_state(const StateDesc& state, const Place& place, std::uint32_t graph);
    void add_events(const StateDesc& state, const Place& place, record::StateMachineState& out);
    void follow_layers();
    void set_starts();
    [[nodiscard]] std::uint32_t find_state(std::uint32_t graph, std::string_view path) const;
    [[nodiscard]] std::uint32_t find_path(std::uint32_t graph, std::string_view path) const;

    std::uint32_t queue_blend(const BlendDesc& blend, const Place& place, std::uint32_t depth);
    void check_blend(const BlendDesc& blend, const Place& place);
    record::Range add_children(const BlendDesc& blend, const Place& place, std::uint32_t depth);
    void add_blends();

    void add_ways(std::uint32_t graph);
    void add_way(const TransitionDesc& transition, const Place& place, std::uint32_t graph,
                 record::TransitionFrom kind, Ways& ways);
    void add_condition(const ConditionDesc& condition, const Place& place);
    record::Range lay(const Ways& ways);
    void lay_transitions();
    void add_names();
    void show();

    const MachineDesc& desc_;
    std::span<const MotionDesc> motion_descs_;
    std::span<const std::string> mask_names_;
    MachineBuffer::Tables& out_;
    std::optional<Error> error_;
    NameIndex variables_, motions_, layers_, masks_;
    std::vector<Graph> graphs_;
    std::vector<const StateDesc*> states_;
    std::vector<QueuedBlend> blends_;
    std::vector<Ways> any_, entry_, leave_;  ///< Per graph.
    std::vector<Ways> out_of_;               ///< Per state.
    std::map<std::uint64_t, std::string> texts_;
};

}  // namespace detail
}  // namespace motus
