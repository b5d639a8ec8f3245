// motus/import/unity/text.h - numbers, references and text as Unity writes them.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/import/unity/controller.h>
#include <motus/import/unity/tree.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace motus::unity {

/// One code point as UTF-8; what is none (a surrogate, 0, above U+10FFFF) becomes U+FFFD.
void append_utf8(std::string& out, std::uint32_t code);

/// A whole number that fits 64 bits; nothing where it does not, or is no number.
[[nodiscard]] std::optional<std::int64_t> parse_integer(std::string_view text);

/// A number: `.75`, `1e-05`, `inf`, `-Infinity`, `.nan`. May be infinite or NaN.
[[nodiscard]] std::optional<double> parse_real(std::string_view text);

/// The text as messages and paths show it: what is very long is cut. Names have no limit in a file,
/// and one of them may be mentioned very often.
[[nodiscard]] std::string shown(std::string_view text);

/// Whether a text begins as a list in brackets or a map in braces does.
[[nodiscard]] inline bool looks_like_flow(std::string_view text) noexcept {
    return !text.empty() && (text.front() == '{' || text.front() == '[');
}

/// Whether the node is a map with a fileID.
[[nodiscard]] bool is_reference(Node node);

/// The reference a node holds. An absent node is none. An id that does not fit 64 bits or a guid
/// that is none: an error. Code: "unity-reference".
[[nodiscard]] Result<AssetRef> read_reference(Node node);

}  // namespace motus::unity
