// motus/timeline/timeline.h - baked timelines: a view of flat arrays of records.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/status.h>
#include <motus/core/ticks.h>
#include <motus/timeline/records.h>
#include <motus/timeline/value.h>

#include <cstdint>
#include <span>

namespace motus {

/// "None" in records.
inline constexpr std::uint32_t kNoRecord = 0xffffffffu;

/// A property that a mask names, as record::MaskProperty has it. `property` 0: every property of
/// the component; `component` 0: everything of the entity.
struct PropertyMaskEntry {
    std::uint32_t target = kNoRecord;  ///< Index of an entity.
    std::uint32_t component = 0;
    std::uint32_t property = 0;
    float weight = 1.0f;
};

/// How much of which property a layer may write. A mask that names no property masks none: one
/// that was made for joints does not silence properties.
struct PropertyMask {
    record::Range entries{};   ///< In Timelines::mask_entries.
    float rest_weight = 0.0f;  ///< Of properties that no entry names.
    std::uint32_t reserved = 0;
};

/// All timelines of a file, and what they animate. Views only: const, shared by all instances.
/// Whoever makes one from bytes runs `check` before anything else uses it.
struct Timelines {
    std::span<const record::AnimationTimeline> timelines{};
    std::span<const record::AnimationTarget> targets{};
    std::span<const record::AnimationTrack> tracks{};
    std::span<const record::AnimationBinding> bindings{};  ///< Of tracks.
    std::span<const record::AnimationKeyframe> keys{};     ///< Of one track: ascending frames.
    std::span<const record::TimelineEvent> events{};
    std::span<const record::TimelineMarker> markers{};
    std::span<const record::Entity> entities{};
    std::span<const record::PropertyBinding> property_bindings{};
    std::span<const record::PropertyAddress> addresses{};  ///< Of property bindings.
    std::span<const PropertyValue> values{};               ///< The pool; 0 is "none".
    std::span<const std::uint64_t> event_names{};          ///< Name hash of each EventDefinition.
    std::span<const PropertyMask> masks{};                 ///< In the order of the file's masks.
    std::span<const PropertyMaskEntry> mask_entries{};
};

/// Timelines inside timelines go no deeper than this.
inline constexpr std::uint32_t kMaxTimelineDepth = 8;

/// Timelines and tracks that all nestings of a file together may lead through, beyond once each:
/// what a frame can cost follows from it.
inline constexpr std::uint32_t kMaxTimelineVisits = 1u << 20;

/// Every index in range, keys ascending, values there, numbers finite, no timeline inside itself.
/// `bad_data` otherwise. Cost: linear, and timelines x depth for nesting.
[[nodiscard]] Status check(const Timelines& timelines) noexcept;

/// Index of a timeline by name, or kNoRecord. For set-up; frames use the index.
[[nodiscard]] std::uint32_t find_timeline(const Timelines& timelines, NameHash name) noexcept;

}  // namespace motus
