// motus/document/new_document.h - documents of our own schema, with its computed fields.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/document/document.h>
#include <motus/document/model.h>

namespace motus {

/// The schema of .motus files. A host that has components of its own makes a Schema with
/// `doc::schema_types()` and its own types instead.
[[nodiscard]] const Schema& document_schema();

/// An empty document.
[[nodiscard]] std::unique_ptr<Document> new_document(const DocumentOptions& options = {},
                                                     const Schema& schema = document_schema());
/// One around a tree that was read; its root is a doc::Document.
[[nodiscard]] std::unique_ptr<Document> new_document(std::unique_ptr<Object> root,
                                                     const DocumentOptions& options = {},
                                                     const Schema& schema = document_schema());

[[nodiscard]] inline const doc::Document& content(const Document& document) noexcept {
    return static_cast<const doc::Document&>(document.root());
}

}  // namespace motus
