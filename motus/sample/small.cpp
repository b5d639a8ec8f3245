// SPDX-License-Identifier: MIT
#include <motus/core/assert.h>
#include <motus/sample/small.h>

#include <array>
#include <bit>
#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "motus/sample/small.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <motus/sample/packed-inl.h>

#ifndef MOTUS_SAMPLE_SMALL_TASK
#define MOTUS_SAMPLE_SMALL_TASK
namespace motus::detail {

/// Counts of shifts, for registers that are filled from memory; not every target does.
inline constexpr std::array<std::uint32_t, 33> kSmallCounts = [] {
    std::array<std::uint32_t, 33> counts{};
    for (std::uint32_t n = 0; n < 33; ++n)
        counts[n] = n;
    return counts;
}();

/// Where the bits of an amount stand in the word of its group: small_width without bands.
struct SmallPlace {
    std::uint32_t shift = 0, mask = 0;
};
inline constexpr std::array<SmallPlace, kSmallFrames> kSmallPlace = [] {
    std::array<SmallPlace, kSmallFrames> places{};
    for (std::uint32_t b = 0; b < kSmallBands; ++b) {
        for (std::uint32_t k = kSmallBand[b]; k < kSmallBand[b + 1]; ++k)
            places[k] = {b < 2 ? 5 * b : 2 + 4 * b, b < 2 ? 31u : 15u};
    }
    return places;
}();

/// Behind the last amount that may have bits, by the number of bits of the word.
inline constexpr std::array<std::uint8_t, 33> kSmallEnd = [] {
    std::array<std::uint8_t, 33> ends{};
    for (std::uint32_t n = 0; n < 33; ++n) {
        for (std::uint32_t k = 0; k < kSmallFrames; ++k) {
            if (kSmallPlace[k].shift < n) ends[n] = static_cast<std::uint8_t>(k + 1);
        }
    }
    return ends;
}();

/// A segment at one of its frames.
struct SmallSegment {
    const std::uint32_t* rows = nullptr;
    const std::uint32_t* widths = nullptr;
    const float* cosines = nullptr;
    std::uint32_t frames = 0;
    std::uint32_t fine = 0;
    std::uint32_t position = 0;  ///< Bits of a lane before the next group.

    SmallSegment(const SmallClip& clip, std::uint32_t frame) noexcept {
        const std::uint32_t s = frame / clip.segment_frames, first = s * clip.segment_frames;
        const std::uint32_t left = clip.frame_count - first;
        frames = left < clip.segment_frames ? left : clip.segment_frames;
        rows = clip.rows + std::size_t{clip.segments[s] & 0xffffffu} * kSmallLanes;
        fine = clip.segments[s] >> 24;
        widths = clip.widths + std::size_t{s} * clip.curve_groups();
        cosines = small_cosines(frames, frame - first);
    }

    /// Bits of a lane that a group of curves takes.
    [[nodiscard]] std::uint32_t bits(std::uint32_t group) const noexcept {
        std::uint32_t sum = 0;
        for (std::uint32_t b = 0; b < kSmallBands && kSmallBand[b] < frames; ++b) {
            const std::uint32_t end = kSmallBand[b + 1] < frames ? kSmallBand[b + 1] : frames;
            sum += small_width(widths[group], b) * (end - kSmallBand[b]);
        }
        return sum;
    }
    void skip(std::uint32_t first, std::uint32_t count) noexcept {
        for (std::uint32_t g = first; g < first + count; ++g)
            position += bits(g);
    }
};

/// Two frames of a small clip. Where one segment has both, its streams are read once.
struct SmallFrames {
    SmallSegment a, b;
    bool same = true;
    float weight = 0.0f;

    SmallFrames(const SmallClip& clip, const SmallMoment& moment) noexcept
        : a(clip, moment.left),
          b(clip, moment.right),
          same(moment.left / clip.segment_frames == moment.right / clip.segment_frames),
          weight(moment.weight) {}
    void skip(std::uint32_t first, std::uint32_t count) noexcept {
        a.skip(first, count);
        b.skip(first, count);
    }
};

}  // namespace motus::detail
#endif

