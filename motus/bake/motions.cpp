// SPDX-License-Identifier: MIT
#include <motus/bake/motions.h>

#include <motus/timeline/set.h>

namespace motus {

void add_timeline_motions(const LoweredTimelines& timelines, LoweredMachines& machines) {
    const TimelineIndex index(timelines.view());
    const TimelineSet set = index.set();
    for (std::uint32_t i = 0; i < timelines.timelines.size(); ++i) {
        const TimelineMotion motion = motion_of(timelines.timelines[i]);
        machines.add_motion(MotionKind::timeline, motion.duration, motion.loops,
                            motion_events(set, i), motion_markers(set, i));
    }
}

}  // namespace motus
