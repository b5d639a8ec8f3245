// SPDX-License-Identifier: MIT
#include "emit.h"

namespace motus::schemagen {
namespace {

void accessor(const Field& field, Text& out) {
    const std::string name = identifier(field.name);
    out.help("    /// ", field.help);
    if (field.kind == "children") {
        const std::string type = field.child_union.empty() ? field.children.front() : "Object";
        out.line(
            "    [[nodiscard]] ChildList<{}> {}() const noexcept {{ return ChildList<{}>({}_); }}",
            type, name, type, field.name);
    } else if (field.kind == "child" && field.always) {
        // The cast needs the whole class, which may come later: defined below all classes.
        out.line("    [[nodiscard]] inline const {}& {}() const noexcept;", field.children.front(),
                 name);
    } else if (field.kind == "child") {
        out.line("    /// Null where there is none.");
        out.line("    [[nodiscard]] inline const {}* {}() const noexcept;", field.children.front(),
                 name);
    } else {
        const bool by_reference =
            field.kind == "string" || field.kind == "value" || !field.tuple.empty();
        out.line("    [[nodiscard]] {}{}{} {}() const noexcept {{ return {}_; }}",
                 by_reference ? "const " : "", member_type(field), by_reference ? "&" : "", name,
                 field.name);
    }
}

void class_of(const Table& table, Text& out) {
    out.help("/// ", table.help);
    out.line("class {} final : public Object {{", table.name);
    out.line("  public:");
    out.line("    using Change = {}Change;", table.name);
    out.line("    using Preview = {}Preview;", table.name);
    out.line("    /// Numbers of the properties.");
    for (const Field& field : table.fields)
        out.line("    static constexpr std::uint16_t k{} = {};", pascal(field.name), field.number);
    out.line("");
    out.line("    {}();", table.name);
    out.line("    [[nodiscard]] static const TypeInfo& static_type() noexcept;");
    for (const Field& field : table.fields)
        accessor(field, out);
    out.line("");
    out.line("  private:");
    out.line("    friend struct {}Fields;", table.name);
    for (const Field& field : table.fields)
        out.line("    {} {}_{};", member_type(field), field.name, member_default(field));
    out.line("}};").line("");
}

void child_accessors(const Table& table, Text& out) {
    for (const Field& field : table.fields) {
        if (field.kind != "child") continue;
        const std::string& type = field.children.front();
        const std::string name = identifier(field.name);
        if (field.always) {
            out.line("inline const {}& {}::{}() const noexcept {{", type, table.name, name);
            out.line("    return static_cast<const {}&>(*{}_.front());", type, field.name);
        } else {
            out.line("inline const {}* {}::{}() const noexcept {{", type, table.name, name);
            out.line(
                "    return {}_.empty() ? nullptr : static_cast<const {}*>({}_.front().get());",
                field.name, type, field.name);
        }
        out.line("}}");
    }
}

}  // namespace

void emit_classes(const Model& model, const Names& names, Files& files) {
    Text out;
    out.line("// motus/{}/{}.h - classes of the schema. Generated; do not edit.", names.room,
             names.stem);
    out.line("// SPDX-License-Identifier: MIT");
    out.line("#pragma once").line("");
    out.line("#include <motus/document/object.h>").line("");
    out.line("#include <cstdint>").line("#include <span>").line("#include <string>").line("");
    out.line("namespace {} {{", model.name_space).line("");
    for (const char* name :
         {"ChildArray", "ChildList", "Float2", "Float3", "Float4", "Object", "TypeInfo", "Value"})
        out.line("using motus::{};", name);
    out.line("");
    for (const Enum& e : model.enums) {
        out.help("/// ", e.help);
        out.line("enum class {} : std::uint8_t {{", e.name);
        for (const Enum::Item& item : e.items)
            out.line("    {} = {},", identifier(item.name), item.value);
        out.line("}};").line("");
    }
    for (const Table& table : model.tables)
        out.line("class {};\nclass {}Change;\nclass {}Preview;", table.name, table.name,
                 table.name);
    out.line("");
    for (const Table& table : model.tables)
        class_of(table, out);
    for (const Table& table : model.tables)
        child_accessors(table, out);
    out.line("");
    out.line("/// All types of this schema, by ascending number.");
    out.line("[[nodiscard]] std::span<const TypeInfo* const> schema_types() noexcept;").line("");
    out.line("}}  // namespace {}", model.name_space);
    files[fmt::format("motus/{}/{}.h", names.room, names.stem)] = out.str();
}

}  // namespace motus::schemagen
