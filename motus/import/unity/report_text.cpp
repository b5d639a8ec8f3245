// The report as Markdown and as tables; report_page.cpp makes a page of the same tables.
// SPDX-License-Identifier: MIT
#include <motus/import/unity/report_tables.h>

#include <array>

#include <fmt/format.h>

namespace motus::unity {
namespace {

std::string join(const Cell& cell) {
    std::string out = cell.text;
    for (const std::string& place : cell.places)
        out += (out.empty() ? "" : "; ") + place;
    if (cell.more != 0) out += fmt::format("; and {} more", cell.more);
    return out;
}

Cell places_of(const std::vector<std::string>& places, std::uint32_t uses) {
    const auto listed = static_cast<std::uint32_t>(places.size());
    return {"", places, uses > listed && listed != 0 ? uses - listed : 0};
}

}  // namespace

std::vector<Table> tables_of(const ImportReport& report, const Diagnostics& faults) {
    std::vector<Table> tables;
    constexpr std::array kTitles = {"Supported", "Approximated", "Not supported"};
    constexpr std::array kIntros = {
        "As in Unity.", "Plays, with the difference that is named.",
        "Kept as a note in the document where that is possible, and without effect."};
    constexpr std::array kTones = {Tone::good, Tone::fair, Tone::bad};
    Table counts{"Found and converted", "", Tone::plain, {"what", "found", "converted"}, {}};
    for (const ReportCount& count : report.counts) {
        counts.rows.push_back(
            {{count.what}, {fmt::to_string(count.found)}, {fmt::to_string(count.converted)}});
    }
    tables.push_back(std::move(counts));
    for (const std::size_t kind : {2, 1, 0}) {
        Table table{kTitles[kind],
                    kIntros[kind],
                    kTones[kind],
                    {"feature", "uses", "what became of it", "where"},
                    {}};
        for (const ReportFeature& feature : report.features) {
            if (static_cast<std::size_t>(feature.support) != kind) continue;
            table.rows.push_back({{feature.name},
                                  {fmt::to_string(feature.uses)},
                                  {feature.note},
                                  places_of(feature.places, feature.uses)});
        }
        if (!table.rows.empty()) tables.push_back(std::move(table));
    }
    Table missing{"Unresolved references",
                  "Placeholders stand for them: give the project folder (--project), converted "
                  "models (--clips) or a mapping (--map).",
                  Tone::fair,
                  {"kind", "name", "reference", "used by"},
                  {}};
    for (const ReportMissing& entry : report.missing)
        missing.rows.push_back({{entry.kind}, {entry.name}, {entry.reference}, {entry.place}});
    if (!missing.rows.empty()) tables.push_back(std::move(missing));
    Table rules{"Rules by documentation only",
                "Unity's behaviour in these points is not documented in full. What was chosen:",
                Tone::fair,
                {"#", "question", "chosen", "where"},
                {}};
    for (const ReportRule& rule : report.rules) {
        rules.rows.push_back({{fmt::to_string(rule.number)},
                              {rule.question},
                              {rule.used},
                              places_of(rule.places, rule.uses)});
    }
    if (!rules.rows.empty()) tables.push_back(std::move(rules));
    Table warnings{"Warnings", "", Tone::fair, {"place", "message"}, {}};
    for (const Fault& fault : faults.faults())
        warnings.rows.push_back({{fault.path}, {fault.message}});
    if (!warnings.rows.empty()) tables.push_back(std::move(warnings));
    return tables;
}

std::string title_of(const ImportReport& report) {
    return fmt::format("{}: import from Unity", report.name.empty() ? "Controller" : report.name);
}

std::string origin_of(const ImportReport& report) {
    std::string out = "From " + (report.source.empty() ? std::string("memory") : report.source);
    if (report.version != 0) out += fmt::format(", format version {}", report.version);
    return out;
}

namespace {

std::string markdown(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (static_cast<unsigned char>(c) < 0x20) {
            out += ' ';
            continue;
        }
        if (c == '|' || c == '\\' || c == '<' || c == '*' || c == '_' || c == '`' || c == '[') {
            out += '\\';
        }
        out += c;
    }
    return out;
}

}  // namespace

std::string to_markdown(const ImportReport& report, const Diagnostics& faults) {
    std::string out =
        fmt::format("# {}\n\n{}.\n", markdown(title_of(report)), markdown(origin_of(report)));
    for (const Table& table : tables_of(report, faults)) {
        out += fmt::format("\n## {}\n", table.title);
        if (!table.intro.empty()) out += table.intro + "\n";
        out += '\n';
        std::string line;
        for (const std::string& cell : table.heading) {
            out += "| " + cell + " ";
            line += "|---";
        }
        out += "|\n" + line + "|\n";
        for (const auto& row : table.rows) {
            for (const Cell& cell : row)
                out += "| " + markdown(join(cell)) + " ";
            out += "|\n";
        }
    }
    return out;
}

}  // namespace motus::unity
