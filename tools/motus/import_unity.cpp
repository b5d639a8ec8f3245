// tools/motus/import_unity.cpp - controllers, clips and masks of Unity into a document.
// SPDX-License-Identifier: MIT
#include "document_input.h"
#include "input.h"
#include "unity.h"
#include "unity_mark.h"
#include "verbs.h"

#include <motus/asset/json_writer.h>
#include <motus/import/unity/mark.h>

#include <span>

#include <fmt/format.h>

namespace motus::tool {
namespace {

void check_report_name(const std::string& file) {
    const std::string ending = lower_extension(file);
    if (!file.empty() && ending != ".html" && ending != ".md" && ending != ".json") {
        throw UsageFault("import: --report: the name must end in .html, .md or .json");
    }
}

std::string report_text(const std::string& file, const unity::ImportReport& report,
                        const Diagnostics& diagnostics) {
    const std::string ending = lower_extension(file);
    return ending == ".html" ? to_html(report, diagnostics)
           : ending == ".md" ? to_markdown(report, diagnostics)
                             : to_json(report, diagnostics);
}

void print_import(const std::string& file, const ImportOptions& options, std::uint64_t bytes,
                  const unity::UnityImport& import, const Diagnostics& diagnostics, Output& out) {
    for (const Fault& fault : diagnostics.faults())
        print_message(fmt::format("{}: warning: {}: {}", file, fault.path, fault.message));
    if (options.quiet) return;
    out.text +=
        fmt::format("{}  {:.1f} KiB, from {}\n", styled(Style::bold, printable(options.output)),
                    static_cast<double>(bytes) / 1024.0, printable(file));
    for (const unity::ReportCount& count : import.report.counts) {
        out.text += fmt::format("  {:<15} {:>6} found, {:>6} converted\n", count.what, count.found,
                                count.converted);
    }
    for (const unity::ReportFeature& feature : import.report.features) {
        if (feature.support == unity::Support::supported) continue;
        const bool lost = feature.support == unity::Support::not_supported;
        out.text += fmt::format(
            "  {} {} ({}): {}\n",
            styled(lost ? Style::red : Style::yellow, lost ? "not supported" : "approximated "),
            printable(feature.name), feature.uses, printable(feature.note));
    }
    if (!import.clips_glb.empty()) {
        out.text += fmt::format("  clips are in {}\n", printable(clips_file(options.output)));
    }
    if (!options.report.empty()) {
        out.text += fmt::format("  report: {}\n", printable(options.report));
    }
}

void write_json(const std::string& file, const ImportOptions& options, std::uint64_t bytes,
                const unity::UnityImport& import, const Diagnostics& diagnostics, JsonWriter json) {
    json.begin_object().key("file").value(options.output).key("bytes").value(bytes);
    json.key("imports").begin_array().begin_object().key("file").value(file).end_object();
    json.end_array().key("clips");
    if (import.clips_glb.empty()) {
        json.null();
    } else {
        json.value(clips_file(options.output));
    }
    std::string report = to_json(import.report, diagnostics);
    while (!report.empty() && report.back() == '\n')
        report.pop_back();
    json.key("report").raw(report).end_object().end_line();
}

}  // namespace

int import_unity(const ImportOptions& options, Output& out) {
    if (options.files.size() != 1) {
        throw UsageFault("import: a Unity file is imported alone, into a document of its own");
    }
    check_report_name(options.report);
    const std::string& file = options.files[0];
    DocumentLock lock(options.output);
    const std::string source = relative_path(file, options.output);
    std::string other;
    if (!options.replace) other = check_replaceable(options.output, source);
    Diagnostics diagnostics;
    unity::ImportOptions import = read_unity_options(options.unity, options.output);
    const std::string clips = clips_file(options.output);
    import.clips_path = relative_path(clips, options.output);
    const unity::Project project = scan_project(file, options.unity.project, diagnostics);
    import.project = &project;
    Result<unity::UnityImport> made = open_unity(file, std::move(import), diagnostics);
    if (!made) throw InputFault(file, made.error());
    const Result<Done> marked = unity::mark_import(*made->document, source);
    if (!marked) throw InputFault(file, marked.error());
    // The document is last: where one file cannot be written, all are as they were.
    FileSet files;
    if (!made->clips_glb.empty()) files.write(clips, made->clips_glb);
    if (!options.report.empty()) {
        const std::string text = report_text(options.report, made->report, diagnostics);
        files.write(options.report, std::as_bytes(std::span(text)));
    }
    const std::uint64_t saved =
        save_edited(*made->document, options.output, lock, JournalSteps::not_in_document);
    files.keep();
    if (!other.empty()) {
        print_message(
            fmt::format("{}: was the import of {}, and is replaced", options.output, other));
    }
    if (options.json) {
        write_json(file, options, saved, *made, diagnostics, JsonWriter(out.text));
    } else {
        print_import(file, options, saved, *made, diagnostics, out);
    }
    return exit_ok;
}

}  // namespace motus::tool
