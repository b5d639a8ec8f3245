// tools/motus/document_input.h - documents on the command line, and the files they refer to.
// Room: tools. Includes document, asset. Included by verbs that take documents.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/asset/asset.h>
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
/// reads what was saved. Nothing is left behind; a file that is not there is not held.
class DocumentLock {
  public:
    explicit DocumentLock(const std::string& file);
    ~DocumentLock();
    DocumentLock(const DocumentLock&) = delete;
    DocumentLock& operator=(const DocumentLock&) = delete;
    /// Somebody who does not wait has written it since.
    [[nodiscard]] bool changed() const;

  private:
    std::string path_, read_;
    int file_ = -1;
};

/// A document to be changed and saved again, with what its journal has of unsaved edits. `with` is
/// what it will be changed by: new ids follow from both. Throws an InputFault.
[[nodiscard]] std::unique_ptr<Document> load_to_edit(const std::string& file,
                                                     std::string_view with);

/// Saves whole or not at all; returns the bytes. `lock`, where `file` was read itself: it must be
/// as it was. Throws an InputFault.
std::uint64_t save_edited(Document& document, const std::string& file,
                          const DocumentLock* lock = nullptr);

/// Importer of sources that are glTF files.
inline constexpr const char* kGltfImporter = "gltf";

/// `file` as a document in `document_file` refers to it: relative, with '/'.
[[nodiscard]] std::string relative_path(const std::string& file, const std::string& document_file);

}  // namespace motus::tool
