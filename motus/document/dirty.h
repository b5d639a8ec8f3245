// motus/document/dirty.h - which objects changed since somebody last asked.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/document/command.h>

namespace motus {

/// A listener that collects what is to be baked or drawn anew. Previews and what follows from
/// edits count too.
class DirtyTracker final : public CommandListener {
  public:
    struct Changes {
        /// Objects with a new value or a new list of children, ascending, each once. Some may not
        /// be in the document any more.
        std::vector<Handle> objects;
        bool structure = false;  ///< Something was inserted, removed or moved.
        bool authored = false;   ///< Something that a file would show.
        [[nodiscard]] bool empty() const noexcept { return objects.empty(); }
    };

    /// What changed since the last call.
    [[nodiscard]] Changes take();

    void on_change(const Document& document, const ChangeEvent& event) override;

  private:
    Changes changes_;
};

}  // namespace motus
