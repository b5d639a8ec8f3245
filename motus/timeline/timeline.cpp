// SPDX-License-Identifier: MIT
#include <motus/core/container.h>
#include <motus/timeline/timeline.h>

#include <cmath>

namespace motus {
namespace {

constexpr std::int64_t kMaxFrame = std::int64_t{1} << 53;
// Entries of masks times properties: what an index looks at and keeps.
constexpr std::uint64_t kMaxMaskWork = std::uint64_t{1} << 26;

template <typename T>
bool holds(std::span<const T> all, record::Range range) noexcept {
    return range.start <= all.size() && range.count <= all.size() - range.start;
}

template <typename T>
bool is_none_or_in(std::span<const T> all, std::uint32_t index) noexcept {
    return index == kNoRecord || index < all.size();
}

/// Items that ranges of one kind may have together: as many as there are. Then no file can make
/// this check, or a frame, look at one item for many owners.
class Allotment {
  public:
    template <typename T>
    bool take(std::span<const T> all, record::Range range) noexcept {
        taken_ += range.count;
        return holds(all, range) && taken_ <= all.size();
    }

  private:
    std::uint64_t taken_ = 0;
};

bool is_frame(std::int64_t frame) noexcept {
    return frame >= -kMaxFrame && frame <= kMaxFrame;
}

class Checker {
  public:
    explicit Checker(const Timelines& timelines) noexcept : t_(timelines) {}

    bool run() noexcept {
        for (const record::AnimationTimeline& timeline : t_.timelines)
            if (!is_good(timeline)) return false;
        for (const record::AnimationTrack& track : t_.tracks)
            if (!is_good(track)) return false;
        for (const record::AnimationBinding& binding : t_.bindings) {
            if (!is_none_or_in(t_.entities, binding.target) ||
                binding.property_kind > ValueKind::reference) {
                return false;
            }
        }
        for (const record::AnimationTarget& target : t_.targets)
            if (!is_none_or_in(t_.entities, target.entity)) return false;
        for (const record::TimelineEvent& event : t_.events) {
            if (!is_frame(event.frame) || !is_none_or_in(t_.event_names, event.event) ||
                !std::isfinite(event.number)) {
                return false;
            }
        }
        for (const record::TimelineMarker& marker : t_.markers)
            if (!is_frame(marker.frame)) return false;
        const std::uint64_t properties = t_.tracks.size() + t_.addresses.size();
        if ((t_.masks.size() + t_.mask_entries.size()) * properties > kMaxMaskWork) return false;
        return links_are_good() && values_are_good() && nesting_ends();
    }

  private:
    bool is_good(const record::AnimationTimeline& timeline) noexcept {
        return targets_.take(t_.targets, timeline.targets) &&
               tracks_.take(t_.tracks, timeline.tracks) &&
               events_.take(t_.events, timeline.events) &&
               markers_.take(t_.markers, timeline.markers) && timeline.duration >= 0 &&
               timeline.work_start >= 0 && timeline.work_end >= 0 && timeline.snap_fps >= 0.0f &&
               std::isfinite(timeline.snap_fps) && std::isfinite(timeline.playback_speed) &&
               (timeline.key_rate == 0 || timeline.key_rate_divisor != 0) &&
               timeline.playback_mode <= record::PlaybackMode::ping_pong;
    }

    bool is_good(const record::AnimationTrack& track) noexcept {
        if (track.kind > record::TrackKind::timeline || !is_truth(track.muted) ||
            !keys_.take(t_.keys, track.keys) || !is_none_or_in(t_.bindings, track.binding) ||
            !is_none_or_in(t_.timelines, track.timeline) || !std::isfinite(track.speed) ||
            !is_frame(track.start_frame)) {
            return false;
        }
        std::int64_t before = -kMaxFrame - 1;
        for (const record::AnimationKeyframe& key :
             t_.keys.subspan(track.keys.start, track.keys.count)) {
            if (!is_frame(key.frame) || key.frame <= before || key.value >= t_.values.size() ||
                key.in_tangent >= t_.values.size() || key.out_tangent >= t_.values.size() ||
                key.interpolation > record::KeyInterpolation::cubic) {
                return false;
            }
            before = key.frame;
        }
        return true;
    }

    bool links_are_good() noexcept {
        for (const record::Entity& entity : t_.entities)
            if (!is_none_or_in(t_.entities, entity.parent_entity) || !is_truth(entity.visible))
                return false;
        for (const record::PropertyAddress& address : t_.addresses)
            if (!is_none_or_in(t_.entities, address.entity)) return false;
        for (const record::PropertyBinding& binding : t_.property_bindings) {
            if (!is_none_or_in(t_.addresses, binding.from) ||
                !is_none_or_in(t_.addresses, binding.to) ||
                binding.map > record::BindingMap::invert || !is_truth(binding.enabled) ||
                !std::isfinite(binding.a) || !std::isfinite(binding.b) ||
                !std::isfinite(binding.c) || !std::isfinite(binding.d)) {
                return false;
            }
        }
        for (const PropertyMask& mask : t_.masks) {
            if (!mask_entries_.take(t_.mask_entries, mask.entries) ||
                !is_weight(mask.rest_weight)) {
                return false;
            }
        }
        for (const PropertyMaskEntry& entry : t_.mask_entries) {
            if (!is_none_or_in(t_.entities, entry.target) || !is_weight(entry.weight)) return false;
        }
        return true;
    }

    static bool is_weight(float weight) noexcept { return weight >= 0.0f && weight <= 1.0f; }

    bool values_are_good() const noexcept {
        for (const PropertyValue& value : t_.values) {
            for (const float v : value.v)
                if (!std::isfinite(v)) return false;
        }
        return true;
    }

    bool nesting_ends() noexcept {
        visits_ = 0;
        for (std::uint32_t i = 0; i < t_.timelines.size(); ++i)
            if (!nests_at(i, 0)) return false;
        return true;
    }

    // What lies inside itself is deeper than any bound.
    bool nests_at(std::uint32_t timeline, std::uint32_t depth) noexcept {
        const record::Range tracks = t_.timelines[timeline].tracks;
        visits_ += std::uint64_t{tracks.count} + 1;
        if (depth > kMaxTimelineDepth ||
            visits_ > kMaxTimelineVisits + t_.timelines.size() + t_.tracks.size()) {
            return false;
        }
        for (const record::AnimationTrack& track : t_.tracks.subspan(tracks.start, tracks.count)) {
            if (track.kind == record::TrackKind::timeline && track.timeline != kNoRecord &&
                !nests_at(track.timeline, depth + 1)) {
                return false;
            }
        }
        return true;
    }

    const Timelines& t_;
    Allotment targets_, tracks_, events_, markers_, keys_, mask_entries_;
    std::uint64_t visits_ = 0;
};

}  // namespace

Status check(const Timelines& timelines) noexcept {
    return Checker(timelines).run() ? Status::ok : Status::bad_data;
}

std::uint32_t find_timeline(const Timelines& timelines, NameHash name) noexcept {
    for (std::uint32_t i = 0; i < timelines.timelines.size(); ++i)
        if (timelines.timelines[i].name == static_cast<std::uint64_t>(name)) return i;
    return kNoRecord;
}

}  // namespace motus
