// tools/motus/import_unity.cpp - controllers, clips and masks of Unity into a document.
// SPDX-License-Identifier: MIT
#include "document_input.h"
#include "input.h"
#include "unity.h"
#include "verbs.h"

#include <motus/asset/file.h>
#include <motus/asset/json_writer.h>
#include <motus/document/file.h>
#include <motus/import/gltf/gltf.h>
#include <motus/import/rig/rig_import.h>
#include <motus/schema/json.h>

#include <fmt/format.h>

namespace motus::tool {
namespace {

namespace fs = std::filesystem;

std::string read_or_throw(const std::string& file) {
    Result<std::string> text = read_text_file(file);
    if (!text) throw InputFault(file, text.error());
    return *std::move(text);
}

/// {"guid:fileID" or name: "clip" or {"file": "x.glb", "clip": "Walk"}}.
std::vector<unity::ClipMapping> read_mapping(const std::string& file, const std::string& output) {
    const Result<Json> json = parse_json(read_or_throw(file));
    if (!json) throw InputFault(file, json.error());
    if (!json->is_object()) throw InputFault(file, "a mapping is an object: {\"Walk\": \"walk\"}");
    std::vector<unity::ClipMapping> out;
    for (std::size_t i = 0; i < json->items.size(); ++i) {
        const Json& value = json->items[i];
        unity::ClipMapping mapping;
        mapping.unity = json->keys[i];
        const Json* clip = value.is_string() ? &value : value.find("clip");
        const Json* from = value.is_object() ? value.find("file") : nullptr;
        if (clip == nullptr || !clip->is_string() || (from != nullptr && !from->is_string())) {
            throw InputFault(file, fmt::format("{}: needs the name of a clip, or {{\"file\", "
                                               "\"clip\"}}",
                                               mapping.unity));
        }
        mapping.clip = clip->text;
        if (from != nullptr) mapping.file = relative_path(from->text, output);
        out.push_back(std::move(mapping));
    }
    return out;
}

std::map<std::string, double> read_lengths(const std::vector<std::string>& pairs) {
    std::map<std::string, double> out;
    for (const std::string& pair : pairs) {
        const std::size_t equals = pair.rfind('=');
        if (equals == pair.npos || equals == 0) {
            throw UsageFault(fmt::format("--clip-length: \"{}\" is not NAME=SECONDS", pair));
        }
        const double seconds = parse_number("--clip-length", pair.substr(equals + 1));
        if (!(seconds >= 0.0)) throw UsageFault("--clip-length: a length is not negative");
        out[pair.substr(0, equals)] = seconds;
    }
    return out;
}

void write_text(const std::string& file, const std::string& text) {
    const auto* first = reinterpret_cast<const std::byte*>(text.data());
    const Result<std::size_t> done = write_file_atomic(file, {first, text.size()});
    if (!done) throw InputFault(file, done.error());
}

void check_report_name(const std::string& file) {
    const std::string ending = lower_extension(file);
    if (!file.empty() && ending != ".html" && ending != ".md" && ending != ".json") {
        throw UsageFault("import: --report: the name must end in .html, .md or .json");
    }
}

void write_report(const std::string& file, const unity::ImportReport& report,
                  const Diagnostics& diagnostics) {
    if (file.empty()) return;
    const std::string ending = lower_extension(file);
    write_text(file, ending == ".html" ? to_html(report, diagnostics)
                     : ending == ".md" ? to_markdown(report, diagnostics)
                                       : to_json(report, diagnostics));
}

void print_import(const std::string& file, const ImportOptions& options, std::uint64_t bytes,
                  const unity::UnityImport& import, const Diagnostics& diagnostics, Output& out) {
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
    for (const Fault& fault : diagnostics.faults())
        print_message(fmt::format("{}: warning: {}: {}", file, fault.path, fault.message));
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

std::string clips_file(const std::string& document) {
    return fs::path(document).replace_extension(".clips.glb").string();
}

unity::Project scan_project(const std::string& file, const std::string& folder,
                            Diagnostics& diagnostics) {
    if (!folder.empty()) {
        std::error_code ignored;
        if (!fs::is_directory(folder, ignored)) {
            throw InputFault(folder, "--project: there is no such folder");
        }
        return unity::Project::scan(folder, true, diagnostics);
    }
    if (const auto found = unity::Project::folder_of(file)) {
        return unity::Project::scan(*found, true, diagnostics);
    }
    fs::path beside = fs::path(file).parent_path();
    return unity::Project::scan(beside.empty() ? fs::path(".") : beside, false, diagnostics);
}

Result<unity::UnityImport> open_unity(const std::string& file, unity::ImportOptions options,
                                      Diagnostics& diagnostics) {
    const std::string ending = lower_extension(file);
    options.source = fs::path(file).filename().string();
    options.text = read_or_throw(file);
    if (ending == ".anim") return unity::import_clip(options, diagnostics);
    if (ending == ".mask") return unity::import_mask(options, diagnostics);
    std::string controller_name;
    if (ending == ".overridecontroller") {
        const auto found = unity::read_override(options.text, diagnostics);
        if (!found) return found.error();
        const auto* path = options.project->find(found->controller.guid);
        if (path == nullptr) {
            const Error error{"unity-unresolved", "m_Controller",
                              fmt::format("the controller {} is not in the project: give its "
                                          "folder with --project",
                                          to_string(found->controller))};
            diagnostics.error(error.code, error.place, error.cause);
            return error;
        }
        options.overrides = found->clips;
        options.text = read_or_throw(path->string());
        controller_name = found->name;
    }
    Result<unity::Controller> controller = unity::read_controller(options.text, diagnostics);
    if (!controller) return controller.error();
    if (!controller_name.empty()) controller->name = controller_name;
    return unity::import_controller(*controller, options, diagnostics);
}

int import_unity(const ImportOptions& options, Output& out) {
    if (options.files.size() != 1) {
        throw UsageFault("import: a Unity file is imported alone, into a document of its own");
    }
    check_report_name(options.report);
    const std::string& file = options.files[0];
    Diagnostics diagnostics;
    unity::ImportOptions import;
    for (const std::string& model : options.clips) {
        Diagnostics ignored;
        Result<GltfSource> read = import_gltf_source(model, ignored);
        if (!read) throw InputFault(model, read.error());
        import.clips.push_back({relative_path(model, options.output), hash_text(read->content_hash),
                                std::move(read->asset)});
    }
    if (!options.map.empty()) import.mapping = read_mapping(options.map, options.output);
    import.clip_lengths = read_lengths(options.clip_lengths);
    const std::string clips = clips_file(options.output);
    import.clips_path = relative_path(clips, options.output);
    const unity::Project project = scan_project(file, options.project, diagnostics);
    import.project = &project;
    Result<unity::UnityImport> made = open_unity(file, std::move(import), diagnostics);
    if (!made) throw InputFault(file, made.error());
    if (!made->clips_glb.empty()) {
        const Result<std::size_t> done = write_file_atomic(clips, made->clips_glb);
        if (!done) throw InputFault(clips, done.error());
    }
    const Result<std::size_t> saved = save_document(*made->document, options.output);
    if (!saved) throw InputFault(options.output, saved.error());
    write_report(options.report, made->report, diagnostics);
    if (options.json) {
        write_json(file, options, *saved, *made, diagnostics, JsonWriter(out.text));
    } else {
        print_import(file, options, *saved, *made, diagnostics, out);
    }
    return exit_ok;
}

}  // namespace motus::tool
