// motus/clip/read_clips.h - clips of a baked file: checked once, then views.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/clip/clip.h>
#include <motus/clip/read_packed.h>
#include <motus/clip/read_small.h>
#include <motus/core/container.h>

namespace motus {

inline constexpr std::uint32_t kNoClip = 0xffffffffu;

/// Durations and times of clips are in [0, this].
inline constexpr Ticks kMaxClipTime{kMaxTicks.value / 2};

/// How a clip's keys are stored. As PackedKind of the schema.
enum class ClipKind : std::uint8_t { fast, small, exact };

/// One clip: ranges into the arrays of all clips. docs/format.md. Tracks count times and values
/// from the clip's own first ones.
struct ClipEntry {
    NameHash name = NameHash::none;
    std::uint64_t id = 0;  ///< In the document.
    Ticks duration{};
    Ticks additive_time{};  ///< Of `additive_clip`.
    std::uint32_t track_start = 0;
    std::uint32_t track_count = 0;
    std::uint32_t time_start = 0;
    std::uint32_t time_count = 0;
    std::uint32_t value_start = 0;
    std::uint32_t value_count = 0;
    std::uint32_t joint_limit = 0;
    std::uint32_t weight_limit = 0;
    std::uint32_t rig = 0;
    std::uint32_t packed = 0xffffffffu;     ///< Item of clip_packed or clip_small; exact: none.
    std::uint32_t additive_clip = kNoClip;  ///< What an additive layer subtracts; none: itself.
    ClipKind kind = ClipKind::exact;
    std::uint8_t loops = 1;
    std::uint8_t root_motion = 0;  ///< 1: the root's movement along `root_axes` is taken.
    std::uint8_t root_axes = 0;    ///< A RootAxes.
};
static_assert(sizeof(ClipEntry) == 80);

/// Every clip of a file. Views only.
struct ClipTable {
    std::span<const ClipEntry> clips{};
    std::span<const TrackRecord> tracks{};
    std::span<const Ticks> times{};
    std::span<const float> values{};
    PackedTable packed{};
    SmallTable small{};
};

/// Reads the clips of a file and checks all that a Clip promises: ranges, enums, order of tracks,
/// strictly ascending times, finite numbers, rotations of length 1 (of splines, that are not zero),
/// no property twice; packed clips; and the references between clips. Whether joints exist is
/// checked where rigs are known (load). Cost: linear. `bad_data` where something is wrong; then
/// `out` is untouched.
Status read_clips(const Container& container, ClipTable& out) noexcept;

/// A view of a table that was read, without what is packed: Library (load) adds that. Asserts
/// the index.
[[nodiscard]] Clip clip_at(const ClipTable& table, std::uint32_t clip) noexcept;

}  // namespace motus
