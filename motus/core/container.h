// motus/core/container.h - the baked file as sections: checked once, then spans into its bytes.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/hash.h>
#include <motus/core/status.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

namespace motus {

/// What a section of a baked file holds. Numbers are for ever; docs/format.md describes each.
enum class SectionKind : std::uint32_t {
    none = 0,
    // Names, for tools: a game needs none of it.
    names = 1,      ///< NameEntry, ascending by hash.
    name_text = 2,  ///< UTF-8 bytes.
    // Rigs. Arrays of all rigs one after the other; a RigEntry holds its ranges.
    rigs = 16,
    joint_parents = 17,
    joint_rest = 18,  ///< Ten planes per rig, each padded to 16 floats.
    joint_names = 19,
    joint_by_name = 20,
    joint_source = 21,
    joint_of_source = 22,
    rest_weights = 23,
    morphs = 24,
    skins = 25,
    skin_joints = 26,
    skin_binds = 27,
    masks = 28,  ///< MaskEntry: a mask resolved for one rig.
    mask_weights = 29,
    // Clips.
    clips = 32,
    clip_tracks = 33,
    clip_times = 34,
    clip_values = 35,
    clip_packed = 36,  ///< One item per packed clip; their numbers are in what follows.
    clip_groups = 37,
    clip_channels = 38,
    clip_constants = 39,
    clip_frames = 40,
    clip_space = 41,
    clip_small = 42,  ///< One item per small clip; their numbers are in what follows.
    small_groups = 43,
    small_scalars = 44,
    small_stills = 45,
    small_rests = 46,
    small_words = 47,
    // Records of the schema: one section per type, `type` is its number.
    records = 64,
    links = 65,   ///< Links to children of several types.
    values = 66,  ///< The pool of values; item 0 is "none".
    value_text = 67,
    // What a state machine needs beside its records.
    state_links = 80,
    graph_links = 81,
    layer_links = 82,
    synced_links = 83,
    curve_ranges = 84,
    curve_keys = 85,
    motions = 86,
    events = 87,
    markers = 88,
    machines = 89,  ///< MachineEntry: which parts of the tables are whose.
    // What timelines and bindings need beside their records.
    timelines = 96,
    timeline_tracks = 97,
    timeline_keys = 98,
    bindings = 99,  ///< Property bindings in the order they are to run.
    property_masks = 100,
    property_mask_entries = 101,
    event_names = 102,  ///< Name hash of each event definition.
};

/// The name of the kind as it is written above; "unknown" for others. Never null.
[[nodiscard]] const char* to_string(SectionKind kind) noexcept;

/// First bytes of the file. The line end shows a copy that was taken for text.
inline constexpr unsigned char kContainerMagic[8] = {'M', 'O', 'T', 'U', 'S', 'B', '\r', '\n'};
inline constexpr std::uint32_t kContainerVersion = 1;
inline constexpr std::size_t kSectionAlignment = 64;

/// 64 bytes, little-endian, like everything in the file.
struct ContainerHeader {
    unsigned char magic[8] = {};
    std::uint32_t version = 0;
    std::uint32_t section_count = 0;
    std::uint64_t size = 0;      ///< Of the whole file; a multiple of 64.
    std::uint64_t checksum = 0;  ///< checksum_bytes of everything behind this field.
    std::uint64_t reserved[4] = {};
};
static_assert(sizeof(ContainerHeader) == 64);
inline constexpr std::size_t kChecksumStart = 32;

/// One section. Entries stand behind the header, ascending by (kind, type); their data follows in
/// the same order, each at the next multiple of 64, the bytes between are 0.
struct SectionEntry {
    SectionKind kind{};
    std::uint32_t type = 0;
    std::uint64_t offset = 0;  ///< From the file's first byte.
    std::uint32_t count = 0;   ///< At least 1: what is empty is not there.
    std::uint32_t stride = 0;  ///< Bytes per item.
};
static_assert(sizeof(SectionEntry) == 24);

/// Why bytes are not a baked file.
enum class ContainerFault : std::uint8_t {
    none = 0,
    alignment,   ///< The bytes do not start at a multiple of 64.
    endianness,  ///< This machine is not little-endian.
    truncated,   ///< Shorter than the header, or than the size in it.
    magic,
    text_mode,  ///< The line end of the magic was changed: copied as text.
    version,
    size,
    checksum,
    table,  ///< A section is out of place, or bytes between sections are not 0.
};

/// A phrase for people: "the checksum does not fit". Never null.
[[nodiscard]] const char* to_string(ContainerFault fault) noexcept;

/// A baked file whose header, checksum and section table were checked. A view: the bytes must
/// outlive it. What is inside the sections is checked by the reader of each.
struct Container {
    std::span<const std::byte> bytes{};
    std::span<const SectionEntry> sections{};
};

/// Checks `bytes`, which start at a multiple of 64 (a mapped file; AlignedBytes), and makes `out` a
/// view of them. Cost: one pass over the bytes. Bytes behind the
/// size in the header are left alone. On any Status but ok, `out` is untouched and `why`, where
/// given, says more.
Status open_container(std::span<const std::byte> bytes, Container& out,
                      ContainerFault* why = nullptr) noexcept;

/// The section's entry, or null. O(log sections).
[[nodiscard]] const SectionEntry* find_section(const Container& container, SectionKind kind,
                                               std::uint32_t type = 0) noexcept;

/// The bytes of a section of this container.
[[nodiscard]] std::span<const std::byte> section_bytes(const Container& container,
                                                       const SectionEntry& entry) noexcept;

/// The items of a section; none where there is no such section. `bad_data` where its items have
/// another size than T: `out` is untouched.
template <class T>
Status read_section(const Container& container, SectionKind kind, std::uint32_t type,
                    std::span<const T>& out) noexcept {
    static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= kSectionAlignment);
    const SectionEntry* entry = find_section(container, kind, type);
    if (entry == nullptr) {
        out = {};
        return Status::ok;
    }
    if (entry->stride != sizeof(T)) return Status::bad_data;
    const std::span<const std::byte> bytes = section_bytes(container, *entry);
    out = {reinterpret_cast<const T*>(bytes.data()), entry->count};
    return Status::ok;
}

template <class T>
Status read_section(const Container& container, SectionKind kind,
                    std::span<const T>& out) noexcept {
    return read_section(container, kind, 0, out);
}

/// True where the `count` items from `start` on are among `size`.
[[nodiscard]] constexpr bool in_range(std::uint32_t start, std::uint32_t count,
                                      std::size_t size) noexcept {
    return start <= size && count <= size - start;
}

/// Ranges that lie one behind the other from 0 on. Readers that look at everything in each range
/// ask for it: then no file can make them look at one item many times.
struct TiledRanges {
    std::uint64_t next = 0;

    /// True where the range begins where the last one ended, and is among `size` items.
    [[nodiscard]] constexpr bool take(std::uint32_t start, std::uint32_t count,
                                      std::size_t size) noexcept {
        if (start != next || count > size - start) return false;
        next += count;
        return true;
    }
    [[nodiscard]] constexpr bool end(std::size_t size) const noexcept { return next == size; }
};

/// A truth value from a file, looked at before it is read as one: 0 or 1.
[[nodiscard]] inline bool is_truth(const bool& value) noexcept {
    return *reinterpret_cast<const unsigned char*>(&value) <= 1;
}

}  // namespace motus
