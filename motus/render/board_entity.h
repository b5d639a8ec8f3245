// motus/render/board_entity.h - one entity of a 2D scene, in its own frame.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/render/board.h>

namespace motus::render {

/// The components of an entity that are drawn; null where it has none.
struct Drawn {
    const record::Transform2D* transform = nullptr;
    const record::Fill* fill = nullptr;
    const record::Paint* paint = nullptr;
    const record::Text* text = nullptr;
};

[[nodiscard]] Drawn drawn_of(const SceneRecords& scene, const record::Entity& entity);
/// From the entity's own frame to its parent's. Not finite where its numbers are not.
[[nodiscard]] Affine2 frame_of(const record::Transform2D& transform);

/// The box in the entity's own frame: the pivot is its origin.
[[nodiscard]] Box2 box_of(const record::Transform2D& transform) noexcept;

/// Adds shadows, fill, paint and text. There is a transform.
void draw_entity(Canvas& canvas, const SceneRecords& scene, const Names& names, const Drawn& drawn);

}  // namespace motus::render
