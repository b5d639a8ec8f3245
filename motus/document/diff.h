// motus/document/diff.h - the patch that turns one document into another.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/document/document.h>

namespace motus {

/// Operations (patch.h) that give `from` the content of `to`, as one list. Objects that have an id
/// are recognised by it, wherever they stand in their list, and only what differs in them is
/// changed, so that handles and running state survive; other items are compared place by place.
/// Both have the same type of root. Members that the schema does not know are left as they are.
[[nodiscard]] Json diff_documents(const Document& from, const Document& to);

}  // namespace motus
