// motus/render/board_player.h - a 2D scene that moves: a timeline writes a copy of it.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/render/board.h>
#include <motus/timeline/evaluate.h>
#include <motus/timeline/scene.h>

#include <vector>

namespace motus::render {

/// One instance of a scene. Allocates when made, never after. It stays where it is.
class BoardPlayer {
  public:
    /// Both must have passed check(), and what they look at must outlive it.
    BoardPlayer(const Timelines& timelines, const SceneRecords& scene);
    BoardPlayer(const BoardPlayer&) = delete;
    BoardPlayer& operator=(const BoardPlayer&) = delete;

    /// One timeline at a time of its own; then what follows from it by property bindings. What it
    /// does not animate is as authored. `missing` for a timeline that is not there.
    Status show(std::uint32_t timeline, Ticks time);

    /// The scene as it is now: for draw_board.
    [[nodiscard]] SceneRecords scene() const noexcept { return now_.records(); }

  private:
    SceneBuffer now_;
    TimelineIndex index_;
    std::vector<BoundProperty> bound_;
    std::vector<PropertyValue> base_, values_;
    std::vector<std::uint8_t> written_;
};

/// Time of a timeline at `time` since its film began: folded into a loop, held at the ends of
/// what ends, there and back for a ping-pong.
[[nodiscard]] Ticks film_time(const record::AnimationTimeline& timeline, Ticks time) noexcept;

}  // namespace motus::render
