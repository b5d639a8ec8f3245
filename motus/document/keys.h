// motus/document/keys.h - finding and writing keys of a timeline, as commands.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/document/bind.h>

namespace motus {

/// Frames per second of durations; never 0.
[[nodiscard]] double snap_rate(const doc::AnimationTimeline& timeline) noexcept;
/// Frames of keys in one of snap_rate.
[[nodiscard]] double keys_per_frame(const doc::AnimationTimeline& timeline) noexcept;

/// The track of a timeline that writes that property, of the entity or of the node at `path` inside
/// its rig; null where there is none.
[[nodiscard]] const doc::AnimationTrack* find_track(const Document& document,
                                                    const doc::AnimationTimeline& timeline,
                                                    const PropertyKey& key,
                                                    std::string_view path = {});

/// Place of the first key at or behind `frame`. Keys are sorted. Cost: logarithmic.
[[nodiscard]] std::size_t lower_key(const doc::AnimationTrack& track, std::int64_t frame);
/// The key at `frame`; null where there is none.
[[nodiscard]] const doc::AnimationKeyframe* key_at(const doc::AnimationTrack& track,
                                                   std::int64_t frame);

/// The last frame that a key can be at: frames are numbers of JSON.
inline constexpr auto kMaxFrame = static_cast<std::int64_t>(kMaxId);

/// Writes a key: changes the one at `frame`, or inserts one in its place, making track and target
/// where they are missing. A new key has the interpolation of the one before it; kinds that cannot
/// be interpolated step. One step, or part of the one that is open. Returns the key.
/// Codes: "no-property", "not-animatable", "bad-frame" (before 0 or behind kMaxFrame), those of
/// Document.
Result<Handle> write_key(Document& document, const doc::AnimationTimeline& timeline,
                         const PropertyKey& key, std::int64_t frame, const Value& value,
                         std::string_view path = {});

/// Removes the key at `frame`, and with its last key the track, and with its last track the
/// target. Returns whether there was one.
Result<bool> remove_key(Document& document, const doc::AnimationTimeline& timeline,
                        const PropertyKey& key, std::int64_t frame);

}  // namespace motus
