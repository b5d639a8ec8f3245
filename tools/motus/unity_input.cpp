// tools/motus/unity_input.cpp - Unity files as the verbs read them: projects, models, lengths.
// SPDX-License-Identifier: MIT
#include "bake_input.h"
#include "document_input.h"
#include "input.h"
#include "unity.h"

#include <motus/document/file.h>
#include <motus/import/gltf/gltf.h>
#include <motus/import/rig/rig_import.h>
#include <motus/schema/json.h>

#include <filesystem>

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

}  // namespace

unity::ImportOptions read_unity_options(const UnityOptions& options, const std::string& output) {
    unity::ImportOptions out;
    for (const std::string& model : options.clips) {
        Diagnostics ignored;
        Result<GltfSource> read = import_gltf_source(model, ignored);
        if (!read) throw InputFault(model, read.error());
        out.clips.push_back(
            {relative_path(model, output), hash_text(read->content_hash), std::move(read->asset)});
    }
    if (!options.map.empty()) out.mapping = read_mapping(options.map, output);
    out.clip_lengths = read_lengths(options.clip_lengths);
    return out;
}

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
        const auto read = unity::read_override(options.text, diagnostics);
        if (!read) return read.error();
        const auto found = unity::resolve_override(*read, *options.project);
        if (!found) {
            Error error = found.error();
            if (error.code == "unity-unresolved") error.cause += ": give its folder with --project";
            diagnostics.error(error.code, error.place, error.cause);
            return error;
        }
        options.overrides = found->clips;
        options.guid = found->controller.guid;
        options.override_text = std::move(options.text);
        options.text = read_or_throw(options.project->find(found->controller.guid)->string());
        controller_name = found->name;
    }
    Result<unity::Controller> controller =
        unity::read_controller(options.text, diagnostics, options.project);
    if (!controller) return controller.error();
    if (!controller_name.empty()) controller->name = controller_name;
    return unity::import_controller(*controller, options, diagnostics);
}

UnityInput read_unity_input(const std::string& file, const UnityOptions& options,
                            Diagnostics& diagnostics, bool fit) {
    UnityInput out;
    const unity::Project project = scan_project(file, options.project, diagnostics);
    unity::ImportOptions import = read_unity_options(options, file);
    import.project = &project;
    import.fit = fit;
    import.clips_path = fs::path(clips_file(file)).filename().string();
    Result<unity::UnityImport> made = open_unity(file, import, diagnostics);
    if (!made) throw InputFault(file, made.error());
    out.report = std::move(made->report);
    out.bake.document = std::move(made->document);
    for (const doc::Source& source : content(*out.bake.document).sources()) {
        auto asset = std::make_unique<Asset>();
        if (source.path() == import.clips_path) {
            Diagnostics ignored;
            Result<Asset> clips = import_gltf(made->clips_glb, {}, ignored);
            if (!clips) throw InputFault(file, clips.error());
            *asset = *std::move(clips);
        }
        for (const unity::ClipFile& model : import.clips) {
            if (model.path == source.path()) *asset = model.asset;
        }
        out.bake.assets.push_back({source.id(), asset.get()});
        out.bake.kept.push_back(std::move(asset));
    }
    return out;
}

}  // namespace motus::tool
