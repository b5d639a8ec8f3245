// motus/machine/machine.h - a baked state machine: records of what was drawn, and how they hang
// together.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/events.h>
#include <motus/machine/curve.h>
#include <motus/machine/records.h>
#include <motus/playlist/playlist.h>

#include <cstdint>
#include <span>

namespace motus {

inline constexpr std::uint32_t kNoState = 0xffffffffu;
inline constexpr std::uint32_t kNoIndex = 0xffffffffu;

/// A clip or timeline as a machine sees it: its length, and what happens when.
struct MotionInfo {
    Ticks duration{};
    record::Range events{};   ///< In Machine::events.
    record::Range markers{};  ///< In Machine::markers: sync markers by time.
    MotionKind kind = MotionKind::clip;
    bool loops = false;
    std::uint16_t reserved = 0;
    std::uint32_t index = 0;  ///< Among the file's clips, or its timelines.
};

/// Companions of the records: ranges of transitions by where they start, and who holds whom.
/// Transitions are ordered so that each of these lists is one range, in order of priority.
struct StateLink {
    record::Range out{};              ///< Transitions from this state.
    std::uint32_t graph = kNoIndex;   ///< The graph that holds it.
    std::uint32_t inside = kNoIndex;  ///< The graph of a sub-machine state.
    std::uint32_t layer = 0;
    std::uint32_t reserved = 0;
};

struct GraphLink {
    record::Range entry{};           ///< Entry transitions.
    record::Range leave{};           ///< In the graph above: out of this sub-machine.
    record::Range states{};          ///< Its states and those of all graphs inside it; for tools.
    std::uint32_t above = kNoIndex;  ///< The graph that holds it; none for a layer's root.
    std::uint32_t default_state = kNoState;
};

struct LayerLink {
    record::Range any{};               ///< Any-state transitions of the layer, root's first.
    record::Range synced{};            ///< In Machine::synced.
    std::uint32_t root = kNoIndex;     ///< Its graph.
    std::uint32_t follows = kNoIndex;  ///< The layer it is synced to.
};

/// A motion that a synced layer plays for a state of the layer it follows.
struct SyncedLink {
    std::uint32_t state = kNoState;
    std::uint32_t motion = kNoIndex;
    std::uint32_t blend = kNoIndex;
    std::uint32_t reserved = 0;
};

/// A view of one machine: const, shared by all its instances, owns nothing. Indices are into the
/// spans beside them; whoever makes a Machine has checked every one (machine/check.h).
struct Machine {
    std::span<const record::StateMachineVariable> variables{};
    std::span<const record::StateMachineLayer> layers{};
    std::span<const record::StateMachineState> states{};
    std::span<const record::StateMachineTransition> transitions{};
    std::span<const record::StateMachineCondition> conditions{};
    std::span<const record::BlendNode> blends{};
    std::span<const record::BlendChild> children{};
    std::span<const record::StateEvent> state_events{};
    std::span<const record::EventDefinition> event_names{};
    std::span<const StateLink> state_links{};
    std::span<const GraphLink> graphs{};
    std::span<const LayerLink> layer_links{};
    std::span<const SyncedLink> synced{};
    std::span<const record::Range> curves{};  ///< Per transition, in `curve_keys`; empty: linear.
    std::span<const CurveKey> curve_keys{};
    std::span<const MotionInfo> motions{};
    std::span<const EventTime> events{};
    std::span<const EventTime> markers{};
    std::span<const record::VariableChoice> choices{};  ///< Of enum variables; for tools.
    record::LayerStart start{};
    record::TriggerReset trigger_reset{};
    /// shape_of(graph) as whoever made the graph has worked it out; 0: at each use.
    std::uint64_t shape = 0;
};

/// Blend spaces inside blend spaces, and sub-machines inside sub-machines, go no deeper.
inline constexpr std::uint32_t kMaxBlendDepth = 8;
inline constexpr std::uint32_t kMaxGraphDepth = 16;
/// Children of one blend space.
inline constexpr std::uint32_t kMaxBlendChildren = 64;
/// Fades that a host asks for are this long at most, in seconds, and start this far into a state at
/// most, in its lengths.
inline constexpr float kMaxFade = 1000.0f;
inline constexpr float kMaxEntry = 1048576.0f;
/// Layers of one machine.
inline constexpr std::uint32_t kMaxLayers = 256;
/// Motions are this long or longer, or have no length: a step passes their events lap by lap.
inline constexpr Ticks kMinDuration{kTicksPerSecond / 10'000};
/// Motions are no longer than this: 9 days.
inline constexpr Ticks kMaxDuration{std::int64_t{1} << 49};

/// The most items and layers that one tick of this graph can write.
struct PlaylistLimits {
    std::uint32_t items = 0;
    std::uint32_t layers = 0;
};
[[nodiscard]] PlaylistLimits playlist_limits(const Machine& graph) noexcept;

}  // namespace motus
