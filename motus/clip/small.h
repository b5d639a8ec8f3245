// motus/clip/small.h - the small form of a clip: curves as cosines, a few bits each.
// SPDX-License-Identifier: MIT
//
// Frames stand in segments of at most 16. In a segment each curve is a sum of cosines (the discrete
// cosine transform); their amounts are whole numbers times a step. Eight curves are a group: they
// share the number of bits of each amount, and stand side by side in eight streams of bits, one per
// lane. A pose needs one segment, at the border of two both, and nothing of what was played before.
#pragma once

#include <motus/core/ticks.h>
#include <motus/math/soa.h>

#include <cstddef>
#include <cstdint>
#include <span>

namespace motus {

inline constexpr std::uint32_t kSmallLanes = 8;      ///< Curves of a group.
inline constexpr std::uint32_t kSmallFrames = 16;    ///< Frames of a segment, at most.
inline constexpr std::uint32_t kSmallBands = 7;      ///< Amounts with one number of bits.
inline constexpr std::uint32_t kSmallBits = 24;      ///< Of an amount, at most: floats are exact.
inline constexpr std::uint16_t kSmallNone = 0xffff;  ///< The lane moves nothing.

/// Band b is the amounts [kSmallBand[b], kSmallBand[b + 1]).
inline constexpr std::uint32_t kSmallBand[kSmallBands + 1] = {0, 1, 2, 3, 5, 8, 12, 16};

/// Bits of a band, from the word that a segment has for each group: 5 for the first two bands,
/// which may need many, 4 for the others.
[[nodiscard]] constexpr std::uint32_t small_width(std::uint32_t word, std::uint32_t band) noexcept {
    return band < 2 ? word >> (5 * band) & 31u : word >> (2 + 4 * band) & 15u;
}

/// Eight rotations. A rotation is left * (x, y, z, w) * right, made unit: x, y, z are curves in
/// units of the step, w what is missing to length 1; the frame (left, right) lays x along the
/// largest movement. Wide rotations, far from their middle, have a curve for w too.
struct SmallGroup {
    std::uint16_t joints[kSmallLanes] = {};  ///< kSmallNone: the lane is empty.
    std::int8_t left[4][kSmallLanes] = {};   ///< x, y, z, w of each; not of length 1.
    std::int8_t right[4][kSmallLanes] = {};
    std::uint8_t steps[kSmallLanes] = {};  ///< See small_step.
};
static_assert(sizeof(SmallGroup) == 88);

/// A number that moves, or stands still: value = middle + curve * step.
struct SmallScalar {
    std::uint16_t index = 0;  ///< Joint or morph weight.
    std::uint8_t plane = 0;   ///< 0 to 2 translation, 7 to 9 scale, as Plane counts; 255: a weight.
    std::uint8_t step = 0;
    float middle = 0.0f;
};
static_assert(sizeof(SmallScalar) == 8);
inline constexpr std::uint8_t kSmallWeight = 255;

/// A rotation that does not change.
struct SmallStill {
    std::uint16_t joint = 0;
    std::int16_t rotation[4] = {};  ///< 32767 long.
};
static_assert(sizeof(SmallStill) == 10);

/// A view of a small clip: owns nothing, never changes. Whoever made it guarantees that counts,
/// ranges and targets fit each other.
///
/// Groups of curves in order: three per narrow group, four per wide group, then one per eight
/// moving scalars.
struct SmallClip {
    Ticks start{};                     ///< Time of frame 0. Outside the frames the ends hold.
    double frames_per_tick = 0.0;      ///< >= 0.
    std::uint32_t frame_count = 0;     ///< At least 1 where there are curves.
    std::uint32_t segment_frames = 0;  ///< In [1, kSmallFrames]; the last segment may have fewer.
    std::uint32_t narrow = 0;          ///< Of `groups`, those with three curves a lane.
    std::uint32_t moving = 0;          ///< Of `scalars`, those with a curve.
    std::span<const SmallGroup> groups{};
    std::span<const SmallScalar> scalars{};
    std::span<const SmallStill> stills{};
    /// Three bytes per eight joints: bit i of them: the clip holds translation, rotation, scale of
    /// joint 8 g + i at rest.
    std::span<const std::uint8_t> rests{};
    const std::uint32_t* segments = nullptr;  ///< Each: first row, and in the top byte how fine.
    const std::uint32_t* widths = nullptr;    ///< A word per segment and group of curves.
    const std::uint32_t* rows = nullptr;  ///< Eight words a row; a whole one behind the last bit's.
    ConstSoaView rest{};                  ///< The skeleton's rest pose.

    [[nodiscard]] std::uint32_t wide() const noexcept {
        return static_cast<std::uint32_t>(groups.size()) - narrow;
    }
    [[nodiscard]] std::uint32_t curve_groups() const noexcept {
        return 3 * narrow + 4 * wide() + (moving + kSmallLanes - 1) / kSmallLanes;
    }
    [[nodiscard]] std::uint32_t segment_count() const noexcept {
        return frame_count == 0 ? 0 : (frame_count + segment_frames - 1) / segment_frames;
    }
};

/// The step of a curve in a segment that is `fine` half octaves finer: 2 to the power of
/// (code - fine) / 2 - 40. Exact in its power of two, the same bits everywhere.
[[nodiscard]] float small_step(std::uint32_t code, std::uint32_t fine) noexcept;

/// Amounts of `frames` cosines at frame `at`: kSmallFrames floats, 0 beyond `frames`.
[[nodiscard]] const float* small_cosines(std::uint32_t frames, std::uint32_t at) noexcept;

/// Two adjacent frames and the weight of the second.
struct SmallMoment {
    std::uint32_t left = 0, right = 0;
    float weight = 0.0f;
};
[[nodiscard]] SmallMoment small_moment(const SmallClip& clip, Ticks time) noexcept;

/// Time of a frame, rounded to a tick.
[[nodiscard]] Ticks time_of_frame(const SmallClip& clip, std::uint32_t frame) noexcept;

}  // namespace motus
