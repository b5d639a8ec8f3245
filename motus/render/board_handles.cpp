// SPDX-License-Identifier: MIT
#include <motus/render/board_handles.h>

#include "board_entity.h"

#include <cmath>

namespace motus::render {
namespace {

constexpr std::uint32_t kMaxParents = 64;
constexpr float kPi = 3.14159265f;
constexpr float kTurn = kPi / 12.0f;

float determinant(const Affine2& m) {
    return m.a * m.d - m.b * m.c;
}

/// The vector in the frame; nothing where the frame is flat.
std::optional<Vec2> into(const Affine2& m, Vec2 v) {
    const float det = determinant(m);
    if (!(std::fabs(det) > 1e-12f)) return std::nullopt;
    return Vec2{(m.d * v.x - m.c * v.y) / det, (m.a * v.y - m.b * v.x) / det};
}

float ratio(float to, float from) {
    // A handle beside the pivot would scale without bounds.
    return std::fabs(from) > 1e-3f ? to / from : 1.0f;
}

}  // namespace

std::optional<BoardPlace> place_on_board(const SceneRecords& scene, std::uint64_t entity) {
    for (const record::Entity& found : scene.entities) {
        if (found.id != entity) continue;
        const Drawn drawn = drawn_of(scene, found);
        if (drawn.transform == nullptr) return std::nullopt;
        BoardPlace place;
        place.transform = *drawn.transform;
        place.box = box_of(*drawn.transform);
        std::uint32_t at = found.parent_entity;
        for (std::uint32_t depth = 0; at != kNoRecord && depth < kMaxParents; ++depth) {
            const Drawn above = drawn_of(scene, scene.entities[at]);
            if (above.transform != nullptr)
                place.parent = multiply(frame_of(*above.transform), place.parent);
            at = scene.entities[at].parent_entity;
        }
        place.own = multiply(place.parent, frame_of(*drawn.transform));
        const Affine2& m = place.own;
        if (!std::isfinite(m.a + m.b + m.c + m.d + m.tx + m.ty)) return std::nullopt;
        return place;
    }
    return std::nullopt;
}

Vec2 to_scene(const Affine2& m, Vec2 p) noexcept {
    return {m.a * p.x + m.c * p.y + m.tx, m.b * p.x + m.d * p.y + m.ty};
}

record::Transform2D drag_on_board(const BoardPlace& place, const BoardDrag& drag) {
    record::Transform2D out = place.transform;
    const Vec2 pivot{place.own.tx, place.own.ty};
    const Vec2 from{drag.from.x - pivot.x, drag.from.y - pivot.y};
    const Vec2 to{drag.to.x - pivot.x, drag.to.y - pivot.y};
    if (!std::isfinite(from.x + from.y + to.x + to.y)) return out;
    switch (drag.kind) {
        case BoardDragKind::move:
            if (const auto by = into(place.parent, {to.x - from.x, to.y - from.y})) {
                out.position[0] += by->x;
                out.position[1] += by->y;
            }
            break;
        case BoardDragKind::rotate: {
            float by = std::atan2(to.y, to.x) - std::atan2(from.y, from.x);
            if (by > kPi) by -= 2.0f * kPi;
            if (by < -kPi) by += 2.0f * kPi;
            if (determinant(place.parent) < 0.0f) by = -by;  // A mirrored parent turns back.
            out.angle_rad += by;
            if (drag.even) out.angle_rad = kTurn * std::round(out.angle_rad / kTurn);
            break;
        }
        case BoardDragKind::scale: {
            const auto a = into(place.own, from), b = into(place.own, to);
            if (!a || !b) break;
            Vec2 by{drag.x ? ratio(b->x, a->x) : 1.0f, drag.y ? ratio(b->y, a->y) : 1.0f};
            if (drag.even && drag.x && drag.y) {
                const float length = a->x * a->x + a->y * a->y;
                const float both = length > 1e-6f ? (a->x * b->x + a->y * b->y) / length : 1.0f;
                by = {both, both};
            }
            out.scale[0] *= by.x;
            out.scale[1] *= by.y;
            break;
        }
    }
    return out;
}

}  // namespace motus::render
