// motus/bake/motions.h - timelines as the machines of a file see them: lengths, events, markers.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/bake/machine.h>
#include <motus/bake/timelines.h>

namespace motus {

/// Adds a motion per timeline, after those of clips. Events and markers are at the times of the
/// motion: at the timeline's speed, from the start of its work area; a ping-pong passes each one on
/// its way back too. What lies outside the work area never happens; what timelines inside it
/// fire happens where they play. `timelines` have passed check().
void add_timeline_motions(const LoweredTimelines& timelines, LoweredMachines& machines);
void add_timeline_motions(const TimelineSet& set, LoweredMachines& machines);

}  // namespace motus
