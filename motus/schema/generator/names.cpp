// SPDX-License-Identifier: MIT
#include "emit.h"

#include <cctype>
#include <set>

namespace motus::schemagen {

std::string identifier(const std::string& name) {
    static const std::set<std::string> words = {
        "auto",     "bool",     "break",   "case",      "char",     "class",    "const",
        "continue", "default",  "delete",  "do",        "double",   "else",     "enum",
        "explicit", "export",   "extern",  "false",     "float",    "for",      "friend",
        "goto",     "if",       "inline",  "int",       "long",     "mutable",  "namespace",
        "new",      "operator", "private", "protected", "public",   "register", "return",
        "short",    "signed",   "sizeof",  "static",    "struct",   "switch",   "template",
        "this",     "throw",    "true",    "try",       "typedef",  "typename", "union",
        "unsigned", "using",    "virtual", "void",      "volatile", "while",    "and",
        "or",       "not",      "xor"};
    return words.count(name) != 0 ? name + "_" : name;
}

std::string pascal(const std::string& name) {
    std::string out;
    bool upper = true;
    for (const char c : name) {
        if (c == '_') {
            upper = true;
        } else {
            out += upper ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
            upper = false;
        }
    }
    return out;
}

std::string member_type(const Field& field) {
    static const std::map<std::string, std::string> types = {{"boolean", "bool"},
                                                             {"int32", "std::int32_t"},
                                                             {"uint32", "std::uint32_t"},
                                                             {"int64", "std::int64_t"},
                                                             {"float32", "float"},
                                                             {"string", "std::string"},
                                                             {"vec2", "Float2"},
                                                             {"vec3", "Float3"},
                                                             {"vec4", "Float4"},
                                                             {"quat", "Float4"},
                                                             {"color", "Float4"},
                                                             {"id", "std::uint64_t"},
                                                             {"reference", "std::uint64_t"},
                                                             {"value", "Value"},
                                                             {"child", "ChildArray"},
                                                             {"children", "ChildArray"}};
    const auto at = types.find(field.kind);
    return at != types.end() ? at->second : field.enumeration;
}

std::string number_literal(const std::string& text, const std::string& missing) {
    if (text.empty()) return missing;
    const bool real = text.find_first_of(".eE") != std::string::npos;
    return real ? text : text + ".0";
}

std::string member_default(const Field& field) {
    if (field.kind == "boolean") return field.default_text == "0" ? " = false" : " = true";
    if (field.kind == "enumeration") {
        return fmt::format(" = static_cast<{}>({})", field.enumeration, field.default_text);
    }
    if (field.kind == "float32") return " = " + number_literal(field.default_text, "0.0") + "f";
    if (field.kind == "string") {
        return field.default_text.empty() ? "" : " = " + literal(field.default_text);
    }
    if (!field.tuple.empty()) {
        std::string out;
        for (const std::string& number : field.tuple)
            out += (out.empty() ? "{" : ", ") + number_literal(number, "0.0") + "f";
        return out + "}";
    }
    if (field.kind == "value" || field.holds_children()) return "";
    return " = " + field.default_text;
}

std::string literal(const std::string& text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        out += c;
    }
    return out + "\"";
}

std::string joined(const std::vector<std::string>& lines) {
    std::string out;
    for (const std::string& line : lines)
        out += (out.empty() ? "" : " ") + line;
    return out;
}

}  // namespace motus::schemagen