HWY_BEFORE_NAMESPACE();
namespace motus::HWY_NAMESPACE {

using detail::SmallFrames;
using detail::SmallSegment;

// The eight streams from `position` on, in lanes: their lowest bits, `width` of them, as whole
// numbers with a sign.
HWY_INLINE PackVec ReadAmounts(const std::uint32_t* rows, std::uint32_t position,
                               std::uint32_t width) {
    const PackTag d;
    const hn::RebindToSigned<PackTag> ds;
    const hn::RebindToUnsigned<PackTag> du;
    const std::uint32_t* row = rows + std::size_t{position >> 5} * kSmallLanes;
    const std::uint32_t shift = position & 31u;
    const auto first = hn::LoadU(du, row), next = hn::LoadU(du, row + kSmallLanes);
#if HWY_TARGET <= HWY_AVX2
    // Each lane has its own count in these instructions, and counts come from memory: a count in a
    // register of the other kind would have to be carried over first.
    const auto count = [&](std::uint32_t n)
                           HWY_ATTR { return hn::Set(du, detail::kSmallCounts[n]); };
    const auto low = hn::Shr(first, count(shift));
    const auto high = hn::Shl(hn::Add(next, next), count(31 - shift));
    const auto bits = hn::Shl(hn::Or(low, high), count(32 - width));
    return hn::ConvertTo(d, hn::Shr(hn::BitCast(ds, bits), hn::BitCast(ds, count(32 - width))));
#else
    // A count of 32, of no bits at all, is not defined here: that shift is done in two steps.
    const auto low = hn::ShiftRightSame(first, static_cast<int>(shift));
    const auto high = hn::ShiftLeftSame(hn::Add(next, next), static_cast<int>(31 - shift));
    const auto all = hn::Or(low, high);
    const int spare = static_cast<int>(31 - width);
    const auto bits = hn::ShiftLeftSame(hn::Add(all, all), spare);
    return hn::ConvertTo(d, hn::ShiftRight<1>(hn::ShiftRightSame(hn::BitCast(ds, bits), spare)));
#endif
}

// Lanes [i, i + Lanes) of a group of curves at the two rows of cosines, in steps. `position` goes
// on to the next group.
HWY_INLINE void SumCosines(const SmallSegment& from, std::uint32_t group, std::uint32_t& position,
                           const float* second, std::size_t i, PackVec& a, PackVec& b) {
    const PackTag d;
    const std::uint32_t word = from.widths[group];
    a = hn::Zero(d);
    b = hn::Zero(d);
    const std::uint32_t last = detail::kSmallEnd[std::bit_width(word)];
    const std::uint32_t end = last < from.frames ? last : from.frames;
    // Two sums each: one alone would wait for itself. Behind the end one amount of no bits is read.
    PackVec a1 = a, b1 = b;
    const auto read = [&](std::uint32_t k) HWY_ATTR {
        const detail::SmallPlace& place = detail::kSmallPlace[k];
        const std::uint32_t width = k < end ? word >> place.shift & place.mask : 0;
        const PackVec amount = ReadAmounts(from.rows + i, position, width);
        position += width;
        return amount;
    };
    for (std::uint32_t k = 0; k < end; k += 2) {
        const PackVec even = read(k), odd = read(k + 1);
        a = hn::Add(a, hn::Mul(even, hn::Set(d, from.cosines[k])));
        b = hn::Add(b, hn::Mul(even, hn::Set(d, second[k])));
        a1 = hn::Add(a1, hn::Mul(odd, hn::Set(d, from.cosines[k + 1])));
        b1 = hn::Add(b1, hn::Mul(odd, hn::Set(d, second[k + 1])));
    }
    a = hn::Add(a, a1);
    b = hn::Add(b, b1);
}

HWY_INLINE void Curves(const SmallFrames& frames, std::uint32_t group, std::uint32_t& at_a,
                       std::uint32_t& at_b, std::size_t i, PackVec& a, PackVec& b) {
    SumCosines(frames.a, group, at_a, frames.b.cosines, i, a, b);
    if (frames.same) return;
    PackVec unused;
    SumCosines(frames.b, group, at_b, frames.b.cosines, i, b, unused);
}

// small_step in lanes.
HWY_INLINE PackVec Steps(const std::uint8_t* codes, std::uint32_t fine, std::size_t i) {
    const PackTag d;
    const hn::RebindToSigned<PackTag> d32;
    const hn::Rebind<std::uint8_t, decltype(d32)> d8;
    const auto half = hn::Sub(hn::PromoteTo(d32, hn::LoadU(d8, codes + i)),
                              hn::Set(d32, static_cast<std::int32_t>(fine)));
    const auto octave =
        hn::Max(hn::Sub(hn::ShiftRight<1>(half), hn::Set(d32, 40)), hn::Set(d32, -120));
    const auto power = hn::BitCast(d, hn::ShiftLeft<23>(hn::Add(octave, hn::Set(d32, 127))));
    const auto odd = hn::RebindMask(d, hn::Ne(hn::And(half, hn::Set(d32, 1)), hn::Zero(d32)));
    return hn::IfThenElse(odd, hn::Mul(power, hn::Set(d, 1.41421356f)), power);
}

HWY_INLINE PackQuats LoadFrame(const std::int8_t (&planes)[4][kSmallLanes], std::size_t i) {
    const PackTag d;
    const hn::RebindToSigned<PackTag> d32;
    const hn::Rebind<std::int8_t, decltype(d32)> d8;
    const auto plane = [&](std::size_t c) HWY_ATTR {
        return hn::ConvertTo(d, hn::PromoteTo(d32, hn::LoadU(d8, planes[c] + i)));
    };
    return {plane(0), plane(1), plane(2), plane(3)};
}

// The weight of the second of two rotations with which mixing them, straight, comes to lie where an
// even turn from one to the other is: with m = 2 weight - 1 and h a quarter of the angle between
// them, that is tan(m h) / tan(h) instead of m. Two terms of its series in x = 1 - cos(2 h): at 60
// degrees from frame to frame it is off by less than a hundred-thousandth of a radian.
HWY_INLINE PackVec ArcWeights(float weight, const PackQuats& a, const PackQuats& b) {
    const PackTag d;
    const float m = 2.0f * weight - 1.0f, square = m * m;
    const PackVec half = hn::Set(d, 0.5f * m * (1.0f - square));
    const PackVec first = hn::Set(d, 1.0f / 6.0f);
    const PackVec second = hn::Set(d, (1.0f + square) * (1.0f / 30.0f));
    const PackVec one = hn::Set(d, 1.0f);
    const PackVec x = hn::Min(hn::Max(hn::Sub(one, dot(a, b)), hn::Zero(d)), one);
    const PackVec series = hn::Mul(x, hn::Add(first, hn::Mul(x, second)));
    return hn::Sub(hn::Set(d, weight), hn::Mul(half, series));
}

// The rotations of a group, unit: 4 x 8 floats. `curve` is its first group of curves. Goes on to
// the next group.
HWY_INLINE void Rotations(const SmallClip& clip, SmallFrames& frames, std::uint32_t group,
                          std::uint32_t curve, float* out) {
    const PackTag d;
    const SmallGroup& from = clip.groups[group];
    const bool narrow = group < clip.narrow;
    const std::uint32_t count = narrow ? 3 : 4;
    std::uint32_t at_a = 0, at_b = 0;
    const PackVec one = hn::Set(d, 1.0f);
    for (std::size_t i = 0; i < kSmallLanes; i += hn::Lanes(d)) {
        PackVec a[4], b[4];
        const PackVec sa = Steps(from.steps, frames.a.fine, i);
        const PackVec sb = frames.same ? sa : Steps(from.steps, frames.b.fine, i);
        at_a = frames.a.position;
        at_b = frames.b.position;
        for (std::uint32_t c = 0; c < count; ++c) {
            Curves(frames, curve + c, at_a, at_b, i, a[c], b[c]);
            a[c] = hn::Mul(a[c], sa);
            b[c] = hn::Mul(b[c], sb);
        }
        if (narrow) {
            const auto rest = [&](const PackVec* v) HWY_ATTR {
                const PackVec square =
                    hn::Add(hn::Add(hn::Mul(v[0], v[0]), hn::Mul(v[1], v[1])), hn::Mul(v[2], v[2]));
                return hn::Sqrt(hn::Max(hn::Sub(one, square), hn::Zero(d)));
            };
            a[3] = rest(a);
            b[3] = rest(b);
        }
        const PackVec up =
            ArcWeights(frames.weight, {a[0], a[1], a[2], a[3]}, {b[0], b[1], b[2], b[3]});
        const PackVec down = hn::Sub(one, up);
        const auto mix = [&](std::size_t c)
                             HWY_ATTR { return hn::Add(hn::Mul(a[c], down), hn::Mul(b[c], up)); };
        PackQuats q{mix(0), mix(1), mix(2), mix(3)};
        q = multiply_rotations(multiply_rotations(LoadFrame(from.left, i), q),
                               LoadFrame(from.right, i));
        // Files that were made with malice may hold what has no direction.
        const PackVec square = dot(q, q);
        const auto good = hn::Gt(square, hn::Set(d, 1e-20f));
        const PackVec scale_by = hn::Div(one, hn::Sqrt(hn::IfThenElse(good, square, one)));
        q = {hn::IfThenElseZero(good, hn::Mul(q.x, scale_by)),
             hn::IfThenElseZero(good, hn::Mul(q.y, scale_by)),
             hn::IfThenElseZero(good, hn::Mul(q.z, scale_by)),
             hn::IfThenElse(good, hn::Mul(q.w, scale_by), one)};
        store_planes(q, out, kSmallLanes, i);
    }
    frames.a.position = at_a;
    frames.b.position = at_b;
}

// Eight moving scalars: what is to be added to their middles.
HWY_INLINE void Scalars(const SmallClip& clip, SmallFrames& frames, std::uint32_t first,
                        std::uint32_t curve, float* out) {
    const PackTag d;
    std::uint8_t codes[kSmallLanes] = {};
    for (std::uint32_t l = 0; l < kSmallLanes && first + l < clip.moving; ++l)
        codes[l] = clip.scalars[first + l].step;
    std::uint32_t at_a = 0, at_b = 0;
    for (std::size_t i = 0; i < kSmallLanes; i += hn::Lanes(d)) {
        PackVec a, b;
        at_a = frames.a.position;
        at_b = frames.b.position;
        Curves(frames, curve, at_a, at_b, i, a, b);
        a = hn::Mul(hn::Mul(a, Steps(codes, frames.a.fine, i)), hn::Set(d, 1.0f - frames.weight));
        b = hn::Mul(hn::Mul(b, Steps(codes, frames.b.fine, i)), hn::Set(d, frames.weight));
        hn::StoreU(hn::Add(a, b), d, out + i);
    }
    frames.a.position = at_a;
    frames.b.position = at_b;
}

void UnpackSmall(const SmallClip& clip, const SmallMoment& moment, const PoseView& pose) {
    SmallFrames frames(clip, moment);
    HWY_ALIGN float out[4 * kSmallLanes];
    float* planes = pose.joints.plane(Plane::qx);
    const std::size_t stride = pose.joints.stride;
    std::uint32_t curve = 0;
    for (std::uint32_t g = 0; g < clip.groups.size(); ++g) {
        const std::uint32_t count = g < clip.narrow ? 3 : 4;
        Rotations(clip, frames, g, curve, out);
        for (std::size_t l = 0; l < kSmallLanes; ++l) {
            const std::size_t joint = clip.groups[g].joints[l];
            if (joint == kSmallNone) continue;
            for (std::size_t c = 0; c < 4; ++c)
                planes[c * stride + joint] = out[c * kSmallLanes + l];
        }
        curve += count;
    }
    for (std::uint32_t first = 0; first < clip.moving; first += kSmallLanes, ++curve) {
        Scalars(clip, frames, first, curve, out);
        for (std::uint32_t l = 0; l < kSmallLanes && first + l < clip.moving; ++l) {
            const SmallScalar& s = clip.scalars[first + l];
            float& to = s.plane == kSmallWeight
                            ? pose.weights[s.index]
                            : pose.joints.plane(static_cast<Plane>(s.plane))[s.index];
            to = s.middle + out[l];
        }
    }
}

void UnpackSmallRotation(const SmallClip& clip, const SmallMoment& moment, std::uint32_t group,
                         std::uint32_t lane, Quat& q) {
    SmallFrames frames(clip, moment);
    const std::uint32_t curve =
        group < clip.narrow ? 3 * group : 3 * clip.narrow + 4 * (group - clip.narrow);
    frames.skip(0, curve);
    HWY_ALIGN float out[4 * kSmallLanes];
    Rotations(clip, frames, group, curve, out);
    q = {out[lane], out[kSmallLanes + lane], out[2 * kSmallLanes + lane],
         out[3 * kSmallLanes + lane]};
}

float UnpackSmallScalar(const SmallClip& clip, const SmallMoment& moment, std::uint32_t scalar) {
    SmallFrames frames(clip, moment);
    const std::uint32_t curve = 3 * clip.narrow + 4 * clip.wide() + scalar / kSmallLanes;
    frames.skip(0, curve);
    HWY_ALIGN float out[kSmallLanes];
    Scalars(clip, frames, scalar / kSmallLanes * kSmallLanes, curve, out);
    return clip.scalars[scalar].middle + out[scalar % kSmallLanes];
}

}  // namespace motus::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace motus {
HWY_EXPORT(UnpackSmall);
HWY_EXPORT(UnpackSmallRotation);
HWY_EXPORT(UnpackSmallScalar);

