// motus/bake/typed_machine.h - the machines of a document, with the identifiers their types get.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/document/document.h>
#include <motus/document/model.h>

#include <string>
#include <vector>

namespace motus::detail {

struct TypedChoice {
    std::string id;
    int value;
};

struct TypedVariable {
    std::string id, type, exported, name, description;  ///< `exported`: a type of TypeScript.
    doc::VariableKind kind;
    std::vector<TypedChoice> choices;
};

/// A state or an event.
struct TypedName {
    std::string id, name;
};

struct TypedMachine {
    std::string id, name;
    std::string state_type, event_type;  ///< Of TypeScript.
    std::vector<TypedVariable> variables;
    std::vector<TypedName> states, events;
};

[[nodiscard]] std::vector<TypedMachine> typed_machines(const Document& document);

}  // namespace motus::detail
