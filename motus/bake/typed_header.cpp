// SPDX-License-Identifier: MIT
#include <motus/bake/typed_header.h>

#include <motus/document/new_document.h>

#include <algorithm>
#include <array>
#include <set>
#include <vector>

namespace motus {
namespace {

constexpr std::array kReserved = {
    // C++ and TypeScript alike, and what the generated types have themselves.
    "alignas",   "alignof",    "and",       "and_eq",    "any",       "arguments",   "asm",
    "async",     "auto",       "await",     "bind",      "bitand",    "bitor",       "bool",
    "boolean",   "break",      "case",      "catch",     "char",      "class",       "compl",
    "concept",   "const",      "consteval", "constexpr", "constinit", "constructor", "continue",
    "debugger",  "decltype",   "default",   "delete",    "do",        "double",      "else",
    "enum",      "eval",       "explicit",  "export",    "extends",   "extern",      "false",
    "finally",   "float",      "for",       "friend",    "function",  "get",         "goto",
    "if",        "implements", "import",    "in",        "inline",    "instanceof",  "int",
    "interface", "let",        "long",      "machine",   "mutable",   "namespace",   "never",
    "new",       "noexcept",   "not",       "not_eq",    "null",      "nullptr",     "number",
    "of",        "operator",   "or",        "or_eq",     "package",   "private",     "protected",
    "public",    "register",   "requires",  "return",    "set",       "short",       "signed",
    "sizeof",    "static",     "string",    "struct",    "super",     "switch",      "symbol",
    "template",  "this",       "throw",     "true",      "try",       "type",        "typedef",
    "typeid",    "typename",   "typeof",    "undefined", "union",     "unsigned",    "using",
    "var",       "virtual",    "void",      "volatile",  "while",     "with",        "xor",
    "xor_eq",    "yield"};

bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// Identifiers of one scope: each is given once.
class Scope {
  public:
    explicit Scope(std::set<std::string> taken = {}) : taken_(std::move(taken)) {}

    std::string name(std::string_view text) {
        std::string id;
        for (const char c : text) {
            const char next = is_word(c) ? c : '_';
            if (next == '_' && !id.empty() && id.back() == '_') continue;  // "__" is the compiler's
            id += next;
        }
        while (id.size() > 1 && id.back() == '_')
            id.pop_back();
        if (id.empty() || id == "_") id = "unnamed";
        if (id[0] == '_') id.erase(0, 1);
        if (id[0] >= '0' && id[0] <= '9') id.insert(0, 1, 'n');
        return unique(id);
    }
    std::string type(std::string_view text) {
        std::string id;
        bool upper = true;
        for (const char c : text) {
            const bool word = is_word(c) && c != '_';
            if (word) id += upper && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
            upper = !word;
        }
        if (id.empty()) id = "Unnamed";
        if (id[0] >= '0' && id[0] <= '9') id.insert(0, 1, 'N');
        return unique(id);
    }

    /// An identifier as it is, or with a number where it is taken.
    std::string unique(std::string id) {
        if (std::find(kReserved.begin(), kReserved.end(), id) != kReserved.end()) id += '_';
        std::string free = id;
        for (int i = 2; !taken_.insert(free).second; ++i)
            free = id + "_" + std::to_string(i);
        return free;
    }

