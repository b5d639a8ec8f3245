// motus/import/bvh/bvh.h - BVH files, the format of motion capture, to an Asset.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/asset/asset.h>
#include <motus/core/diagnostics.h>
#include <motus/core/result.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace motus {

struct BvhOptions {
    std::string clip_name = "Motion";  ///< BVH has no name for its motion.
    double metres_per_unit = 0.0;      ///< 0: not known; kBvhMetresPerUnit with a warning.
};

/// What a file has beside its asset.
struct BvhInfo {
    std::size_t frames = 0;
    std::size_t channels = 0;  ///< Numbers in a frame.
    double frame_time_s = 0.0;
    double metres_per_unit = 0.01;
};

struct BvhScene {
    Asset asset;
    BvhInfo info;
};

/// Reads a BVH file from memory: joints and End Sites become nodes, the motion one clip with a key
/// at every frame. Axes are those of the file.
///
/// A fault's place is a line: "line 12". The Error returned is the only fault; warnings go to
/// `diagnostics` too. Never throws for any content and never recurses into it. Cost: one pass; time
/// and memory are linear in the bytes. Rules and limits: docs/bvh.md.
[[nodiscard]] Result<BvhScene> import_bvh(std::span<const std::byte> bytes,
                                          const BvhOptions& options, Diagnostics& diagnostics);

inline constexpr double kBvhMetresPerUnit = 0.01;     ///< Where nobody says: centimetres.
inline constexpr double kMinBvhMetresPerUnit = 1e-6;  ///< Of BvhOptions.
inline constexpr double kMaxBvhMetresPerUnit = 1e6;
inline constexpr std::size_t kMaxBvhDepth = 1000;
inline constexpr std::size_t kMaxBvhJoints = 100'000;  ///< With End Sites.
inline constexpr std::size_t kMaxBvhChannels = 64;     ///< Of one joint.
inline constexpr std::size_t kMaxBvhFrames = 1'000'000'000;
inline constexpr std::size_t kMaxBvhNameBytes = 256;  ///< Of one joint.
inline constexpr double kMaxBvhNumber = 1e9;          ///< Of an offset, an angle or a position.
inline constexpr double kMinBvhFrameTime_s = 1e-6;
inline constexpr double kMaxBvhSeconds = 700'000.0;  ///< Of a motion: eight days.

}  // namespace motus
