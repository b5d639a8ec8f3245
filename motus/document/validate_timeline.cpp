// validate_timeline.cpp - timelines: tracks, what they bind to, their keys; and the library.
// SPDX-License-Identifier: MIT
#include <motus/document/access.h>
#include <motus/document/bind.h>
#include <motus/document/rings.h>
#include <motus/document/validate_check.h>

#include <algorithm>
#include <set>
#include <tuple>

namespace motus::validation {
namespace {

using doc::AnimationBinding;
using doc::AnimationKeyframe;
using doc::AnimationTimeline;
using doc::AnimationTrack;
using doc::ValueKind;

bool is_interpolated(ValueKind kind) {
    switch (kind) {
        case ValueKind::none:
        case ValueKind::boolean:
        case ValueKind::enumeration:
        case ValueKind::text:
        case ValueKind::reference:
            return false;
        default:
            return true;
    }
}

/// Whether a value has the shape that a property of that kind needs, where only the kind is known.
bool has_shape(const Value& value, ValueKind kind) {
    const auto floats = [&](int n) { return value.as_tuple() && value.as_tuple()->size == n; };
    switch (kind) {
        case ValueKind::none:
            return true;
        case ValueKind::boolean:
            return value.as_bool() != nullptr;
        case ValueKind::integer:
        case ValueKind::number:
        case ValueKind::enumeration:
            return value.as_number() != nullptr;
        case ValueKind::text:
            return value.as_text() != nullptr;
        case ValueKind::vec2:
            return floats(2);
        case ValueKind::vec3:
            return floats(3);
        case ValueKind::vec4:
        case ValueKind::quat:
        case ValueKind::color:
            return floats(4);
        case ValueKind::reference:
            return value.as_reference() != nullptr;
    }
    return false;
}

/// What a track writes, as far as it is there.
struct Bound {
    const PropertyInfo* property = nullptr;  ///< Null: reported, or of a node inside a rig.
    ValueKind kind = ValueKind::none;        ///< None: nothing is known.
};

bool has_rig(const doc::Entity& entity) {
    for (const Object& component : entity.components())
        if (object_cast<doc::Rig>(&component) != nullptr) return true;
    return false;
}

/// Tracks with a path: Transform3D of the node, or a morph weight, which the rig has.
bool is_of_node(const AnimationBinding& binding) {
    const std::uint32_t type = binding.property() >> 16;
    const std::uint32_t transform = doc::Transform3D::static_type().number;
    return (type == transform && binding.component() == transform) ||
           (type == doc::MorphWeight::static_type().number &&
            binding.component() == doc::Rig::static_type().number);
}

Bound check_binding(Check& check, const AnimationBinding& binding) {
    check.require(binding.target(), binding, AnimationBinding::kTarget, "entity");
    const auto* entity = check.find<doc::Entity>(binding.target());
    if (entity == nullptr) return {};
    const Schema& schema = check.document().schema();
    const PropertyInfo* info = schema.find_property(binding.property());
    if (info == nullptr) {
        check.error("missing-target", binding, AnimationBinding::kProperty,
                    "no property has the number " + std::to_string(binding.property()));
        return {};
    }
    Bound bound{info, value_kind(*info)};
    if (binding.path().empty()) {
        const PropertyPlace place = find_property(check.document(), key_of(binding));
        if (!place) {
            const TypeInfo* type =
                schema.find_type(static_cast<std::uint16_t>(binding.component()));
            check.error("missing-target", binding, AnimationBinding::kComponent,
                        quoted(entity->name(), "the entity") + " has no " +
                            std::string(type != nullptr ? type->name : "such component") +
                            (binding.array_index() != 0
                                 ? " with an item " + std::to_string(binding.array_index())
                                 : std::string()) +
                            " that has this property");
            return {};
        }
        bound = {place.property, value_kind(*place.object, *place.property)};
    } else if (!has_rig(*entity)) {
        check.error("missing-target", binding, AnimationBinding::kPath,
                    quoted(entity->name(), "the entity") + " has no rig, and so no nodes");
    } else if (!is_of_node(binding)) {
        check.error("not-animatable", binding, AnimationBinding::kProperty,
                    "of a node, its transform and the weights of its morph targets can be keyed");
    }
    if (!info->has(kAnimatable)) {
        check.error("not-animatable", binding, AnimationBinding::kProperty,
                    std::string(info->name) + " cannot be keyed");
    }
    if (binding.property_kind() != ValueKind::none && bound.kind != ValueKind::none &&
        binding.property_kind() != bound.kind) {
        check.error("wrong-type", binding, AnimationBinding::kPropertyKind,
                    "is not the kind of " + std::string(info->name) + ", which is " +
                        std::string(to_string(info->kind)));
    }
    return bound;
}

void check_key(Check& check, const AnimationKeyframe& key, const Bound& bound) {
    if (bound.kind == ValueKind::none) return;
    if (key.value().is_none()) {
        check.error("wrong-type", key, AnimationKeyframe::kValue, "the key has no value");
    } else if (bound.property->kind == PropertyKind::value) {
        if (!has_shape(key.value(), bound.kind)) {
            check.error(
                "wrong-type", key, AnimationKeyframe::kValue,
                "is not of the property's kind, but " + std::string(key.value().kind_name()));
        }
    } else if (const Result<Value> fits = conform(*bound.property, key.value()); !fits) {
        check.error("wrong-type", key, AnimationKeyframe::kValue,
                    std::string(bound.property->name) + " " + fits.error().cause);
    } else if (const double* number = fits->as_number();
               number != nullptr &&
               !(*number >= bound.property->min && *number <= bound.property->max)) {
        check.warn("out-of-range", key, AnimationKeyframe::kValue,
                   "is outside the range of " + std::string(bound.property->name));
    }
    if (key.interpolation() != doc::KeyInterpolation::cubic) return;
    if (!is_interpolated(bound.kind)) {
        check.warn("wrong-type", key, AnimationKeyframe::kInterpolation,
                   "values of this kind step; they have no curve");
        return;
    }
    for (const auto property : {AnimationKeyframe::kInTangent, AnimationKeyframe::kOutTangent}) {
        const Value& tangent =
            property == AnimationKeyframe::kInTangent ? key.in_tangent() : key.out_tangent();
        if (!tangent.is_none() && !has_shape(tangent, bound.kind)) {
            check.error(
                "wrong-type", key, property,
                "a tangent has the kind of the value, not " + std::string(tangent.kind_name()));
        }
    }
}

void check_keys(Check& check, const AnimationTrack& track, const Bound& bound) {
    const AnimationKeyframe* before = nullptr;
    for (const AnimationKeyframe& key : track.keys()) {
        if (before != nullptr && key.frame() < before->frame()) {
            check.error("unsorted-keys", key, AnimationKeyframe::kFrame,
                        "frame " + std::to_string(key.frame()) + " comes after frame " +
                            std::to_string(before->frame()));
        } else if (before != nullptr && key.frame() == before->frame()) {
            check.error("duplicate-key", key, AnimationKeyframe::kFrame,
                        "there is a key at frame " + std::to_string(key.frame()) + " already");
        }
        check_key(check, key, bound);
        before = &key;
    }
}

}  // namespace

void check_track(Check& check, const AnimationTrack& track) {
    if (track.kind() == doc::TrackKind::timeline) {
        check.require(track.timeline(), track, AnimationTrack::kTimeline, "timeline");
        return;
    }
    const Bound bound = check_binding(check, track.binding());
    if (track.keys().empty()) {
        check.warn("no-keys", track, AnimationTrack::kKeys,
                   "the track has no keys: it does nothing");
    }
    check_keys(check, track, bound);
}

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
    const double snap = timeline.snap_fps() > 0.0f ? timeline.snap_fps() : 30.0;
    const double rate = timeline.key_rate() == 0 ? snap
                                                 : static_cast<double>(timeline.key_rate()) /
                                                       std::max(timeline.key_rate_divisor(), 1u);
    const double last = timeline.duration() / snap * rate;
    for (const doc::TimelineEvent& event : timeline.events()) {
        check.require(event.event(), event, doc::TimelineEvent::kEvent, "event");
        if (event.frame() < 0 || static_cast<double>(event.frame()) > last + 1e-6) {
            check.warn("outside", event, doc::TimelineEvent::kFrame,
                       "frame " + std::to_string(event.frame()) +
                           " is not in the timeline: the event never fires");
        }
    }
    std::set<std::tuple<std::uint64_t, std::uint32_t, std::uint32_t, std::uint32_t, std::string>>
        seen;
    for (const AnimationTrack& track : timeline.tracks()) {
        if (track.kind() != doc::TrackKind::property || track.muted()) continue;
        const AnimationBinding& to = track.binding();
        if (to.target() == 0) continue;
        if (!seen.insert({to.target(), to.component(), to.property(), to.array_index(), to.path()})
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
    for (const auto& ring : find_rings(next)) {
        std::string way;
        for (const std::size_t i : ring)
            way += quoted(timelines[i]->name(), "a timeline") + " -> ";
        check.error("cycle", *timelines[ring.front()], AnimationTimeline::kTracks,
                    "timelines play themselves: " + way +
                        quoted(timelines[ring.front()]->name(), "a timeline"));
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
