// motus/timeline/blend.h - weighted mix of values of one property.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/timeline/value.h>

#include <cstdint>
#include <span>

namespace motus {

/// One input of a mix.
struct ValueInput {
    PropertyValue value{};
    float weight = 0.0f;       ///< >= 0.
    std::uint32_t motion = 0;  ///< Inputs come in ascending motion: the order of the sum.
};

/// Mixes as poses are mixed (mix/blend.h): weights that sum to more than 1 are normalised, what is
/// missing to 1 is `rest`. Numbers, vectors and colours: weighted mean, colours in linear light.
/// Integers: the mean, rounded to the nearest, halves up. Rotations: each turned to the side of the
/// input of largest weight, those perpendicular to it and then `rest` to the side of the sum, then
/// normalised. What cannot be mixed (booleans, enumerations, texts, references) is the value of
/// largest weight; of equal ones the first, `rest` last.
[[nodiscard]] PropertyValue blend_values(ValueKind kind, std::span<const ValueInput> inputs,
                                         const PropertyValue& rest) noexcept;

/// The way from `reference` to `value`, for additive layers: rotations inverse(reference) * value.
/// What cannot be mixed has none.
[[nodiscard]] PropertyValue difference_of(ValueKind kind, const PropertyValue& value,
                                          const PropertyValue& reference) noexcept;
/// Ways by weight (each at most 1) one after the other; none gives none.
[[nodiscard]] PropertyValue add_differences(ValueKind kind,
                                            std::span<const ValueInput> inputs) noexcept;
/// `below` plus `weight` of a way: rotations below * slerp(identity, way, weight). What cannot be
/// mixed stays as below.
[[nodiscard]] PropertyValue add_difference(ValueKind kind, const PropertyValue& below,
                                           const PropertyValue& way, float weight) noexcept;

/// What a value differs in from another at a cut, and how fast that changes; for an inertial blend.
/// Rotations: a rotation vector, in `v`.
struct ValueOffset {
    float position[4] = {};
    float velocity[4] = {};
};
/// What a motion makes of a value: near the cut, and a little later.
struct ValueMove {
    const PropertyValue& before;
    const PropertyValue& after;
};
/// As InertialStartJob (mix/inertial.h): `shown` against the target's start; the moves, both over
/// `gap_s`, say how fast they part. A gap below 0.1 ms: no velocity is known.
[[nodiscard]] ValueOffset offset_of(ValueKind kind, const PropertyValue& shown,
                                    const ValueMove& old, const ValueMove& target,
                                    float gap_s) noexcept;
/// As InertialJob: the target with `share` of the offset, and what is left of its velocity. What
/// cannot be mixed, and everything after `duration_s`, is the target.
[[nodiscard]] PropertyValue add_offset(ValueKind kind, const PropertyValue& target,
                                       const ValueOffset& offset, float share, float elapsed_s,
                                       float duration_s) noexcept;

}  // namespace motus
