// motus/session/fixes.h - what would mend a fault of a document, where that is obvious.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/diagnostics.h>
#include <motus/document/document.h>

#include <optional>
#include <string>

namespace motus {

/// One step that mends a fault.
struct Fix {
    std::string title;       ///< For people, and the name of the step: "Delete the transition".
    std::string operations;  ///< A list for apply_patch_step.
};

/// The obvious way to mend `fault`, which validate() found in this document as it is; nothing where
/// there are several good ones, or none. What it does takes the fault away, and is one step.
[[nodiscard]] std::optional<Fix> fix_of(const Document& document, const Fault& fault);

}  // namespace motus
