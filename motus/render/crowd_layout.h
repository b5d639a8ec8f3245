// motus/render/crowd_layout.h - where the figures of a crowd stand, and when each started.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/asset/asset.h>
#include <motus/render/bounds.h>

#include <cstdint>
#include <vector>

namespace motus::render {

struct CrowdPlace {
    Mat34 place{};
    double phase = 0.0;  ///< 0 to 1: how far ahead in its clip.
    Vec4 tint{1.0f, 1.0f, 1.0f, 1.0f};
};

/// `count` places in loose rows that leave room for a figure of that size; the same every time.
/// One figure stands at the origin, untinted.
[[nodiscard]] std::vector<CrowdPlace> crowd_layout(std::uint32_t count, const Bounds& figure);

}  // namespace motus::render
