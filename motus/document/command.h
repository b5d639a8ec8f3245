// motus/document/command.h - the five things that can happen to a document, and who is told.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/result.h>
#include <motus/document/object.h>

#include <span>
#include <utility>

namespace motus {

class Document;

/// The value of a Result that has nothing to tell.
struct Done {};

/// One elementary change. A removed object stays inside the command, so that undo brings back the
/// very same object with its handle.
struct Command {
    enum class Kind : std::uint8_t { set, insert, remove, move, unknown };

    Kind kind = Kind::set;
    Handle object = Handle::none;     ///< Owner of the property.
    std::uint16_t property = 0;       ///< Its number.
    std::uint32_t index = 0;          ///< Of the child; for a move, where it was.
    Handle to_object = Handle::none;  ///< For a move: where it goes,
    std::uint16_t to_property = 0;
    std::uint32_t to_index = 0;        ///< counted after it was taken out.
    Handle child = Handle::none;       ///< Inserted, removed or moved.
    Value before, after;               ///< For set.
    std::unique_ptr<Object> detached;  ///< The child, while it is not in the document.
    /// For unknown: the members that the object does not have now.
    std::unique_ptr<std::vector<UnknownField>> unknown;

    [[nodiscard]] std::size_t memory() const;
};

/// What made a change.
enum class Origin : std::uint8_t {
    edit,
    undo,
    redo,
    rollback,  ///< Takes back what a failed step had done.
    preview,   ///< Shown, not meant: reaches neither undo nor disk.
    flush,     ///< A computed field or a binding followed.
};

/// Told to listeners after a change was made. Backward: the command was taken back.
struct ChangeEvent {
    const Command& command;
    bool backward = false;
    Origin origin = Origin::edit;
};

/// A step that is about to be acknowledged.
struct StepInfo {
    std::string_view name;
    Origin origin = Origin::edit;  ///< edit, undo or redo.
    std::span<const Command> commands;
    /// Properties that were set to the value they had: no command, though somebody meant it.
    std::span<const std::pair<Handle, std::uint16_t>> confirmed{};
};

/// Hears of changes. Listeners are called in the order they were added. In every callback listeners
/// may be added, who hear of what comes next, and removed, who hear of nothing more; previews may
/// be set and dropped, and the document written. Only `on_step` may edit, and nobody may undo or
/// save: that is refused with "in-callback", in `on_step` a save with "step-open" while an undo
/// does nothing, and the step goes on without it.
class CommandListener {
  public:
    virtual ~CommandListener() = default;
    /// After each elementary change. Must not edit.
    virtual void on_change(const Document&, const ChangeEvent&) {}
    /// Origin edit only, before the step is closed: may add commands to it. Also of a step that has
    /// none, where it confirmed something.
    virtual void on_step(Document&, const StepInfo&) {}
    /// After flush, before the step is acknowledged. An error takes the whole step back.
    virtual Result<Done> on_commit(const Document&, const StepInfo&) { return Done{}; }
    /// The step failed and was taken back.
    virtual void on_rollback(const Document&) {}
};

/// "in-callback": what a listener may not do inside a callback.
[[nodiscard]] Error refused_in_callback();

}  // namespace motus
