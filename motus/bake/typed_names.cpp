// SPDX-License-Identifier: MIT
#include <motus/bake/typed_names.h>

#include <algorithm>
#include <array>

namespace motus::detail {
namespace {

constexpr std::array kReserved = {
    // C++ and TypeScript alike, and what the generated types have themselves.
    "alignas",   "alignof",    "and",       "and_eq",    "any",       "arguments",   "asm",
    "async",     "auto",       "await",     "is_bound",  "bitand",    "bitor",       "bool",
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

}  // namespace

std::string Scope::name(std::string_view text) {
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

std::string Scope::type(std::string_view text) {
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

std::string Scope::unique(std::string id) {
    if (std::find(kReserved.begin(), kReserved.end(), id) != kReserved.end()) id += '_';
    std::string free = id;
    for (int i = 2; !taken_.insert(free).second; ++i)
        free = id + "_" + std::to_string(i);
    return free;
}

std::string quoted_text(std::string_view text) {
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

std::string plain_text(std::string_view text) {
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

}  // namespace motus::detail
