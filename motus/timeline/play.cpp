// SPDX-License-Identifier: MIT
#include <motus/core/assert.h>
#include <motus/timeline/evaluate.h>
#include <motus/timeline/walk.h>

namespace motus {
namespace {

void write(const BoundProperty& to, const detail::TrackFrame& track) noexcept {
    if (to.place != nullptr) return track.floats(to.place);
    if (to.object == nullptr) return;
    PropertyValue value;
    track.value(value);
    to.property->set(to.object, value);
}

/// Instances that are played together: what a track needs of them stays in the nearest cache.
constexpr std::size_t kBlock = 64;

/// One block, track by track: what is the same for all is looked up once, and the arithmetic of one
/// instance need not wait for that of another.
void play_block(const PlayTimelinesJob& job, std::size_t first, std::size_t count) noexcept {
    MOTUS_ASSERT(count <= kBlock && first + count <= job.times.size());
    MOTUS_ASSERT(job.timeline < job.set.plans.size());
    const Timelines& t = job.set.timelines;
    const TimelinePlan& plan = job.set.plans[job.timeline];
    const std::size_t channels = job.set.channels.size();
    const BoundProperty* bound = job.bound.data() + first * channels;
    Ticks times[kBlock];
    double frames[kBlock];
    detail::KeyPosition positions[kBlock];
    for (std::size_t i = 0; i < count; ++i) {
        times[i] = job.snap ? snapped(t.timelines[job.timeline], job.times[first + i])
                            : job.times[first + i];
        frames[i] = detail::frame_in(plan, times[i]);
    }
    for (const PlannedTrack& planned :
         job.set.planned.subspan(plan.tracks.start, plan.tracks.count)) {
        if (planned.channel == kNoRecord) {
            for (std::size_t i = 0; i < count; ++i) {
                detail::walk_nested(job.set, job.timeline, planned, times[i], job.snap, 0,
                                    [&](std::uint32_t channel, const detail::TrackFrame& track) {
                                        write(bound[i * channels + channel], track);
                                    });
            }
            continue;
        }
        const auto keys = t.keys.subspan(planned.keys.start, planned.keys.count);
        if (!planned.follows) {
            for (std::size_t i = 0; i < count; ++i)
                detail::locate(keys, frames[i], positions[i]);
        }
        for (std::size_t i = 0; i < count; ++i) {
            MOTUS_ASSERT(planned.channel < channels);
            write(bound[i * channels + planned.channel],
                  {keys.data(), t.values.data(), positions[i], planned.kind});
        }
    }
}

}  // namespace

Status run(const TimelineJob& job) noexcept {
    if (job.timeline >= job.set.timelines.timelines.size()) return Status::missing;
    if (job.out.values.size() < job.set.channels.size() ||
        job.out.written.size() < job.set.channels.size()) {
        return Status::bad_size;
    }
    detail::sample_tracks(job.set, job.timeline, job.time, job.snap,
                          [&](std::uint32_t channel, const PropertyValue& value) {
                              job.out.values[channel] = value;
                              job.out.written[channel] = 1;
                          });
    return Status::ok;
}

Status run(const PlayTimelineJob& job) noexcept {
    if (job.timeline >= job.set.timelines.timelines.size()) return Status::missing;
    if (job.bound.size() < job.set.channels.size()) return Status::bad_size;
    detail::walk_tracks(job.set, job.timeline, job.time, job.snap, 0,
                        [&](std::uint32_t channel, const detail::TrackFrame& track) {
                            write(job.bound[channel], track);
                        });
    return Status::ok;
}

Status run(const PlayTimelinesJob& job) noexcept {
    if (job.timeline >= job.set.timelines.timelines.size()) return Status::missing;
    const std::size_t channels = job.set.channels.size();
    if (channels != 0 && job.bound.size() / channels < job.times.size()) return Status::bad_size;
    for (std::size_t first = 0; first < job.times.size(); first += kBlock) {
        const std::size_t left = job.times.size() - first;
        play_block(job, first, left < kBlock ? left : kBlock);
    }
    return Status::ok;
}

}  // namespace motus
