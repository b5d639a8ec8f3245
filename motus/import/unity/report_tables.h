// motus/import/unity/report_tables.h - a report as tables, before it is a page or Markdown.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/import/unity/report.h>

namespace motus::unity {

enum class Tone : std::uint8_t { plain, good, fair, bad };

struct Cell {
    std::string text;
    std::vector<std::string> places{};
    std::uint32_t more = 0;  ///< Places that are not listed.
};

struct Table {
    std::string title, intro;
    Tone tone = Tone::plain;
    std::vector<std::string> heading;
    std::vector<std::vector<Cell>> rows;
};

/// Counts first, then what needs a person's eye, worst first.
[[nodiscard]] std::vector<Table> tables_of(const ImportReport& report, const Diagnostics& faults);

[[nodiscard]] std::string title_of(const ImportReport& report);
/// "From Player.controller, format version 5".
[[nodiscard]] std::string origin_of(const ImportReport& report);

}  // namespace motus::unity
