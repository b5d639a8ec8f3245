// SPDX-License-Identifier: MIT
#include <motus/document/keys.h>

#include <motus/document/key_numbers.h>
#include <motus/document/model_change.h>

namespace motus {
namespace {

using doc::AnimationKeyframe;
using doc::AnimationTarget;
using doc::AnimationTimeline;
using doc::AnimationTrack;

const AnimationTarget* find_target(const AnimationTimeline& timeline, std::uint64_t entity,
                                   std::string_view path) {
    for (const AnimationTarget& target : timeline.targets())
        if (target.entity() == entity && target.path() == path) return &target;
    return nullptr;
}

/// What a track writes.
struct Keyed {
    const TypeInfo* type = nullptr;
    const PropertyInfo* property = nullptr;
    doc::ValueKind kind = doc::ValueKind::none;
    std::uint64_t item = 0;  ///< Of an item that has an id.
};

Result<Keyed> find_keyed(const Document& document, const PropertyKey& key, std::string_view path) {
    if (path.empty()) {
        const PropertyPlace place = find_property(document, key);
        if (!place) return Error{"no-property", "", "there is no such property in the scene"};
        if (!place.property->has(kAnimatable)) {
            return Error{"not-animatable", describe(*place.object, *place.property),
                         "cannot be keyed"};
        }
        return Keyed{&place.object->type(), place.property,
                     value_kind(*place.object, *place.property), place.object->stable_id()};
    }
    // A node is no object of the scene: its rig is, and its properties are those of a type.
    const auto* entity = object_cast<doc::Entity>(document.find_id(key.entity));
    bool has_rig = false;
    if (entity != nullptr) {
        for (const Object& component : entity->components())
            has_rig = has_rig || object_cast<doc::Rig>(&component) != nullptr;
    }
    const TypeInfo* type =
        document.schema().find_type(static_cast<std::uint16_t>(key.property >> 16));
    const PropertyInfo* property =
        type != nullptr ? type->find(static_cast<std::uint16_t>(key.property & 0xffff)) : nullptr;
    if (!has_rig || property == nullptr) {
        return Error{"no-property", std::string(path), "there is no such node with the property"};
    }
    const bool of_node =
        type == &doc::Transform3D::static_type() || type == &doc::MorphWeight::static_type();
    if (!of_node || !property->has(kAnimatable)) {
        return Error{"not-animatable", std::string(path),
                     "of a node, its transform and the weights of its morph targets can be keyed"};
    }
    return Keyed{type, property, value_kind(*property)};
}

doc::AnimationTrackChange make_track(Document& document, const AnimationTimeline& timeline,
                                     const PropertyKey& key, std::string_view path,
                                     const Keyed& keyed) {
    auto change = document.begin_change(timeline);
    if (find_target(timeline, key.entity, path) == nullptr) {
        change.targets_append().set_entity(key.entity).set_path(path);
    }
    auto track = change.tracks_append();
    track.binding_change()
        .set_target(key.entity)
        .set_component(key.component)
        .set_property(key.property)
        .set_property_kind(keyed.kind)
        .set_property_index_hint(static_cast<std::uint32_t>(keyed.type->index_of(*keyed.property)))
        .set_array_index(keyed.item != 0 ? 0 : key.array_index)
        .set_item(keyed.item)
        .set_path(path);
    return track;
}

}  // namespace

double snap_rate(const AnimationTimeline& timeline) noexcept {
    return timeline.snap_fps() > 0.0f ? static_cast<double>(timeline.snap_fps()) : 30.0;
}

double keys_per_frame(const AnimationTimeline& timeline) noexcept {
    if (timeline.key_rate() == 0) return 1.0;
    const double divisor = timeline.key_rate_divisor() == 0 ? 1.0 : timeline.key_rate_divisor();
    return static_cast<double>(timeline.key_rate()) / divisor / snap_rate(timeline);
}

const AnimationTrack* find_track(const Document& document, const AnimationTimeline& timeline,
                                 const PropertyKey& key, std::string_view path) {
    for (const AnimationTrack& track : timeline.tracks()) {
        const doc::AnimationBinding& binding = track.binding();
        if (track.kind() == doc::TrackKind::property && binding.target() == key.entity &&
            binding.property() == key.property && binding.path() == path &&
            key_of(document, binding) == key) {
            return &track;
        }
    }
    return nullptr;
}

std::size_t lower_key(const AnimationTrack& track, std::int64_t frame) {
    std::size_t low = 0, high = track.keys().size();
    while (low < high) {
        const std::size_t middle = (low + high) / 2;
        if (track.keys()[middle].frame() < frame) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

const AnimationKeyframe* key_at(const AnimationTrack& track, std::int64_t frame) {
    const std::size_t index = lower_key(track, frame);
    return index < track.keys().size() && track.keys()[index].frame() == frame
               ? &track.keys()[index]
               : nullptr;
}

Result<Handle> write_key(Document& document, const AnimationTimeline& timeline,
                         const PropertyKey& key, std::int64_t frame, const Value& value,
                         std::string_view path) {
    if (frame < 0 || frame > kMaxFrame) {
        return Error{"bad-frame", "", "there is no frame " + std::to_string(frame)};
    }
    const Result<Keyed> keyed = find_keyed(document, key, path);
    if (!keyed) return keyed.error();
    Result<Value> fitting = conform(*keyed->property, value);
    if (!fitting) return fitting.error();

    Step step = document.begin_step("Key");
    const AnimationTrack* found = find_track(document, timeline, key, path);
    const Handle track_handle = found != nullptr
                                    ? found->handle()
                                    : make_track(document, timeline, key, path, *keyed).handle();
    const auto* track = object_cast<AnimationTrack>(document.find(track_handle));
    if (track == nullptr) return step.commit().error();
    Handle written = Handle::none;
    if (const AnimationKeyframe* present = key_at(*track, frame)) {
        document.begin_change(*present).set_value(*fitting);
        written = present->handle();
    } else {
        const std::size_t index = lower_key(*track, frame);
        auto inserted = document.begin_change(*track).keys_insert(index);
        inserted.set_frame(frame).set_value(*fitting);
        if (!detail::is_smooth(keyed->kind)) {
            inserted.set_interpolation(doc::KeyInterpolation::step);
        } else if (index > 0) {
            inserted.set_interpolation(track->keys()[index - 1].interpolation());
        }
        written = inserted.handle();
    }
    const Result<Done> done = step.commit();
    if (!done) return done.error();
    return written;
}

void detail::remove_track(Document& document, const AnimationTrack& track) {
    const auto& timeline = static_cast<const AnimationTimeline&>(*track.parent());
    const std::uint64_t entity = track.binding().target();
    const std::string path = track.binding().path();
    auto change = document.begin_change(timeline);
    change.tracks_remove(track.index());
    for (const AnimationTrack& other : timeline.tracks()) {
        if (other.binding().target() == entity && other.binding().path() == path) return;
    }
    for (const doc::AnimationTarget& target : timeline.targets()) {
        if (target.entity() != entity || target.path() != path) continue;
        change.targets_remove(target.index());
        return;
    }
}

Result<bool> remove_key(Document& document, const AnimationTimeline& timeline,
                        const PropertyKey& key, std::int64_t frame) {
    const AnimationTrack* track = find_track(document, timeline, key);
    const AnimationKeyframe* present = track != nullptr ? key_at(*track, frame) : nullptr;
    if (present == nullptr) return false;
    Step step = document.begin_step("Remove key");
    if (track->keys().size() > 1) {
        document.begin_change(*track).keys_remove(present->index());
    } else {
        detail::remove_track(document, *track);
    }
    const Result<Done> done = step.commit();
    if (!done) return done.error();
    return true;
}

}  // namespace motus
