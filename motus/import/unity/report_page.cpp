// The report as one HTML page: no script, nothing from elsewhere, light and dark.
// SPDX-License-Identifier: MIT
#include <motus/import/unity/report_tables.h>

#include <array>

#include <fmt/format.h>

namespace motus::unity {
namespace {

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

constexpr const char* kStyle = R"(
:root{--ink:#1c2024;--soft:#5b6570;--line:#dfe4e8;--page:#f5f7f9;--card:#fff;--good:#1a7f4b;
--fair:#9a6400;--bad:#b3261e;--plain:#3257a8}
@media(prefers-color-scheme:dark){:root{--ink:#e8eaed;--soft:#a0a9b2;--line:#333a41;--page:#14171a;
--card:#1c2024;--good:#5fd39a;--fair:#e6b455;--bad:#ff8a80;--plain:#8fb0ff}}
*{box-sizing:border-box}
body{font:15px/1.5 system-ui,sans-serif;margin:0;color:var(--ink);background:var(--page)}
main{max-width:74rem;margin:0 auto;padding:2rem 1.25rem 4rem}
h1{font-size:1.7rem;line-height:1.2;margin:0 0 .25rem;overflow-wrap:anywhere}
.origin{color:var(--soft);margin:0 0 1.5rem}
.sums{display:flex;flex-wrap:wrap;gap:.6rem;margin:0 0 1.5rem;padding:0;list-style:none}
.sums li{background:var(--card);border:1px solid var(--line);border-radius:.6rem;
padding:.5rem .9rem;color:var(--soft)}
.sums b{display:block;font-size:1.35rem;line-height:1.3;color:var(--ink)}
.sums .good b{color:var(--good)}.sums .fair b{color:var(--fair)}.sums .bad b{color:var(--bad)}
section{background:var(--card);border:1px solid var(--line);border-left:4px solid var(--plain);
border-radius:.6rem;margin:0 0 1.25rem;padding:1rem 1.25rem;overflow-x:auto}
section.good{border-left-color:var(--good)}section.fair{border-left-color:var(--fair)}
section.bad{border-left-color:var(--bad)}
h2{font-size:1.1rem;margin:0}
section p{color:var(--soft);margin:.15rem 0 0}
table{border-collapse:collapse;width:100%;margin-top:.75rem}
th,td{text-align:left;vertical-align:top;padding:.4rem .75rem .4rem 0;
border-top:1px solid var(--line);overflow-wrap:anywhere}
th{border-top:0;font-weight:600;color:var(--soft);white-space:nowrap}
td:first-child{font-weight:600;min-width:9rem}
td.n,th.n{text-align:right;width:6rem;font-variant-numeric:tabular-nums}
summary{cursor:pointer;color:var(--plain)}
ul.places{margin:.25rem 0 0;padding-left:1.1rem;color:var(--soft)}
)";

constexpr std::size_t kOpenPlaces = 3;  // more are folded away

constexpr const char* name_of(Tone tone) {
    constexpr std::array kNames = {"plain", "good", "fair", "bad"};
    return kNames[static_cast<std::size_t>(tone)];
}

std::string cell_html(const Cell& cell) {
    std::string out = html(cell.text);
    if (cell.places.empty()) return out;
    if (cell.places.size() <= kOpenPlaces && cell.more == 0) {
        for (std::size_t i = 0; i < cell.places.size(); ++i)
            out += (i == 0 ? "" : "<br>") + html(cell.places[i]);
        return out;
    }
    out += fmt::format("<details><summary>{} places</summary><ul class=\"places\">",
                       cell.places.size() + cell.more);
    for (const std::string& place : cell.places)
        out += "<li>" + html(place) + "</li>";
    if (cell.more != 0) out += fmt::format("<li>and {} more</li>", cell.more);
    return out + "</ul></details>";
}

bool is_number(const std::string& heading) {
    return heading == "found" || heading == "converted" || heading == "uses";
}

std::string table_html(const Table& table) {
    std::string out =
        fmt::format("<section class=\"{}\"><h2>{}</h2>\n", name_of(table.tone), html(table.title));
    if (!table.intro.empty()) out += "<p>" + html(table.intro) + "</p>\n";
    out += "<table><thead><tr>";
    for (const std::string& cell : table.heading)
        out += fmt::format("<th{}>{}</th>", is_number(cell) ? " class=\"n\"" : "", html(cell));
    out += "</tr></thead>\n<tbody>";
    for (const auto& row : table.rows) {
        out += "<tr>";
        for (std::size_t i = 0; i < row.size(); ++i) {
            out += fmt::format("<td{}>{}</td>", is_number(table.heading[i]) ? " class=\"n\"" : "",
                               cell_html(row[i]));
        }
        out += "</tr>\n";
    }
    return out + "</tbody></table></section>\n";
}

// What someone wants to know first: is anything lost?
std::string sums_html(const ImportReport& report, const Diagnostics& faults) {
    std::array<std::size_t, 3> kinds{};
    for (const ReportFeature& feature : report.features)
        ++kinds[static_cast<std::size_t>(feature.support)];
    const auto sum = [](const char* tone, std::size_t count, const char* what) {
        return fmt::format("<li class=\"{}\"><b>{}</b>{}</li>", count == 0 ? "plain" : tone, count,
                           what);
    };
    return "<ul class=\"sums\">" + sum("good", kinds[0], "features as in Unity") +
           sum("fair", kinds[1], "approximated") + sum("bad", kinds[2], "not supported") +
           sum("fair", report.missing.size(), "references not found") +
           sum("fair", report.rules.size(), "rules by documentation only") +
           sum("fair", faults.faults().size(), "warnings") + "</ul>\n";
}

}  // namespace

std::string to_html(const ImportReport& report, const Diagnostics& faults) {
    std::string out = fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
        "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">"
        "<title>{0}</title>\n<style>{1}</style></head>\n<body><main><h1>{0}</h1>\n"
        "<p class=\"origin\">{2}</p>\n",
        html(title_of(report)), kStyle, html(origin_of(report)));
    out += sums_html(report, faults);
    for (const Table& table : tables_of(report, faults))
        out += table_html(table);
    return out + "</main></body></html>\n";
}

}  // namespace motus::unity
