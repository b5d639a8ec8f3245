// motus/schema/json.h - JSON as a tree of values, read from text and written canonically.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/result.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace motus {

/// A JSON value. Members keep the order of the text.
struct Json {
    enum class Kind : std::uint8_t { null, boolean, number, string, array, object };

    Kind kind = Kind::null;
    bool truth = false;
    double number = 0.0;
    /// The string; of a whole number beyond 2^53 its digits.
    std::string text;
    std::vector<Json> items;        ///< Of an array; of an object the values.
    std::vector<std::string> keys;  ///< Of an object, one per item.

    Json() = default;
    explicit Json(bool value) : kind(Kind::boolean), truth(value) {}
    explicit Json(double value) : kind(Kind::number), number(value) {}
    explicit Json(std::string_view value) : kind(Kind::string), text(value) {}
    static Json array();
    static Json object();

    [[nodiscard]] bool is_object() const noexcept { return kind == Kind::object; }
    [[nodiscard]] bool is_array() const noexcept { return kind == Kind::array; }
    [[nodiscard]] bool is_string() const noexcept { return kind == Kind::string; }
    [[nodiscard]] bool is_number() const noexcept { return kind == Kind::number; }

    /// Member `key` of an object; null pointer where there is none.
    [[nodiscard]] const Json* find(std::string_view key) const noexcept;
    [[nodiscard]] Json* find(std::string_view key) noexcept;
    /// Appends a member. The key must be new.
    Json& add(std::string_view key, Json value);
    /// Removes member `key`; false where there is none.
    bool erase(std::string_view key);

    /// "an object", "a number", ...: for messages.
    [[nodiscard]] const char* kind_name() const noexcept;

    friend bool operator==(const Json&, const Json&) = default;
};

/// Deepest nesting that is read. A document of ours needs about 40 for a machine nested 8 deep.
inline constexpr int kMaxJsonDepth = 256;

/// Reads one JSON value. Refuses nesting deeper than kMaxJsonDepth, keys that repeat within an
/// object, numbers that are not finite, and text that is not UTF-8. `Error::place` is
/// "line 3, column 14". Code: "json-syntax".
[[nodiscard]] Result<Json> parse_json(std::string_view text);

/// Appends `json` in one line: {"a": 1, "b": [1, 2]}.
void append_json(std::string& out, const Json& json);
[[nodiscard]] std::string to_text(const Json& json);

/// Pieces of canonical text, for writers that have no tree.
void append_json_string(std::string& out, std::string_view text);
/// The shortest text that reads back as the same float. Not finite: null.
void append_json_float(std::string& out, float number);
/// Whole numbers up to 2^53 as such; other numbers in the shortest form of a float where they are
/// one, else of a double.
void append_json_number(std::string& out, double number);

/// Whether `text` is well-formed UTF-8: no overlong forms, no surrogates, nothing above U+10FFFF.
[[nodiscard]] bool is_utf8(std::string_view text) noexcept;

/// Escapes a key for a JSON pointer: ~ and / become ~0 and ~1.
[[nodiscard]] std::string pointer_token(std::string_view key);

}  // namespace motus
