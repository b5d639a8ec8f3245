// motus/bake/typed_names.h - names of a document as identifiers of a program.
// SPDX-License-Identifier: MIT
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace motus::detail {

/// Identifiers of one scope: each is given once, and none is a word of C++ or TypeScript.
class Scope {
  public:
    explicit Scope(std::set<std::string> taken = {}) : taken_(std::move(taken)) {}

    [[nodiscard]] std::string name(std::string_view text);
    /// In PascalCase.
    [[nodiscard]] std::string type(std::string_view text);
    /// An identifier as it is, or with a number where it is taken.
    [[nodiscard]] std::string unique(std::string id);

  private:
    std::set<std::string> taken_;
};

/// Text between quotes, for both languages.
[[nodiscard]] std::string quoted_text(std::string_view text);

/// Text of a comment: one line, whatever it holds.
[[nodiscard]] std::string plain_text(std::string_view text);

}  // namespace motus::detail
