// motus/bake/arrays.h - arrays that become sections of a baked file.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace motus::detail {

[[nodiscard]] inline std::uint32_t size32(std::size_t size) {
    return static_cast<std::uint32_t>(size);
}

template <class T>
void append(std::vector<T>& out, std::span<const T> items) {
    out.insert(out.end(), items.begin(), items.end());
}

}  // namespace motus::detail
