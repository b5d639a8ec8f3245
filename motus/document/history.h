// motus/document/history.h - steps that can be undone and redone, within a memory bound.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/document/command.h>

#include <deque>
#include <string>

namespace motus {

/// What one undo takes back.
struct UndoStep {
    std::string name;
    std::uint64_t merge_key = 0;
    std::uint64_t state = 0;  ///< Names the document's content after this step.
    std::vector<Command> commands;
    std::size_t bytes = 0;
};

/// The recorder of steps. Steps before `position()` are done, those from it on are undone.
class History {
  public:
    explicit History(std::size_t byte_bound) noexcept : bound_(byte_bound) {}

    [[nodiscard]] std::size_t size() const noexcept { return steps_.size(); }
    [[nodiscard]] std::size_t position() const noexcept { return position_; }
    [[nodiscard]] const UndoStep& operator[](std::size_t index) const { return steps_[index]; }
    [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }
    [[nodiscard]] std::size_t byte_bound() const noexcept { return bound_; }
    /// Names the present content; the same again after undo and redo.
    [[nodiscard]] std::uint64_t state() const noexcept {
        return position_ == 0 ? base_state_ : steps_[position_ - 1].state;
    }

    /// Appends a step, or makes it part of the last one where both have the same merge key (not
    /// 0), nothing was undone in between and the last one is not sealed. What was undone is
    /// forgotten; the oldest steps are forgotten while the bound is exceeded, except the last.
    void push(UndoStep step);
    /// Ends merging: the next step is a new one whatever its key. The end of a drag.
    void seal() noexcept { sealed_ = true; }

    /// The step to undo or redo next; null where there is none. move_* then says it was done.
    [[nodiscard]] UndoStep* undo_step() noexcept;
    [[nodiscard]] UndoStep* redo_step() noexcept;
    void moved_back();
    void moved_forward();

    void clear();
    /// Forgets what was undone.
    void forget_undone();
    /// While held, nothing is forgotten for the bound's sake.
    void hold(bool held);

  private:
    [[nodiscard]] bool merges(const UndoStep& step) const noexcept;
    void measure(UndoStep& step);
    void forget_oldest();

    std::deque<UndoStep> steps_;
    std::size_t position_ = 0, bytes_ = 0, bound_;
    std::uint64_t base_state_ = 0, last_state_ = 0;
    bool sealed_ = false, held_ = false;
};

}  // namespace motus
