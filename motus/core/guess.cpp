// SPDX-License-Identifier: MIT
#include <motus/core/guess.h>

#include <algorithm>

namespace motus {
namespace {

constexpr std::size_t kLongestGuess = 64;

std::string in_lower_case(std::string_view text) {
    std::string out(text);
    for (char& c : out)
        c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    return out;
}

/// Letters to add, to drop, to change, or to swap with their neighbour.
std::size_t slips_between(const std::string& a, const std::string& b) {
    std::vector<std::vector<std::size_t>> cost(a.size() + 1,
                                               std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i) {
        for (std::size_t j = 0; j <= b.size(); ++j) {
            if (i == 0 || j == 0) {
                cost[i][j] = i + j;
                continue;
            }
            const std::size_t change = cost[i - 1][j - 1] + (a[i - 1] != b[j - 1] ? 1 : 0);
            cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, change});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
        }
    }
    return cost[a.size()][b.size()];
}

}  // namespace

std::string did_you_mean(std::string_view word, const std::vector<std::string>& words) {
    const std::string wanted = in_lower_case(word);
    if (wanted.empty() || wanted.size() > kLongestGuess) return {};
    std::size_t fewest = wanted.size() / 3 + 1;  // that many are another word
    const std::string* best = nullptr;
    for (const std::string& candidate : words) {
        if (candidate.size() > kLongestGuess) continue;
        const std::string known = in_lower_case(candidate);
        std::size_t slips = slips_between(wanted, known);
        // The beginning of a word counts as one slip, however long the rest is.
        if (wanted.size() >= 3 && known.compare(0, wanted.size(), wanted) == 0)
            slips = std::min<std::size_t>(slips, 1);
        if (slips >= fewest) continue;
        fewest = slips;
        best = &candidate;
    }
    return best == nullptr ? std::string() : " (did you mean \"" + *best + "\"?)";
}

std::string there_is_no(std::string_view kind, std::string_view word,
                        const std::vector<std::string>& names) {
    std::string text = "there is no " + std::string(kind) + " \"" + std::string(word) + "\"";
    if (names.empty()) return text + ": the file has none";
    text += did_you_mean(word, names) + "; there are ";
    for (const std::string& name : names)
        text += (&name == names.data() ? "\"" : ", \"") + name + "\"";
    return text;
}

}  // namespace motus
