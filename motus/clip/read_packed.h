// motus/clip/read_packed.h - packed clips of a baked file: checked once, then views.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/clip/packed.h>
#include <motus/core/container.h>

namespace motus {

struct ClipEntry;

/// One packed clip: ranges into the arrays of all of them, and what its error was when it was
/// packed. docs/format.md.
struct PackedEntry {
    Ticks start{};
    double frames_per_tick = 0.0;
    Ticks error_time{};  ///< When the error was largest.
    std::uint32_t frame_count = 0;
    std::uint32_t frame_lines = 0;     ///< Lines of a frame, rotations first.
    std::uint32_t rotation_lines = 0;  ///< Of them, those of rotations.
    std::uint32_t still_lines = 0;     ///< Behind the frames.
    std::uint32_t group_start = 0, group_count = 0;
    std::uint32_t channel_start = 0, channel_count = 0;
    std::uint32_t constant_start = 0, constant_count = 0;
    std::uint32_t line_start = 0, line_count = 0;
    float error_max = 0.0f;  ///< In model units, as the next.
    float error_p99 = 0.0f;
    std::uint32_t error_joint = 0xffffffffu;  ///< Where it was largest.
    std::uint32_t exact_bytes = 0;            ///< What the clip took with all its keys.
    std::uint32_t relative = 0;  ///< 1: rotations are relative to the bind pose (PackedSpace).
    std::uint32_t reserved = 0;
};
static_assert(sizeof(PackedEntry) == 96);

/// Part of a frame: 32 numbers.
struct alignas(kPackedLine) PackedLine {
    std::int16_t numbers[kPackedLine / 2];
};

/// Every packed clip of a file. Views only.
struct PackedTable {
    std::span<const PackedEntry> clips{};
    std::span<const PackedGroup> groups{};
    std::span<const PackedChannel> channels{};
    std::span<const PackedConstant> constants{};
    std::span<const PackedLine> lines{};
    /// Of each rig that has a relative clip, in order: 8 planes of its stride, left then right.
    std::span<const float> space{};
};

/// Reads the packed clips of a file and checks all that a PackedClip promises: ranges that follow
/// each other, numbers in range, rotations of length 1 whose signs do not jump, finite channels in
/// order. Whether joints exist is checked by check_packed. Cost: linear. `bad_data` where something
/// is wrong; then `out` is untouched.
Status read_packed(const Container& container, PackedTable& out) noexcept;

/// Whether a packed clip that was read animates nothing beyond the limits of its clip. `packed` is
/// an item of the table.
[[nodiscard]] bool check_packed(const PackedTable& table, std::uint32_t packed,
                                std::uint32_t joint_limit, std::uint32_t weight_limit) noexcept;

/// Checks `8 x stride` numbers that were read: unit rotations.
[[nodiscard]] bool check_space(std::span<const float> planes, std::uint32_t stride) noexcept;

/// A view of a table that was read. `rest` is the rig's; `space` its planes for a relative clip,
/// null for others. Asserts the index.
[[nodiscard]] PackedClip packed_at(const PackedTable& table, std::uint32_t packed,
                                   const ConstSoaView& rest, const float* space) noexcept;

/// Bytes that a packed clip takes in the file, without tracks that keep their keys.
[[nodiscard]] std::uint64_t packed_bytes(const PackedEntry& entry) noexcept;

}  // namespace motus
