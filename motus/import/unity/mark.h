// motus/import/unity/mark.h - notes in a document where it came from, and what it was then.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/document/document.h>

#include <string>

namespace motus::unity {

/// The annotation's name, and that of its field that holds the content_hash.
inline constexpr const char* kImportMark = "unity.import";
inline constexpr const char* kImportContent = "content";

/// What a document is, as a number: the checksum of its canonical text, 16 hexadecimal digits.
[[nodiscard]] std::string content_hash(const Document& document);

/// Notes in the document that it was imported from `source`, and what it is then: whoever imports
/// over it again can tell whether it was changed since. It is no step that can be undone.
[[nodiscard]] Result<Done> mark_import(Document& document, const std::string& source);

}  // namespace motus::unity
