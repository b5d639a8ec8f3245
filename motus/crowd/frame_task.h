// motus/crowd/frame_task.h - characters as the frame's kernels see them.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/crowd/frame.h>

namespace motus::detail {

/// Characters of one batch, at most: the lanes of the widest register that kernels use.
inline constexpr std::size_t kCrowdLanes = 8;

/// Rotations of packed numbers are 2^30 long; three of them in a product need this to stay floats.
inline constexpr float kCrowdDown = 0x1p-90f;

/// A packed clip at a moment. Not cleared: a frame of one character has room for many.
struct FrameInput {
    const PackedGroup* groups;
    const std::int16_t* left;
    const std::int16_t* right;
    const std::int16_t* still;
    std::int32_t up;
    float weight;
    float down;  ///< weight * kCrowdDown.
};

/// A character ready for the kernels. Planes have the rig's stride.
struct FrameCharacter {
    FrameInput inputs[kMaxCrowdItems];
    std::uint32_t count = 0;      ///< 0: rotations come from `rotations`, or are at rest.
    std::uint32_t reference = 0;  ///< The input that signs are taken from.
    float rest = 0.0f;            ///< Share of the rest pose.
    std::uint32_t overs = 0;      ///< Inputs behind those: each goes over all before it.
    bool posed = false;           ///< Rotations come from `rotations`.
    // What kernels read: memory of the character, or a pose of the caller's.
    const float* rotations = nullptr;  ///< 4 planes, local.
    const float* moves = nullptr;  ///< 3 planes of local translations, in groups marked in `moved`.
    const float* sizes = nullptr;  ///< 3 planes of scales, in groups marked in `sized`.
    float* memory = nullptr;       ///< These planes of the character: rotations, moves, sizes.
    float* moved = nullptr;        ///< Not 0 per group of 8 joints: it does not stand at rest.
    float* sized = nullptr;
    Mat34* palette = nullptr;
};

struct FrameTask {
    Skeleton skeleton{};
    PalettePlan plan{};
    CrowdDetail detail{};    ///< Empty: all joints.
    std::size_t stride = 0;  ///< Of planes.
    std::size_t groups = 0;
    bool unit = false;       ///< No joint of the rest pose is scaled.
    bool stream = false;     ///< Batches write past the cache: palettes start at whole lines.
    float* slots = nullptr;  ///< plan.slots x 12 x kCrowdLanes.
};

/// Whether a job fits together, playlists apart.
[[nodiscard]] Status check_frame(const CrowdFrameJob& job) noexcept;

/// Whether a playlist is decoded and mixed in registers (see kMaxCrowdItems); else the character
/// takes the way over a pose.
[[nodiscard]] bool plays_in_registers(const Rig& rig, const Playlist& playlist,
                                      std::span<const float> carry) noexcept;

/// How many characters frame_batch takes: 1 in scalar code.
[[nodiscard]] std::size_t frame_lanes() noexcept;
/// Palettes of exactly frame_lanes() characters, one per lane.
void frame_batch(const FrameTask& task, const FrameCharacter* characters) noexcept;
/// After streaming, before others look at the palettes.
void frame_flush() noexcept;
/// The palette of one character, a joint per lane. Same bits.
void frame_single(const FrameTask& task, const FrameCharacter& character) noexcept;

}  // namespace motus::detail
