// motus/timeline/evaluate.h - the one property evaluator: a timeline or a playlist in, values out.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/status.h>
#include <motus/playlist/playlist.h>
#include <motus/timeline/bind.h>
#include <motus/timeline/blend.h>
#include <motus/timeline/set.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace motus {

/// Values of channels, in the caller's memory: one of each per channel.
struct PropertyFrame {
    std::span<PropertyValue> values{};
    std::span<std::uint8_t> written{};  ///< 1 where `values` counts.
};

/// One timeline at one time. Writes the channels it animates, leaves the others alone; of two
/// tracks that write one channel the later one counts. Timelines inside it are played where their
/// tracks stand. Muted tracks, and tracks without keys, write nothing.
struct TimelineJob {
    TimelineSet set{};
    std::uint32_t timeline = 0;
    Ticks time{};       ///< Of the timeline; any, also outside its work area.
    bool snap = false;  ///< Show the last whole frame of snap_fps instead of what lies between.
    PropertyFrame out{};
};
/// Runs the job. Cost: tracks x log(keys). No allocation, no lock. `missing` for a timeline that is
/// not there, `bad_size` where the frame is not as long as the channels; then nothing is written.
Status run(const TimelineJob& job) noexcept;

/// The same straight to the objects of an instance, through their setters.
struct PlayTimelineJob {
    TimelineSet set{};
    std::uint32_t timeline = 0;
    Ticks time{};
    bool snap = false;
    std::span<const BoundProperty> bound{};
};
Status run(const PlayTimelineJob& job) noexcept;

/// Many instances of one timeline, each at its own time: the same values as one job each. Where
/// there are thousands it costs half, because tracks are looked at once for a block of instances.
struct PlayTimelinesJob {
    TimelineSet set{};
    std::uint32_t timeline = 0;
    std::span<const Ticks> times{};  ///< One per instance.
    bool snap = false;
    std::span<const BoundProperty> bound{};  ///< Instances x channels; no two share an object.
};
Status run(const PlayTimelinesJob& job) noexcept;

/// What one layer keeps of one channel between frames, where transitions may be interrupted.
struct CarriedProperty {
    PropertyValue shown{}, frozen{};
    ValueOffset offset{};
    bool wrote = false;  ///< The layer has shown this channel.
    bool frozen_wrote = false;
    std::uint8_t reserved[6] = {};
};
struct CarriedLayer {
    std::uint32_t seen = 0;  ///< Not 0: it has shown something.
};

/// Memory of an instance for interrupted transitions and for states that keep values. Plain data:
/// copy it to save it. Start with zeros.
struct PropertyCarry {
    std::span<CarriedProperty> properties{};  ///< Layers x channels.
    std::span<CarriedLayer> layers{};
};

/// Memory for one evaluation at a time.
struct PropertyScratch {
    std::span<PropertyValue> values{};  ///< (items + 5) x channels.
    std::span<std::uint8_t> written{};  ///< (items + 1) x channels.
    std::uint32_t items = 0;            ///< Shown items of one layer that it is good for; <= 128.
};

/// Owns scratch. Allocates when made, never after.
class PropertyWorkspace {
  public:
    explicit PropertyWorkspace(const TimelineSet& set, std::uint32_t items = 32);
    [[nodiscard]] PropertyScratch scratch() noexcept {
        return {{values_.get(), (items_ + 5) * channels_},
                {written_.get(), (items_ + 1) * channels_},
                items_};
    }

  private:
    std::unique_ptr<PropertyValue[]> values_;
    std::unique_ptr<std::uint8_t[]> written_;
    std::size_t channels_ = 0;
    std::uint32_t items_ = 0;
};

/// Evaluates the timelines of a playlist, channel by channel, as poses are evaluated: mixes the
/// items of a layer (blend_values), puts the layers on each other by weight and mask.
///
/// On the base layer what the items do not fill is the base value, so that a property which the new
/// state does not animate glides back to it; where the layer is `as_shown` it keeps what was shown
/// (where there is carry). A layer above touches only what its items animate. Additive layers add
/// the way a timeline has gone since the start of its work area; broken off, they go on from what
/// they added. Items of clips are passed over.
struct PropertyEvaluateJob {
    TimelineSet set{};
    const Playlist* playlist = nullptr;
    std::span<const PropertyValue> base{};  ///< One per channel, from BindJob.
    PropertyCarry carry{};                  ///< Empty, or for every layer but one-shots.
    PropertyScratch scratch{};
    /// `written` is kept between frames, zeros at first: a channel that was once animated stays
    /// written, so that it returns to its base value.
    PropertyFrame out{};
};
/// Runs the job. Cost: tracks of the items + layers x items x channels. No allocation, no lock.
/// `bad_size` where memory or indices do not fit, `missing` for a timeline that is not there,
/// `bad_argument` for a weight that is negative or not finite: nothing is written.
Status run(const PropertyEvaluateJob& job) noexcept;

/// Writes values to the objects of an instance through their setters, then what follows from them:
/// property bindings in their order, then computed fields of every bound object.
struct WriteJob {
    TimelineSet set{};
    std::span<const BoundProperty> bound{};
    std::span<const PropertyValue> base{};  ///< From BindJob: what bindings cannot fill.
    /// Empty: only bindings and computed fields, after a PlayTimelineJob.
    std::span<const PropertyValue> values{};
    std::span<const std::uint8_t> written{};
};
/// Runs the job. No allocation. `bad_size` where spans do not fit the channels.
Status run(const WriteJob& job) noexcept;

}  // namespace motus
