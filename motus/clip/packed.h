// motus/clip/packed.h - the fast form of a clip: uniform frames of 16-bit numbers, a line per
// frame.
// SPDX-License-Identifier: MIT
//
// A frame is a whole number of 64-byte lines: first one line per group of 8 joints with animated
// rotations, then 16-bit channels, one per other animated number. Between two frames numbers are
// mixed as integers, a * (W - w) + b * w with W = kPackedWhole: exact, so every machine has the
// same bits. A pose needs two adjacent frames and nothing of what was played before.
#pragma once

#include <motus/core/ticks.h>
#include <motus/math/soa.h>

#include <cstddef>
#include <cstdint>
#include <span>

namespace motus {

struct SmallClip;

inline constexpr std::uint32_t kPackedLanes = 8;       ///< Joints of a group.
inline constexpr std::uint32_t kPackedLine = 64;       ///< Bytes of a group in a frame.
inline constexpr std::int32_t kPackedWhole = 32767;    ///< The weight of a whole frame.
inline constexpr std::int32_t kPackedLargest = 32767;  ///< Numbers are in [-this, this].

/// Rotation numbers after mixing are this long: 32767 * 32767, to a few parts in 10^4.
inline constexpr float kPackedUnit = 1073676289.0f;

inline constexpr std::uint16_t kPackedNone = 0xffff;   ///< The group has no line.
inline constexpr std::uint16_t kPackedStill = 0x8000;  ///< Lines from here on are the same always.

/// Rotations of the joints [8 g, 8 g + 8), g being the position in PackedClip::groups. In a frame:
/// x and y of each joint in turn, then z and w of each, 16 bits a number. Signs do not jump from
/// frame to frame.
struct PackedGroup {
    /// Which line of a frame; from kPackedStill on, which of the still lines; kPackedNone: none.
    std::uint16_t line = 0xffff;
    std::uint8_t joints = 0;  ///< Bit i: the rotation of joint 8 g + i is in the line.
    /// Bit i: the clip holds joint 8 g + i at the skeleton's rest pose in this part.
    std::uint8_t rest_translations = 0, rest_rotations = 0, rest_scales = 0;
    std::uint16_t reserved = 0;
};
static_assert(sizeof(PackedGroup) == 8);

/// What a channel or a constant moves.
enum class PackedPart : std::uint16_t { joint, weight };

/// One number that changes: value = offset + scale * mixed, mixed of size kPackedWhole *
/// kPackedLargest. Channels are in the order of (part, index, plane). A channel marked `more` adds
/// the fine part of the one before it: together they are a number of 31 bits.
struct PackedChannel {
    std::uint32_t index = 0;  ///< Joint, or morph weight.
    PackedPart part = PackedPart::joint;
    std::uint8_t plane = 0;  ///< Of a joint: 0 to 2 translation, 7 to 9 scale, as Plane counts.
    std::uint8_t more = 0;
    float scale = 0.0f;
    float offset = 0.0f;
};
static_assert(sizeof(PackedChannel) == 16);

/// One number that does not change but is not the rest pose's either. Same order as channels.
struct PackedConstant {
    std::uint32_t index = 0;
    PackedPart part = PackedPart::joint;
    std::uint16_t plane = 0;
    float value = 0.0f;
};
static_assert(sizeof(PackedConstant) == 12);

/// Rotations of a rig's clips may be stored relative to the bind pose, which is what a palette
/// chain multiplies: stored = left * local * conjugate(right). Both are 4 planes of unit
/// quaternions, `stride` floats each: left of the parent's bind rotation, right of the joint's own.
struct PackedSpace {
    const float* left = nullptr;
    const float* right = nullptr;
    std::uint32_t stride = 0;
};

/// A view of a packed clip: owns nothing, never changes. Whoever made it guarantees that counts,
/// ranges and targets fit each other; `frames` is aligned to 64 bytes.
struct PackedClip {
    Ticks start{};                  ///< Time of frame 0. Outside the frames the ends hold.
    double frames_per_tick = 0.0;   ///< >= 0.
    std::uint32_t frame_count = 0;  ///< At least 1 where there are groups or channels.
    std::uint32_t frame_bytes = 0;  ///< A multiple of 64.
    const std::int16_t* frames = nullptr;
    const std::int16_t* still = nullptr;    ///< Lines of groups whose rotations do not change.
    std::span<const PackedGroup> groups{};  ///< One per 8 joints of the skeleton, in order.
    std::span<const PackedChannel> channels{};
    std::span<const PackedConstant> constants{};
    std::uint32_t lines = 0;  ///< Lines of rotations in a frame; channels begin after them.
    PackedSpace space{};      ///< Null: rotations are local.
    ConstSoaView rest{};      ///< The skeleton's rest pose, which PackedGroup refers to.
    const SmallClip* small = nullptr;  ///< Not null: the clip has the small form, and no frames.
};

/// Two adjacent frames and the weight of the second.
struct PackedMoment {
    const std::int16_t* left = nullptr;
    const std::int16_t* right = nullptr;
    std::int32_t weight = 0;  ///< In [0, kPackedWhole].
};

/// Where `time` falls. O(1). The clip must have frames.
[[nodiscard]] PackedMoment moment_of(const PackedClip& clip, Ticks time) noexcept;

/// Time of a frame, rounded to a tick.
[[nodiscard]] Ticks time_of_frame(const PackedClip& clip, std::uint32_t frame) noexcept;

}  // namespace motus
