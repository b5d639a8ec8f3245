// tools/motus/table.h - rows of text as aligned columns.
// SPDX-License-Identifier: MIT
#pragma once

#include "output.h"

#include <string>
#include <vector>

namespace motus::tool {

/// Collects cells; the widths come from what was put in.
class Table {
  public:
    enum class Align { left, right };

    /// One alignment and one heading per column.
    Table(std::vector<Align> align, std::vector<std::string> heading);

    /// As many cells as there are columns. Control characters are replaced.
    void add(std::vector<std::string> cells);

    [[nodiscard]] bool empty() const noexcept { return rows_.size() <= 1; }

    /// Appends heading and rows, each indented by two and ended by a new line.
    void print(std::string& out) const;

  private:
    std::vector<Align> align_;
    std::vector<std::vector<std::string>> rows_;
};

inline constexpr auto kLeft = Table::Align::left;
inline constexpr auto kRight = Table::Align::right;

}  // namespace motus::tool
