// tools/motus/document_input.h - documents on the command line, and the files they refer to.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/asset/asset.h>
#include <motus/asset/lock.h>
#include <motus/core/diagnostics.h>
#include <motus/document/document.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace motus::tool {

/// The document of an embedded scene: `hero` or `card`; null for other names.
[[nodiscard]] std::unique_ptr<Document> embedded_document(const std::string& name);

/// By the ending, .motus; and `card`, the scene that is a document and nothing else.
[[nodiscard]] bool is_document_file(const std::string& file);

/// The document in a file; of the scenes `hero` and `card`, those embedded with them. Where an
/// error is returned, `diagnostics` may hold more than one. The journal of a studio is not looked
/// at.
[[nodiscard]] Result<std::unique_ptr<Document>> open_document(const std::string& file,
                                                              Diagnostics& diagnostics);

/// The same for verbs that cannot go on without: an error is thrown as an InputFault.
[[nodiscard]] std::unique_ptr<Document> load_document(const std::string& file,
                                                      Diagnostics& diagnostics);

/// What a Source of a document holds.
struct LoadedSource {
    std::uint64_t id = 0;
    Asset asset;
};

/// The files and scenes that a document in `file` refers to. One that cannot be read is left out.
/// Warnings at its path in the document: "source-file" for such a one, "source-changed" for one
/// that has changed since it was imported.
[[nodiscard]] std::vector<LoadedSource> load_sources(const Document& document,
                                                     const std::string& file,
                                                     Diagnostics& diagnostics);

/// Holds a document from before it is read until it is saved: whoever edits it too waits, and then
/// reads what was saved. Nothing is left behind; a file that is not there is not held. Where
/// another program keeps it for ten seconds, as one that has it open does: an InputFault.
class DocumentLock {
  public:
    explicit DocumentLock(const std::string& file);
    /// Somebody who does not wait has written it since.
    [[nodiscard]] bool changed() const;
    /// For what writes the file: the new one must be held before anybody sees it.
    [[nodiscard]] FileLock& held() noexcept { return lock_; }

  private:
    std::string path_, read_;
    FileLock lock_;
};

/// A document to be changed and saved again, with what its journal has of unsaved edits. `with` is
/// what it will be changed by: new ids follow from both. Throws an InputFault.
[[nodiscard]] std::unique_ptr<Document> load_to_edit(const std::string& file,
                                                     std::string_view with);

/// Saves whole or not at all; returns the bytes. `file` must be as it was when it was locked. What
/// its journal has of steps is in the document where `load_to_edit` read it, and else is kept
/// beside it. Throws an InputFault.
enum class JournalSteps : bool { in_document, not_in_document };
std::uint64_t save_edited(Document& document, const std::string& file, DocumentLock& lock,
                          JournalSteps steps);

/// `file` as a document in `document_file` refers to it: relative, with '/'.
[[nodiscard]] std::string relative_path(const std::string& file, const std::string& document_file);

}  // namespace motus::tool
