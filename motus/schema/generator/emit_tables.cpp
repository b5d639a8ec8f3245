// SPDX-License-Identifier: MIT
#include "emit.h"

namespace motus::schemagen {
namespace {

std::string flags_of(const Field& field) {
    std::string flags;
    const auto add = [&](bool on, const char* name) {
        if (on) flags += (flags.empty() ? "" : " | ") + std::string(name);
    };
    add(field.animatable, "kAnimatable");
    add(field.editor_only, "kEditorOnly");
    add(field.computed, "kComputed");
    add(field.always, "kAlways");
    add(!field.child_union.empty(), "kPolymorphic");
    add(field.explicit_in_json, "kExplicit");
    return flags.empty() ? "0" : flags;
}

void property(const Table& table, const Field& field, Text& out) {
    out.line("    {{.id = {}u, .number = {}, .kind = PropertyKind::{}, .flags = {},",
             (table.number << 16) | field.number, field.number, field.kind, flags_of(field));
    out.line("     .name = {}, .display_name = {}, .unit = {}, .help = {},", literal(field.name),
             literal(field.display), literal(field.unit), literal(joined(field.help)));
    out.line("     .min = {}, .max = {}, .default_number = {},",
             number_literal(field.min, "-kInfinity"), number_literal(field.max, "kInfinity"),
             field.kind == "string" ? "0.0" : number_literal(field.default_text, "0.0"));
    std::string tuple;
    for (std::size_t i = 0; i < 4; ++i)
        tuple += (i == 0 ? "" : ", ") +
                 (i < field.tuple.size() ? number_literal(field.tuple[i], "0.0") : "0.0") + "f";
    out.line("     .default_tuple = {{{}}}, .default_text = {},", tuple,
             field.kind == "string" ? literal(field.default_text) : "\"\"");
    out.line("     .enumeration = {}, .child_types = {}, .child_union = {}, .refers_to = {},",
             field.enumeration.empty() ? "nullptr" : "&k" + field.enumeration + "Enum",
             field.holds_children() ? fmt::format("k{}{}Children", table.name, pascal(field.name))
                                    : "{}",
             literal(field.child_union), literal(field.ref));
    out.line("     .field = {}Fields::{}}},", table.name, identifier(field.name));
}

void tables_of(const Model& model, const Names& names, const Table& table, Text& out) {
    out.line("struct {}Fields {{", table.name);
    for (const Field& field : table.fields)
        out.line("    static void* {}(Object& o) {{ return &static_cast<{}&>(o).{}_; }}",
                 identifier(field.name), table.name, field.name);
    out.line("}};").line("");
    out.line("namespace {{");
    std::string id_property = "nullptr";
    for (std::size_t i = 0; i < table.fields.size(); ++i) {
        const Field& field = table.fields[i];
        if (field.kind == "id") id_property = fmt::format("&k{}Properties[{}]", table.name, i);
        if (!field.holds_children()) continue;
        std::string types;
        for (const std::string& child : field.children)
            types += fmt::format("{}&k{}Type", types.empty() ? "" : ", ", child);
        out.line("constexpr const TypeInfo* k{}{}Children[] = {{{}}};", table.name,
                 pascal(field.name), types);
    }
    if (!table.fields.empty()) {
        out.line("constexpr PropertyInfo k{}Properties[] = {{", table.name);
        for (const Field& field : table.fields)
            property(table, field, out);
        out.line("}};");
    }
    if (!table.record.empty()) {
        emit_record_fill(model, names, table, out);
        out.line("constexpr motus::RecordInfo k{}Record = {{", table.name);
        out.line("    {}, sizeof({}::{}), fill_{}}};", literal(table.record),
                 names.record_namespace, table.name, table.name);
    }
    out.line("std::unique_ptr<Object> create_{}() {{ return std::make_unique<{}>(); }}", table.name,
             table.name);
    out.line("}}  // namespace").line("");
    out.line("const TypeInfo k{}Type = {{", table.name);
    out.line("    .number = {}, .name = {}, .help = {},", table.number, literal(table.name),
             literal(joined(table.help)));
    out.line("    .properties = {},",
             table.fields.empty() ? "{}" : fmt::format("k{}Properties", table.name));
    out.line("    .id_property = {}, .inline_json = {}, .extends = {},", id_property, table.inlined,
             literal(table.extends));
    out.line("    .size = sizeof({}), .create = create_{}, .record = {}}};", table.name, table.name,
             table.record.empty() ? "nullptr" : fmt::format("&k{}Record", table.name));
    out.line("{}::{}() : Object(k{}Type) {{}}", table.name, table.name, table.name);
    out.line("const TypeInfo& {}::static_type() noexcept {{ return k{}Type; }}", table.name,
             table.name)
        .line("");
}

}  // namespace

void emit_tables(const Model& model, const Names& names, Files& files) {
    Text out;
    out.line("// Generated; do not edit. SPDX-License-Identifier: MIT");
    out.line("#include <motus/{}/{}.h>", names.room, names.stem).line("");
    std::map<std::string, int> modules;
    for (const Table& table : model.tables)
        if (!table.record.empty()) modules[table.record] = 1;
    for (const auto& [module, used] : modules)
        out.line("#include <motus/{}/{}.h>", module, names.record_stem);
    out.line("#include <motus/schema/record.h>").line("");
    out.line("#include <cstring>").line("#include <limits>").line("");
    out.line("namespace {} {{", model.name_space);
    for (const char* name :
         {"EnumInfo", "PropertyInfo", "PropertyKind", "RecordContext", "kAlways", "kAnimatable",
          "kComputed", "kEditorOnly", "kExplicit", "kPolymorphic"})
        out.line("using motus::{};", name);
    out.line("");
    for (const Table& table : model.tables)
        out.line("extern const TypeInfo k{}Type;", table.name);
    out.line("").line("namespace {{");
    out.line(
        "[[maybe_unused]] constexpr double kInfinity = std::numeric_limits<double>::infinity();");
    for (const Enum& e : model.enums) {
        out.line("constexpr EnumInfo::Item k{}Items[] = {{", e.name);
        for (const Enum::Item& item : e.items)
            out.line("    {{{}, {}}},", literal(item.name), item.value);
        out.line("}};");
        out.line("[[maybe_unused]] constexpr EnumInfo k{}Enum = {{{}, k{}Items}};", e.name,
                 literal(e.name), e.name);
    }
    out.line("}}  // namespace").line("");
    for (const Table& table : model.tables)
        tables_of(model, names, table, out);
    out.line("std::span<const TypeInfo* const> schema_types() noexcept {{");
    out.line("    static constexpr const TypeInfo* types[] = {{");
    for (const Table& table : model.tables)
        out.line("        &k{}Type,", table.name);
    out.line("    }};").line("    return types;").line("}}").line("");
    out.line("}}  // namespace {}", model.name_space);
    files[fmt::format("motus/{}/{}.cpp", names.room, names.stem)] = out.str();
}

}  // namespace motus::schemagen
