// motus/clip/read_small.h - small clips of a baked file: checked once, then views.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/clip/small.h>
#include <motus/core/container.h>

namespace motus {

/// One small clip: ranges into the arrays of all of them, and what its error was when it was
/// packed. docs/format.md.
struct SmallEntry {
    Ticks start{};
    double frames_per_tick = 0.0;
    Ticks error_time{};  ///< When the error was largest.
    std::uint32_t frame_count = 0;
    std::uint32_t segment_frames = 0;
    std::uint32_t narrow = 0;
    std::uint32_t moving = 0;
    std::uint32_t group_start = 0, group_count = 0;
    std::uint32_t scalar_start = 0, scalar_count = 0;
    std::uint32_t still_start = 0, still_count = 0;
    std::uint32_t rest_start = 0, rest_count = 0;  ///< Bytes.
    std::uint32_t word_start = 0, word_count = 0;  ///< Segments, then widths, then rows.
    float error_max = 0.0f;                        ///< In model units, as the next.
    float error_p99 = 0.0f;
    std::uint32_t error_joint = 0xffffffffu;  ///< Where it was largest.
    std::uint32_t exact_bytes = 0;            ///< What the clip took with all its keys.
};
static_assert(sizeof(SmallEntry) == 96);

/// Every small clip of a file. Views only.
struct SmallTable {
    std::span<const SmallEntry> clips{};
    std::span<const SmallGroup> groups{};
    std::span<const SmallScalar> scalars{};
    std::span<const SmallStill> stills{};
    std::span<const std::uint8_t> rests{};
    std::span<const std::uint32_t> words{};
};

/// Reads the small clips of a file and checks all that a SmallClip promises: ranges that follow
/// each other, streams as long as their widths say, steps and numbers that stay finite. Whether
/// joints exist is checked by check_small. Cost: linear. `bad_data` where something is wrong; then
/// `out` is untouched.
Status read_small(const Container& container, SmallTable& out) noexcept;

/// Whether a small clip that was read animates nothing beyond the limits of its clip.
[[nodiscard]] bool check_small(const SmallTable& table, std::uint32_t small,
                               std::uint32_t joint_limit, std::uint32_t weight_limit) noexcept;

/// A view of a table that was read. `rest` is the rig's. Asserts the index.
[[nodiscard]] SmallClip small_at(const SmallTable& table, std::uint32_t small,
                                 const ConstSoaView& rest) noexcept;

/// Bytes that a small clip takes in the file, without tracks that keep their keys.
[[nodiscard]] std::uint64_t small_bytes(const SmallEntry& entry) noexcept;

}  // namespace motus
