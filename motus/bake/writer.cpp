// SPDX-License-Identifier: MIT
#include <motus/bake/writer.h>

#include <motus/core/assert.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <utility>

namespace motus {
namespace {

std::size_t align_up(std::size_t offset) noexcept {
    return (offset + kSectionAlignment - 1) / kSectionAlignment * kSectionAlignment;
}

}  // namespace

void SectionWriter::add_bytes(SectionKind kind, std::uint32_t type,
                              std::span<const std::byte> bytes, std::uint32_t stride) {
    MOTUS_ASSERT(kind != SectionKind::none && stride != 0 && bytes.size() % stride == 0);
    if (bytes.empty()) return;
    const std::pair key{kind, type};
    const auto at = std::lower_bound(sections_.begin(), sections_.end(), key,
                                     [](const Section& section, const auto& k) {
                                         return std::pair{section.kind, section.type} < k;
                                     });
    MOTUS_ASSERT(at == sections_.end() || std::pair(at->kind, at->type) != key);
    sections_.insert(at, Section{kind, type, stride, {bytes.begin(), bytes.end()}});
}

AlignedBytes SectionWriter::finish() const {
    std::vector<SectionEntry> entries;
    std::size_t end = sizeof(ContainerHeader) + sections_.size() * sizeof(SectionEntry);
    for (const Section& section : sections_) {
        SectionEntry& entry = entries.emplace_back();
        entry.kind = section.kind;
        entry.type = section.type;
        entry.offset = align_up(end);
        entry.count = static_cast<std::uint32_t>(section.bytes.size() / section.stride);
        entry.stride = section.stride;
        end = static_cast<std::size_t>(entry.offset) + section.bytes.size();
    }
    AlignedBytes out(align_up(end));
    ContainerHeader header;
    std::memcpy(header.magic, kContainerMagic, sizeof header.magic);
    header.version = kContainerVersion;
    header.section_count = static_cast<std::uint32_t>(entries.size());
    header.size = out.size();
    std::memcpy(out.data(), &header, sizeof header);
    if (!entries.empty()) {
        std::memcpy(out.data() + sizeof header, entries.data(),
                    entries.size() * sizeof(SectionEntry));
    }
    for (std::size_t i = 0; i < entries.size(); ++i) {
        std::memcpy(out.data() + entries[i].offset, sections_[i].bytes.data(),
                    sections_[i].bytes.size());
    }
    sign_container(out);
    return out;
}

void sign_container(std::span<std::byte> bytes) noexcept {
    if (bytes.size() < sizeof(ContainerHeader)) return;
    const std::uint64_t checksum = checksum_bytes(bytes.subspan(kChecksumStart));
    std::memcpy(bytes.data() + offsetof(ContainerHeader, checksum), &checksum, sizeof checksum);
}

}  // namespace motus
