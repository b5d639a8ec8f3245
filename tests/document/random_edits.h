// tests/document/random_edits.h - edits of every kind at random places, through the tables.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/document/document.h>
#include <tests/support/random.h>

namespace motus::test {

/// One random edit: sets any property, or inserts, removes or moves any child. Some fail, as they
/// would for a user; then nothing changes.
void random_edit(Document& document, Random& random);

/// A value that the property can hold, often an unusual one.
[[nodiscard]] Value random_value(const Document& document, const PropertyInfo& property,
                                 Random& random);

}  // namespace motus::test
