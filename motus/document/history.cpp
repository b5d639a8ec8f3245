// SPDX-License-Identifier: MIT
#include <motus/document/history.h>

#include <algorithm>

namespace motus {

std::size_t Command::memory() const {
    std::size_t bytes = sizeof(Command) + before.heap_bytes() + after.heap_bytes();
    if (detached != nullptr) bytes += memory_of(*detached);
    if (unknown != nullptr) bytes += memory_of(*unknown);
    return bytes;
}

namespace {

/// Adds `command` to `commands`. A property that is set again only changes the value it ends with;
/// sets commute with each other, so it need not be the last command, but nothing else may have
/// happened since.
void append_merged(std::vector<Command>& commands, Command command) {
    if (command.kind == Command::Kind::set) {
        for (std::size_t i = commands.size(); i-- > 0;) {
            Command& earlier = commands[i];
            if (earlier.kind != Command::Kind::set) break;
            if (earlier.object == command.object && earlier.property == command.property) {
                earlier.after = std::move(command.after);
                return;
            }
        }
    }
    commands.push_back(std::move(command));
}

}  // namespace

bool History::merges(const UndoStep& step) const noexcept {
    return step.merge_key != 0 && !sealed_ && position_ != 0 && position_ == steps_.size() &&
           steps_.back().merge_key == step.merge_key;
}

void History::measure(UndoStep& step) {
    bytes_ -= step.bytes;
    step.bytes = sizeof(UndoStep) + step.name.capacity();
    for (const Command& command : step.commands)
        step.bytes += command.memory();
    bytes_ += step.bytes;
}

void History::push(UndoStep step) {
    step.state = ++last_state_;
    step.bytes = 0;
    if (merges(step)) {
        UndoStep& last = steps_.back();
        for (Command& command : step.commands)
            append_merged(last.commands, std::move(command));
        last.state = step.state;
        measure(last);
    } else {
        forget_undone();
        steps_.push_back(std::move(step));
        measure(steps_.back());
        position_ = steps_.size();
    }
    sealed_ = false;
    forget_oldest();
}

void History::forget_oldest() {
    while (!held_ && bytes_ > bound_ && steps_.size() > 1 && position_ > 1) {
        base_state_ = steps_.front().state;
        bytes_ -= steps_.front().bytes;
        steps_.pop_front();
        --position_;
    }
}

UndoStep* History::undo_step() noexcept {
    return position_ > 0 ? &steps_[position_ - 1] : nullptr;
}

UndoStep* History::redo_step() noexcept {
    return position_ < steps_.size() ? &steps_[position_] : nullptr;
}

// What is outside the document is held by the commands, so a step's memory changes with its side.
void History::moved_back() {
    measure(steps_[--position_]);
    sealed_ = true;
}

void History::moved_forward() {
    measure(steps_[position_++]);
    sealed_ = true;
}

void History::forget_undone() {
    while (steps_.size() > position_) {
        bytes_ -= steps_.back().bytes;
        steps_.pop_back();
    }
}

void History::hold(bool held) {
    held_ = held;
    forget_oldest();
}

void History::clear() {
    base_state_ = state();
    steps_.clear();
    position_ = 0;
    bytes_ = 0;
    sealed_ = true;
}

}  // namespace motus
