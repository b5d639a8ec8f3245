// SPDX-License-Identifier: MIT
#include <motus/bake/typed_header.h>

#include <motus/bake/typed_machine.h>
#include <motus/bake/typed_names.h>

#include <set>
#include <vector>

namespace motus {
namespace {

using detail::plain_text;
using detail::quoted_text;
using detail::TypedChoice;
using detail::TypedMachine;
using detail::TypedName;
using detail::TypedVariable;

std::string cpp_type(const TypedVariable& v) {
    switch (v.kind) {
        case doc::VariableKind::float_:
            return "float";
        case doc::VariableKind::int_:
            return "std::int32_t";
        case doc::VariableKind::bool_:
            return "bool";
        case doc::VariableKind::enum_:
            return v.type;
        default:
            return "motus::Trigger";
    }
}

void write_hashes(const char* title, const std::vector<TypedName>& names, std::string& out) {
    out += std::string("    struct ") + title + " {\n";
    for (const TypedName& n : names) {
        out += "        static constexpr motus::NameHash " + n.id + " = motus::hash_name(" +
               quoted_text(n.name) + ");\n";
    }
    out += "    };\n";
}

void write_cpp(const TypedMachine& m, std::string& out) {
    out += "/// Machine " + plain_text(quoted_text(m.name)) + ".\nstruct " + m.id + " {\n";
    for (const TypedVariable& v : m.variables) {
        if (v.kind != doc::VariableKind::enum_) continue;
        out += "    enum class " + v.type + " : std::int32_t {\n";
        for (const TypedChoice& c : v.choices)
            out += "        " + c.id + " = " + std::to_string(c.value) + ",\n";
        out += "    };\n";
    }
    for (const TypedVariable& v : m.variables) {
        if (!v.description.empty()) out += "    /// " + plain_text(v.description) + "\n";
        out += "    motus::Parameter<" + cpp_type(v) + "> " + v.id + ";\n";
    }
    out += "\n";
    write_hashes("States", m.states, out);
    write_hashes("Events", m.events, out);
    out +=
        "\n    /// The parameters of an animator that plays this machine; make it anew after a "
        "reload.\n    explicit " +
        m.id + "([[maybe_unused]] motus::Animator& animator)";
    const char* before = "\n        : ";
    for (const TypedVariable& v : m.variables) {
        out += before + v.id + "(animator.parameter<" + cpp_type(v) + ">(" + quoted_text(v.name) +
               "))";
        before = ",\n          ";
    }
    out +=
        " {}\n    /// Whether the machine has them all.\n"
        "    [[nodiscard]] bool is_bound() const noexcept {\n        return ";
    for (const TypedVariable& v : m.variables)
        out += v.id + ".is_bound() && ";
    out += "true;\n    }\n};\n\n";
}

void write_typescript(const TypedMachine& m, std::string& out) {
    for (const TypedVariable& v : m.variables) {
        if (v.kind != doc::VariableKind::enum_) continue;
        out += "export enum " + v.exported + " {\n";
        for (const TypedChoice& c : v.choices)
            out += "  " + c.id + " = " + std::to_string(c.value) + ",\n";
        out += "}\n\n";
    }
    const auto list = [&](const std::string& type, const std::vector<TypedName>& names) {
        std::set<std::string> unique;
        for (const TypedName& n : names)
            unique.insert(quoted_text(n.name));
        out += "export type " + type + " = ";
        if (unique.empty()) out += "never";
        for (auto it = unique.begin(); it != unique.end(); ++it)
            out += (it == unique.begin() ? "" : " | ") + *it;
        out += ";\n";
    };
    list(m.state_type, m.states);
    list(m.event_type, m.events);
    out +=
        "\n/** Machine " + plain_text(quoted_text(m.name)) + ". */\nexport class " + m.id + " {\n";
    out += "  static readonly machineName = " + quoted_text(m.name) + ";\n";
    out += "  constructor(private readonly machine: MachineVariables) {}\n";
    for (const TypedVariable& v : m.variables) {
        if (!v.description.empty()) out += "  /** " + plain_text(v.description) + " */\n";
        const std::string name = quoted_text(v.name);
        switch (v.kind) {
            case doc::VariableKind::trigger:
                out += "  " + v.id + "(): void { this.machine.setTrigger(" + name + ", true); }\n";
                break;
            case doc::VariableKind::bool_:
                out += "  set " + v.id + "(value: boolean) { this.machine.setBool(" + name +
                       ", value); }\n";
                break;
            case doc::VariableKind::enum_:
                out += "  set " + v.id + "(value: " + v.exported + ") { this.machine.setInt(" +
                       name + ", value); }\n";
                break;
            default:
                out += "  set " + v.id + "(value: number) { this.machine." +
                       (v.kind == doc::VariableKind::int_ ? "setInt(" : "setFloat(") + name +
                       ", value); }\n";
                break;
        }
    }
    out += "}\n\n";
}

}  // namespace

std::string cpp_header(const Document& document, std::string_view title) {
    std::string out = "// Machines of " + plain_text(title) +
                      " as types. Written by motus bake; do not edit.\n#pragma once\n\n"
                      "#include <motus/animator/animator.h>\n\n#include <cstdint>\n\n"
                      "namespace machines {\n\n";
    for (const TypedMachine& machine : detail::typed_machines(document))
        write_cpp(machine, out);
    return out + "}  // namespace machines\n";
}

std::string typescript_header(const Document& document, std::string_view title) {
    std::string out = "// Machines of " + plain_text(title) +
                      " as types. Written by motus bake; do not edit.\n\n"
                      "/** What runs a machine: sets variables by name. */\n"
                      "export interface MachineVariables {\n"
                      "  setFloat(name: string, value: number): void;\n"
                      "  setInt(name: string, value: number): void;\n"
                      "  setBool(name: string, value: boolean): void;\n"
                      "  setTrigger(name: string, value: boolean): void;\n}\n\n";
    for (const TypedMachine& machine : detail::typed_machines(document))
        write_typescript(machine, out);
    while (out.size() > 1 && out[out.size() - 2] == '\n')
        out.pop_back();
    return out;
}

}  // namespace motus