  private:
    std::set<std::string> taken_;
};

/// Text between quotes, for both languages.
std::string quoted(std::string_view text) {
    constexpr const char* kHex = "0123456789abcdef";
    std::string out = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (byte < 0x20 || byte == 0x7f) {
            out += "\\u00";
            out += kHex[byte >> 4];
            out += kHex[byte & 15];
        } else {
            out += c;
        }
    }
    return out + '"';
}

/// Text of a comment: one line, whatever it holds.
std::string plain(std::string_view text) {
    std::string out;
    for (const char c : text)
        out += static_cast<unsigned char>(c) < 0x20 || c == '\\' ? ' ' : c;
    std::string safe;
    for (const char c : out) {
        if (c == '/' && !safe.empty() && safe.back() == '*') safe += ' ';
        safe += c;
    }
    return safe;
}

struct Choice {
    std::string id;
    int value;
};

struct Variable {
    std::string id, type, exported, name, description;  ///< `exported`: a type of TypeScript.
    doc::VariableKind kind;
    std::vector<Choice> choices;
};

struct Named {
    std::string id, name;
};

struct MachineText {
    std::string id, name;
    std::string state_type, event_type;  ///< Of TypeScript.
    std::vector<Variable> variables;
    std::vector<Named> states, events;
};

void add_states(const doc::StateGraph& graph, Scope& scope, MachineText& out) {
    for (const doc::StateMachineState& state : graph.states()) {
        out.states.push_back({scope.name(state.path()), state.name()});
        if (state.graph() != nullptr) add_states(*state.graph(), scope, out);
    }
}

std::vector<MachineText> gather(const Document& document) {
    std::vector<MachineText> machines;
    Scope types({"MachineVariables"});
    const doc::AnimationLibrary& library = content(document).library();
    for (const doc::StateMachineDefinition& machine : library.machines()) {
        MachineText out;
        out.id = types.type(machine.name());
        out.name = machine.name();
        Scope members({"States", "Events", out.id});
        Scope states({"States"}), events({"Events"});  // no member is named as its struct
        for (const doc::StateMachineVariable& variable : machine.variables()) {
            Variable v{members.name(variable.name()),
                       "",
                       "",
                       variable.name(),
                       variable.description(),
                       variable.kind(),
                       {}};
            if (v.kind == doc::VariableKind::enum_) {
                v.type = members.type(variable.name());
                Scope values;
                for (const doc::VariableChoice& choice : variable.choices())
                    v.choices.push_back({values.name(choice.name()), choice.value()});
            }
            out.variables.push_back(std::move(v));
        }
        for (const doc::StateMachineLayer& layer : machine.machine().layers())
            add_states(layer.graph(), states, out);
        for (const doc::EventDefinition& event : library.events())
            out.events.push_back({events.name(event.name()), event.name()});
        machines.push_back(std::move(out));
    }
    // TypeScript has these beside the machines, in one scope: two may meet ("Hero", "HeroState").
    for (MachineText& machine : machines) {
        machine.state_type = types.unique(machine.id + "State");
        machine.event_type = types.unique(machine.id + "Event");
        for (Variable& v : machine.variables)
            if (!v.type.empty()) v.exported = types.unique(machine.id + v.type);
    }
    return machines;
}

const char* cpp_type(doc::VariableKind kind) {
    switch (kind) {
        case doc::VariableKind::float_:
            return "motus::FloatParameter";
        case doc::VariableKind::int_:
            return "motus::IntParameter";
        case doc::VariableKind::bool_:
            return "motus::BoolParameter";
        default:
            return "motus::TriggerParameter";
    }
}

const char* kind_name(doc::VariableKind kind) {
    constexpr const char* kNames[] = {"float_", "int_", "bool_", "trigger", "enum_"};
    return kNames[static_cast<int>(kind)];
}

void write_hashes(const char* title, const std::vector<Named>& names, std::string& out) {
    out += std::string("    struct ") + title + " {\n";
    for (const Named& n : names) {
        out += "        static constexpr motus::NameHash " + n.id + " = motus::hash_name(" +
               quoted(n.name) + ");\n";
    }
    out += "    };\n";
}

void write_cpp(const MachineText& m, std::string& out) {
    out += "/// Machine " + plain(quoted(m.name)) + ".\nstruct " + m.id + " {\n";
    for (const Variable& v : m.variables) {
        if (v.kind != doc::VariableKind::enum_) continue;
        out += "    enum class " + v.type + " : std::int32_t {\n";
        for (const Choice& c : v.choices)
            out += "        " + c.id + " = " + std::to_string(c.value) + ",\n";
        out += "    };\n";
    }
    for (const Variable& v : m.variables) {
        if (!v.description.empty()) out += "    /// " + plain(v.description) + "\n";
        const std::string type = v.kind == doc::VariableKind::enum_
                                     ? "motus::EnumParameter<" + v.type + ">"
                                     : cpp_type(v.kind);
        out += "    " + type + " " + v.id + ";\n";
    }
    out += "\n";
    write_hashes("States", m.states, out);
    write_hashes("Events", m.events, out);
    out +=
        "\n    /// Finds the variables by name. Again after the instance's bytes have moved or its "
        "graph\n    /// was loaded anew. On any Status but ok, do not use the members.\n"
        "    [[nodiscard]] motus::Status bind(const motus::Graph& graph,\n"
        "                                     std::span<std::byte> instance) noexcept {\n";
    for (const Variable& v : m.variables) {
        // Through `this`: a variable may have the name of what stands around.
        out += "        if (const motus::Status status = this->" + v.id +
               ".bind(graph, instance, motus::hash_name(" + quoted(v.name) +
               "), motus::record::VariableKind::" + kind_name(v.kind) +
               ");\n            status != motus::Status::ok)\n            return status;\n";
    }
    out +=
        "        return motus::view_of(graph, instance).header == nullptr ? "
        "motus::Status::bad_data\n"
        "                                                                 : motus::Status::ok;\n"
        "    }\n};\n\n";
}

void write_typescript(const MachineText& m, std::string& out) {
    for (const Variable& v : m.variables) {
        if (v.kind != doc::VariableKind::enum_) continue;
        out += "export enum " + v.exported + " {\n";
        for (const Choice& c : v.choices)
            out += "  " + c.id + " = " + std::to_string(c.value) + ",\n";
        out += "}\n\n";
    }
    const auto list = [&](const std::string& type, const std::vector<Named>& names) {
        std::set<std::string> unique;
        for (const Named& n : names)
            unique.insert(quoted(n.name));
        out += "export type " + type + " = ";
        if (unique.empty()) out += "never";
        for (auto it = unique.begin(); it != unique.end(); ++it)
            out += (it == unique.begin() ? "" : " | ") + *it;
        out += ";\n";
    };
    list(m.state_type, m.states);
    list(m.event_type, m.events);
    out += "\n/** Machine " + plain(quoted(m.name)) + ". */\nexport class " + m.id + " {\n";
    out += "  static readonly machineName = " + quoted(m.name) + ";\n";
    out += "  constructor(private readonly machine: MachineVariables) {}\n";
    for (const Variable& v : m.variables) {
        if (!v.description.empty()) out += "  /** " + plain(v.description) + " */\n";
        const std::string name = quoted(v.name);
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
    std::string out = "// Machines of " + plain(title) +
                      " as types. Written by motus bake; do not edit.\n#pragma once\n\n"
                      "#include <motus/graph/parameters.h>\n\n"
                      "#include <cstddef>\n#include <cstdint>\n#include <span>\n\n"
                      "namespace machines {\n\n";
    for (const MachineText& machine : gather(document))
        write_cpp(machine, out);
    return out + "}  // namespace machines\n";
}

std::string typescript_header(const Document& document, std::string_view title) {
    std::string out = "// Machines of " + plain(title) +
                      " as types. Written by motus bake; do not edit.\n\n"
                      "/** What runs a machine: sets variables by name. */\n"
                      "export interface MachineVariables {\n"
                      "  setFloat(name: string, value: number): void;\n"
                      "  setInt(name: string, value: number): void;\n"
                      "  setBool(name: string, value: boolean): void;\n"
                      "  setTrigger(name: string, value: boolean): void;\n}\n\n";
    for (const MachineText& machine : gather(document))
        write_typescript(machine, out);
    while (out.size() > 1 && out[out.size() - 2] == '\n')
        out.pop_back();
    return out;
}

}  // namespace motus