namespace detail {
namespace {

// Same bits for a whole pose and for one joint.
Quat still_rotation(const SmallStill& still) noexcept {
    float q[4];
    for (int c = 0; c < 4; ++c)
        q[c] = still.rotation[c];
    const float scale = 1.0f / std::sqrt(((q[0] * q[0] + q[1] * q[1]) + q[2] * q[2]) + q[3] * q[3]);
    return {q[0] * scale, q[1] * scale, q[2] * scale, q[3] * scale};
}

bool rests(const SmallClip& clip, std::size_t joint, std::size_t part) noexcept {
    const std::size_t at = joint / 8 * 3 + part;
    return at < clip.rests.size() && (clip.rests[at] >> joint % 8 & 1u) != 0;
}

void put_plane(Transform& t, std::uint32_t plane, float value) noexcept {
    float* const places[] = {&t.translation.x, &t.translation.y, &t.translation.z, nullptr,
                             nullptr,          nullptr,          nullptr,          &t.scale.x,
                             &t.scale.y,       &t.scale.z};
    if (plane < 10 && places[plane] != nullptr) *places[plane] = value;
}

void hold_rest(const SmallClip& clip, const SoaView& out) noexcept {
    constexpr std::size_t kFirst[] = {0, 3, 7}, kCount[] = {3, 4, 3};
    for (std::size_t at = 0; at < clip.rests.size(); ++at) {
        const std::size_t part = at % 3;
        for (std::size_t i = 0; i < 8; ++i) {
            if ((clip.rests[at] >> i & 1u) == 0) continue;
            for (std::size_t c = 0; c < kCount[part]; ++c) {
                const auto p = static_cast<Plane>(kFirst[part] + c);
                out.plane(p)[at / 3 * 8 + i] = clip.rest.plane(p)[at / 3 * 8 + i];
            }
        }
    }
}

}  // namespace

void unpack_pose(const SmallClip& clip, Ticks time, const ConstPoseView& below,
                 const PoseView& out) noexcept {
    if (below.joints.data != clip.rest.data) hold_rest(clip, out.joints);
    MOTUS_ASSERT(clip.moving <= clip.scalars.size() && clip.narrow <= clip.groups.size());
    for (const SmallStill& still : clip.stills) {
        MOTUS_ASSERT(still.joint < out.joint_count());
        const Quat q = still_rotation(still);
        const float values[] = {q.x, q.y, q.z, q.w};
        for (std::size_t c = 0; c < 4; ++c)
            out.joints.plane(static_cast<Plane>(3 + c))[still.joint] = values[c];
    }
    for (const SmallScalar& s : clip.scalars.subspan(clip.moving)) {
        MOTUS_ASSERT(s.plane == kSmallWeight
                         ? s.index < out.weights.size()
                         : s.index < out.joint_count() && s.plane < kPlaneCount);
        (s.plane == kSmallWeight ? out.weights[s.index]
                                 : out.joints.plane(static_cast<Plane>(s.plane))[s.index]) =
            s.middle;
    }
    if (clip.frame_count == 0) return;
    HWY_DYNAMIC_DISPATCH(UnpackSmall)(clip, small_moment(clip, time), out);
}

void unpack_joint(const SmallClip& clip, JointIndex joint, Ticks time, Transform& out) noexcept {
    const auto at = [&](Plane p) { return clip.rest.plane(p)[joint]; };
    if (rests(clip, joint, 0)) out.translation = {at(Plane::tx), at(Plane::ty), at(Plane::tz)};
    if (rests(clip, joint, 1)) {
        out.rotation = {at(Plane::qx), at(Plane::qy), at(Plane::qz), at(Plane::qw)};
    }
    if (rests(clip, joint, 2)) out.scale = {at(Plane::sx), at(Plane::sy), at(Plane::sz)};
    for (const SmallStill& still : clip.stills) {
        if (still.joint == joint) out.rotation = still_rotation(still);
    }
    const SmallMoment moment = clip.frame_count > 0 ? small_moment(clip, time) : SmallMoment{};
    for (std::uint32_t g = 0; g < clip.groups.size(); ++g) {
        for (std::uint32_t l = 0; l < kSmallLanes; ++l) {
            if (clip.groups[g].joints[l] != joint) continue;
            HWY_DYNAMIC_DISPATCH(UnpackSmallRotation)(clip, moment, g, l, out.rotation);
        }
    }
    for (std::uint32_t s = 0; s < clip.scalars.size(); ++s) {
        const SmallScalar& scalar = clip.scalars[s];
        if (scalar.plane == kSmallWeight || scalar.index != joint) continue;
        put_plane(out, scalar.plane,
                  s >= clip.moving ? scalar.middle
                                   : HWY_DYNAMIC_DISPATCH(UnpackSmallScalar)(clip, moment, s));
    }
}

}  // namespace detail
}  // namespace motus
#endif
