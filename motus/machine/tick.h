// motus/machine/tick.h - one step of a machine: inputs and dt in, playlist and events out.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/status.h>
#include <motus/machine/explain.h>
#include <motus/machine/instance.h>
#include <motus/machine/machine.h>
#include <motus/playlist/playlist.h>

#include <cstddef>
#include <span>

namespace motus {

enum class MachineEventKind : std::uint8_t {
    motion,  ///< An event of a clip or timeline.
    state,   ///< An event authored on a state.
    state_enter,
    state_exit,
    transition_start,
    transition_end,
};

/// Something that happened in a tick.
struct MachineEvent {
    NameHash name = NameHash::none;  ///< Of the event; of the state for enter and exit.
    std::uint32_t layer = 0;
    std::uint32_t state = kNoState;
    std::uint32_t motion = kNoIndex;  ///< Of a motion's event.
    std::uint32_t transition = kNoIndex;
    std::uint32_t event = kNoIndex;  ///< In Machine::events or state_events: where its payload is.
    float weight = 1.0f;             ///< Of the motion in its layer.
    MachineEventKind kind = MachineEventKind::motion;
};

/// The caller's memory for events; `total` counts also those that did not fit.
struct MachineEvents {
    std::span<MachineEvent> events{};
    std::uint32_t count = 0;
    std::uint32_t total = 0;
};

/// Transitions that one layer takes in one tick, at most: chains of length 0 end here.
inline constexpr std::uint32_t kMaxHops = 16;

/// Parts of a step that one layer passes, at most: of a transition that ends, of each that it
/// takes, up to three, and four CutProbes.
inline constexpr std::uint32_t kMaxPassed = 2 + 3 * kMaxHops + 4;

/// Laps of one motion whose events one tick fires: a wild speed does not stop the game.
inline constexpr std::int64_t kMaxEventLaps = 1024;

struct TickJob {
    Machine graph{};
    std::span<std::byte> instance{};
    float dt_s = 0.0f;                ///< >= 0. 0 moves no clock, and takes what is ready.
    Playlist* playlist = nullptr;     ///< Sized by playlist_limits.
    MachineEvents* events = nullptr;  ///< Optional.
    Explanation* explain = nullptr;   ///< Optional: off costs one branch.
    bool can_carry = false;           ///< The evaluator keeps poses: transitions may interrupt.
    /// From 0 on: the step itself, exactly, and dt_s says nothing; for whoever counts in ticks.
    Ticks exact_dt{-1};
};

/// Runs the job. No allocation, no lock. `bad_argument` for a dt that is negative or not finite,
/// `bad_data` where the bytes are not an instance of the graph (another shape, indices that it does
/// not have, or numbers out of range), `bad_size` for a short playlist; then the instance is
/// unchanged, except that a short playlist is found out after the step.
Status run(const TickJob& job) noexcept;

/// The weight of the state being entered, 0 where no transition runs. Of an inertial blend what
/// has faded of the difference: by the transition's curve where it has one, else decayed_value().
[[nodiscard]] float transition_weight(const Machine& graph, const LayerState& layer) noexcept;

}  // namespace motus
