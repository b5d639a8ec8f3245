// Time that is put into a timeline or taken out of it, and where a drag snaps to.
// SPDX-License-Identifier: MIT
#include <motus/document/key_edit.h>
#include <motus/document/key_numbers.h>
#include <motus/document/model_change.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace motus {
namespace {

using doc::AnimationKeyframe;
using doc::AnimationTimeline;
using doc::AnimationTrack;

template <typename Item>
void shift_items(Document& document, const ChildList<Item>& items, std::int64_t from,
                 std::int64_t frames) {
    for (const Item& item : items)
        if (item.frame() >= from) document.begin_change(item).set_frame(item.frame() + frames);
}

template <typename List, typename Remove>
void remove_between(const List& items, std::int64_t from, std::int64_t to, Remove&& remove) {
    for (std::size_t i = items.size(); i-- > 0;)
        if (items[i].frame() >= from && items[i].frame() < to) remove(i);
}

/// The last frame of everything in a timeline.
std::int64_t last_frame(const AnimationTimeline& timeline) {
    std::int64_t last = 0;
    const auto take = [&](std::int64_t frame) { last = std::max(last, frame); };
    for (const AnimationTrack& track : timeline.tracks()) {
        take(track.start_frame());
        for (const AnimationKeyframe& key : track.keys())
            take(key.frame());
    }
    for (const doc::TimelineEvent& event : timeline.events())
        take(event.frame());
    for (const doc::TimelineMarker& marker : timeline.markers())
        take(marker.frame());
    return last;
}

}  // namespace

Result<Done> ripple_insert(Document& document, const AnimationTimeline& timeline,
                           std::int64_t frame, std::int64_t frames) {
    const bool far = frames > kMaxFrame || frames < -kMaxFrame || frame > kMaxFrame;
    if (frame < 0 || far || (frames > 0 && last_frame(timeline) > kMaxFrame - frames)) {
        return Error{"bad-frame", "", "there is no such frame, or none behind it"};
    }
    const double rate = keys_per_frame(timeline);
    const double growth = std::floor(static_cast<double>(frames) / rate + 0.5);
    const double longest = std::max({0, timeline.duration(), timeline.work_end()});
    if (growth > std::numeric_limits<int>::max() - longest) {
        return Error{"bad-frame", "", "a timeline cannot be that long"};
    }
    const auto grown = static_cast<int>(std::max(growth, -longest));
    Step step = document.begin_step(frames < 0 ? "Ripple delete" : "Ripple insert");
    auto change = document.begin_change(timeline);
    const std::int64_t cut_end = frames < 0 ? frame - frames : frame;
    for (std::size_t i = timeline.tracks().size(); i-- > 0;) {
        const AnimationTrack& track = timeline.tracks()[i];
        auto track_change = document.begin_change(track);
        if (track.kind() == doc::TrackKind::timeline) {
            if (track.start_frame() >= frame) {
                track_change.set_start_frame(std::max(track.start_frame() + frames, frame));
            }
            continue;
        }
        const bool had_keys = !track.keys().empty();
        remove_between(track.keys(), frame, cut_end,
                       [&](std::size_t k) { track_change.keys_remove(k); });
        shift_items(document, track.keys(), cut_end, frames);
        if (had_keys && track.keys().empty()) {
            detail::remove_track(document, track);
        } else {
            settle_tangents(document, track);
        }
    }
    remove_between(timeline.events(), frame, cut_end,
                   [&](std::size_t i) { change.events_remove(i); });
    shift_items(document, timeline.events(), cut_end, frames);
    remove_between(timeline.markers(), frame, cut_end,
                   [&](std::size_t i) { change.markers_remove(i); });
    shift_items(document, timeline.markers(), cut_end, frames);
    if (grown != 0) {
        change.set_duration(std::max(0, timeline.duration() + grown));
        const double end = static_cast<double>(timeline.work_end()) * rate;
        if (timeline.work_end() != 0 && end >= static_cast<double>(frame)) {
            change.set_work_end(std::max(1, timeline.work_end() + grown));
        }
    }
    return step.commit();
}

double snap_frame(const Document&, const AnimationTimeline& timeline, double frame,
                  const SnapOptions& options) {
    double best = frame, distance = options.radius;
    bool found = false;
    const auto consider = [&](double at) {
        const double d = std::fabs(at - frame);
        if (d > options.radius || (found && (d > distance || (d == distance && at > best)))) return;
        best = at;
        distance = d;
        found = true;
    };
    if (options.keys) {
        for (const AnimationTrack& track : timeline.tracks()) {
            for (const AnimationKeyframe& key : track.keys()) {
                const bool dragged = std::find(options.except.begin(), options.except.end(),
                                               key.handle()) != options.except.end();
                if (!dragged) consider(static_cast<double>(key.frame()));
            }
        }
    }
    if (options.markers) {
        for (const doc::TimelineMarker& marker : timeline.markers())
            consider(static_cast<double>(marker.frame()));
    }
    if (options.work_area) {
        const double rate = keys_per_frame(timeline);
        consider(timeline.work_start() * rate);
        const int end = timeline.work_end() != 0 ? timeline.work_end() : timeline.duration();
        consider(end * rate);
    }
    if (options.playhead != nullptr) consider(*options.playhead);
    if (found) return best;
    return options.whole_frames ? std::floor(frame + 0.5) : frame;
}

}  // namespace motus
