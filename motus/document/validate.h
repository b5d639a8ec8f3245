// motus/document/validate.h - everything that is wrong with a document, each with its path.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/diagnostics.h>
#include <motus/document/document.h>

namespace motus {

/// Puts every fault of a document into `diagnostics`, in the order of the file: parents before what
/// they hold. `Fault::path` is a JSON pointer as pointer_to gives it, so that a patch or a studio
/// can go there. Authored values count, whatever previews show. The document is not changed.
///
/// An error is what cannot be baked, or would play differently from what it says; a warning is
/// what plays, though probably not as meant. Codes, stable: docs/document.md has the table.
///
/// Cost: one walk over the objects, near 50 ms for 1,000 states, 5,000 transitions and 100,000
/// keys. Documents of another root than ours have their values, ids and references checked.
void validate(const Document& document, Diagnostics& diagnostics);

/// For importers: the errors that validate finds, as warnings of the same codes and paths, so that
/// no import that cannot be baked passes for a good one. The first hundred.
void warn_of_errors(const Document& document, Diagnostics& diagnostics);

}  // namespace motus
