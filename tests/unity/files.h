// tests/unity/files.h - Unity files of our own, and those of the shared test data.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/document/file.h>
#include <tests/import/data.h>

#include <string>
#include <string_view>

namespace motus::test {

/// The text of tests/unity/data/NAME.
inline std::string own_file(const std::string& name) {
    const Result<std::string> text = read_text_file(std::string(UNITY_TEST_DATA "/") + name);
    EXPECT_TRUE(text) << name;
    return text ? *text : std::string();
}

/// The text with the first `from` replaced; it must be there.
inline std::string with(std::string text, std::string_view from, std::string_view to) {
    const std::size_t at = text.find(from);
    EXPECT_NE(at, text.npos) << from;
    if (at != text.npos) text.replace(at, from.size(), to);
    return text;
}

inline bool has_code(const Diagnostics& diagnostics, std::string_view code) {
    for (const Fault& fault : diagnostics.faults()) {
        if (fault.code == code) return true;
    }
    return false;
}

}  // namespace motus::test
