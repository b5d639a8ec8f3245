// SPDX-License-Identifier: MIT
#include <motus/schema/json.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include <fmt/compile.h>
#include <fmt/format.h>

namespace motus {

Json Json::array() {
    Json json;
    json.kind = Kind::array;
    return json;
}

Json Json::object() {
    Json json;
    json.kind = Kind::object;
    return json;
}

const Json* Json::find(std::string_view key) const noexcept {
    const auto at = std::find(keys.begin(), keys.end(), key);
    return at != keys.end() ? &items[static_cast<std::size_t>(at - keys.begin())] : nullptr;
}

Json* Json::find(std::string_view key) noexcept {
    return const_cast<Json*>(static_cast<const Json&>(*this).find(key));
}

Json& Json::add(std::string_view key, Json value) {
    keys.emplace_back(key);
    items.push_back(std::move(value));
    return items.back();
}

bool Json::erase(std::string_view key) {
    const auto at = std::find(keys.begin(), keys.end(), key);
    if (at == keys.end()) return false;
    items.erase(items.begin() + (at - keys.begin()));
    keys.erase(at);
    return true;
}

const char* Json::kind_name() const noexcept {
    constexpr const char* names[] = {"null",   "true or false", "a number",
                                     "a text", "an array",      "an object"};
    return names[static_cast<std::size_t>(kind)];
}

void append_json_string(std::string& out, std::string_view text) {
    out += '"';
    for (const char c : text) {
        switch (c) {
            case '"':
                out += "\\\"";
                break;
            case '\\':
                out += "\\\\";
                break;
            case '\n':
                out += "\\n";
                break;
            case '\t':
                out += "\\t";
                break;
            default:
                if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
                    fmt::format_to(std::back_inserter(out), FMT_COMPILE("\\u{:04x}"),
                                   static_cast<unsigned>(c));
                } else {
                    out += c;
                }
        }
    }
    out += '"';
}

void append_json_float(std::string& out, float number) {
    if (!std::isfinite(number)) {
        out += "null";
    } else if (number == 0.0f) {
        out += std::signbit(number) ? "-0.0" : "0";
    } else {
        fmt::format_to(std::back_inserter(out), FMT_COMPILE("{}"), number);
    }
}

void append_json_number(std::string& out, double number) {
    const float narrow = static_cast<float>(number);
    if (number == std::floor(number) && std::fabs(number) <= 9007199254740991.0 && number != 0.0) {
        fmt::format_to(std::back_inserter(out), FMT_COMPILE("{}"),
                       static_cast<std::int64_t>(number));
    } else if (static_cast<double>(narrow) == number || !std::isfinite(number)) {
        append_json_float(out, narrow);
    } else {
        fmt::format_to(std::back_inserter(out), FMT_COMPILE("{}"), number);
    }
}

void append_json(std::string& out, const Json& json) {
    switch (json.kind) {
        case Json::Kind::null:
            out += "null";
            break;
        case Json::Kind::boolean:
            out += json.truth ? "true" : "false";
            break;
        case Json::Kind::number:
            if (!json.text.empty()) {
                out += json.text;
            } else {
                append_json_number(out, json.number);
            }
            break;
        case Json::Kind::string:
            append_json_string(out, json.text);
            break;
        case Json::Kind::array:
        case Json::Kind::object:
            out += json.is_array() ? '[' : '{';
            for (std::size_t i = 0; i < json.items.size(); ++i) {
                if (i != 0) out += ", ";
                if (json.is_object()) {
                    append_json_string(out, json.keys[i]);
                    out += ": ";
                }
                append_json(out, json.items[i]);
            }
            out += json.is_array() ? ']' : '}';
            break;
    }
}

std::string to_text(const Json& json) {
    std::string out;
    append_json(out, json);
    return out;
}

bool is_utf8(std::string_view text) noexcept {
    const auto at = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    for (std::size_t i = 0; i < text.size();) {
        const unsigned lead = at(i);
        const std::size_t tail = lead < 0x80 ? 0 : lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3;
        if ((lead >= 0x80 && lead < 0xc2) || lead > 0xf4 || i + tail >= text.size()) return false;
        for (std::size_t k = 1; k <= tail; ++k)
            if ((at(i + k) & 0xc0) != 0x80) return false;
        if (lead == 0xe0 && at(i + 1) < 0xa0) return false;
        if (lead == 0xed && at(i + 1) > 0x9f) return false;
        if (lead == 0xf0 && at(i + 1) < 0x90) return false;
        if (lead == 0xf4 && at(i + 1) > 0x8f) return false;
        i += tail + 1;
    }
    return true;
}

std::string pointer_token(std::string_view key) {
    std::string token;
    for (const char c : key) {
        if (c == '~') {
            token += "~0";
        } else if (c == '/') {
            token += "~1";
        } else {
            token += c;
        }
    }
    return token;
}

}  // namespace motus
