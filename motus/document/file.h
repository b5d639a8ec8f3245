// motus/document/file.h - .motus files: text to document and back, open and save.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/asset/lock.h>
#include <motus/core/diagnostics.h>
#include <motus/document/journal.h>
#include <motus/document/new_document.h>

#include <filesystem>
#include <istream>

namespace motus {

/// The canonical text: JSON with two spaces per level, keys in the order of the schema, defaults
/// left out, a line feed at the end. Authored values only. Same document, same bytes.
[[nodiscard]] std::string write_document(const Document& document);

/// A document from its text, of this or an older version. Every fault is put into `diagnostics`
/// with a JSON pointer (syntax faults: line and column), and the first is the error. Unknown
/// members are kept. Codes: "json-syntax", "document-version", those of object_json.
[[nodiscard]] Result<std::unique_ptr<Document>> read_document(
    std::string_view text, Diagnostics& diagnostics, const DocumentOptions& options = {},
    const Schema& schema = document_schema());

/// The content of a file. Code: "file-read"; the error says why, not which file.
[[nodiscard]] Result<std::string> read_text_file(const std::filesystem::path& path);

/// The rest of a stream. One that does not end by itself, a pipe or a device, is refused beyond
/// 64 MiB. Code: "file-read".
[[nodiscard]] Result<std::string> read_text_stream(std::istream& in, bool ends);

/// Saves by writing beside, fsync and rename: a crash leaves the old file or the new one. Marks
/// the document as saved. Returns the bytes written. `held` as for write_file_atomic. Codes:
/// "file-write", "in-callback", "step-open"; the error does not say which file.
Result<std::size_t> save_document(Document& document, const std::filesystem::path& path,
                                  FileLock* held = nullptr);

/// What `DocumentFile::save` does about a file that somebody has written meanwhile, who does not
/// ask for locks.
enum class IfChanged : bool { refuse, replace };

/// A document with its file and the journal beside it, `name.motus.journal`.
///
/// While it lives the file is locked, as `motus edit` and the studio do it: two programs do not
/// edit it at a time. New ids differ from those of any other program, unless `id_seed` is given.
/// Every step is in the journal and on the disk before the edit is acknowledged; so what was
/// acknowledged survives a crash, and `open` brings it back on top of the saved file.
class DocumentFile {
  public:
    /// Reads the file and, where there is a journal that belongs to it, the edits that were not
    /// saved; `recovered_steps` says how many. A journal line that was cut off is left out; one
    /// that cannot be applied ends the recovery with a warning. What is left of a journal then, or
    /// one of another text, is kept as `name.motus.journal.old`. Where another program has the file
    /// for more than a second: "file-locked".
    [[nodiscard]] static Result<std::unique_ptr<DocumentFile>> open(
        const std::filesystem::path& path, Diagnostics& diagnostics,
        const DocumentOptions& options = {}, const Schema& schema = document_schema());
    /// A new document that is saved to `path` at once. What the journal of a file that was there
    /// has of steps is kept as above.
    [[nodiscard]] static Result<std::unique_ptr<DocumentFile>> create(
        const std::filesystem::path& path, std::unique_ptr<Document> document);
    ~DocumentFile();

    [[nodiscard]] Document& document() noexcept { return *document_; }
    [[nodiscard]] std::size_t recovered_steps() const noexcept { return recovered_; }
    /// Saves the document and starts the journal anew. Codes: "file-write", "file-changed" where
    /// the file is not as it was read or saved last, "in-callback" in a callback of a listener,
    /// "step-open" while a step is open.
    Result<std::size_t> save(IfChanged changed = IfChanged::refuse);

  private:
    DocumentFile(std::filesystem::path path, std::unique_ptr<Document> document);
    Result<Done> take_journal(Result<std::unique_ptr<Journal>> journal);
    [[nodiscard]] Result<std::size_t> write();
    [[nodiscard]] bool is_changed() const;

    std::filesystem::path path_;
    FileLock lock_;
    std::uint64_t saved_ = 0;  ///< Checksum of the text in the file.
    std::unique_ptr<Document> document_;
    std::unique_ptr<Journal> journal_;
    std::size_t recovered_ = 0;
};

}  // namespace motus
