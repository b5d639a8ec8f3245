// SPDX-License-Identifier: MIT
#include <motus/import/unity/text.h>

#include <clocale>
#include <cstdlib>
#include <limits>

#include <fmt/format.h>

namespace motus::unity {

void append_utf8(std::string& out, std::uint32_t code) {
    if (code == 0 || (code >= 0xd800 && code < 0xe000) || code > 0x10ffff) code = 0xfffd;
    const auto put = [&out](std::uint32_t byte) { out += static_cast<char>(byte); };
    if (code < 0x80) {
        put(code);
    } else if (code < 0x800) {
        put(0xc0 | code >> 6);
        put(0x80 | (code & 0x3f));
    } else if (code < 0x10000) {
        put(0xe0 | code >> 12);
        put(0x80 | (code >> 6 & 0x3f));
        put(0x80 | (code & 0x3f));
    } else {
        put(0xf0 | code >> 18);
        put(0x80 | (code >> 12 & 0x3f));
        put(0x80 | (code >> 6 & 0x3f));
        put(0x80 | (code & 0x3f));
    }
}

std::optional<std::int64_t> parse_integer(std::string_view text) {
    const bool negative = !text.empty() && text.front() == '-';
    if (negative || (!text.empty() && text.front() == '+')) text.remove_prefix(1);
    if (text.empty()) return {};
    // Counted downwards, so that the smallest number fits.
    std::int64_t value = 0;
    constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
    for (const char c : text) {
        if (c < '0' || c > '9') return {};
        const int digit = c - '0';
        if (value < (kLeast + digit) / 10) return {};
        value = value * 10 - digit;
    }
    if (negative) return value;
    if (value == kLeast) return {};
    return -value;
}

std::optional<double> parse_real(std::string_view text) {
    std::string_view rest = text;
    const bool negative = !rest.empty() && rest.front() == '-';
    if (negative || (!rest.empty() && rest.front() == '+')) rest.remove_prefix(1);
    std::string word;
    for (const char c : rest.substr(0, 9))
        word += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    if (word == "inf" || word == ".inf" || word == "infinity") {
        const double infinity = std::numeric_limits<double>::infinity();
        return negative ? -infinity : infinity;
    }
    if (word == "nan" || word == ".nan") return std::numeric_limits<double>::quiet_NaN();

    // Checked here, because strtod also takes hexadecimal digits, and asks the locale for its
    // point.
    std::string digits(negative ? "-" : "");
    std::size_t count = 0, i = 0;
    const auto take = [&] {
        for (; i < rest.size() && rest[i] >= '0' && rest[i] <= '9'; ++i, ++count)
            digits += rest[i];
    };
    take();
    if (i < rest.size() && rest[i] == '.') {
        digits += std::localeconv()->decimal_point;
        ++i;
        take();
    }
    if (count == 0) return {};
    if (i < rest.size() && (rest[i] == 'e' || rest[i] == 'E')) {
        digits += rest[i++];
        if (i < rest.size() && (rest[i] == '-' || rest[i] == '+')) digits += rest[i++];
        count = 0;
        take();
        if (count == 0) return {};
    }
    if (i != rest.size()) return {};
    return std::strtod(digits.c_str(), nullptr);
}

std::string to_string(const AssetRef& ref) {
    return ref.guid.empty() ? fmt::to_string(ref.file_id)
                            : fmt::format("{}:{}", ref.guid, ref.file_id);
}

std::string shown(std::string_view text) {
    constexpr std::size_t kMost = 100;
    if (text.size() <= kMost) return std::string(text);
    std::size_t end = kMost;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0u) == 0x80u)
        --end;
    return std::string(text.substr(0, end)) + "...";
}

bool is_reference(Node node) {
    return node.kind() == NodeKind::map && node.first().key() == "fileID";
}

Result<AssetRef> read_reference(Node node) {
    AssetRef out;
    if (!node || node.kind() == NodeKind::null) return out;
    const auto fault = [&](std::string cause) {
        return Error{"unity-reference", fmt::format("line {}", node.line()), std::move(cause)};
    };
    if (!is_reference(node)) return fault(fmt::format("{} is not a reference", node.key()));
    const std::string_view id = node["fileID"].text();
    const auto number = parse_integer(id);
    if (!number) {
        return fault(
            fmt::format("the fileID {} is not a whole number of 64 bits", id.substr(0, 40)));
    }
    out.file_id = *number;
    const std::string_view guid = node["guid"].text();
    for (const char c : guid) {
        const bool upper = c >= 'A' && c <= 'F';
        if (!upper && !(c >= 'a' && c <= 'f') && !(c >= '0' && c <= '9')) {
            return fault("a guid that is not hexadecimal");
        }
        out.guid += static_cast<char>(upper ? c - 'A' + 'a' : c);
    }
    if (!guid.empty() && guid.size() != 32) return fault("a guid that is not of 32 digits");
    if (const auto type = parse_integer(node["type"].text())) {
        out.type = static_cast<std::int32_t>(*type & 0xff);
    }
    return out;
}

}  // namespace motus::unity
