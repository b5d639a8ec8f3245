// motus/asset/pointer.h - how many floats a value of a pointer track has.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/asset/asset.h>

namespace motus {

/// Floats of a value of that kind; booleans and integers are one.
[[nodiscard]] constexpr std::uint8_t width_of(PointerKind kind) noexcept {
    switch (kind) {
        case PointerKind::vec2:
            return 2;
        case PointerKind::vec3:
            return 3;
        case PointerKind::vec4:
        case PointerKind::color:
            return 4;
        default:
            return 1;
    }
}

}  // namespace motus
