// SPDX-License-Identifier: MIT
#include <motus/timeline/track.h>

#include <motus/math/ops.h>

#include <cmath>

namespace motus {
namespace {

using record::AnimationKeyframe;
using record::KeyInterpolation;

// The last key at or before `frame`, which is at or behind the first and before the last.
std::size_t left_key(std::span<const AnimationKeyframe> keys, double frame) noexcept {
    std::size_t low = 0, high = keys.size() - 1;
    if (high <= 8) {
        while (low + 1 < high && static_cast<double>(keys[low + 1].frame) <= frame)
            ++low;
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

struct Segment {
    const PropertyValue& left;
    const PropertyValue& right;
    double t;  // 0..1
};

void linear(ValueKind kind, const Segment& s, PropertyValue& out) noexcept {
    if (kind == ValueKind::integer) {
        const auto a = static_cast<double>(s.left.whole), b = static_cast<double>(s.right.whole);
        const double value = std::floor(a + (b - a) * s.t + 0.5);
        // The doubles next to the ends of the range, inside it.
        constexpr double kLowest = -9223372036854775808.0, kHighest = 9223372036854774784.0;
        out.whole = static_cast<std::int64_t>(value < kLowest    ? kLowest
                                              : value > kHighest ? kHighest
                                                                 : value);
        return;
    }
    const auto t = static_cast<float>(s.t);
    const float* a = s.left.v;
    const float* b = s.right.v;
    if (kind == ValueKind::quat) {
        const Quat q = slerp({a[0], a[1], a[2], a[3]}, {b[0], b[1], b[2], b[3]}, t);
        out = float_value(q.x, q.y, q.z, q.w);
        return;
    }
    const float rest = 1.0f - t;
    const std::uint32_t width = width_of(kind);
    for (std::uint32_t i = 0; i < width; ++i)
        out.v[i] = a[i] * rest + b[i] * t;
}

void cubic(ValueKind kind, const Segment& s, const PropertyValue& leave,
           const PropertyValue& arrive, double interval, PropertyValue& out) noexcept {
    const double t = s.t, t2 = t * t, t3 = t2 * t;
    const double h01 = 3.0 * t2 - 2.0 * t3, h00 = 1.0 - h01;
    const double h10 = (t3 - 2.0 * t2 + t) * interval, h11 = (t3 - t2) * interval;
    if (kind == ValueKind::integer) {
        const double value = h00 * static_cast<double>(s.left.whole) + h10 * leave.v[0] +
                             (h01 * static_cast<double>(s.right.whole) + h11 * arrive.v[0]);
        constexpr double kExact = 9007199254740992.0;
        const double bounded = value < -kExact ? -kExact : value > kExact ? kExact : value;
        out.whole = static_cast<std::int64_t>(std::floor(bounded + 0.5));
        return;
    }
    const std::uint32_t width = width_of(kind);
    for (std::uint32_t i = 0; i < width; ++i) {
        const double value =
            h00 * s.left.v[i] + h10 * leave.v[i] + (h01 * s.right.v[i] + h11 * arrive.v[i]);
        out.v[i] = static_cast<float>(value);
    }
    if (kind == ValueKind::quat) {
        const Quat q = normalize(Quat{out.v[0], out.v[1], out.v[2], out.v[3]});
        out = float_value(q.x, q.y, q.z, q.w);
    }
}

}  // namespace

TrackKeys keys_of(const Timelines& timelines, const record::AnimationTrack& track) noexcept {
    return {timelines.keys.subspan(track.keys.start, track.keys.count), timelines.values,
            track.binding == kNoRecord ? ValueKind::none
                                       : timelines.bindings[track.binding].property_kind};
}

bool sample(const TrackKeys& track, double frame, PropertyValue& out) noexcept {
    const auto keys = track.keys;
    if (keys.empty()) return false;
    const auto value_of = [&](const AnimationKeyframe& key) -> const PropertyValue& {
        return track.values[key.value];
    };
    if (!(frame > static_cast<double>(keys.front().frame))) {
        out = value_of(keys.front());
        return true;
    }
    if (frame >= static_cast<double>(keys.back().frame)) {
        out = value_of(keys.back());
        return true;
    }
    const std::size_t at = left_key(keys, frame);
    const AnimationKeyframe& left = keys[at];
    const AnimationKeyframe& right = keys[at + 1];
    if (left.interpolation == KeyInterpolation::step || !can_interpolate(track.kind)) {
        out = value_of(left);
        return true;
    }
    const double interval = static_cast<double>(right.frame - left.frame);
    const Segment segment{value_of(left), value_of(right),
                          (frame - static_cast<double>(left.frame)) / interval};
    out = {};
    if (left.interpolation == KeyInterpolation::cubic) {
        cubic(track.kind, segment, track.values[left.out_tangent], track.values[right.in_tangent],
              interval, out);
    } else {
        linear(track.kind, segment, out);
    }
    return true;
}

}  // namespace motus
