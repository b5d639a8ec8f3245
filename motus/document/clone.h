// motus/document/clone.h - copies of objects, for duplicate, copy and paste.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/document/document.h>

namespace motus {

/// A copy of `object` and all it owns, ids included. It is in no document.
[[nodiscard]] std::unique_ptr<Object> clone_object(const Object& object);
/// The same of an object of `document`, with its authored values: what a preview or a binding shows
/// is not copied.
[[nodiscard]] std::unique_ptr<Object> clone_authored(const Document& document,
                                                     const Object& object);

/// Gives everything in `tree`, which is in no document, new ids of `document`, and makes
/// references inside it follow: a copied transition leads to the copied state.
void renew_ids(Document& document, Object& tree);

}  // namespace motus
