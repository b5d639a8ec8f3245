// SPDX-License-Identifier: MIT
#include <motus/import/text/quotes.h>

namespace motus::text {

std::string in_quotes(std::string_view text) {
    constexpr std::size_t kLimit = 80;
    std::string out = "\"";
    if (text.size() <= kLimit) return out.append(text).append("\"");
    std::size_t end = kLimit;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0u) == 0x80u)
        --end;
    return out.append(text.substr(0, end)).append("...\"");
}

}  // namespace motus::text
