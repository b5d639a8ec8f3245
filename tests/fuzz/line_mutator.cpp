// SPDX-License-Identifier: MIT
#include <tests/fuzz/line_mutator.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <string>
#include <vector>

namespace motus::test {
namespace {

using Lines = std::vector<std::string>;

Lines split(const std::uint8_t* data, std::size_t size) {
    Lines lines(1);
    for (std::size_t i = 0; i < size; ++i) {
        lines.back() += static_cast<char>(data[i]);
        if (data[i] == '\n') lines.emplace_back();
    }
    return lines;
}

class Change {
  public:
    Change(Lines& lines, unsigned seed) : lines_(lines), random_(seed) {}

    void run() {
        const std::size_t from = below(lines_.size());
        const std::size_t count = 1 + below(std::min<std::size_t>(lines_.size() - from, 12));
        const auto begin = lines_.begin() + static_cast<std::ptrdiff_t>(from);
        const Lines block(begin, begin + static_cast<std::ptrdiff_t>(count));
        switch (below(6)) {
            case 0:
                lines_.erase(begin, begin + static_cast<std::ptrdiff_t>(count));
                break;
            case 1:
                insert(block);
                break;
            case 2:
                lines_.erase(begin, begin + static_cast<std::ptrdiff_t>(count));
                insert(block);
                break;
            case 3:
                lines_[from].insert(0, below(2) == 0 ? "  " : "- ");
                break;
            case 4:
                lines_[from].erase(0, std::min<std::size_t>(2, lines_[from].size()));
                break;
            default:
                take_value(lines_[from], lines_[below(lines_.size())]);
                break;
        }
    }
    [[nodiscard]] std::size_t below(std::size_t end) {
        return std::uniform_int_distribution<std::size_t>(0, end - 1)(random_);
    }

  private:
    void insert(const Lines& block) {
        const auto at = lines_.begin() + static_cast<std::ptrdiff_t>(below(lines_.size() + 1));
        lines_.insert(at, block.begin(), block.end());
    }
    // References, numbers and names end up where others are meant.
    static void take_value(std::string& line, const std::string& other) {
        const std::size_t colon = line.find(": "), from = other.find(": ");
        if (colon == line.npos || from == other.npos) return;
        line.replace(colon, line.npos, other, from, other.npos);
    }

    Lines& lines_;
    std::minstd_rand random_;
};

}  // namespace

std::size_t mutate_lines(std::uint8_t* data, std::size_t size, std::size_t max, unsigned seed,
                         ByteMutator bytes) {
    if (seed % 2 == 0) return bytes(data, size, max);
    Lines lines = split(data, size);
    Change change(lines, seed);
    for (std::size_t i = 1 + change.below(3); i > 0 && !lines.empty(); --i)
        change.run();
    std::size_t out = 0;
    for (const std::string& line : lines) {
        const std::size_t part = std::min(line.size(), max - out);
        std::memcpy(data + out, line.data(), part);
        out += part;
    }
    return out;
}

}  // namespace motus::test
