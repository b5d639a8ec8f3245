// motus/session/property_context.h - what an inspector shows beside a property: its key button.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/document/keys.h>

#include <cstdint>
#include <vector>

namespace motus {

/// Where an editor stands: in which timeline, at which frame of its key rate.
struct TimelinePosition {
    std::uint64_t timeline = 0;  ///< Stable id; 0: in none.
    double frame = 0.0;          ///< Fractional while something plays.
};

enum class TrackState : std::uint8_t {
    no_track,
    has_track,  ///< Animated, but not keyed at this frame.
    key_here,
};

/// Made for one editor frame, given to whoever draws: answers states, and takes what was clicked.
class PropertyContext {
  public:
    PropertyContext(const Document& document, const TimelinePosition& position,
                    bool read_only = false) noexcept;

    [[nodiscard]] bool is_read_only() const noexcept { return read_only_; }
    [[nodiscard]] const TimelinePosition& position() const noexcept { return position_; }
    /// The frame that keys are read and written at: the nearest whole one, not before 0.
    [[nodiscard]] std::int64_t frame() const noexcept;
    /// Null where the editor is in no timeline.
    [[nodiscard]] const doc::AnimationTimeline* timeline() const;

    [[nodiscard]] TrackState state(const PropertyKey& property) const;
    [[nodiscard]] TrackState state(const Object& object, const PropertyInfo& property) const {
        return state(key_of(object, property));
    }
    /// Whether there is a key button at all: the property is animatable, has an address, and the
    /// editor is in a timeline.
    [[nodiscard]] bool can_key(const Object& object, const PropertyInfo& property) const;

    /// The key button was clicked. Nothing changes before the drawing is over. False where the
    /// context is read-only or in no timeline.
    bool toggle(const PropertyKey& property);
    [[nodiscard]] const std::vector<PropertyKey>& toggles() const noexcept { return toggles_; }
    void clear() noexcept { toggles_.clear(); }

  private:
    const Document* document_;
    TimelinePosition position_;
    bool read_only_;
    std::vector<PropertyKey> toggles_;
};

/// Does what was clicked, in order: no key here -> one with the value that is shown, making track
/// and target; a key here -> it goes, the track with its last key. One undo step each. All are
/// tried; the first failure is returned. The queue is empty then.
Result<Done> apply_toggles(Document& document, PropertyContext& context);

}  // namespace motus
