// The report as Markdown and as a page: both are made of the same tables.
// SPDX-License-Identifier: MIT
#include <motus/import/unity/report.h>

#include <array>

#include <fmt/format.h>

namespace motus::unity {
namespace {

struct Table {
    std::string title, intro;
    std::vector<std::string> heading;
    std::vector<std::vector<std::string>> rows;
};

std::string join(const std::vector<std::string>& places, std::uint32_t uses) {
    std::string out;
    for (const std::string& place : places)
        out += (out.empty() ? "" : "; ") + place;
    if (uses > places.size() && !places.empty()) {
        out += fmt::format("; and {} more", uses - places.size());
    }
    return out;
}

std::vector<Table> tables_of(const ImportReport& report, const Diagnostics& faults) {
    std::vector<Table> tables;
    Table counts{"Found and converted", "", {"what", "found", "converted"}, {}};
    for (const ReportCount& count : report.counts) {
        counts.rows.push_back(
            {count.what, fmt::to_string(count.found), fmt::to_string(count.converted)});
    }
    tables.push_back(std::move(counts));
    constexpr std::array kTitles = {"Supported", "Approximated", "Not supported"};
    constexpr std::array kIntros = {
        "As in Unity.", "Plays, with the difference that is named.",
        "Kept as a note in the document where that is possible, and without effect."};
    for (const std::size_t kind : {2, 1, 0}) {
        Table table{
            kTitles[kind], kIntros[kind], {"feature", "uses", "what became of it", "where"}, {}};
        for (const ReportFeature& feature : report.features) {
            if (static_cast<std::size_t>(feature.support) != kind) continue;
            table.rows.push_back({feature.name, fmt::to_string(feature.uses), feature.note,
                                  kind == 0 ? "" : join(feature.places, feature.uses)});
        }
        if (!table.rows.empty()) tables.push_back(std::move(table));
    }
    Table missing{"Unresolved references",
                  "Placeholders stand for them: give the project folder (--project), converted "
                  "models (--clips) or a mapping (--map).",
                  {"kind", "name", "reference", "used by"},
                  {}};
    for (const ReportMissing& entry : report.missing)
        missing.rows.push_back({entry.kind, entry.name, entry.reference, entry.place});
    if (!missing.rows.empty()) tables.push_back(std::move(missing));
    Table rules{"Rules by documentation only",
                "Unity's behaviour in these points is not documented in full. What was chosen:",
                {"#", "question", "chosen", "where"},
                {}};
    for (const ReportRule& rule : report.rules) {
        rules.rows.push_back(
            {fmt::to_string(rule.number), rule.question, rule.used, join(rule.places, rule.uses)});
    }
    if (!rules.rows.empty()) tables.push_back(std::move(rules));
    Table warnings{"Warnings", "", {"place", "message"}, {}};
    for (const Fault& fault : faults.faults())
        warnings.rows.push_back({fault.path, fault.message});
    if (!warnings.rows.empty()) tables.push_back(std::move(warnings));
    return tables;
}

// Names come from files: none of their characters may act as markup.
std::string html(std::string_view text) {
    std::string out;
    for (const char c : text) {
        switch (c) {
            case '&':
                out += "&amp;";
                break;
            case '<':
                out += "&lt;";
                break;
            case '>':
                out += "&gt;";
                break;
            case '"':
                out += "&quot;";
                break;
            default:
                out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
        }
    }
    return out;
}

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

std::string title_of(const ImportReport& report) {
    return fmt::format("{}: import from Unity", report.name.empty() ? "Controller" : report.name);
}

constexpr const char* kStyle =
    "body{font:15px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;"
    "color:#1c2024;background:#fff}h1{font-size:1.6rem}h2{font-size:1.15rem;margin-top:2rem}"
    "table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;"
    "padding:.35rem .6rem;border-bottom:1px solid #d8dce0}th{font-weight:600;background:#f4f6f8}"
    "p{color:#555}code{font-size:.9em}"
    "@media(prefers-color-scheme:dark){body{color:#e6e8ea;background:#15181b}"
    "th{background:#22272b}th,td{border-color:#343a40}p{color:#aab}}";

}  // namespace

std::string to_markdown(const ImportReport& report, const Diagnostics& faults) {
    std::string out =
        fmt::format("# {}\n\nFrom {}, format version {}.\n", markdown(title_of(report)),
                    markdown(report.source), report.version);
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
            for (const std::string& cell : row)
                out += "| " + markdown(cell) + " ";
            out += "|\n";
        }
    }
    return out;
}

std::string to_html(const ImportReport& report, const Diagnostics& faults) {
    std::string out = fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
        "<meta name=\"viewport\" content=\"width=device-width\"><title>{0}</title>"
        "<style>{1}</style></head>\n<body><h1>{0}</h1>\n<p>From <code>{2}</code>, format version "
        "{3}.</p>\n",
        html(title_of(report)), kStyle, html(report.source), report.version);
    for (const Table& table : tables_of(report, faults)) {
        out += fmt::format("<h2>{}</h2>\n", table.title);
        if (!table.intro.empty()) out += "<p>" + html(table.intro) + "</p>\n";
        out += "<table><tr>";
        for (const std::string& cell : table.heading)
            out += "<th>" + cell + "</th>";
        out += "</tr>\n";
        for (const auto& row : table.rows) {
            out += "<tr>";
            for (const std::string& cell : row)
                out += "<td>" + html(cell) + "</td>";
            out += "</tr>\n";
        }
        out += "</table>\n";
    }
    return out + "</body></html>\n";
}

}  // namespace motus::unity
