// motus/render/board_player.h - a 2D scene that moves: timelines and machines write copies of it.
// Room: render. Includes board, timeline. Included by tools, studio.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/render/board.h>
#include <motus/timeline/evaluate.h>

#include <vector>

namespace motus::render {

/// Components of a scene that may change. Copy it to keep a moment.
struct BoardComponents {
    std::vector<record::Transform2D> transforms;
    std::vector<record::Fill> fills;
    std::vector<record::Paint> paints;
    std::vector<record::PaintLayer> layers;
    std::vector<record::Text> texts;

    /// `scene` with these in their places; valid as long as they stay where they are.
    [[nodiscard]] SceneRecords in(const SceneRecords& scene) const noexcept;
};

/// One instance of a scene. Allocates when made, never after. It stays where it is.
class BoardPlayer {
  public:
    /// Both must have passed check(), and what they look at must outlive it. `layers` of the
    /// machine that will play; 0 where there is none.
    BoardPlayer(const Timelines& timelines, const SceneRecords& scene, std::size_t layers = 0);
    BoardPlayer(const BoardPlayer&) = delete;
    BoardPlayer& operator=(const BoardPlayer&) = delete;

    /// One timeline at a time of its own; then what follows from it by property bindings. What it
    /// does not animate is as authored. `missing` for a timeline that is not there.
    Status show(std::uint32_t timeline, Ticks time);
    /// What a machine plays, after a tick by `dt_s`.
    Status show(const Playlist& playlist, float dt_s);

    [[nodiscard]] const BoardComponents& components() const noexcept { return now_; }
    /// The scene as it is now.
    [[nodiscard]] SceneRecords scene() const noexcept { return now_.in(scene_); }

  private:
    static void* find(void* user, const TargetQuery& query) noexcept;
    [[nodiscard]] void* find(const TargetQuery& query) noexcept;
    Status write();

    SceneRecords scene_;
    BoardComponents now_;
    TimelineIndex index_;
    std::vector<BoundProperty> bound_;
    std::vector<PropertyValue> base_, values_;
    std::vector<std::uint8_t> written_;
    PropertyWorkspace workspace_;
    std::vector<CarriedProperty> carried_;
    std::vector<CarriedLayer> layers_;
};

/// Time of a timeline at `time` since its film began: folded into a loop, held at the ends of
/// what ends, there and back for a ping-pong.
[[nodiscard]] Ticks film_time(const record::AnimationTimeline& timeline, Ticks time) noexcept;

}  // namespace motus::render
