// motus/render/board.cpp - walks the entities of a 2D scene, parents first.
// SPDX-License-Identifier: MIT
#include "board_entity.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace motus::render {
namespace {

constexpr std::uint32_t kMaxDepth = 64;  // A file's parents may be any number deep.
constexpr float kMargin = 0.06f;         // Of the larger side, where there is no backdrop.

bool finite(const Affine2& m) {
    return std::isfinite(m.a + m.b + m.c + m.d + m.tx + m.ty);
}

/// Calls `visit(entity, components, frame)` for all that is visible, in the order of painting.
class Walk {
  public:
    explicit Walk(const SceneRecords& scene) : scene_(scene) {
        for (std::uint32_t i = 0; i < scene.entities.size(); ++i) {
            const Drawn drawn = drawn_of(scene, scene.entities[i]);
            const float depth = drawn.transform ? drawn.transform->depth : 0.0f;
            children_.push_back(
                {scene.entities[i].parent_entity, std::isfinite(depth) ? depth : 0.0f, i});
        }
        std::stable_sort(children_.begin(), children_.end(), [](const Child& a, const Child& b) {
            return a.parent != b.parent ? a.parent < b.parent : a.depth > b.depth;
        });
    }

    template <class Visit>
    void run(const Visit& visit, std::uint32_t parent = kNoRecord, const Affine2& frame = {},
             std::uint32_t level = 0) const {
        const auto [first, last] =
            std::equal_range(children_.begin(), children_.end(), Child{parent, 0.0f, 0},
                             [](const Child& a, const Child& b) { return a.parent < b.parent; });
        for (auto child = first; child != last && level < kMaxDepth; ++child) {
            const record::Entity& entity = scene_.entities[child->entity];
            if (!entity.visible) continue;
            const Drawn drawn = drawn_of(scene_, entity);
            Affine2 own = frame;
            if (drawn.transform) own = multiply(frame, frame_of(*drawn.transform));
            if (!finite(own)) continue;
            if (drawn.transform) visit(child->entity, drawn, own);
            run(visit, child->entity, own, level + 1);
        }
    }

  private:
    struct Child {
        std::uint32_t parent;
        float depth;
        std::uint32_t entity;
    };
    const SceneRecords& scene_;
    std::vector<Child> children_;
};

}  // namespace

Box2 board_box(const SceneRecords& scene) {
    struct Seen {
        Box2 box;
        bool root;
    };
    std::vector<Seen> seen;
    Walk(scene).run([&](std::uint32_t entity, const Drawn& drawn, const Affine2& m) {
        if (!drawn.fill && !drawn.paint && !drawn.text) return;
        const Box2 own = box_of(*drawn.transform);
        float lo[2] = {INFINITY, INFINITY}, hi[2] = {-INFINITY, -INFINITY};
        for (int corner = 0; corner < 4; ++corner) {
            const float x = own.x + (corner & 1 ? own.width : 0.0f);
            const float y = own.y + (corner & 2 ? own.height : 0.0f);
            const float at[2] = {m.a * x + m.c * y + m.tx, m.b * x + m.d * y + m.ty};
            for (int i = 0; i < 2; ++i) {
                lo[i] = std::min(lo[i], at[i]);
                hi[i] = std::max(hi[i], at[i]);
            }
        }
        const Box2 box{lo[0], lo[1], hi[0] - lo[0], hi[1] - lo[1]};
        if (!(box.width > 0.0f) || !(box.height > 0.0f)) return;
        if (!std::isfinite(box.x + box.y + box.width + box.height)) return;
        seen.push_back({box, scene.entities[entity].parent_entity == kNoRecord});
    });
    if (seen.empty()) return {};
    const Box2& first = seen[0].box;
    const bool backdrop =
        seen[0].root && std::all_of(seen.begin(), seen.end(), [&](const Seen& other) {
            const float x = other.box.x + 0.5f * other.box.width - first.x;
            const float y = other.box.y + 0.5f * other.box.height - first.y;
            return x >= 0.0f && x <= first.width && y >= 0.0f && y <= first.height;
        });
    if (backdrop && seen.size() > 1) return first;
    float right = first.x + first.width, bottom = first.y + first.height;
    Box2 all = first;
    for (const Seen& other : seen) {
        all.x = std::min(all.x, other.box.x);
        all.y = std::min(all.y, other.box.y);
        right = std::max(right, other.box.x + other.box.width);
        bottom = std::max(bottom, other.box.y + other.box.height);
    }
    const float margin = kMargin * std::max(right - all.x, bottom - all.y);
    return {all.x - margin, all.y - margin, right - all.x + 2.0f * margin,
            bottom - all.y + 2.0f * margin};
}

Affine2 fit_board(const Box2& board, const Box2& into) noexcept {
    if (!(board.width > 0.0f) || !(board.height > 0.0f)) return {};
    const float scale = std::min(into.width / board.width, into.height / board.height);
    return {scale,
            0.0f,
            0.0f,
            scale,
            into.x + 0.5f * (into.width - scale * board.width) - scale * board.x,
            into.y + 0.5f * (into.height - scale * board.height) - scale * board.y};
}

std::vector<std::uint32_t> entities_at(const SceneRecords& scene, Vec2 point) {
    std::vector<std::uint32_t> out;
    Walk(scene).run([&](std::uint32_t entity, const Drawn& drawn, const Affine2& m) {
        if (!drawn.fill && !drawn.paint && !drawn.text) return;
        if (drawn.fill && (!drawn.fill->visible || !(drawn.fill->opacity > 0.0f))) return;
        const float area = m.a * m.d - m.b * m.c;
        if (!(std::fabs(area) > 1e-12f)) return;
        const float dx = point.x - m.tx, dy = point.y - m.ty;
        const float x = (m.d * dx - m.c * dy) / area, y = (m.a * dy - m.b * dx) / area;
        const Box2 box = box_of(*drawn.transform);
        const bool inside =
            x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;
        if (inside) out.push_back(entity);
    });
    std::reverse(out.begin(), out.end());
    return out;
}

void draw_board(Canvas& canvas, const SceneRecords& scene, const Names& names) {
    const Affine2 before = canvas.transform();
    Walk(scene).run([&](std::uint32_t, const Drawn& drawn, const Affine2& frame) {
        canvas.set_transform(multiply(before, frame));
        draw_entity(canvas, scene, names, drawn);
    });
    canvas.set_transform(before);
}

}  // namespace motus::render
