// motus/document/auto_key.h - recording: changing a property at the playhead writes its key.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/document/document.h>

namespace motus {

/// A listener that, while on, writes or updates a key for every animatable property of a component
/// (or of an item in one) that a step sets, at the playhead of the current timeline, also to the
/// authored value: a track may show another one there. The key is part of that step, so one undo
/// takes back both, and automatic tangents around it are computed anew. The property keeps its new
/// authored value too.
/// Undo and redo write no keys.
class AutoKey final : public CommandListener {
  public:
    /// Records into the timeline with that id, at `frame` (in frames of its key rate).
    void start(std::uint64_t timeline, std::int64_t frame) noexcept {
        timeline_ = timeline;
        frame_ = frame;
    }
    void move_playhead(std::int64_t frame) noexcept { frame_ = frame; }
    void stop() noexcept { timeline_ = 0; }
    [[nodiscard]] bool is_on() const noexcept { return timeline_ != 0; }

    void on_step(Document& document, const StepInfo& info) override;

  private:
    std::uint64_t timeline_ = 0;
    std::int64_t frame_ = 0;
};

}  // namespace motus
