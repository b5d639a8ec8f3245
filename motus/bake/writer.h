// motus/bake/writer.h - puts sections together to a baked file.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/bytes.h>
#include <motus/core/container.h>

#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

namespace motus {

/// Collects sections in any order. The file has them in ascending order of (kind, type), so that
/// the same sections give the same bytes.
class SectionWriter {
  public:
    /// Copies the items. Nothing is written where there are none. Items must have no padding, or
    /// padding that was set to 0. Asserts that the section is new.
    template <class T>
    void add(SectionKind kind, std::uint32_t type, std::span<const T> items) {
        static_assert(std::is_trivially_copyable_v<T>);
        add_bytes(kind, type, std::as_bytes(items), sizeof(T));
    }
    template <class T>
    void add(SectionKind kind, const std::vector<T>& items) {
        add(kind, 0, std::span<const T>(items));
    }

    /// The same for items of `stride` bytes each; a record table for one.
    void add_bytes(SectionKind kind, std::uint32_t type, std::span<const std::byte> bytes,
                   std::uint32_t stride);

    /// The file: header, table, sections, checksum.
    [[nodiscard]] AlignedBytes finish() const;

  private:
    struct Section {
        SectionKind kind{};
        std::uint32_t type = 0;
        std::uint32_t stride = 0;
        std::vector<std::byte> bytes;
    };
    std::vector<Section> sections_;  // Ascending.
};

/// Writes the checksum of a file's bytes into its header: for tests that change bytes.
void sign_container(std::span<std::byte> bytes) noexcept;

}  // namespace motus
