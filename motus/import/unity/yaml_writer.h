// motus/import/unity/yaml_writer.h - objects of a Unity file as text.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/import/unity/unity_file.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace motus::unity {

/// A scalar as it may stand after `key: `: plain where that is safe, else in double quotes.
[[nodiscard]] std::string yaml_text(std::string_view text);

/// "{fileID: 1}", with guid and type where there is a guid.
[[nodiscard]] std::string yaml_reference(const AssetRef& ref);

/// Appends the lines of one object after the other.
class YamlWriter {
  public:
    /// Heading of an object and the fields that all have. State, machine and controller have their
    /// version in other places than the rest: that is left to the caller.
    void begin(ClassId class_id, std::int64_t file_id, const char* type);
    void line(int depth, std::string_view key, std::string_view value);
    void number(int depth, std::string_view key, float value);
    void flag(int depth, std::string_view key, bool value);
    void local(int depth, std::string_view key, std::int64_t file_id);
    void position(int depth, std::string_view key, const std::array<float, 2>& at);
    /// "key: []", or the key and one item per line.
    void references(int depth, std::string_view key, const std::vector<std::int64_t>& ids);
    /// Text as it is.
    void raw(std::string_view text) { out_ += text; }

    [[nodiscard]] std::string take() { return std::move(out_); }

  private:
    std::string out_ = "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n";
};

}  // namespace motus::unity
