// motus/session/desk_arguments.h - the members of a desk's command.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/schema/json.h>

#include <cstdint>
#include <string_view>

namespace motus::detail {

[[nodiscard]] inline double number_in(const Json& c, std::string_view key, double otherwise) {
    const Json* found = c.find(key);
    return found != nullptr && found->is_number() ? found->number : otherwise;
}

/// Empty where it is missing or no text. Lives as long as `c`.
[[nodiscard]] inline std::string_view text_in(const Json& c, std::string_view key) {
    const Json* found = c.find(key);
    return found != nullptr && found->is_string() ? std::string_view(found->text) : "";
}

/// Ids are decimal texts; 0 where there is none.
[[nodiscard]] inline std::uint64_t id_in(const Json& c, std::string_view key) {
    std::uint64_t id = 0;
    for (const char digit : text_in(c, key)) {
        if (digit < '0' || digit > '9') return 0;
        id = id * 10 + static_cast<std::uint64_t>(digit - '0');
    }
    return id;
}

}  // namespace motus::detail
