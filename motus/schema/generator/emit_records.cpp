// SPDX-License-Identifier: MIT
#include "emit.h"

#include <algorithm>
#include <set>
#include <sstream>

namespace motus::schemagen {
namespace {

/// A member of a record: where it comes from, and how it is laid out.
struct Member {
    const Field* field;
    std::string type, array;
    int align = 4, size = 4;
};

/// A reference to one of several types says which.
bool several_types(const Field& field) {
    return field.ref.find('|') != std::string::npos;
}

/// Whether any of the types that `field` refers to has a record.
bool refers_to_record(const Model& model, const Field& field) {
    std::istringstream names(field.ref);
    for (std::string name; std::getline(names, name, '|');) {
        const Table* table = model.find(name);
        if (table == nullptr || !table->record.empty()) return true;
    }
    return false;
}

Member member_of(const Field& field) {
    Member m{&field, "std::uint32_t", "", 4, 4};
    if (field.kind == "boolean") m = {&field, "bool", "", 1, 1};
    if (field.kind == "enumeration") m = {&field, field.enumeration, "", 1, 1};
    if (field.kind == "int32") m.type = "std::int32_t";
    if (field.kind == "float32") m.type = "float";
    if (field.kind == "int64") m = {&field, "std::int64_t", "", 8, 8};
    if (field.kind == "string" || field.kind == "id") m = {&field, "std::uint64_t", "", 8, 8};
    if (field.kind == "children") m = {&field, "Range", "", 4, 8};
    if (several_types(field)) m = {&field, "Link", "", 4, 8};
    if (!field.tuple.empty()) {
        const int count = static_cast<int>(field.tuple.size());
        m = {&field, "float", fmt::format("[{}]", count), 4, 4 * count};
    }
    return m;
}

/// What reaches the record, widest first, so that there is no padding inside.
std::vector<Member> members_of(const Model& model, const Table& table) {
    std::vector<Member> members;
    for (const Field& field : table.fields) {
        if (field.editor_only) continue;
        if (field.kind == "reference" && !refers_to_record(model, field)) continue;
        if (field.holds_children() && field.child_union.empty()) {
            const Table* child = model.find(field.children.front());
            if (child == nullptr || child->record.empty()) continue;
        }
        members.push_back(member_of(field));
    }
    std::stable_sort(members.begin(), members.end(),
                     [](const Member& a, const Member& b) { return a.align > b.align; });
    return members;
}

std::string comment_of(const Field& field) {
    if (field.kind == "string") return "hash of the text; 0: empty";
    if (several_types(field)) return "a record of " + field.ref + "; none: type 0";
    if (field.kind == "reference")
        return "index of a record of " + field.ref + "; none: 0xffffffff";
    if (field.kind == "value") return "index in the pool of values; 0: none";
    if (field.kind == "child")
        return "index of a record of " + field.children.front() + "; none: 0xffffffff";
    if (!field.child_union.empty()) return "links to records, one per " + field.child_union;
    if (field.kind == "children") return "records of " + field.children.front();
    return field.unit;
}

void record_of(const Model& model, const Table& table, Text& out) {
    const std::vector<Member> members = members_of(model, table);
    int size = 0;
    out.help("/// ", table.help);
    out.line("struct alignas(8) {} {{", table.name);
    for (const Member& m : members) {
        const std::string comment = comment_of(*m.field);
        out.line("    {} {}{};{}{}", m.type, identifier(m.field->name), m.array,
                 comment.empty() ? "" : "  ///< ", comment);
        size += m.size;
    }
    out.line("}};");
    out.line("static_assert(sizeof({}) == {});", table.name, std::max(8, (size + 7) / 8 * 8));
    out.line("");
}

/// The runtime's word for the kind of a field; empty where no value of it can be shown.
std::string value_kind_of(const Field& field) {
    if (field.kind == "boolean" || field.kind == "enumeration") return field.kind;
    if (field.kind == "int32" || field.kind == "uint32" || field.kind == "int64") return "integer";
    if (field.kind == "float32") return "number";
    if (field.kind == "string") return "text";
    return field.tuple.empty() ? "" : field.kind;
}

bool is_animated(const Table& table) {
    return std::any_of(table.fields.begin(), table.fields.end(),
                       [](const Field& field) { return field.animatable; });
}

/// Rows in the order of the schema, those that cannot be shown empty, so that hints fit.
void table_of(const Model& model, const Table& table, Text& out) {
    const std::vector<Member> members = members_of(model, table);
    out.line("inline constexpr ::motus::PropertyDef k{}Properties[] = {{", table.name);
    for (const Field& field : table.fields) {
        const std::string id = fmt::format("{:#010x}", table.number << 16 | field.number);
        const bool has_member = std::any_of(members.begin(), members.end(),
                                            [&](const Member& m) { return m.field == &field; });
        if (!has_member || value_kind_of(field).empty()) {
            out.line("    {{{}, ::motus::ValueKind::none, nullptr, nullptr}},", id);
        } else {
            out.line("    ::motus::property<&{}::{}>({}, ::motus::ValueKind::{}),", table.name,
                     identifier(field.name), id, value_kind_of(field));
        }
    }
    out.line("}};").line("");
}

void emit_property_tables(const Model& model, const Names& names, const std::string& module,
                          Files& files) {
    Text out, list;
    out.line(
        "// motus/{}/{}.h - property tables of the records of components. Generated; do not "
        "edit.",
        module, table_stem(names));
    out.line("// SPDX-License-Identifier: MIT");
    out.line("#pragma once").line("");
    out.line("#include <motus/timeline/host.h>");
    out.line("#include <motus/{}/{}.h>", module, names.record_stem).line("");
    out.line("namespace {} {{", names.record_namespace).line("");
    bool any = false;
    for (const Table& table : model.tables) {
        if (table.record != module || !is_animated(table)) continue;
        any = true;
        table_of(model, table, out);
        list.line("    {{{}, k{}Properties}},", table.number, table.name);
    }
    if (!any) return;
    out.line("/// All of them: for PropertyHost::components.");
    out.line("inline constexpr ::motus::ComponentDef kComponents[] = {{");
    out.line("{}}};", list.str());
    out.line("").line("}}  // namespace {}", names.record_namespace);
    files[fmt::format("motus/{}/{}.h", module, table_stem(names))] = out.str();
}

}  // namespace

std::string table_stem(const Names& names) {
    const std::string& stem = names.record_stem;
    const std::size_t at = stem.rfind("records");
    return at != std::string::npos ? stem.substr(0, at) + "tables" : stem + "_tables";
}

void emit_record_fill(const Model& model, const Names& names, const Table& table, Text& out) {
    const std::string record = names.record_namespace + "::" + table.name;
    const std::vector<Member> members = members_of(model, table);
    out.line(
        "void fill_{}(const Object& object, [[maybe_unused]] RecordContext& context, std::byte* "
        "out) {{",
        table.name);
    out.line("    [[maybe_unused]] const auto& from = static_cast<const {}&>(object);", table.name);
    out.line("    {} record;", record);
    out.line("    std::memset(static_cast<void*>(&record), 0, sizeof(record));");
    for (const Member& m : members) {
        const Field& field = *m.field;
        const std::string name = identifier(field.name);
        const auto index = static_cast<std::size_t>(&field - table.fields.data());
        const std::string property = fmt::format("k{}Properties[{}]", table.name, index);
        if (several_types(field)) {
            out.line(
                "    if (const motus::RecordLink l = context.link(object, {}, from.{}()); true) {{",
                property, name);
            out.line("        record.{} = {{l.type, l.index}};", name);
            out.line("    }}");
        } else if (field.kind == "string") {
            out.line("    record.{} = context.name(from.{}());", name, name);
        } else if (field.kind == "reference") {
            out.line("    record.{} = context.index(object, {}, from.{}());", name, property, name);
        } else if (field.kind == "value") {
            out.line("    record.{} = context.value(from.{}());", name, name);
        } else if (field.kind == "child") {
            out.line(
                "    if (const motus::RecordRange r = context.children(object, {}); r.count != 0) "
                "{{",
                property);
            out.line("        record.{} = r.start;", name);
            out.line("    }} else {{");
            out.line("        record.{} = 0xffffffffu;", name);
            out.line("    }}");
        } else if (field.kind == "children") {
            out.line("    if (const motus::RecordRange r = context.children(object, {}); true) {{",
                     property);
            out.line("        record.{} = {{r.start, r.count}};", name);
            out.line("    }}");
        } else if (!field.tuple.empty()) {
            out.line("    std::memcpy(record.{}, from.{}().data(), sizeof(record.{}));", name, name,
                     name);
        } else if (field.kind == "enumeration") {
            out.line("    record.{} = static_cast<{}::{}>(from.{}());", name,
                     names.record_namespace, field.enumeration, name);
        } else {
            out.line("    record.{} = from.{}();", name, name);
        }
    }
    out.line("    std::memcpy(out, &record, sizeof(record));");
    out.line("}}");
}

void emit_records(const Model& model, const Names& names, Files& files) {
    std::set<std::string> modules;
    for (const Table& table : model.tables)
        if (!table.record.empty()) modules.insert(table.record);
    std::string guard = names.record_namespace;
    std::replace(guard.begin(), guard.end(), ':', '_');
    for (const std::string& module : modules) {
        Text out;
        out.line("// motus/{}/{}.h - packed records of a baked file. Generated; do not edit.",
                 module, names.record_stem);
        out.line("// Little-endian, 8-byte aligned; docs/schema.md.");
        out.line("// SPDX-License-Identifier: MIT");
        out.line("#pragma once").line("").line("#include <cstdint>").line("");
        out.line("namespace {} {{", names.record_namespace).line("");
        // Headers of two modules may be included together, so what they share is guarded.
        out.line("#ifndef {0}_Range\n#define {0}_Range", guard);
        out.line("/// `count` records from `start` on.");
        out.line("struct Range {{\n    std::uint32_t start;\n    std::uint32_t count;\n}};");
        out.line("/// A record of any type, by the type's number.");
        out.line("struct Link {{\n    std::uint32_t type;\n    std::uint32_t index;\n}};");
        out.line("#endif").line("");
        std::set<std::string> enums;
        for (const Table& table : model.tables) {
            if (table.record != module) continue;
            for (const Field& field : table.fields)
                if (!field.enumeration.empty() && !field.editor_only)
                    enums.insert(field.enumeration);
        }
        for (const Enum& e : model.enums) {
            if (enums.count(e.name) == 0) continue;
            out.line("#ifndef {0}_{1}\n#define {0}_{1}", guard, e.name);
            out.help("/// ", e.help);
            out.line("enum class {} : std::uint8_t {{", e.name);
            for (const Enum::Item& item : e.items)
                out.line("    {} = {},", identifier(item.name), item.value);
            out.line("}};\n#endif").line("");
        }
        for (const Table& table : model.tables)
            if (table.record == module) record_of(model, table, out);
        out.line("}}  // namespace {}", names.record_namespace);
        files[fmt::format("motus/{}/{}.h", module, names.record_stem)] = out.str();
        emit_property_tables(model, names, module, files);
    }
}

}  // namespace motus::schemagen
