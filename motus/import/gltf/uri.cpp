// SPDX-License-Identifier: MIT
#include <motus/import/gltf/uri.h>

#include <array>
#include <cstdint>
#include <utility>

namespace motus::gltf {
namespace {

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

bool decode_percent(std::string_view text, std::string& out, std::string& cause) {
    out.clear();
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            out += text[i];
            continue;
        }
        const int high = i + 2 < text.size() ? hex_digit(text[i + 1]) : -1;
        const int low = i + 2 < text.size() ? hex_digit(text[i + 2]) : -1;
        if (high < 0 || low < 0) {
            cause = "a % in the URI is not followed by two hexadecimal digits";
            return false;
        }
        out += static_cast<char>(high * 16 + low);
        i += 2;
    }
    return true;
}

constexpr std::array<std::int8_t, 256> base64_table() {
    std::array<std::int8_t, 256> table{};
    for (auto& entry : table)
        entry = -1;
    for (int i = 0; i < 26; ++i) {
        table[static_cast<std::size_t>('A' + i)] = static_cast<std::int8_t>(i);
        table[static_cast<std::size_t>('a' + i)] = static_cast<std::int8_t>(26 + i);
    }
    for (int i = 0; i < 10; ++i) {
        table[static_cast<std::size_t>('0' + i)] = static_cast<std::int8_t>(52 + i);
    }
    table[static_cast<std::size_t>('+')] = 62;
    table[static_cast<std::size_t>('/')] = 63;
    return table;
}

bool decode_base64(std::string_view text, std::vector<std::byte>& out, std::string& cause) {
    static constexpr auto kTable = base64_table();
    // Padding may be left out, but must be right where it is there.
    std::size_t padding = 0;
    while (padding < 2 && !text.empty() && text.back() == '=') {
        text.remove_suffix(1);
        ++padding;
    }
    if (text.size() % 4 == 1 || (padding != 0 && (text.size() + padding) % 4 != 0)) {
        cause = "the length of the base64 text is wrong";
        return false;
    }
    out.clear();
    out.reserve(text.size() / 4 * 3 + 2);
    std::uint32_t bits = 0;
    int held = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const int digit = kTable[static_cast<unsigned char>(text[i])];
        if (digit < 0) {
            cause = "character " + std::to_string(i) + " of the data is not base64";
            return false;
        }
        bits = (bits << 6) | static_cast<std::uint32_t>(digit);
        held += 6;
        if (held >= 8) {
            held -= 8;
            out.push_back(static_cast<std::byte>((bits >> held) & 0xffu));
        }
    }
    return true;
}

}  // namespace

bool is_data_uri(std::string_view uri) noexcept {
    constexpr std::string_view kScheme = "data:";
    if (uri.size() < kScheme.size()) return false;
    for (std::size_t i = 0; i < kScheme.size(); ++i) {
        const char c = uri[i];
        if ((c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c) != kScheme[i]) return false;
    }
    return true;
}

bool decode_data_uri(std::string_view uri, std::vector<std::byte>& out, std::string& media_type,
                     std::string& cause) {
    uri.remove_prefix(5);
    const std::size_t comma = uri.find(',');
    if (comma == uri.npos) {
        cause = "the data URI has no comma";
        return false;
    }
    const std::string_view head = uri.substr(0, comma);
    const std::string_view data = uri.substr(comma + 1);
    media_type = std::string(head.substr(0, head.find(';')));
    if (head.ends_with(";base64")) return decode_base64(data, out, cause);
    std::string text;
    if (!decode_percent(data, text, cause)) return false;
    out.resize(text.size());
    for (std::size_t i = 0; i < text.size(); ++i)
        out[i] = static_cast<std::byte>(text[i]);
    return true;
}

bool decode_relative_path(std::string_view uri, std::string& path, std::string& cause) {
    if (uri.empty()) {
        cause = "the URI is empty";
        return false;
    }
    // A scheme ends at the first colon that comes before any slash.
    if (const auto colon = uri.find(':'); colon != uri.npos && colon < uri.find('/')) {
        cause = "only data URIs and relative paths are read; no network, no other scheme";
        return false;
    }
    if (!decode_percent(uri, path, cause)) return false;
    for (char c : path) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x20 || byte == 0x7f || c == '\\' || c == ':') {
            cause = "the path has a backslash, a colon or a control character";
            return false;
        }
    }
    if (path.front() == '/') {
        cause = "the path is absolute";
        return false;
    }
    std::string kept;
    std::string_view rest = path;
    while (true) {
        const std::size_t slash = rest.find('/');
        const std::string_view part = rest.substr(0, slash);
        if (part.empty()) {
            cause = "the path has an empty part";
            return false;
        }
        if (part == "..") {
            cause = "the path leaves the file's folder";
            return false;
        }
        if (part != ".") {
            if (!kept.empty()) kept += '/';
            kept += part;
        }
        if (slash == rest.npos) break;
        rest.remove_prefix(slash + 1);
    }
    if (kept.empty()) {
        cause = "the path names no file";
        return false;
    }
    path = std::move(kept);
    return true;
}

}  // namespace motus::gltf
