// motus/render/bounds.cpp - boxes.
// SPDX-License-Identifier: MIT
#include <motus/math/ops.h>
#include <motus/render/bounds.h>

#include <algorithm>

namespace motus::render {

void extend(Bounds& bounds, const Vec3& point) noexcept {
    bounds.lo = {std::min(bounds.lo.x, point.x), std::min(bounds.lo.y, point.y),
                 std::min(bounds.lo.z, point.z)};
    bounds.hi = {std::max(bounds.hi.x, point.x), std::max(bounds.hi.y, point.y),
                 std::max(bounds.hi.z, point.z)};
}

void extend(Bounds& bounds, const Bounds& other) noexcept {
    if (other.empty()) return;
    extend(bounds, other.lo);
    extend(bounds, other.hi);
}

Bounds moved_by(const Bounds& bounds, const Vec3& by) noexcept {
    return bounds.empty() ? bounds : Bounds{add(bounds.lo, by), add(bounds.hi, by)};
}

Bounds transform(const Mat34& m, const Bounds& bounds) noexcept {
    Bounds out;
    if (bounds.empty()) return out;
    for (int corner = 0; corner < 8; ++corner) {
        extend(out, transform_point(m, {corner & 1 ? bounds.hi.x : bounds.lo.x,
                                        corner & 2 ? bounds.hi.y : bounds.lo.y,
                                        corner & 4 ? bounds.hi.z : bounds.lo.z}));
    }
    return out;
}

Vec3 center(const Bounds& bounds) noexcept {
    if (bounds.empty()) return {};
    return multiply(add(bounds.lo, bounds.hi), 0.5f);
}

float radius(const Bounds& bounds) noexcept {
    if (bounds.empty()) return 0.0f;
    return 0.5f * length(subtract(bounds.hi, bounds.lo));
}

}  // namespace motus::render
