// motus/render/board_player.cpp - binds timelines to copies of components, and evaluates.
// SPDX-License-Identifier: MIT
#include <motus/render/board_player.h>

#include <algorithm>

namespace motus::render {
namespace {

constexpr std::uint32_t kMostItems = 64;  // Of one layer of a playlist.

}  // namespace

BoardPlayer::BoardPlayer(const Timelines& timelines, const SceneRecords& scene, std::size_t layers)
    : now_(scene),
      index_(timelines),
      bound_(index_.set().channels.size()),
      base_(bound_.size()),
      values_(bound_.size()),
      written_(bound_.size()),
      workspace_(index_.set(), kMostItems),
      carried_(layers * bound_.size()),
      layers_(layers) {
    // What is not here, a node of a rig, is skipped.
    (void)run(BindJob{index_.set(), now_.host(), bound_, base_});
}

Status BoardPlayer::show(std::uint32_t timeline, Ticks time) {
    std::copy(base_.begin(), base_.end(), values_.begin());
    std::fill(written_.begin(), written_.end(), std::uint8_t{1});
    const Status status =
        run(TimelineJob{index_.set(), timeline, time, false, {values_, written_}});
    return status == Status::ok ? write() : status;
}

Status BoardPlayer::show(const Playlist& playlist) {
    PropertyEvaluateJob job;
    job.set = index_.set();
    job.playlist = &playlist;
    job.base = base_;
    job.carry = {carried_, layers_};
    job.scratch = workspace_.scratch();
    job.out = {values_, written_};
    const Status status = run(job);
    return status == Status::ok ? write() : status;
}

Status BoardPlayer::write() {
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
