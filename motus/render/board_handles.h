// motus/render/board_handles.h - moving, turning and scaling entities of a 2D scene by their
// handles.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/render/board.h>

#include <optional>

namespace motus::render {

/// Where an entity stands: what a drag starts from.
struct BoardPlace {
    Affine2 parent{};  ///< From its parent's frame to the scene.
    Affine2 own{};     ///< From its own frame, whose origin is the pivot, to the scene.
    Box2 box{};        ///< In its own frame.
    record::Transform2D transform{};
};

/// None where there is no such entity, it has no Transform2D, or its numbers are not finite.
[[nodiscard]] std::optional<BoardPlace> place_on_board(const SceneRecords& scene,
                                                       std::uint64_t entity);

/// A point of the place's own frame in pixels of the scene.
[[nodiscard]] Vec2 to_scene(const Affine2& frame, Vec2 point) noexcept;

enum class BoardDragKind : std::uint8_t { move, rotate, scale };

/// A drag from one point of the scene to another.
struct BoardDrag {
    BoardDragKind kind = BoardDragKind::move;
    Vec2 from{}, to{};
    bool x = true, y = true;  ///< Which axes a scale changes.
    bool even = false;        ///< A scale keeps the ratio; a turn goes in steps of 15 degrees.
};

/// The transform after the drag. Scales and turns happen about the pivot. What has no answer (a
/// handle on the pivot, a frame that is flat) leaves the transform as it was.
[[nodiscard]] record::Transform2D drag_on_board(const BoardPlace& place, const BoardDrag& drag);

}  // namespace motus::render
