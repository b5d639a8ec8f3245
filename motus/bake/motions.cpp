// SPDX-License-Identifier: MIT
#include <motus/bake/motions.h>

#include <motus/timeline/set.h>

namespace motus {

void add_timeline_motions(const LoweredTimelines& timelines, LoweredMachines& machines) {
    add_timeline_motions(TimelineIndex(timelines.view()).set(), machines);
}

void add_timeline_motions(const TimelineSet& set, LoweredMachines& machines) {
    for (std::uint32_t i = 0; i < set.timelines.timelines.size(); ++i) {
        const TimelineMotion motion = motion_of(set.timelines.timelines[i]);
        machines.add_motion(MotionKind::timeline, motion.duration, motion.loops,
                            motion_events(set, i), motion_markers(set, i));
    }
}

}  // namespace motus
