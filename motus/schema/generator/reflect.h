// motus/schema/generator/reflect.h - what flatc's reflection says of a declaration.
// SPDX-License-Identifier: MIT
#pragma once

#include "model.h"

#include <flatbuffers/reflection_generated.h>

namespace motus::schemagen {

/// Its text; empty where it has none.
template <typename Declared>
std::string attribute(const Declared& declared, const char* key) {
    if (declared.attributes() == nullptr) return {};
    const auto* at = declared.attributes()->LookupByKey(key);
    return at != nullptr && at->value() != nullptr ? at->value()->str() : std::string();
}

template <typename Declared>
bool has(const Declared& declared, const char* key) {
    return declared.attributes() != nullptr && declared.attributes()->LookupByKey(key) != nullptr;
}

template <typename Declared>
std::vector<std::string> help_of(const Declared& declared) {
    std::vector<std::string> lines;
    if (declared.documentation() == nullptr) return lines;
    for (const auto* line : *declared.documentation()) {
        std::string text = line->str();
        text.erase(0, text.find_first_not_of(' '));
        lines.push_back(text);
    }
    return lines;
}

/// "motus.doc.Clip": "Clip".
inline std::string last_name(const std::string& full) {
    return full.substr(full.rfind('.') + 1);
}

/// Sets the kind of a field, its default, and the types it holds. What is wrong with it is appended
/// to `faults`, with its `place`.
void read_kind(const reflection::Schema& schema, const reflection::Field& field,
               const std::string& place, Field& out, std::vector<std::string>& faults);

}  // namespace motus::schemagen
