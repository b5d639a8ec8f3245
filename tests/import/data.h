// tests/import/data.h - files of the shared test data, where it is there.
// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace motus::test {

/// Ends the test, loudly, where there is no shared data.
#define MOTUS_NEED_DATA(variable)                                                            \
    const char* variable##_text = std::getenv("MOTUS_TEST_DATA");                            \
    if (variable##_text == nullptr) {                                                        \
        GTEST_SKIP() << "MOTUS_TEST_DATA is not set: nothing was compared with shared data"; \
    }                                                                                        \
    const std::filesystem::path variable(variable##_text)

inline std::vector<std::byte> read_bytes(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    EXPECT_TRUE(in.good()) << path;
    const std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    const auto* first = reinterpret_cast<const std::byte*>(text.data());
    return {first, first + text.size()};
}

/// Files below `folder` whose name ends in one of `endings`, sorted.
inline std::vector<std::filesystem::path> files_below(const std::filesystem::path& folder,
                                                      std::initializer_list<const char*> endings) {
    std::vector<std::filesystem::path> out;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        for (const char* ending : endings) {
            if (entry.path().extension() == ending) out.push_back(entry.path());
        }
    }
    std::sort(out.begin(), out.end());
    return out;
}

}  // namespace motus::test
