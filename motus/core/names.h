// motus/core/names.h - the texts behind the hashes of a baked file: for tools, not for games.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/container.h>

#include <string_view>

namespace motus {

/// One name: `size` bytes of UTF-8 from `start` on in the section name_text.
struct NameEntry {
    NameHash hash = NameHash::none;
    std::uint32_t start = 0;
    std::uint32_t size = 0;
};
static_assert(sizeof(NameEntry) == 16);

/// A view of the names of a file.
struct Names {
    std::span<const NameEntry> entries{};  ///< Ascending by hash.
    std::span<const char> text{};
};

/// Checks ranges, order and hashes of the names. On any Status but ok, `out` is untouched. A file
/// may have no names.
Status read_names(const Container& container, Names& out) noexcept;

/// The text of a hash; empty where the file does not have it. O(log names).
[[nodiscard]] std::string_view find_name(const Names& names, NameHash hash) noexcept;

}  // namespace motus
