// validate_timeline.cpp - timelines as a whole; and the library.
// SPDX-License-Identifier: MIT
#include <motus/core/ticks.h>
#include <motus/document/bind.h>
#include <motus/document/binding_order.h>
#include <motus/document/keys.h>
#include <motus/document/limits.h>
#include <motus/document/rings.h>
#include <motus/document/validate_check.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

namespace motus::validation {

using doc::AnimationTimeline;
using doc::AnimationTrack;

namespace {

/// What a game plays: the work area, there and back for a ping-pong, at the timeline's own speed.
void check_length(Check& check, const AnimationTimeline& timeline, int end) {
    const double speed = std::fabs(static_cast<double>(timeline.playback_speed()));
    const double frames = static_cast<double>(end) - timeline.work_start();
    const double passes = timeline.playback_mode() == doc::PlaybackMode::ping_pong ? 2.0 : 1.0;
    const double length_s = frames / snap_rate(timeline) * passes;
    const double most_s = seconds_of(Ticks{limits::kMotionTicks - 1});
    if (!(length_s > most_s * speed) || speed == 0.0) return;
    const bool slow = !(length_s > most_s);
    check.error("out-of-range", timeline,
                slow ? AnimationTimeline::kPlaybackSpeed : AnimationTimeline::kDuration,
                "the timeline lasts longer than the 9 days that a baked file can hold");
}

/// How much is played where timelines play others, which play others. None plays itself, and none
/// is nested deeper than a few steps.
void check_visits(Check& check, const std::vector<const AnimationTimeline*>& timelines,
                  const Adjacency& next) {
    std::vector<double> own(timelines.size()), visits;
    double all = timelines.size();
    for (std::size_t i = 0; i < timelines.size(); ++i) {
        own[i] = 1.0 + static_cast<double>(timelines[i]->tracks().size());
        all += own[i] - 1.0;
    }
    visits = own;
    for (std::uint32_t step = 0; step <= limits::kTimelineDepth; ++step) {
        std::vector<double> deeper = own;
        for (std::size_t i = 0; i < next.size(); ++i)
            for (const std::size_t to : next[i])
                deeper[i] += visits[to];
        visits = std::move(deeper);
    }
    double sum = 0.0;
    for (std::size_t i = 0; i < timelines.size(); ++i) {
        sum += visits[i];
        if (!(sum > limits::kTimelineVisits + all)) continue;
        check.error("too-many", *timelines[i], AnimationTimeline::kTracks,
                    "timelines inside each other play more than a million tracks");
        return;
    }
}

}  // namespace

void check_timeline(Check& check, const AnimationTimeline& timeline) {
    if (timeline.name().empty()) {
        check.warn("no-name", timeline, AnimationTimeline::kName, "the timeline has no name");
    }
    const int end = timeline.work_end() == 0 ? timeline.duration() : timeline.work_end();
    if (timeline.work_start() > end) {
        check.error("out-of-range", timeline, AnimationTimeline::kWorkStart,
                    "the work area starts at " + std::to_string(timeline.work_start()) +
                        " and ends at " + std::to_string(end));
    }
    if (timeline.work_end() > timeline.duration()) {
        check.warn("out-of-range", timeline, AnimationTimeline::kWorkEnd,
                   "is behind the end of the timeline, " + std::to_string(timeline.duration()));
    }
    check_length(check, timeline, end);
    const double last = timeline.duration() * keys_per_frame(timeline);
    for (const doc::TimelineEvent& event : timeline.events()) {
        check.require(event.event(), event, doc::TimelineEvent::kEvent, "event");
        if (event.frame() < 0 || static_cast<double>(event.frame()) > last + 1e-6) {
            check.warn("outside", event, doc::TimelineEvent::kFrame,
                       "frame " + std::to_string(event.frame()) +
                           " is not in the timeline: the event never fires");
        }
    }
    std::set<std::uint64_t> entities;
    for (const doc::AnimationTarget& target : timeline.targets()) {
        if (target.entity() == 0) {
            check.warn("missing-target", target, doc::AnimationTarget::kEntity, "names no entity");
        } else if (!entities.insert(target.entity()).second) {
            check.warn("duplicate-target", target, doc::AnimationTarget::kEntity,
                       "a target before it is the same entity");
        }
    }
    for (const AnimationTrack& track : timeline.tracks()) {
        for (const doc::AnimationKeyframe& key : track.keys()) {
            if (key.frame() >= 0 && static_cast<double>(key.frame()) <= last + 1e-6) continue;
            check.warn("outside", key, doc::AnimationKeyframe::kFrame,
                       "frame " + std::to_string(key.frame()) + " is not in the timeline");
        }
    }
    std::set<std::tuple<std::uint64_t, std::uint32_t, std::uint32_t, std::uint32_t, std::uint64_t,
                        std::string>>
        seen;
    for (const AnimationTrack& track : timeline.tracks()) {
        if (track.kind() != doc::TrackKind::property || track.muted()) continue;
        const doc::AnimationBinding& to = track.binding();
        if (to.target() == 0) continue;
        if (!seen.insert({to.target(), to.component(), to.property(), to.array_index(), to.item(),
                          to.path()})
                 .second) {
            check.warn("duplicate-track", track, AnimationTrack::kBinding,
                       "a track before it writes the same property");
        }
    }
}

void check_timelines(Check& check, const doc::AnimationLibrary& library) {
    std::map<std::uint64_t, std::size_t> places;
    std::vector<const AnimationTimeline*> timelines;
    for (const AnimationTimeline& timeline : library.timelines()) {
        places.emplace(timeline.id(), timelines.size());
        timelines.push_back(&timeline);
    }
    Adjacency next(timelines.size());
    for (std::size_t i = 0; i < timelines.size(); ++i) {
        for (const AnimationTrack& track : timelines[i]->tracks()) {
            const auto at = places.find(track.timeline());
            if (track.kind() == doc::TrackKind::timeline && at != places.end()) {
                next[i].push_back(at->second);
            }
        }
    }
    const auto rings = find_rings(next);
    if (rings.empty()) {
        // Those with a way of so many steps; one step more in each round.
        std::vector<bool> deep(timelines.size(), true);
        for (std::uint32_t step = 0; step <= limits::kTimelineDepth; ++step) {
            std::vector<bool> deeper(timelines.size(), false);
            for (std::size_t i = 0; i < next.size(); ++i)
                deeper[i] = std::any_of(next[i].begin(), next[i].end(),
                                        [&](std::size_t to) { return deep[to]; });
            deep = std::move(deeper);
        }
        bool too_deep = false;
        for (std::size_t i = 0; i < timelines.size(); ++i) {
            if (!deep[i]) continue;
            too_deep = true;
            check.error(
                "too-deep", *timelines[i], 0,
                "timelines are nested deeper than " + std::to_string(limits::kTimelineDepth));
        }
        if (!too_deep) check_visits(check, timelines, next);
    }
    for (const auto& ring : rings) {
        std::string way;
        for (const std::size_t i : ring)
            way += quoted(timelines[i]->name(), "a timeline") + " -> ";
        check.error("cycle", *timelines[ring.front()], AnimationTimeline::kTracks,
                    "timelines play themselves: " + way +
                        quoted(timelines[ring.front()]->name(), "a timeline"));
    }
}

void check_driven(Check& check, const doc::AnimationLibrary& library) {
    std::set<std::pair<const Object*, const PropertyInfo*>> driven;
    std::string cycle;
    for (const OrderedBinding& binding : order_bindings(check.document(), cycle))
        driven.emplace(check.document().find(binding.to), binding.target);
    if (driven.empty()) return;
    for (const AnimationTimeline& timeline : library.timelines()) {
        for (const AnimationTrack& track : timeline.tracks()) {
            const doc::AnimationBinding& binding = track.binding();
            if (track.kind() != doc::TrackKind::property || track.muted() ||
                !binding.path().empty()) {
                continue;
            }
            const PropertyPlace to =
                find_property(check.document(), key_of(check.document(), binding));
            if (!to || driven.count({to.object, to.property}) == 0) continue;
            check.warn("driven-track", track, AnimationTrack::kBinding,
                       "a binding drives " + describe(*to.object, *to.property) +
                           ": these keys have no effect");
        }
    }
}

void check_library(Check& check, const doc::AnimationLibrary& library) {
    Names timelines, machines, masks, events;
    for (const AnimationTimeline& t : library.timelines())
        timelines.add(check, Severity::error, t.name(), t, AnimationTimeline::kName, "a timeline");
    for (const doc::StateMachineDefinition& m : library.machines())
        machines.add(check, Severity::error, m.name(), m, doc::StateMachineDefinition::kName,
                     "a machine");
    for (const doc::Mask& m : library.masks())
        masks.add(check, Severity::warning, m.name(), m, doc::Mask::kName, "a mask");
    for (const doc::EventDefinition& e : library.events()) {
        events.add(check, Severity::warning, e.name(), e, doc::EventDefinition::kName, "an event");
        if (e.name().empty()) {
            check.warn("no-name", e, doc::EventDefinition::kName, "the event has no name");
        }
    }
}

void check_entry(Check& check, const doc::LibraryEntry& entry) {
    using doc::LibraryEntryKind;
    if (entry.kind() == LibraryEntryKind::folder) {
        if (entry.folder() == nullptr) {
            check.warn("missing-target", entry, doc::LibraryEntry::kFolder, "has no folder");
        }
        return;
    }
    const Object* item = check.document().find_id(entry.item());
    if (entry.item() == 0) {
        check.warn("missing-target", entry, doc::LibraryEntry::kItem, "names nothing");
    } else if (item != nullptr) {
        const TypeInfo* wanted =
            entry.kind() == LibraryEntryKind::timeline ? &AnimationTimeline::static_type()
            : entry.kind() == LibraryEntryKind::clip   ? &doc::AnimationClip::static_type()
                                                     : &doc::StateMachineDefinition::static_type();
        if (&item->type() != wanted) {
            check.warn("wrong-type", entry, doc::LibraryEntry::kKind,
                       "says that it is a " + std::string(wanted->name) + " and names a " +
                           std::string(item->type_name()));
        }
    }
}

void check_folder(Check& check, const doc::AnimationFolder& folder) {
    Names names;
    for (const doc::LibraryEntry& entry : folder.entries()) {
        if (entry.folder() == nullptr) continue;
        names.add(check, Severity::warning, entry.folder()->name(), *entry.folder(),
                  doc::AnimationFolder::kName, "a folder");
    }
}

}  // namespace motus::validation
