// motus/document/patch.h - edits as JSON: RFC 6902 operations in, and commands written as them.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/document/document.h>

namespace motus {

/// Applies operations to the document: {"op": "add", "path": "/scene/entities/-", "value": {...}}.
/// Known: add, remove, replace, move, copy, test. An item of an array may be named `@ID`.
///
/// `operations` is a list. Each operation in it is an undo step of its own; a list inside the list
/// is one step. Where anything fails, the document is as it was. Returns the number of steps that
/// changed something. `Error::place` is the operation's place in the list and its path:
/// "[3][0] /scene/entities/@7". Codes: "bad-operation", "bad-path", "test-failed", those of
/// Document and of object_json.
///
/// Properties have their default where the file leaves them out: they can be tested, replaced
/// and, by remove, reset. An object without an id gets one; a copy gets new ones.
Result<std::size_t> apply_patch(Document& document, const Json& operations);

/// Applies a list as one step with a name.
Result<Done> apply_patch_step(Document& document, const Json& operations, std::string_view name);

}  // namespace motus
