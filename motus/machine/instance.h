// motus/machine/instance.h - the state of one running machine: plain bytes of known size.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/hash.h>
#include <motus/core/status.h>
#include <motus/machine/clock.h>
#include <motus/machine/machine.h>

#include <cstddef>
#include <cstdint>
#include <span>

namespace motus {

/// Which list a transition was taken from.
enum class TransitionSource : std::uint8_t {
    none,
    state,
    any,
    entry,
    exit,
    host,  ///< None: enter_state() asked for it.
};

/// One layer of an instance.
struct LayerState {
    StateClock clock{};        ///< Of `state`.
    StateClock next_clock{};   ///< Of `next`.
    StateClock before{};       ///< `clock` at the start of the last tick, or on entry.
    StateClock next_before{};  ///< The same of `next_clock`.
    StateClock fade{};         ///< Of the transition: one cycle is all of it.
    Ticks carry_age{};
    std::uint32_t state = kNoState;
    std::uint32_t next = kNoState;        ///< Being entered; kNoState where no transition runs.
    std::uint32_t transition = kNoIndex;  ///< The one that runs: its curve is here.
    std::uint32_t timing = kNoIndex;      ///< Where duration, offset and curve come from.
    float weight = 1.0f;
    TransitionSource source = TransitionSource::none;
    Carry carry = Carry::none;
    bool fresh = true;                  ///< `state` had not been stepped before the last tick.
    bool next_fresh = true;             ///< The same of `next`.
    bool linear = false;                ///< The transition's timing came from an exit: no curve.
    bool kept = false;                  ///< A pose was to be kept in the last tick.
    std::uint8_t reserved[2] = {};      ///< No padding: every byte of an instance is written.
    float fade_s = 0.0f;                ///< Of source `host`: how long it takes.
    std::uint32_t entering = kNoState;  ///< enter_state() asked for it: the next tick goes there,
    float entering_fade_s = 0.0f;       ///< in that time,
    float entering_at = 0.0f;           ///< to this place of it.
    std::uint32_t reserved2 = 0;
};
static_assert(sizeof(LayerState) == 176 && sizeof(StateClock) == 24);

/// A clip played over the machine.
struct OneShot {
    Ticks age{};
    std::uint32_t motion = kNoIndex;
    std::uint32_t blend_in = 0;   ///< Ticks.
    std::uint32_t blend_out = 0;  ///< Ticks.
    float end = 0.8f;             ///< Where it gives way, of its length.
};

/// One that plays, and the one it replaces while it blends in.
inline constexpr std::uint32_t kOneShots = 2;

/// Start of an instance; the variables (4 bytes each) and layers follow.
struct InstanceHeader {
    std::uint64_t graph = 0;  ///< shape_of(graph): an instance runs only on a graph of its shape.
    TickRemainder step{};
    std::uint32_t variables = 0;
    std::uint32_t layers = 0;
    bool started = false;
    std::uint8_t reserved[3] = {};
    OneShot one_shots[kOneShots]{};  ///< The newest last.
};
static_assert(sizeof(OneShot) == 24 && sizeof(InstanceHeader) == 24 + 24 * kOneShots);

/// Names and kinds that the bytes of an instance depend on.
[[nodiscard]] std::uint64_t shape_of(const Machine& graph) noexcept;

/// Bytes of an instance. A copy of them is a snapshot, a compare tells whether two are equal.
[[nodiscard]] std::size_t instance_size(const Machine& graph) noexcept;

/// Writes a new instance: variables at their defaults, layers before their first state.
/// `bad_size` where `instance` is not instance_size long, `bad_argument` where it is not aligned
/// to 8 bytes.
Status start(const Machine& graph, std::span<std::byte> instance) noexcept;

/// A typed view of the bytes. Empty spans where they are not an instance of this graph.
struct InstanceView {
    InstanceHeader* header = nullptr;
    std::span<std::uint32_t> variables{};  ///< Bit patterns: float, int, or 0 / 1.
    std::span<LayerState> layers{};
};
[[nodiscard]] InstanceView view_of(const Machine& graph, std::span<std::byte> instance) noexcept;

/// Whether the states, transitions and motions of an instance are ones that the graph has, its
/// variables are such as the setters take, and its clocks, ages and weights in range: its bytes may
/// come from anywhere, and graphs of one shape may have other motions. `view` is there.
[[nodiscard]] bool contents_fit(const Machine& graph, const InstanceView& view) noexcept;

/// Index of a variable by name, or kNoIndex. For set-up; frames use the index.
[[nodiscard]] std::uint32_t find_variable(const Machine& graph, NameHash name) noexcept;

/// Sets a variable. `missing` for an unknown index, `bad_argument` where the kind does not take the
/// value: floats for float variables (NaN never), integers for int and enum, bools for bool.
Status set_float(const Machine& graph, std::span<std::byte> instance, std::uint32_t variable,
                 float value) noexcept;
Status set_int(const Machine& graph, std::span<std::byte> instance, std::uint32_t variable,
               std::int32_t value) noexcept;
Status set_bool(const Machine& graph, std::span<std::byte> instance, std::uint32_t variable,
                bool value) noexcept;
/// Triggers stay set until a transition that reads them is taken, or they are reset.
Status set_trigger(const Machine& graph, std::span<std::byte> instance, std::uint32_t variable,
                   bool value = true) noexcept;
/// Layer 0 always has weight 1. `bad_argument` outside [0, 1].
Status set_layer_weight(const Machine& graph, std::span<std::byte> instance, std::uint32_t layer,
                        float weight) noexcept;

/// The same by name, for convenience: a search among the variables each time. `missing` where the
/// machine has no variable of that name.
Status set_float(const Machine& graph, std::span<std::byte> instance, NameHash name,
                 float value) noexcept;
Status set_int(const Machine& graph, std::span<std::byte> instance, NameHash name,
               std::int32_t value) noexcept;
Status set_bool(const Machine& graph, std::span<std::byte> instance, NameHash name,
                bool value) noexcept;
Status set_trigger(const Machine& graph, std::span<std::byte> instance, NameHash name,
                   bool value = true) noexcept;

/// Plays one motion over the machine: blends in, plays to `end` of its length, blends out to what
/// the machine shows by then; the machine goes on underneath. A second one blends in over the
/// first, and returns to where the first would have returned to; of three at a time the oldest is
/// cut.
Status play_one_shot(const Machine& graph, std::span<std::byte> instance, std::uint32_t motion,
                     float blend_in_s = 0.15f, float blend_out_s = 0.15f,
                     float end = 0.8f) noexcept;

}  // namespace motus
