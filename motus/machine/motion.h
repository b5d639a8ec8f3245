// motus/machine/motion.h - how long a state is now, and which motions it plays with which weights.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/machine/clock.h>
#include <motus/machine/instance.h>
#include <motus/machine/machine.h>
#include <motus/machine/sync.h>

namespace motus::detail {

/// A graph with the values of an instance's variables.
struct Values {
    const Machine& graph;
    std::span<const std::uint32_t> variables;

    /// A variable as a number; 0 where there is none.
    [[nodiscard]] double number(std::uint32_t variable) const noexcept;
    /// The same where the variable is a float: what blends and speeds read.
    [[nodiscard]] float real(std::uint32_t variable, float otherwise) const noexcept;
};

/// The motion of a state, or what a synced layer plays in its place.
struct Motion {
    std::uint32_t motion = kNoIndex;           ///< A clip or timeline.
    const record::BlendNode* blend = nullptr;  ///< Or a blend. Neither: nothing moves.
};

/// Of a state on its own layer; `own` holds the blend of a blend state.
[[nodiscard]] Motion motion_of(const Machine& graph, std::uint32_t state,
                               record::BlendNode& own) noexcept;
/// Of a state on a layer that follows the state's layer.
[[nodiscard]] Motion synced_motion_of(const Machine& graph, std::uint32_t layer,
                                      std::uint32_t state) noexcept;

/// Length of a motion: of a blend, the weighted sum of its clips' lengths; never 0 (a motion that
/// has no length counts as one second).
[[nodiscard]] Ticks length_of(const Values& values, const Motion& motion) noexcept;
[[nodiscard]] bool loops(const Machine& graph, const Motion& motion) noexcept;

/// How a state runs now.
struct StatePace {
    Ticks length{};
    float speed = 1.0f;
    bool loops = false;
    std::uint32_t spans = 0;      ///< Of a state that syncs by markers: how many, else 0.
    Ticks span[kMaxSyncMarkers];  ///< Time from each marker to the next; the first `spans` count.
};
[[nodiscard]] StatePace pace_of(const Values& values, std::span<const LayerState> layers,
                                std::uint32_t state) noexcept;

/// Moves a state's clock, at the pace of each span between markers where there are some.
void advance(StateClock& clock, Ticks dt, const StatePace& pace) noexcept;
/// The least dt in [0, limit] after which the clock has reached `target`; -1 where it does not.
[[nodiscard]] Ticks time_until(const StateClock& clock, Cycles target, const StatePace& pace,
                               Ticks limit) noexcept;

/// Where a state that is entered from another one starts, so that their markers meet; 0 where they
/// have none in common.
[[nodiscard]] Cycles meeting_phase(const Values& values, std::uint32_t from,
                                   const StateClock& from_clock, std::uint32_t to) noexcept;

/// Most items that a state puts into a playlist.
[[nodiscard]] std::uint32_t leaves_of(const Machine& graph, std::uint32_t state) noexcept;
[[nodiscard]] std::uint32_t leaves_of(const Machine& graph, const Motion& motion) noexcept;

/// Where a state's motion stood and stands.
struct StateStep {
    std::uint32_t state = kNoState;
    StateClock before{}, after{};
    float weight = 1.0f;
    bool entered = false;
    bool backward = false;  ///< Where nothing moved: which way it will go.
};

/// Appends the items of a state to the playlist. `bad_size` where it is full.
Status gather(const Values& values, const StateStep& step, const Motion& motion, bool state_loops,
              Playlist& playlist) noexcept;

}  // namespace motus::detail
