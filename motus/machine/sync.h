// motus/machine/sync.h - keeping motions in step by named markers: "left foot", "right foot".
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/machine/clock.h>
#include <motus/machine/machine.h>

namespace motus::detail {

inline constexpr std::uint32_t kMaxSyncMarkers = 16;

/// The markers of one looping motion, from one of them on, all the way round.
///
/// A state that syncs by markers counts its cycles in them: with k markers, the span from one to
/// the next is 1/k of a cycle in every motion, however long each motion takes for it.
struct MarkerRing {
    std::span<const EventTime> markers{};  ///< Ascending. Empty: this motion has none to use.
    Ticks duration{};
    std::uint32_t first = 0;

    [[nodiscard]] std::uint32_t count() const noexcept {
        return static_cast<std::uint32_t>(markers.size());
    }
    [[nodiscard]] NameHash name(std::uint32_t i) const noexcept {
        return markers[(first + i) % count()].name;
    }
    /// Of the i-th marker from `first` on; beyond the loop's end counts on.
    [[nodiscard]] Ticks time(std::uint32_t i) const noexcept;
};

/// Empty where the motion does not loop, has no markers, or too many.
[[nodiscard]] MarkerRing markers_of(const Machine& graph, std::uint32_t motion) noexcept;

/// `ring` turned so that its names are those of `leader`, one by one; empty where they are not.
[[nodiscard]] MarkerRing in_step_with(const MarkerRing& leader, MarkerRing ring) noexcept;

/// Where a motion is: laps, and the time within one.
struct LapTime {
    std::int64_t lap = 0;
    Ticks time{};
};
[[nodiscard]] LapTime time_at(const MarkerRing& ring, Cycles phase) noexcept;

/// The phase within a cycle at which time_at gives `time` (in [0, duration)).
[[nodiscard]] Cycles phase_at(const MarkerRing& ring, Ticks time) noexcept;

}  // namespace motus::detail
