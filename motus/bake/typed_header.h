// motus/bake/typed_header.h - source text that names a document's machines: typos do not compile.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/document/document.h>

#include <string>
#include <string_view>

namespace motus {

/// A C++ header with a struct per machine, in namespace `machines`: a typed Parameter per variable,
/// an enum per enum variable, and the hashes of states and events. It is made of an Animator.
/// `title` names where it came from.
///
/// Names that are no identifiers are made into some: "walk speed" is walk_speed, "class" is class_,
/// a second one of the same name gets a number. Same document, same text.
[[nodiscard]] std::string cpp_header(const Document& document, std::string_view title);

/// The same for TypeScript: a class per machine with a setter per variable.
[[nodiscard]] std::string typescript_header(const Document& document, std::string_view title);

}  // namespace motus
