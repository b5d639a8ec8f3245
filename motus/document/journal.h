// motus/document/journal.h - edits on the disk before they are acknowledged.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/diagnostics.h>
#include <motus/document/document.h>

#include <cstdint>
#include <filesystem>

namespace motus {

/// A file of lines. The first says which saved text it continues:
///     {"motus_journal": 1, "continues": "0123456789abcdef"}
/// Each other one is a step, with the operations that do it again (patch.h):
///     {"step": "Rename", "operations": [...]}
/// Undo and redo are steps like others. A line counts once its line feed is there.
class Journal final : public CommandListener {
  public:
    /// Makes the file anew: `keep_journal` before, where its steps are nowhere else. Code:
    /// "journal-write".
    [[nodiscard]] static Result<std::unique_ptr<Journal>> start(const std::filesystem::path& path,
                                                                std::string_view saved_text);
    /// Goes on behind the first `bytes` of the file; what follows them is cut off.
    [[nodiscard]] static Result<std::unique_ptr<Journal>> resume(const std::filesystem::path& path,
                                                                 std::size_t bytes);
    ~Journal() override;

    void on_change(const Document& document, const ChangeEvent& event) override;
    Result<Done> on_commit(const Document& document, const StepInfo& info) override;
    void on_rollback(const Document& document) override;

  private:
    explicit Journal(int file) noexcept : file_(file) {}
    Result<Done> append(const std::string& line);
    [[nodiscard]] Error take_back(std::int64_t start, const char* what) const;
    int file_;
    std::string pending_;  ///< Operations of the step that is under way.
};

/// The file of the journal of a document.
[[nodiscard]] std::filesystem::path journal_path(const std::filesystem::path& document);

struct JournalReplay {
    std::size_t steps = 0;
    std::size_t bytes = 0;  ///< Of the journal that were understood. 0: it continues another text.
    bool left = false;      ///< There are steps that were not replayed: `keep_journal`.
};

/// Applies the steps of `journal` (the content of the file) to a document that was read from
/// `saved_text`. What stops it before the end is a warning: "journal-line"; so is a journal with
/// steps that continue another text: "journal-other". A last line without its line feed is not,
/// since it was never acknowledged.
JournalReplay replay_journal(Document& document, std::string_view journal,
                             std::string_view saved_text, Diagnostics& diagnostics);

/// The text of a journal; empty where there is none. Code: "file-read", also for what is no plain
/// file: a pipe would be waited for.
[[nodiscard]] Result<std::string> read_journal(const std::filesystem::path& journal);

/// Copies a journal to `NAME.old` beside it, whole and on the disk, before it is cut, removed or
/// started anew: what was edited and could not be replayed is not thrown away. What was kept before
/// stays: then the copy is `NAME.old.2` and so on, the first of them that is free or has these
/// bytes. Gives back its name; empty where the journal has no step. Code: "journal-write".
Result<std::filesystem::path> keep_journal(const std::filesystem::path& journal);

}  // namespace motus
