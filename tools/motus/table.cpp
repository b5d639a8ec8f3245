// SPDX-License-Identifier: MIT
#include "table.h"

#include <algorithm>

namespace motus::tool {
namespace {

/// Characters, not bytes: bytes that continue a UTF-8 sequence do not count.
std::size_t width_of(const std::string& text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
    }));
}

}  // namespace

Table::Table(std::vector<Align> align, std::vector<std::string> heading)
    : align_(std::move(align)) {
    add(std::move(heading));
}

void Table::add(std::vector<std::string> cells) {
    cells.resize(align_.size());
    for (std::string& cell : cells)
        cell = printable(cell);
    rows_.push_back(std::move(cells));
}

void Table::print(std::string& out) const {
    std::vector<std::size_t> widths(align_.size());
    for (const auto& row : rows_) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            widths[i] = std::max(widths[i], width_of(row[i]));
        }
    }
    for (const auto& row : rows_) {
        std::string line = " ";
        for (std::size_t i = 0; i < row.size(); ++i) {
            const std::string space(widths[i] - width_of(row[i]), ' ');
            line += ' ';
            line += align_[i] == Align::right ? space + row[i] : row[i] + space;
            line += ' ';
        }
        line.erase(line.find_last_not_of(' ') + 1);
        out += &row == &rows_.front() ? styled(Style::dim, line) : line;
        out += '\n';
    }
}

}  // namespace motus::tool
