// Clips and timelines: what has a length, and a clock that goes to and fro in it.
// SPDX-License-Identifier: MIT
#include <motus/session/performance.h>

#include <motus/math/ops.h>
#include <motus/sample/sample.h>

#include <algorithm>
#include <cmath>

namespace motus {

Status Performance::show_line() {
    if (kind_ == PlayKind::clip && rig_) {
        const Rig& rig = *rig_;
        const Status status = run(SampleJob{.clip = rig.clips[index_],
                                            .time = time_of(head_, mode_, length_),
                                            .rest = rest_pose(rig.skeleton),
                                            .out = pose_});
        if (status != Status::ok) return status;
    } else if (kind_ == PlayKind::timeline && properties_) {
        const Status status = properties_->show(index_, time());
        if (status != Status::ok) return status;
    }
    finish_pose();
    return Status::ok;
}

Status Performance::advance_line(Ticks dt, float by) {
    if (kind_ == PlayKind::none) return Status::ok;
    standing_.reset();
    Advance step;
    if (const Status status = motus::advance(head_, dt, by * own_speed_, mode_, length_, step);
        status != Status::ok) {
        return status;
    }
    const RootDelta back{
        rotate(conjugate(loop_delta_.rotation), multiply(loop_delta_.translation, -1.0f)),
        conjugate(loop_delta_.rotation)};
    const bool passes = mode_ == PlayMode::loop && kind_ == PlayKind::clip;
    for (std::int64_t i = 0; passes && i < std::min<std::int64_t>(std::abs(step.wraps), 1000); ++i)
        place_ = compose(place_, step.wraps > 0 ? loop_delta_ : back);
    ++tick_;
    add_line_events(step, dt.value != 0);
    ended_ = step.finished;
    entered_ = false;
    return show_line();
}

void Performance::add_line_events(const Advance& step, bool stepped) {
    std::span<const EventTime> times;
    std::string motion;
    if (kind_ == PlayKind::clip) {
        motion = name_text(file_, file_.clips.clips[index_].name);
        for (const MotionInfo& info : file_.machines.motions) {
            if (info.kind != MotionKind::clip || info.index != index_) continue;
            times = file_.machines.events.subspan(info.events.start, info.events.count);
            break;
        }
    } else if (properties_) {
        motion = name_text(file_, NameHash{file_.timelines.timelines[index_].name});
        const record::Range range = properties_->set().event_ranges[index_];
        times = properties_->set().events.subspan(range.start, range.count);
    }
    EventWalk walk = event_walk(times, step, mode_, length_, entered_);
    walk.begin = begin_;
    walk.stepped = stepped;
    for_each_event(walk, [&](const EventTime& event) {
        StageEvent& out = new_event();
        out.name = name_text(file_, event.name);
        out.clip = motion;
    });
}

void Performance::set_mode(PlayMode mode) {
    if (machine_ || mode == mode_) return;
    const Ticks at = time_of(head_, mode_, length_);
    mode_ = mode;
    ended_ = false;
    motus::seek(head_, at, mode_, length_);
}

Status Performance::seek(Ticks time) {
    if (machine_ || kind_ == PlayKind::none) return Status::ok;
    const Ticks at{std::clamp<std::int64_t>((time - begin_).value, 0, length_.value)};
    motus::seek(head_, at, mode_, length_);
    standing_.reset();
    entered_ = true;
    ended_ = false;
    place_ = {};
    return show_line();
}

Status Performance::stand(Ticks time) {
    if (kind_ != PlayKind::timeline) return Status::missing;
    if (const Status status = seek(time); status != Status::ok) return status;
    standing_ = time;
    return show_line();
}

}  // namespace motus
