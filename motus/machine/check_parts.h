// motus/machine/check_parts.h - pieces of the check of a graph.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/container.h>
#include <motus/machine/machine.h>

#include <cmath>

namespace motus::detail {

/// Ranges that lie one after the other from 0 on.
struct Tiles {
    std::uint64_t next = 0;

    [[nodiscard]] bool take(record::Range range) noexcept {
        if (range.start != next) return false;
        next += range.count;
        return true;
    }
    [[nodiscard]] bool end(std::size_t size) const noexcept { return next == size; }
};

[[nodiscard]] inline bool in_range(record::Range range, std::size_t size) noexcept {
    return motus::in_range(range.start, range.count, size);
}

template <class T>
[[nodiscard]] constexpr bool is_enum(T value, T last) noexcept {
    return static_cast<std::uint8_t>(value) <= static_cast<std::uint8_t>(last);
}

[[nodiscard]] inline bool is_number(float value) noexcept {
    return std::isfinite(value);
}

/// A link to one of the graph's motions, or none.
[[nodiscard]] inline bool is_motion(const Machine& graph, record::Link link) noexcept {
    return link.type == 0 || link.index < graph.motions.size();
}

[[nodiscard]] bool check_blends(const Machine& graph) noexcept;
[[nodiscard]] bool check_transitions(const Machine& graph) noexcept;

}  // namespace motus::detail
