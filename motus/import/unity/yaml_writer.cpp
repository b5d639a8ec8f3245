// SPDX-License-Identifier: MIT
#include <motus/import/unity/yaml_writer.h>

#include <fmt/format.h>

namespace motus::unity {
namespace {

bool is_plain(std::string_view text) {
    const auto word = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '_';
    };
    if (text.empty()) return true;
    if (!word(text.front()) || text.back() == ' ') return false;
    for (const char c : text) {
        if (!word(c) && c != ' ' && c != '.' && c != '/' && c != '(' && c != ')' && c != '-' &&
            c != '+') {
            return false;
        }
    }
    return text.size() < 60;  // nothing is folded
}

}  // namespace

std::string yaml_text(std::string_view text) {
    if (is_plain(text)) return std::string(text);
    std::string out = "\"";
    for (const char c : text) {
        switch (c) {
            case '"':
            case '\\':
                out += '\\';
                out += c;
                break;
            case '\n':
                out += "\\n";
                break;
            case '\t':
                out += "\\t";
                break;
            case '\r':
                out += "\\r";
                break;
            default:
                if (static_cast<unsigned char>(c) < 0x20) {
                    out += fmt::format("\\x{:02X}", static_cast<unsigned char>(c));
                } else {
                    out += c;
                }
        }
    }
    return out + "\"";
}

std::string yaml_reference(const AssetRef& ref) {
    if (ref.guid.empty()) return fmt::format("{{fileID: {}}}", ref.file_id);
    return fmt::format("{{fileID: {}, guid: {}, type: {}}}", ref.file_id, ref.guid, ref.type);
}

void YamlWriter::begin(ClassId class_id, std::int64_t file_id, const char* type) {
    out_ += fmt::format("--- !u!{} &{}\n{}:\n", static_cast<int>(class_id), file_id, type);
    const bool main = class_id == ClassId::controller;
    line(1, "m_ObjectHideFlags", main ? "0" : "1");
    for (const char* key : {"m_CorrespondingSourceObject", "m_PrefabInstance", "m_PrefabAsset"})
        line(1, key, "{fileID: 0}");
}

void YamlWriter::line(int depth, std::string_view key, std::string_view value) {
    out_.append(static_cast<std::size_t>(2 * depth), ' ');
    out_ += key;
    out_ += ": ";
    out_ += value;
    out_ += '\n';
}

void YamlWriter::number(int depth, std::string_view key, float value) {
    line(depth, key, fmt::format("{}", value));
}

void YamlWriter::flag(int depth, std::string_view key, bool value) {
    line(depth, key, value ? "1" : "0");
}

void YamlWriter::local(int depth, std::string_view key, std::int64_t file_id) {
    line(depth, key, fmt::format("{{fileID: {}}}", file_id));
}

void YamlWriter::position(int depth, std::string_view key, const std::array<float, 2>& at) {
    line(depth, key, fmt::format("{{x: {}, y: {}, z: 0}}", at[0], at[1]));
}

void YamlWriter::references(int depth, std::string_view key, const std::vector<std::int64_t>& ids) {
    const std::string indent(static_cast<std::size_t>(2 * depth), ' ');
    if (ids.empty()) {
        line(depth, key, "[]");
        return;
    }
    out_ += fmt::format("{}{}:\n", indent, key);
    for (const std::int64_t id : ids)
        out_ += fmt::format("{}- {{fileID: {}}}\n", indent, id);
}

}  // namespace motus::unity
