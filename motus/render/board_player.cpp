// motus/render/board_player.cpp - binds timelines to copies of components, and evaluates.
// SPDX-License-Identifier: MIT
#include <motus/render/board_player.h>

#include <algorithm>

namespace motus::render {

BoardPlayer::BoardPlayer(const Timelines& timelines, const SceneRecords& scene)
    : now_(scene),
      index_(timelines),
      bound_(index_.set().channels.size()),
      base_(bound_.size()),
      values_(bound_.size()),
      written_(bound_.size()) {
    // What is not here, a node of a rig, is skipped.
    (void)run(BindJob{index_.set(), now_.host(), bound_, base_});
}

Status BoardPlayer::show(std::uint32_t timeline, Ticks time) {
    std::copy(base_.begin(), base_.end(), values_.begin());
    std::fill(written_.begin(), written_.end(), std::uint8_t{1});
    const Status status =
        run(TimelineJob{index_.set(), timeline, time, false, {values_, written_}});
    if (status != Status::ok) return status;
    return run(WriteJob{index_.set(), bound_, base_, values_, written_});
}

Ticks film_time(const record::AnimationTimeline& timeline, Ticks time) noexcept {
    const TimelineMotion motion = motion_of(timeline);
    const std::int64_t length = motion.duration.value;
    std::int64_t at = 0;
    if (length > 0 && motion.loops)
        at = (time.value % length + length) % length;
    else if (length > 0)
        at = std::clamp<std::int64_t>(time.value, 0, length);
    return timeline_time(timeline, Ticks{at}, motion.loops);
}

}  // namespace motus::render
