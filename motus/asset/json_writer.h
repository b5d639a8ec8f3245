// motus/asset/json_writer.h - writes JSON text piece by piece, keys in the order given.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace motus {

/// Appends compact JSON to a string. The caller keeps brackets balanced and gives a key before
/// each value of an object; commas are put in here.
///
/// Numbers come in the shortest form that reads back as the same number, the same text from every
/// build; -0 is "-0.0", and one that is not finite becomes null. Strings are UTF-8; a byte that is
/// not becomes U+FFFD, so that the output is always valid JSON.
class JsonWriter {
  public:
    explicit JsonWriter(std::string& out) noexcept : out_(&out) {}

    JsonWriter& begin_object();
    JsonWriter& end_object();
    JsonWriter& begin_array();
    JsonWriter& end_array();
    JsonWriter& key(std::string_view name);

    JsonWriter& value(float number);
    JsonWriter& value(double number);
    JsonWriter& value(std::uint64_t number);
    JsonWriter& value(std::int64_t number);
    JsonWriter& value(std::uint32_t number) { return value(std::uint64_t{number}); }
    JsonWriter& value(std::int32_t number) { return value(std::int64_t{number}); }
    JsonWriter& value(bool truth);
    JsonWriter& value(std::string_view text);
    JsonWriter& value(const char* text) { return value(std::string_view(text)); }
    JsonWriter& null();

    /// An array of numbers.
    JsonWriter& values(std::span<const float> numbers);
    JsonWriter& values(std::span<const std::uint32_t> numbers);

    /// Text that is JSON already, as one value.
    JsonWriter& raw(std::string_view json);

    /// Starts the next line: for output of one value per line.
    void end_line();

  private:
    void before_value();
    std::string* out_;
    bool comma_ = false;
};

}  // namespace motus
