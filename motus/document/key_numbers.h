// motus/document/key_numbers.h - keys and their values as numbers, for what edits them.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/document/document.h>
#include <motus/document/model.h>

#include <array>

namespace motus::detail {

/// Up to four numbers of a value; size 0 where there are none.
struct KeyNumbers {
    std::array<double, 4> v{};
    std::size_t size = 0;
};

[[nodiscard]] inline KeyNumbers numbers_of(const Value& value) {
    if (const double* number = value.as_number()) return {{*number}, 1};
    if (const Value::Tuple* tuple = value.as_tuple()) {
        return {{tuple->v[0], tuple->v[1], tuple->v[2], tuple->v[3]}, tuple->size};
    }
    return {};
}

[[nodiscard]] inline Value value_of(const KeyNumbers& numbers) {
    if (numbers.size == 0) return {};
    if (numbers.size == 1) return Value(static_cast<float>(numbers.v[0]));
    const std::array<float, 4> floats{
        static_cast<float>(numbers.v[0]), static_cast<float>(numbers.v[1]),
        static_cast<float>(numbers.v[2]), static_cast<float>(numbers.v[3])};
    return Value::tuple(std::span<const float>(floats).first(numbers.size));
}

[[nodiscard]] inline const doc::AnimationKeyframe* key_of_handle(const Document& document,
                                                                 Handle handle) {
    return object_cast<doc::AnimationKeyframe>(document.find(handle));
}

[[nodiscard]] inline const doc::AnimationTrack* track_of(const doc::AnimationKeyframe& key) {
    return object_cast<doc::AnimationTrack>(key.parent());
}

/// Removes a track, and its entity's target where no other track needs it. In a step that is open.
void remove_track(Document& document, const doc::AnimationTrack& track);

/// Whether values between keys exist.
[[nodiscard]] inline bool is_smooth(doc::ValueKind kind) {
    switch (kind) {
        case doc::ValueKind::none:
        case doc::ValueKind::boolean:
        case doc::ValueKind::enumeration:
        case doc::ValueKind::text:
        case doc::ValueKind::reference:
            return false;
        default:
            return true;
    }
}
[[nodiscard]] inline bool is_smooth(const doc::AnimationTrack& track) {
    return is_smooth(track.binding().property_kind());
}

}  // namespace motus::detail
