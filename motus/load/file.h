// motus/load/file.h - a baked file as a whole: rigs, clips, masks, machines, timelines.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/clip/read_clips.h>
#include <motus/core/container.h>
#include <motus/core/names.h>
#include <motus/machine/read_machines.h>
#include <motus/pose/read_masks.h>
#include <motus/skeleton/read_skeletons.h>
#include <motus/timeline/read_timelines.h>

#include <cstddef>
#include <cstdint>
#include <span>

namespace motus {

inline constexpr std::uint32_t kNoItem = 0xffffffffu;

/// A baked file that was checked. A view: it owns nothing, the bytes must outlive it, and it may be
/// shared by all threads.
struct BakedFile {
    Container container{};
    Names names{};
    RigTable rigs{};
    ClipTable clips{};
    MaskTable masks{};
    MachineTables machines{};
    Timelines timelines{};
    SceneRecords scene{};
};

/// Which part of a file was refused.
enum class BakedPart : std::uint8_t {
    none,
    container,
    names,
    rigs,
    clips,
    masks,
    machines,
    timelines,
    together
};

/// A phrase for people: "a clip is wrong". Never null.
[[nodiscard]] const char* to_string(BakedPart part) noexcept;

/// Why a file was refused.
struct BakedFault {
    BakedPart part = BakedPart::none;
    ContainerFault container = ContainerFault::none;  ///< Where `part` is the container.
};

/// Checks everything: the container, then every index, range, enumerator and number of each part,
/// then that the parts fit each other. `bytes` start at a multiple of 64. After `ok` nothing in
/// the file can make a job read outside it. Cost: one pass, about 1 ms for 2 MB; no allocation.
/// On any Status but ok, `out` is untouched and `why`, where given, says more.
Status open_baked(std::span<const std::byte> bytes, BakedFile& out,
                  BakedFault* why = nullptr) noexcept;

}  // namespace motus
