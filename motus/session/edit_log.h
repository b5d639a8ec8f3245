// motus/session/edit_log.h - every step that a document took since it was opened, as operations.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/document/command.h>

#include <string>

namespace motus {

/// Listens to a document. Undo and redo are steps like others. What `motus edit --apply` does with
/// the text makes the same bytes of the same document: new objects have their ids in it.
class EditLog final : public CommandListener {
  public:
    void on_change(const Document& document, const ChangeEvent& event) override;
    Result<Done> on_commit(const Document& document, const StepInfo& info) override;
    void on_rollback(const Document&) override { pending_.clear(); }

    /// A list of lists of operations (patch.h).
    [[nodiscard]] std::string text() const { return "[" + steps_ + "]"; }
    void clear();

  private:
    std::string steps_, pending_;
};

}  // namespace motus
