// motus/render/bounds.h - an axis-aligned box, for framing and shadows.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/math/vec.h>

namespace motus::render {

/// Empty until something is added: `lo` above `hi`.
struct Bounds {
    Vec3 lo{1e30f, 1e30f, 1e30f};
    Vec3 hi{-1e30f, -1e30f, -1e30f};

    [[nodiscard]] bool empty() const noexcept { return !(lo.x <= hi.x); }
    friend bool operator==(const Bounds&, const Bounds&) = default;
};

void extend(Bounds& bounds, const Vec3& point) noexcept;
void extend(Bounds& bounds, const Bounds& other) noexcept;
/// The box around the eight corners of `bounds`, moved by `m`; empty stays empty.
[[nodiscard]] Bounds transform(const Mat34& m, const Bounds& bounds) noexcept;
[[nodiscard]] Bounds moved_by(const Bounds& bounds, const Vec3& by) noexcept;
/// Middle; the origin where empty.
[[nodiscard]] Vec3 center(const Bounds& bounds) noexcept;
/// Half the diagonal; 0 where empty.
[[nodiscard]] float radius(const Bounds& bounds) noexcept;

}  // namespace motus::render
