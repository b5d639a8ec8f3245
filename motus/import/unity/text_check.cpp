// What a file is that is no text of Unity's.
// SPDX-License-Identifier: MIT
#include <motus/import/unity/unity_file.h>
#include <motus/schema/json.h>

#include <algorithm>

#include <fmt/format.h>

namespace motus::unity {
namespace {

constexpr std::string_view kBom = "\xef\xbb\xbf";

std::uint32_t line_of(std::string_view text, std::size_t at) {
    const auto end = text.begin() + static_cast<std::ptrdiff_t>(at);
    return static_cast<std::uint32_t>(1 + std::count(text.begin(), end, '\n'));
}

bool looks_binary(std::string_view text) {
    const std::string_view head = text.substr(0, 256);
    std::size_t strange = 0;
    for (const char c : head) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte == 0) return true;
        if (byte < 9) ++strange;
    }
    return strange * 8 > head.size();
}

// "version 4.0.0f7" of a binary file, for the message.
std::string binary_version(std::string_view text) {
    for (std::size_t i = 16; i < std::min<std::size_t>(text.size(), 64); ++i) {
        std::size_t end = i;
        while (end < text.size() && ((text[end] >= '0' && text[end] <= '9') || text[end] == '.' ||
                                     text[end] == 'f' || text[end] == 'p' || text[end] == 'b'))
            ++end;
        const std::string_view word = text.substr(i, end - i);
        if (word.size() >= 5 && std::count(word.begin(), word.end(), '.') == 2) {
            return fmt::format(" of Unity {}", word);
        }
    }
    return {};
}

}  // namespace

Result<bool> UnityFile::check_text() {
    if (text_.size() > kMaxFileBytes) {
        return refuse(
            "unity-too-large", "",
            fmt::format("the file has {} bytes; at most {} are read", text_.size(), kMaxFileBytes));
    }
    if (text_.compare(0, kBom.size(), kBom) == 0) text_.erase(0, kBom.size());
    const std::string_view text = text_;
    if (text.find_first_not_of(" \t\r\n") == text.npos) {
        return refuse("unity-empty", "", "the file is empty");
    }
    if (text.substr(0, 24) == "version https://git-lfs.") {
        return refuse("unity-lfs", "line 1",
                      "a git-lfs pointer and not the file itself: run `git lfs pull`");
    }
    if (text.substr(0, 2) == "\xff\xfe" || text.substr(0, 2) == "\xfe\xff") {
        return refuse("unity-not-text", "", "UTF-16 text; Unity writes UTF-8");
    }
    const bool yaml = text.substr(0, 5) == "%YAML";
    if (!yaml && looks_binary(text)) {
        return refuse("unity-binary", "",
                      fmt::format("a binary Unity file{}: set Asset Serialization to Force Text in "
                                  "Unity's project settings and save it again",
                                  binary_version(text)));
    }
    if (const std::size_t nul = text.find('\0'); nul != text.npos) {
        return refuse("unity-not-text", line_place(line_of(text, nul)),
                      "a NUL byte: the file is damaged");
    }
    if (!is_utf8(text)) {
        std::size_t begin = 0, number = 1;
        while (begin < text.size()) {
            const std::size_t end = std::min(text.find('\n', begin), text.size());
            if (!is_utf8(text.substr(begin, end - begin))) break;
            begin = end + 1;
            ++number;
        }
        return refuse("unity-not-text", line_place(number), "bytes that are not UTF-8");
    }
    return true;
}

}  // namespace motus::unity
