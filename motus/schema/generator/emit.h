// motus/schema/generator/emit.h - the files that are written from a schema.
// SPDX-License-Identifier: MIT
#pragma once

#include "model.h"

#include <map>
#include <utility>

#include <fmt/format.h>

namespace motus::schemagen {

/// Where the files go and what they are called.
struct Names {
    std::string room = "document";  ///< Module of the classes: motus/<room>/<stem>.h
    std::string stem = "model";
    std::string record_stem = "records";  ///< motus/<module>/<record_stem>.h
    std::string record_namespace = "motus::record";
    std::string typescript = "motus-schema";  ///< typescript/<typescript>.d.ts
};

/// Text that grows line by line.
class Text {
  public:
    template <typename... Args>
    Text& line(fmt::format_string<Args...> format, Args&&... args) {
        out_ += fmt::format(format, std::forward<Args>(args)...);
        out_ += '\n';
        return *this;
    }
    /// Every line of `help` behind `prefix`.
    Text& help(const char* prefix, const std::vector<std::string>& help) {
        for (const std::string& text : help)
            line("{}{}", prefix, text);
        return *this;
    }
    [[nodiscard]] const std::string& str() const { return out_; }

  private:
    std::string out_;
};

using Files = std::map<std::string, std::string>;  ///< Path below the output folder -> content.

void emit_classes(const Model& model, const Names& names, Files& files);
void emit_changes(const Model& model, const Names& names, Files& files);
void emit_tables(const Model& model, const Names& names, Files& files);
void emit_records(const Model& model, const Names& names, Files& files);
void emit_typescript(const Model& model, const Names& names, Files& files);

/// The C++ function body that fills the record of `table`, for the file of tables.
void emit_record_fill(const Model& model, const Names& names, const Table& table, Text& out);

/// "second_records" -> "second_tables": the file of property tables, motus/<module>/<it>.h.
std::string table_stem(const Names& names);

/// `name` with an underscore where C++ has that word for itself.
std::string identifier(const std::string& name);
/// "blend_1d" -> "Blend1d".
std::string pascal(const std::string& name);
/// The type of the member, as C++.
std::string member_type(const Field& field);
/// The initialiser of the member: " = 60", "{1, 1, 1}" or nothing.
std::string member_default(const Field& field);
/// A C++ string literal.
std::string literal(const std::string& text);
/// A float or double literal; "" gives `missing`.
std::string number_literal(const std::string& text, const std::string& missing);
std::string joined(const std::vector<std::string>& lines);

}  // namespace motus::schemagen
