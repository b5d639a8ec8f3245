// motus/import/unity/report.h - what an import found, converted, approximated and could not keep.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/diagnostics.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace motus::unity {

enum class Support : std::uint8_t { supported, approximated, not_supported };

/// How many things of one kind were found and how many of them are in the document.
struct ReportCount {
    std::string what;
    std::uint32_t found = 0, converted = 0;
};

/// A feature of Unity that the file uses, with each place.
struct ReportFeature {
    std::string name;
    Support support = Support::supported;
    std::string note;  ///< What it became, or why not.
    std::vector<std::string> places;
    std::uint32_t uses = 0;  ///< May be more than are listed.
};

/// A rule of Unity that nobody outside could verify, and what was chosen for it.
struct ReportRule {
    std::uint32_t number = 0;
    std::string question, used;
    std::vector<std::string> places;
    std::uint32_t uses = 0;
};

/// A reference that led nowhere.
struct ReportMissing {
    std::string reference;  ///< guid:fileID.
    std::string kind;       ///< "clip", "mask".
    std::string name;       ///< What it is called in the document.
    std::string place;      ///< Where it is used first.
};

struct ImportReport {
    std::string source, name;
    std::int32_t version = 0;
    std::vector<ReportCount> counts;
    std::vector<ReportFeature> features;
    std::vector<ReportRule> rules;
    std::vector<ReportMissing> missing;

    void count(std::string_view what, std::size_t found, std::size_t converted);
    void use(std::string_view name, Support support, std::string_view note, std::string place);
    void touch(std::uint32_t rule, std::string place);
};

/// The report as text for people or tools. Faults are those of the import.
[[nodiscard]] std::string to_html(const ImportReport& report, const Diagnostics& faults);
[[nodiscard]] std::string to_markdown(const ImportReport& report, const Diagnostics& faults);
[[nodiscard]] std::string to_json(const ImportReport& report, const Diagnostics& faults);

}  // namespace motus::unity
