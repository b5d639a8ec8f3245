// SPDX-License-Identifier: MIT
#include <motus/asset/json_writer.h>

#include <cmath>
#include <iterator>

#include <fmt/compile.h>
#include <fmt/format.h>

namespace motus {
namespace {

template <typename T>
void append_number(std::string& out, T number) {
    fmt::format_to(std::back_inserter(out), FMT_COMPILE("{}"), number);
}

template <typename T>
void append_float(std::string& out, T number) {
    if (number == 0 && std::signbit(number)) {
        out += "-0.0";  // Readers take "-0" for an integer, which has no sign.
    } else if (std::isfinite(number)) {
        append_number(out, number);
    } else {
        out += "null";
    }
}

/// Length of the UTF-8 sequence at the start of `text`; 0 where it is not one. Overlong forms,
/// surrogates and anything above U+10FFFF are not.
std::size_t utf8_length(std::string_view text) {
    const auto at = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const auto tail = [&](std::size_t i) { return i < text.size() && (at(i) & 0xc0) == 0x80; };
    const unsigned lead = at(0);
    if (lead < 0x80) return 1;
    if (lead >= 0xc2 && lead <= 0xdf) return tail(1) ? 2 : 0;
    if (lead >= 0xe0 && lead <= 0xef) {
        if (!tail(1) || !tail(2)) return 0;
        if (lead == 0xe0 && at(1) < 0xa0) return 0;
        if (lead == 0xed && at(1) > 0x9f) return 0;
        return 3;
    }
    if (lead >= 0xf0 && lead <= 0xf4) {
        if (!tail(1) || !tail(2) || !tail(3)) return 0;
        if (lead == 0xf0 && at(1) < 0x90) return 0;
        if (lead == 0xf4 && at(1) > 0x8f) return 0;
        return 4;
    }
    return 0;
}

void append_string(std::string& out, std::string_view text) {
    out += '"';
    while (!text.empty()) {
        const char c = text.front();
        std::size_t length = utf8_length(text);
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (c == '\n') {
            out += "\\n";
        } else if (c == '\t') {
            out += "\\t";
        } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
            fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<unsigned>(c));
        } else if (length == 0) {
            out += "\\ufffd";
            length = 1;
        } else {
            out += text.substr(0, length);
        }
        text.remove_prefix(length);
    }
    out += '"';
}

}  // namespace

void JsonWriter::before_value() {
    if (comma_) *out_ += ',';
    comma_ = true;
}

JsonWriter& JsonWriter::begin_object() {
    before_value();
    *out_ += '{';
    comma_ = false;
    return *this;
}

JsonWriter& JsonWriter::end_object() {
    *out_ += '}';
    comma_ = true;
    return *this;
}

JsonWriter& JsonWriter::begin_array() {
    before_value();
    *out_ += '[';
    comma_ = false;
    return *this;
}

JsonWriter& JsonWriter::end_array() {
    *out_ += ']';
    comma_ = true;
    return *this;
}

JsonWriter& JsonWriter::key(std::string_view name) {
    before_value();
    append_string(*out_, name);
    *out_ += ':';
    comma_ = false;
    return *this;
}

JsonWriter& JsonWriter::value(float number) {
    before_value();
    append_float(*out_, number);
    return *this;
}

JsonWriter& JsonWriter::value(double number) {
    before_value();
    append_float(*out_, number);
    return *this;
}

JsonWriter& JsonWriter::value(std::uint64_t number) {
    before_value();
    append_number(*out_, number);
    return *this;
}

JsonWriter& JsonWriter::value(std::int64_t number) {
    before_value();
    append_number(*out_, number);
    return *this;
}

JsonWriter& JsonWriter::value(bool truth) {
    before_value();
    *out_ += truth ? "true" : "false";
    return *this;
}

JsonWriter& JsonWriter::value(std::string_view text) {
    before_value();
    append_string(*out_, text);
    return *this;
}

JsonWriter& JsonWriter::null() {
    before_value();
    *out_ += "null";
    return *this;
}

JsonWriter& JsonWriter::values(std::span<const float> numbers) {
    begin_array();
    for (const float number : numbers)
        value(number);
    return end_array();
}

JsonWriter& JsonWriter::values(std::span<const std::uint32_t> numbers) {
    begin_array();
    for (const std::uint32_t number : numbers)
        value(number);
    return end_array();
}

JsonWriter& JsonWriter::raw(std::string_view json) {
    before_value();
    *out_ += json;
    return *this;
}

void JsonWriter::end_line() {
    *out_ += '\n';
    comma_ = false;
}

}  // namespace motus
