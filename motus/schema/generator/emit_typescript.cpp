// SPDX-License-Identifier: MIT
#include "emit.h"

namespace motus::schemagen {
namespace {

std::string type_of(const Field& field) {
    if (field.kind == "boolean") return "boolean";
    if (field.kind == "string") return "string";
    if (field.kind == "enumeration") return field.enumeration;
    if (field.kind == "value") return "Value";
    if (field.kind == "id" || field.kind == "reference") return "Id";
    if (field.kind == "child") return field.children.front();
    if (field.kind == "children") {
        return field.child_union.empty() ? field.children.front() + "[]" : field.child_union + "[]";
    }
    if (field.tuple.size() == 2) return "[number, number]";
    if (field.tuple.size() == 3) return "[number, number, number]";
    if (field.tuple.size() == 4) return "[number, number, number, number]";
    return "number";
}

void documentation(const char* indent, const std::vector<std::string>& help, Text& out) {
    if (!help.empty()) out.line("{}/** {} */", indent, joined(help));
}

}  // namespace

void emit_typescript(const Model& model, const Names& names, Files& files) {
    Text out;
    out.line("// The JSON of documents. Generated from the schema; do not edit.");
    out.line("// Properties that have their default may be absent.").line("");
    out.line("/** A stable id; 0 is none. */").line("export type Id = number;").line("");
    out.line("/** A value of whatever kind its property has. */");
    out.line("export type Value =").line("  | null | boolean | number | string | {{ ref: Id }}");
    out.line("  | [number, number] | [number, number, number] | [number, number, number, number];");
    out.line("");
    for (const Enum& e : model.enums) {
        documentation("", e.help, out);
        std::string items;
        for (const Enum::Item& item : e.items)
            items += (items.empty() ? "" : " | ") + literal(item.name);
        out.line("export type {} = {};", e.name, items).line("");
    }
    std::map<std::string, std::vector<std::string>> unions;
    for (const Table& table : model.tables) {
        documentation("", table.help, out);
        out.line("export interface {} {{", table.name);
        for (const Field& field : table.fields) {
            if (!field.child_union.empty()) unions[field.child_union] = field.children;
            if (field.computed) continue;
            documentation("  ", field.help, out);
            out.line("  {}{}: {};", field.name, field.explicit_in_json ? "" : "?", type_of(field));
        }
        out.line("}}").line("");
    }
    for (const auto& [name, types] : unions) {
        std::string members;
        for (const std::string& type : types)
            members += fmt::format("\n  | ({{ type: \"{}\" }} & {})", type, type);
        out.line("/** What may stand there; a host's own types have names of their own. */");
        out.line("export type {} ={};", name, members).line("");
    }
    out.line("/** Numbers of types and, as type << 16 | property, of properties. */");
    out.line("export interface Numbers {{");
    for (const Table& table : model.tables) {
        out.line("  {}: {};", table.name, table.number);
        for (const Field& field : table.fields)
            out.line("  \"{}.{}\": {};", table.name, field.name,
                     (table.number << 16) | field.number);
    }
    out.line("}}");
    files[fmt::format("typescript/{}.d.ts", names.typescript)] = out.str();
}

}  // namespace motus::schemagen
