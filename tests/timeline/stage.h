// tests/timeline/stage.h - timelines written as code: records as bake would make them.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/timeline/timeline.h>

#include <string>
#include <vector>

namespace motus::test {

/// The number of a property: of its type, and of it within that.
constexpr std::uint32_t id_of(std::uint32_t type, std::uint32_t number) {
    return type << 16 | number;
}

struct KeySpec {
    std::int64_t frame = 0;
    PropertyValue value{};
    record::KeyInterpolation interpolation = record::KeyInterpolation::linear;
    PropertyValue in{}, out{};
};

struct TrackSpec {
    std::uint32_t entity = 0;
    std::uint32_t component = 1;
    std::uint32_t property = 1 << 16 | 1;
    ValueKind kind = ValueKind::number;
    std::uint32_t hint = 0, array_index = 0;
    std::uint64_t path = 0;
    bool muted = false;
};

/// Owns the records. Timelines are added one after the other, each with all it has.
class Stage {
  public:
    Stage() { values_.emplace_back(); }

    std::uint32_t entity(std::uint64_t id) {
        record::Entity e{};
        e.id = id;
        e.parent_entity = kNoRecord;
        entities_.push_back(e);
        return static_cast<std::uint32_t>(entities_.size() - 1);
    }

    /// 30 fps, loop, speed 1 until changed through the reference, which the next call ends.
    record::AnimationTimeline& timeline(const char* name, std::int32_t duration) {
        record::AnimationTimeline t{};
        t.id = 100 + timelines_.size();
        t.name = static_cast<std::uint64_t>(hash_name(name));
        t.duration = duration;
        t.playback_speed = 1.0f;
        t.snap_fps = 30.0f;
        t.key_rate_divisor = 1;
        t.playback_mode = record::PlaybackMode::loop;
        t.tracks.start = size(tracks_);
        t.events.start = size(events_);
        t.markers.start = size(markers_);
        timelines_.push_back(t);
        return timelines_.back();
    }

    record::AnimationTrack& track(const TrackSpec& spec, const std::vector<KeySpec>& keys) {
        record::AnimationBinding b{};
        b.path = spec.path;
        b.target = spec.entity;
        b.component = spec.component;
        b.property = spec.property;
        b.property_index_hint = spec.hint;
        b.array_index = spec.array_index;
        b.property_kind = spec.kind;
        bindings_.push_back(b);
        record::AnimationTrack t{};
        t.binding = size(bindings_) - 1;
        t.keys = {size(keys_), static_cast<std::uint32_t>(keys.size())};
        t.timeline = kNoRecord;
        t.speed = 1.0f;
        t.muted = spec.muted;
        for (const KeySpec& key : keys) {
            record::AnimationKeyframe k{};
            k.frame = key.frame;
            k.value = value(key.value);
            k.in_tangent = value(key.in);
            k.out_tangent = value(key.out);
            k.interpolation = key.interpolation;
            keys_.push_back(k);
        }
        return add(t);
    }

    record::AnimationTrack& nested(std::uint32_t timeline, std::int64_t start, float speed) {
        record::AnimationTrack t{};
        t.kind = record::TrackKind::timeline;
        t.binding = kNoRecord;
        t.timeline = timeline;
        t.start_frame = start;
        t.speed = speed;
        return add(t);
    }

    void event(std::int64_t frame, const char* name) {
        names_.push_back(static_cast<std::uint64_t>(hash_name(name)));
        record::TimelineEvent e{};
        e.frame = frame;
        e.event = size(names_) - 1;
        events_.push_back(e);
        ++timelines_.back().events.count;
    }

    void marker(std::int64_t frame, const char* name) {
        markers_.push_back({frame, static_cast<std::uint64_t>(hash_name(name))});
        ++timelines_.back().markers.count;
    }

    record::PropertyBinding& bind(const record::PropertyAddress& from,
                                  const record::PropertyAddress& to, record::BindingMap map) {
        addresses_.push_back(from);
        addresses_.push_back(to);
        record::PropertyBinding b{};
        b.from = size(addresses_) - 2;
        b.to = size(addresses_) - 1;
        b.a = b.d = 1.0f;
        b.map = map;
        b.enabled = true;
        property_bindings_.push_back(b);
        return property_bindings_.back();
    }

    std::uint32_t mask(const std::vector<PropertyMaskEntry>& entries, float rest) {
        masks_.push_back({{size(mask_entries_), static_cast<std::uint32_t>(entries.size())}, rest});
        mask_entries_.insert(mask_entries_.end(), entries.begin(), entries.end());
        return size(masks_) - 1;
    }

    std::uint32_t value(const PropertyValue& v) {
        values_.push_back(v);
        return size(values_) - 1;
    }

    [[nodiscard]] Timelines view() const {
        Timelines t;
        t.timelines = timelines_;
        t.tracks = tracks_;
        t.bindings = bindings_;
        t.keys = keys_;
        t.events = events_;
        t.markers = markers_;
        t.entities = entities_;
        t.property_bindings = property_bindings_;
        t.addresses = addresses_;
        t.values = values_;
        t.event_names = names_;
        t.masks = masks_;
        t.mask_entries = mask_entries_;
        return t;
    }

    std::vector<record::AnimationTimeline> timelines_;
    std::vector<record::AnimationTrack> tracks_;
    std::vector<record::AnimationBinding> bindings_;
    std::vector<record::AnimationKeyframe> keys_;
    std::vector<record::TimelineEvent> events_;
    std::vector<record::TimelineMarker> markers_;
    std::vector<record::Entity> entities_;
    std::vector<record::PropertyBinding> property_bindings_;
    std::vector<record::PropertyAddress> addresses_;
    std::vector<PropertyValue> values_;
    std::vector<std::uint64_t> names_;
    std::vector<PropertyMask> masks_;
    std::vector<PropertyMaskEntry> mask_entries_;

  private:
    template <typename T>
    static std::uint32_t size(const std::vector<T>& all) {
        return static_cast<std::uint32_t>(all.size());
    }
    record::AnimationTrack& add(record::AnimationTrack t) {
        t.id = 1000 + tracks_.size();
        tracks_.push_back(t);
        ++timelines_.back().tracks.count;
        return tracks_.back();
    }
};

}  // namespace motus::test
