// motus/render/board.h - a 2D scene as shapes on a Canvas: boxes, paint and text of its entities.
// SPDX-License-Identifier: MIT
//
// An entity with a Transform2D is a box of its size around its pivot, which stands at its position
// in the frame of its parent. Its Fill says the shape: corners of a radius; half the shorter side
// makes round ends, half the longer side or more an ellipse. From the bottom up: shadows of its
// Paint, the fill, the other layers, its Text, then its children. Of siblings the one with more
// depth comes first, else the order of the file counts. Opacity and visibility of a fill are those
// of its shape with all paint; a hidden entity hides what hangs on it.
#pragma once

#include <motus/core/names.h>
#include <motus/render/canvas.h>
#include <motus/timeline/read_timelines.h>

#include <cstdint>
#include <vector>

namespace motus::render {

/// Pixels of the scene, y down.
struct Box2 {
    float x = 0.0f, y = 0.0f, width = 0.0f, height = 0.0f;
};

/// What a picture of the scene shows: the first entity without a parent, where the middle of every
/// other lies inside it (a backdrop); else everything, with a margin. Empty where nothing is drawn.
[[nodiscard]] Box2 board_box(const SceneRecords& scene);

/// From pixels of the scene to those of a picture's part, as large as fits, in its middle.
[[nodiscard]] Affine2 fit_board(const Box2& board, const Box2& into) noexcept;

/// Indices of the entities whose box holds a point of the scene, topmost first. What is not drawn
/// does not count: it is hidden, or has neither fill, paint nor text.
[[nodiscard]] std::vector<std::uint32_t> entities_at(const SceneRecords& scene, Vec2 point);

/// Adds the scene to `canvas`, through the transform and with the opacity it has. Texts are looked
/// up in `names`; one that is not there is left out. `scene` must have passed check(). Numbers that
/// are not finite leave out what they belong to.
void draw_board(Canvas& canvas, const SceneRecords& scene, const Names& names);

}  // namespace motus::render
