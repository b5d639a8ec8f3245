// SPDX-License-Identifier: MIT
#include <motus/core/assert.h>
#include <motus/core/container.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

namespace motus {
namespace {

constexpr std::uint64_t align_up(std::uint64_t offset) noexcept {
    return (offset + (kSectionAlignment - 1)) & ~std::uint64_t{kSectionAlignment - 1};
}

bool all_zero(const std::byte* from, const std::byte* to) noexcept {
    return std::all_of(from, to, [](std::byte b) { return b == std::byte{0}; });
}

std::pair<std::uint32_t, std::uint32_t> key_of(const SectionEntry& entry) noexcept {
    return {static_cast<std::uint32_t>(entry.kind), entry.type};
}

// Sections stand one after the other without gaps, in ascending order, to the end of the file.
bool check_table(const Container& file) noexcept {
    const std::byte* data = file.bytes.data();
    std::uint64_t end = sizeof(ContainerHeader) + file.sections.size_bytes();
    const SectionEntry* before = nullptr;
    for (const SectionEntry& entry : file.sections) {
        if (entry.kind == SectionKind::none || entry.count == 0 || entry.stride == 0) return false;
        if (before != nullptr && !(key_of(*before) < key_of(entry))) return false;
        if (entry.offset != align_up(end) || entry.offset > file.bytes.size()) return false;
        const std::uint64_t size = std::uint64_t{entry.count} * entry.stride;
        if (size > file.bytes.size() - entry.offset) return false;
        if (!all_zero(data + end, data + entry.offset)) return false;
        end = entry.offset + size;
        before = &entry;
    }
    return align_up(end) == file.bytes.size() && all_zero(data + end, data + file.bytes.size());
}

ContainerFault check(std::span<const std::byte> bytes, Container& out) noexcept {
    if constexpr (std::endian::native != std::endian::little) return ContainerFault::endianness;
    if (reinterpret_cast<std::uintptr_t>(bytes.data()) % kSectionAlignment != 0) {
        return ContainerFault::alignment;
    }
    if (bytes.size() >= 8 && std::memcmp(bytes.data(), kContainerMagic, 8) != 0) {
        const bool name = std::memcmp(bytes.data(), kContainerMagic, 6) == 0;
        return name ? ContainerFault::text_mode : ContainerFault::magic;
    }
    if (bytes.size() < sizeof(ContainerHeader)) return ContainerFault::truncated;
    ContainerHeader header;
    std::memcpy(&header, bytes.data(), sizeof header);
    if (header.version != kContainerVersion) return ContainerFault::version;
    if (header.size > bytes.size()) return ContainerFault::truncated;
    const std::uint64_t table = std::uint64_t{header.section_count} * sizeof(SectionEntry);
    if (header.size < sizeof header || header.size % kSectionAlignment != 0 ||
        table > header.size - sizeof header) {
        return ContainerFault::size;
    }
    bytes = bytes.first(static_cast<std::size_t>(header.size));
    if (checksum_bytes(bytes.subspan(kChecksumStart)) != header.checksum) {
        return ContainerFault::checksum;
    }
    const auto* entries = reinterpret_cast<const SectionEntry*>(bytes.data() + sizeof header);
    const Container file{bytes, {entries, header.section_count}};
    const bool reserved = std::all_of(std::begin(header.reserved), std::end(header.reserved),
                                      [](std::uint64_t word) { return word == 0; });
    if (!reserved || !check_table(file)) return ContainerFault::table;
    out = file;
    return ContainerFault::none;
}

}  // namespace

const char* to_string(SectionKind kind) noexcept {
    switch (kind) {
        case SectionKind::none:
            return "none";
        case SectionKind::names:
            return "names";
        case SectionKind::name_text:
            return "name_text";
        case SectionKind::rigs:
            return "rigs";
        case SectionKind::joint_parents:
            return "joint_parents";
        case SectionKind::joint_rest:
            return "joint_rest";
        case SectionKind::joint_names:
            return "joint_names";
        case SectionKind::joint_by_name:
            return "joint_by_name";
        case SectionKind::joint_source:
            return "joint_source";
        case SectionKind::joint_of_source:
            return "joint_of_source";
        case SectionKind::rest_weights:
            return "rest_weights";
        case SectionKind::morphs:
            return "morphs";
        case SectionKind::skins:
            return "skins";
        case SectionKind::skin_joints:
            return "skin_joints";
        case SectionKind::skin_binds:
            return "skin_binds";
        case SectionKind::masks:
            return "masks";
        case SectionKind::mask_weights:
            return "mask_weights";
        case SectionKind::clips:
            return "clips";
        case SectionKind::clip_tracks:
            return "clip_tracks";
        case SectionKind::clip_times:
            return "clip_times";
        case SectionKind::clip_values:
            return "clip_values";
        case SectionKind::clip_packed:
            return "clip_packed";
        case SectionKind::clip_groups:
            return "clip_groups";
        case SectionKind::clip_channels:
            return "clip_channels";
        case SectionKind::clip_constants:
            return "clip_constants";
        case SectionKind::clip_frames:
            return "clip_frames";
        case SectionKind::clip_space:
            return "clip_space";
        case SectionKind::clip_small:
            return "clip_small";
        case SectionKind::small_groups:
            return "small_groups";
        case SectionKind::small_scalars:
            return "small_scalars";
        case SectionKind::small_stills:
            return "small_stills";
        case SectionKind::small_rests:
            return "small_rests";
        case SectionKind::small_words:
            return "small_words";
        case SectionKind::records:
            return "records";
        case SectionKind::links:
            return "links";
        case SectionKind::values:
            return "values";
        case SectionKind::value_text:
            return "value_text";
        case SectionKind::state_links:
            return "state_links";
        case SectionKind::graph_links:
            return "graph_links";
        case SectionKind::layer_links:
            return "layer_links";
        case SectionKind::synced_links:
            return "synced_links";
        case SectionKind::curve_ranges:
            return "curve_ranges";
        case SectionKind::curve_keys:
            return "curve_keys";
        case SectionKind::motions:
            return "motions";
        case SectionKind::events:
            return "events";
        case SectionKind::markers:
            return "markers";
        case SectionKind::machines:
            return "machines";
        case SectionKind::timelines:
            return "timelines";
        case SectionKind::timeline_tracks:
            return "timeline_tracks";
        case SectionKind::timeline_keys:
            return "timeline_keys";
        case SectionKind::bindings:
            return "bindings";
        case SectionKind::property_masks:
            return "property_masks";
        case SectionKind::property_mask_entries:
            return "property_mask_entries";
        case SectionKind::event_names:
            return "event_names";
    }
    return "unknown";
}

const char* to_string(ContainerFault fault) noexcept {
    switch (fault) {
        case ContainerFault::none:
            return "nothing is wrong";
        case ContainerFault::alignment:
            return "the bytes do not start at a multiple of 64";
        case ContainerFault::endianness:
            return "this machine is not little-endian";
        case ContainerFault::truncated:
            return "the file is cut short";
        case ContainerFault::magic:
            return "this is not a baked file";
        case ContainerFault::text_mode:
            return "the file was copied as text and is damaged";
        case ContainerFault::version:
            return "the file has another format version: bake it again";
        case ContainerFault::size:
            return "the size in the header is wrong";
        case ContainerFault::checksum:
            return "the checksum does not fit: the file is damaged";
        case ContainerFault::table:
            return "the table of sections is wrong";
    }
    return "unknown";
}

Status open_container(std::span<const std::byte> bytes, Container& out,
                      ContainerFault* why) noexcept {
    const ContainerFault fault = check(bytes, out);
    if (why != nullptr) *why = fault;
    if (fault == ContainerFault::none) return Status::ok;
    return fault == ContainerFault::alignment ? Status::bad_argument : Status::bad_data;
}

const SectionEntry* find_section(const Container& container, SectionKind kind,
                                 std::uint32_t type) noexcept {
    const std::pair<std::uint32_t, std::uint32_t> wanted{static_cast<std::uint32_t>(kind), type};
    const auto found = std::lower_bound(
        container.sections.begin(), container.sections.end(), wanted,
        [](const SectionEntry& entry, const auto& key) { return key_of(entry) < key; });
    if (found == container.sections.end() || key_of(*found) != wanted) return nullptr;
    return &*found;
}

std::span<const std::byte> section_bytes(const Container& container,
                                         const SectionEntry& entry) noexcept {
    MOTUS_ASSERT(entry.offset % kSectionAlignment == 0);
    MOTUS_ASSERT(entry.offset <= container.bytes.size() &&
                 std::uint64_t{entry.count} * entry.stride <=
                     container.bytes.size() - entry.offset);
    return container.bytes.subspan(static_cast<std::size_t>(entry.offset),
                                   std::size_t{entry.count} * entry.stride);
}

}  // namespace motus
