// motus/document/operation.h - one operation of a JSON patch, done or written.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/document/document.h>

namespace motus {

/// Does one operation, {"op": ..., "path": ...}, in the step that is open. Where it fails, the
/// step is to be given up. `Error::place` is the operation's path.
Result<Done> run_operation(Document& document, const Json& operation);

/// The operation that does again what `event` did, as one line of JSON. Called from on_change.
[[nodiscard]] std::string operation_of(const Document& document, const ChangeEvent& event);

}  // namespace motus
