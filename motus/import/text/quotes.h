// motus/import/text/quotes.h - text of a file in a message about it.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace motus::text {

/// In quotes, cut at a character's boundary after 80 bytes.
[[nodiscard]] std::string in_quotes(std::string_view text);

}  // namespace motus::text
