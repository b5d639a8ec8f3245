// tests/document/validate_plants.h - a sound document, and edits that each make one fault.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/diagnostics.h>
#include <motus/document/document.h>

#include <memory>
#include <string>
#include <vector>

namespace motus::test {

/// The graph of the sound document's machine.
inline const std::string kGraph = "/library/machines/@40/machine/layers/@50/graph";

[[nodiscard]] std::unique_ptr<Document> sound();
[[nodiscard]] std::vector<Fault> faults_of(const Document& document);
/// One fault per line, for messages.
[[nodiscard]] std::string listed(const std::vector<Fault>& faults);

/// One edit of the sound document, and the one fault that it makes.
struct Plant {
    const char* name;
    std::string operations;  ///< Without the outer brackets.
    Severity severity;
    std::string code;
    std::string path;
};

[[nodiscard]] std::vector<Plant> plants();

}  // namespace motus::test
