// SPDX-License-Identifier: MIT
#include <motus/session/playback.h>

namespace motus {
namespace {

Error no_timeline() {
    return {"no-timeline", "", "the timeline is not in the document"};
}

}  // namespace

Result<Done> TimelinePlayback::play(std::uint64_t timeline, float speed) {
    if (const Result<Done> done = timelines_.refresh(); !done) return done;
    const std::uint32_t index = timelines_.index_of(timeline);
    if (index == kNoRecord) return no_timeline();
    stop();
    timeline_ = timeline;
    speed_ = speed;
    standing_.reset();
    paused_ = false;
    rewind(timelines_.set().timelines.timelines[index], speed, clock_);
    return show();
}

Result<Done> TimelinePlayback::scrub(std::uint64_t timeline, double frame) {
    if (const Result<Done> done = timelines_.refresh(); !done) return done;
    const std::uint32_t index = timelines_.index_of(timeline);
    if (index == kNoRecord) return no_timeline();
    if (timeline != timeline_) stop();
    timeline_ = timeline;
    paused_ = true;
    const record::AnimationTimeline& record = timelines_.set().timelines.timelines[index];
    standing_ = time_of_key_frame(record, frame);
    seek(record, *standing_, clock_);
    return show();
}

Result<Done> TimelinePlayback::tick(float dt_s) {
    if (!is_running()) return Done{};
    if (const Result<Done> done = timelines_.refresh(); !done) return done;
    const std::uint32_t index = timelines_.index_of(timeline_);
    if (index == kNoRecord) {
        stop();
        return Done{};
    }
    if (!paused_) {
        standing_.reset();
        TimelineStep step;
        if (advance(timelines_.set().timelines.timelines[index], dt_s, speed_, clock_, step) !=
            Status::ok) {
            return Error{"bad-step", "", "a step of time is a finite number of seconds"};
        }
    }
    return show();
}

Result<Done> TimelinePlayback::show() {
    const TimelineSet set = timelines_.set();
    const std::uint32_t index = timelines_.index_of(timeline_);
    const Ticks time = standing_ ? *standing_ : time_of(set.timelines.timelines[index], clock_);
    std::vector<PropertyValue> values(set.channels.size());
    std::vector<std::uint8_t> written(set.channels.size());
    if (run(TimelineJob{set, index, time, false, {values, written}}) != Status::ok) {
        return no_timeline();
    }
    // Anew each time: a property whose track has gone shows its authored value again.
    preview_.reset();
    preview_.emplace(timelines_.document().begin_preview());
    return timelines_.show(*preview_, values, written);
}

void TimelinePlayback::stop() {
    preview_.reset();
    timeline_ = 0;
    standing_.reset();
}

TimelinePosition TimelinePlayback::position() const {
    const std::uint32_t index = timelines_.index_of(timeline_);
    if (index == kNoRecord) return {};
    const record::AnimationTimeline& record = timelines_.set().timelines.timelines[index];
    return {timeline_, key_frame_at(record, standing_ ? *standing_ : time_of(record, clock_))};
}

}  // namespace motus
