// motus/machine/check.h - whether a graph may be run: every index, range and number looked at once.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/status.h>
#include <motus/machine/machine.h>

namespace motus {

/// Motions, their events and markers: ranges, lengths, ascending times from 0 on, clips before
/// timelines, `index` counting each kind from 0. `bad_data` otherwise. These are shared by
/// all machines of a file, so they are checked once. Cost: linear.
[[nodiscard]] Status check_motions(std::span<const MotionInfo> motions,
                                   std::span<const EventTime> events,
                                   std::span<const EventTime> markers) noexcept;

/// Everything else of a graph; motions have been checked. `ok` means that no inputs, however odd,
/// make a tick read outside the spans, recurse deeper than the limits, or run for longer than the
/// graph is large. Besides indices and enumerators that is:
///
/// - Lists lie one after the other in a fixed order without gaps (docs/format.md), so that none
///   shares a record with another.
/// - Blends and sub-machines are trees, within kMaxBlendDepth and kMaxGraphDepth.
/// - A transition stays in its layer; a synced layer follows one that is not synced.
/// - Numbers are finite, thresholds and curve keys ascend, truth values are 0 or 1.
/// - Fields of records that links stand for are 0.
///
/// `bad_data` otherwise. `mask_count`: masks that layers may refer to. Cost: linear; no memory.
[[nodiscard]] Status check(const Machine& graph, std::uint32_t mask_count) noexcept;

}  // namespace motus
