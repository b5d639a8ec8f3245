// SPDX-License-Identifier: MIT
#include "emit.h"

namespace motus::schemagen {
namespace {

/// The parameter of a setter, and the Value made from it.
std::pair<std::string, std::string> setter(const Field& field) {
    if (field.kind == "enumeration") return {field.enumeration, "Value(static_cast<int>(value))"};
    if (field.kind == "string") return {"std::string_view", "Value(value)"};
    if (field.kind == "reference") return {"std::uint64_t", "Value(motus::Reference{value})"};
    if (field.kind == "value") return {"Value", "std::move(value)"};
    if (!field.tuple.empty()) return {"const " + member_type(field) + "&", "Value(value)"};
    return {member_type(field), "Value(value)"};
}

bool settable(const Field& field) {
    return !field.holds_children() && !field.computed && field.kind != "id";
}

void setters(const Table& table, const char* proxy, Text& out) {
    for (const Field& field : table.fields) {
        if (!settable(field)) continue;
        const auto [parameter, value] = setter(field);
        out.line("    {}{}& set_{}({} value) {{", table.name, proxy, field.name, parameter);
        out.line("        set({}, {});", field.number, value);
        out.line("        return *this;");
        out.line("    }}");
    }
}

/// Declarations inside the proxy, and the bodies that need complete child proxies.
void children(const Table& table, const Field& field, Text& out, Text& bodies) {
    const std::string& f = field.name;
    const auto method = [&](const std::string& result, const std::string& signature,
                            const std::string& body, const std::string& before = "") {
        out.line("    {}{}{} {};", before, before.empty() ? "" : "\n    ", result, signature);
        bodies.line("{}{}inline {} {}Change::{} {{ {} }}", before, before.empty() ? "" : "\n",
                    result, table.name, signature, body);
    };
    if (field.kind == "child") {
        const std::string change = field.children.front() + "Change";
        method(change, fmt::format("{}_change()", f),
               fmt::format("return child<{}>({}, 0);", change, field.number));
        if (field.always) return;
        method(change, fmt::format("{}_make()", f),
               fmt::format("return insert<{}>({}, 0);", change, field.number));
        method("void", fmt::format("{}_clear()", f), fmt::format("remove({}, 0);", field.number));
        return;
    }
    if (field.child_union.empty()) {
        const std::string change = field.children.front() + "Change";
        method(change, fmt::format("{}_change(std::size_t index)", f),
               fmt::format("return child<{}>({}, index);", change, field.number));
        method(change, fmt::format("{}_insert(std::size_t index)", f),
               fmt::format("return insert<{}>({}, index);", change, field.number));
        method(change, fmt::format("{}_append()", f),
               fmt::format("return insert<{}>({}, kEnd);", change, field.number));
    } else {
        const std::string before = "template <typename T>";
        method("typename T::Change", fmt::format("{}_change(std::size_t index)", f),
               fmt::format("return child<typename T::Change>({}, index);", field.number), before);
        method("typename T::Change", fmt::format("{}_insert(std::size_t index)", f),
               fmt::format("return insert<typename T::Change>({}, index);", field.number), before);
        method("typename T::Change", fmt::format("{}_append()", f),
               fmt::format("return insert<typename T::Change>({}, kEnd);", field.number), before);
    }
    method("void", fmt::format("{}_remove(std::size_t index)", f),
           fmt::format("remove({}, index);", field.number));
    method("void", fmt::format("{}_move(std::size_t from, std::size_t to)", f),
           fmt::format("move({}, from, to);", field.number));
}

}  // namespace

void emit_changes(const Model& model, const Names& names, Files& files) {
    Text out, bodies;
    out.line(
        "// motus/{}/{}_change.h - typed ways to change and to preview. Generated; do not edit.",
        names.room, names.stem);
    out.line("// SPDX-License-Identifier: MIT");
    out.line("#pragma once").line("");
    out.line("#include <motus/document/change.h>");
    out.line("#include <motus/{}/{}.h>", names.room, names.stem).line("");
    out.line("#include <string_view>").line("#include <utility>").line("");
    out.line("namespace {} {{", model.name_space).line("");
    for (const Table& table : model.tables) {
        out.line("/// Changes a {} by commands; see document/change.h.", table.name);
        out.line("class {}Change final : public motus::ChangeProxy {{", table.name);
        out.line("  public:");
        out.line("    using Target = {};", table.name);
        out.line("    using ChangeProxy::ChangeProxy;");
        out.line("    /// The object as it is now.");
        out.line("    [[nodiscard]] const {}& object() const {{", table.name);
        out.line("        return static_cast<const {}&>(target());", table.name);
        out.line("    }}");
        setters(table, "Change", out);
        for (const Field& field : table.fields)
            if (field.holds_children()) children(table, field, out, bodies);
        out.line("}};").line("");
        out.line("/// Shows a {} as it might be; see document/change.h.", table.name);
        out.line("class {}Preview final : public motus::PreviewProxy {{", table.name);
        out.line("  public:");
        out.line("    using PreviewProxy::PreviewProxy;");
        setters(table, "Preview", out);
        out.line("}};").line("");
    }
    out.line("{}", bodies.str());
    out.line("}}  // namespace {}", model.name_space);
    files[fmt::format("motus/{}/{}_change.h", names.room, names.stem)] = out.str();
}

}  // namespace motus::schemagen
