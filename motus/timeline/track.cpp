// SPDX-License-Identifier: MIT
#include <motus/core/assert.h>
#include <motus/timeline/track.h>

#include <motus/math/ops.h>
#include <motus/timeline/keys.h>

#include <algorithm>
#include <cmath>

namespace motus {
namespace detail {

namespace {

Quat key_rotation(const AnimationKeyframe& key, const PropertyValue* values) noexcept {
    MOTUS_ASSERT(values != nullptr);
    const float* v = values[key.value].v;
    return {v[0], v[1], v[2], v[3]};
}

Quat between_linear(const Quat& left, const Quat& right, float t) noexcept {
    MOTUS_ASSERT(t >= 0.0f && t <= 1.0f);
    const Quat other{-right.x, -right.y, -right.z, -right.w};
    if (t == 0.0f || left == right || left == other) return left;
    return t == 1.0f ? right : slerp(left, right, t);
}

}  // namespace

void between_rotations(const AnimationKeyframe* key, const PropertyValue* values,
                       const KeyPosition& b, float* out) noexcept {
    Quat q;
    if (key->interpolation == KeyInterpolation::cubic) {
        float v[4];
        between_floats<4>(key, values, b, v);
        q = normalize(Quat{v[0], v[1], v[2], v[3]});
    } else {
        q = between_linear(key_rotation(key[0], values), key_rotation(key[1], values),
                           static_cast<float>(b.t));
    }
    out[0] = q.x;
    out[1] = q.y;
    out[2] = q.z;
    out[3] = q.w;
}

std::int64_t between_integers(const AnimationKeyframe* key, const PropertyValue* values,
                              const KeyPosition& b) noexcept {
    MOTUS_ASSERT(key[0].frame < key[1].frame && b.t >= 0.0 && b.t <= 1.0);
    const std::int64_t from = values[key[0].value].whole, to = values[key[1].value].whole;
    const auto left = static_cast<double>(from), right = static_cast<double>(to);
    if (key->interpolation == KeyInterpolation::cubic) {
        const float leave = values[key[0].out_tangent].v[0];
        const float arrive = values[key[1].in_tangent].v[0];
        if (from == to && leave == 0.0f && arrive == 0.0f) return from;
        const Hermite h(b);
        const double value =
            between_keys(left, h.h00, right, h.h01) + (h.h10 * leave + h.h11 * arrive);
        constexpr double kExact = 9007199254740992.0;
        const double bounded = value < -kExact ? -kExact : value > kExact ? kExact : value;
        return static_cast<std::int64_t>(std::floor(bounded + 0.5));
    }
    const double value = std::floor(left + (right - left) * b.t + 0.5);
    // Doubles skip some of the largest integers: those between the keys are chosen as integers.
    constexpr double kLowest = -9223372036854775808.0, kHighest = 9223372036854774784.0;
    const auto whole = static_cast<std::int64_t>(value < kLowest    ? kLowest
                                                 : value > kHighest ? kHighest
                                                                    : value);
    return std::clamp(whole, std::min(from, to), std::max(from, to));
}

}  // namespace detail

TrackKeys keys_of(const Timelines& timelines, const record::AnimationTrack& track) noexcept {
    MOTUS_ASSERT(track.keys.start <= timelines.keys.size() &&
                 track.keys.count <= timelines.keys.size() - track.keys.start);
    MOTUS_ASSERT(track.binding == kNoRecord || track.binding < timelines.bindings.size());
    return {timelines.keys.subspan(track.keys.start, track.keys.count), timelines.values,
            track.binding == kNoRecord ? ValueKind::none
                                       : timelines.bindings[track.binding].property_kind};
}

bool sample(const TrackKeys& track, double frame, PropertyValue& out) noexcept {
    if (track.keys.empty()) return false;
    detail::KeyPosition position;
    detail::locate(track.keys, frame, position);
    detail::value_at(position, track.keys.data(), track.values.data(), track.kind, out);
    return true;
}

}  // namespace motus
