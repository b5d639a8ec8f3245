// motus/timeline/value.h - one value of a property of any kind, as the runtime holds it.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/hash.h>
#include <motus/timeline/records.h>

#include <cstdint>

namespace motus {

using ValueKind = record::ValueKind;

/// Which members count follows from the property's kind; the others are 0. A number that is stored
/// in a pool has both, so that one pool serves properties of every kind.
///
/// | kind | is |
/// |---|---|
/// | number, vec2, vec3, vec4, quat (x y z w), color (linear r g b, straight alpha) | `v` |
/// | boolean, integer (within +-2^53), enumeration | `whole` |
/// | text | `whole`: the bits of its NameHash, 0 for an empty text; core/names.h has the text |
/// | reference | `whole`: the bits of the stable id, 0 for none |
struct PropertyValue {
    float v[4] = {};
    std::int64_t whole = 0;
};
static_assert(sizeof(PropertyValue) == 24);

/// Same kind, same bits in the members that count. -0 and 0 differ.
[[nodiscard]] bool same_value(ValueKind kind, const PropertyValue& a,
                              const PropertyValue& b) noexcept;

/// Floats that count: 1 for a number, 2 to 4 for tuples, 0 for what is whole.
[[nodiscard]] constexpr std::uint32_t width_of(ValueKind kind) noexcept {
    switch (kind) {
        case ValueKind::number:
            return 1;
        case ValueKind::vec2:
            return 2;
        case ValueKind::vec3:
            return 3;
        case ValueKind::vec4:
        case ValueKind::quat:
        case ValueKind::color:
            return 4;
        default:
            return 0;
    }
}

/// Whether values between two keys exist: not of a boolean, enumeration, text or reference.
[[nodiscard]] constexpr bool can_interpolate(ValueKind kind) noexcept {
    return kind == ValueKind::integer || width_of(kind) != 0;
}

/// A number as both a float and a whole number (nearest, halves up; 0 where it is beyond 2^53).
[[nodiscard]] PropertyValue number_value(double number) noexcept;
[[nodiscard]] constexpr PropertyValue whole_value(std::int64_t whole) noexcept {
    return {{static_cast<float>(whole)}, whole};
}
[[nodiscard]] constexpr PropertyValue float_value(float x, float y = 0.0f, float z = 0.0f,
                                                  float w = 0.0f) noexcept {
    return {{x, y, z, w}, 0};
}
[[nodiscard]] constexpr PropertyValue bool_value(bool truth) noexcept {
    return {{truth ? 1.0f : 0.0f}, truth ? 1 : 0};
}
[[nodiscard]] constexpr PropertyValue text_value(NameHash hash) noexcept {
    return {{}, static_cast<std::int64_t>(hash)};
}
[[nodiscard]] constexpr PropertyValue reference_value(std::uint64_t id) noexcept {
    return {{}, static_cast<std::int64_t>(id)};
}

}  // namespace motus
