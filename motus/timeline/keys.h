// motus/timeline/keys.h - the kernel of sample(): where a frame stands among keys, and the value.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/math/lerp.h>
#include <motus/timeline/timeline.h>

#include <span>

namespace motus::detail {

using record::AnimationKeyframe;
using record::KeyInterpolation;

// The last key at or before `frame`, which is at or behind the first and before the last.
inline std::size_t left_key(std::span<const AnimationKeyframe> keys, double frame) noexcept {
    std::size_t low = 0, high = keys.size() - 1;
    if (high <= 8) {
        // All of a few are counted: where to stop is what processors guess wrong.
        for (std::size_t i = 1; i < high; ++i)
            low += static_cast<double>(keys[i].frame) <= frame ? 1 : 0;
        return low;
    }
    while (low + 1 < high) {
        const std::size_t middle = (low + high) / 2;
        if (static_cast<double>(keys[middle].frame) <= frame) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

/// Where a frame stands among the keys of a track.
struct KeyPosition {
    std::size_t at = 0;  // the key that holds, or the left one of two
    bool between = false;
    double interval = 0.0, t = 0.0;  // of the two; t: 0..1
};

/// There is at least one key.
inline void locate(std::span<const AnimationKeyframe> keys, double frame,
                   KeyPosition& out) noexcept {
    const bool inside = frame > static_cast<double>(keys.front().frame);
    const bool behind = frame >= static_cast<double>(keys.back().frame);
    out.between = inside && !behind;
    if (!out.between) {
        out.at = inside ? keys.size() - 1 : 0;
        return;
    }
    out.at = left_key(keys, frame);
    const std::int64_t left = keys[out.at].frame;
    out.interval = static_cast<double>(keys[out.at + 1].frame - left);
    out.t = (frame - static_cast<double>(left)) / out.interval;
}

/// The weights of a cubic segment.
struct Hermite {
    double h00, h01, h10, h11;
    explicit Hermite(const KeyPosition& b) noexcept {
        const double t = b.t, t2 = t * t, t3 = t2 * t;
        h01 = 3.0 * t2 - 2.0 * t3;
        h00 = 1.0 - h01;
        h10 = (t3 - 2.0 * t2 + t) * b.interval;
        h11 = (t3 - t2) * b.interval;
    }
};

/// The two keys of a segment, and how many floats count: a constant, so that each width has a loop
/// of its own.
template <std::uint32_t Width>
[[gnu::always_inline]] inline void between_floats(const AnimationKeyframe* key,
                                                  const PropertyValue* values, const KeyPosition& b,
                                                  float* out) noexcept {
    const float* left = values[key[0].value].v;
    const float* right = values[key[1].value].v;
    if (key->interpolation == KeyInterpolation::cubic) {
        const float* leave = values[key[0].out_tangent].v;
        const float* arrive = values[key[1].in_tangent].v;
        const Hermite h(b);
        for (std::uint32_t i = 0; i < Width; ++i) {
            const double mean = between_keys<double>(left[i], h.h00, right[i], h.h01);
            out[i] = static_cast<float>(mean + (h.h10 * leave[i] + h.h11 * arrive[i]));
        }
        return;
    }
    const auto t = static_cast<float>(b.t);
    const float rest = 1.0f - t;
    for (std::uint32_t i = 0; i < Width; ++i)
        out[i] = between_keys(left[i], rest, right[i], t);
}

void between_rotations(const AnimationKeyframe* key, const PropertyValue* values,
                       const KeyPosition& b, float* out) noexcept;
[[nodiscard]] std::int64_t between_integers(const AnimationKeyframe* key,
                                            const PropertyValue* values,
                                            const KeyPosition& b) noexcept;

/// The floats of a kind that has some, between two keys of which the left one is no step.
inline void between(ValueKind kind, const AnimationKeyframe* key, const PropertyValue* values,
                    const KeyPosition& b, float* out) noexcept {
    switch (kind) {
        case ValueKind::number:
            return between_floats<1>(key, values, b, out);
        case ValueKind::vec2:
            return between_floats<2>(key, values, b, out);
        case ValueKind::vec3:
            return between_floats<3>(key, values, b, out);
        case ValueKind::quat:
            return between_rotations(key, values, b, out);
        default:
            return between_floats<4>(key, values, b, out);
    }
}

/// The value at a position among `keys`.
inline void value_at(const KeyPosition& b, const AnimationKeyframe* keys,
                     const PropertyValue* values, ValueKind kind, PropertyValue& out) noexcept {
    const AnimationKeyframe* key = keys + b.at;
    if (!b.between || key->interpolation == KeyInterpolation::step || !can_interpolate(kind)) {
        out = values[key->value];
        return;
    }
    out = {};
    if (kind == ValueKind::integer) {
        out.whole = between_integers(key, values, b);
    } else {
        between(kind, key, values, b, out.v);
    }
}

/// The same straight to where the floats belong, for a kind that has some. Through a value they
/// would be stored one by one and read at once, which processors wait for.
inline void floats_at(const KeyPosition& b, const AnimationKeyframe* keys,
                      const PropertyValue* values, ValueKind kind, float* out) noexcept {
    const AnimationKeyframe* key = keys + b.at;
    if (b.between && key->interpolation != KeyInterpolation::step) {
        return between(kind, key, values, b, out);
    }
    const std::uint32_t width = width_of(kind);
    for (std::uint32_t i = 0; i < width; ++i)
        out[i] = values[key->value].v[i];
}

}  // namespace motus::detail
