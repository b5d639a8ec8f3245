// tools/motus/words.h - numbers with their nouns, for messages.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace motus::tool {

/// "1 clip", "2 clips"; with `many` for what takes no s: "2 meshes".
[[nodiscard]] inline std::string counted(std::uint64_t number, std::string_view one,
                                         std::string_view many = {}) {
    if (number == 1) return fmt::format("1 {}", one);
    return many.empty() ? fmt::format("{} {}s", number, one) : fmt::format("{} {}", number, many);
}

}  // namespace motus::tool
