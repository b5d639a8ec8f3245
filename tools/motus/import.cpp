// tools/motus/import.cpp - files of other programs into a document, by the ending of their name.
// SPDX-License-Identifier: MIT
#include "document_input.h"
#include "input.h"
#include "unity.h"
#include "verbs.h"

#include <motus/asset/json_writer.h>
#include <motus/core/hash.h>
#include <motus/document/file.h>
#include <motus/document/model_change.h>
#include <motus/document/validate.h>
#include <motus/import/model/model.h>
#include <motus/import/rig/rig_import.h>
#include <scenes/hero/hero_document.h>
#include <scenes/scenes.h>

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

namespace motus::tool {
namespace {

namespace fs = std::filesystem;

/// What one file became.
struct Imported {
    std::string file;
    RigImport rig;
};

/// A file that a document knows under a path where it is not any more, by its content.
std::string moved_from(const Document& document, const RigSource& source,
                       const std::string& output) {
    const fs::path folder = fs::path(output).parent_path();
    for (const doc::Source& known : content(document).sources()) {
        std::error_code ignored;
        if (known.path() == source.path) return {};
        if (known.content_hash() == source.content_hash &&
            !fs::exists(folder / fs::path(known.path()), ignored)) {
            return known.path();
        }
    }
    return {};
}

Imported import_model_or_scene(Document& document, const std::string& file,
                               const std::string& output, Diagnostics& diagnostics) {
    RigSource source;
    Asset asset;
    if (scenes::is_scene(file)) {
        asset = load_asset(file, diagnostics);
        source = {file, "", scenes::kSceneImporter, file, ""};
    } else {
        Result<ModelSource> read = import_model_source(file, diagnostics);
        if (!read) throw InputFault(file, read.error());
        asset = std::move(read->model.asset);
        source = {relative_path(file, output), hash_text(read->content_hash),
                  to_string(*model_kind(file)), fs::path(file).stem().string(), ""};
        source.moved_from = moved_from(document, source, output);
    }
    Result<RigImport> rig = import_rig(document, asset, source, diagnostics);
    if (!rig) throw InputFault(file, rig.error());
    return {file, *std::move(rig)};
}

void write_names(const char* key, const std::vector<std::string>& names, JsonWriter& json) {
    json.key(key).begin_array();
    for (const std::string& name : names)
        json.value(name);
    json.end_array();
}

void print_names(const char* what, const std::vector<std::string>& names, std::string& out) {
    if (names.empty()) return;
    std::string list;
    for (const std::string& name : names)
        list += (list.empty() ? "" : ", ") + name;
    out += fmt::format("    {:<9} {:>4}  {}\n", what, names.size(),
                       styled(Style::dim, printable(list)));
}

std::string name_of(const Document& document, std::uint64_t machine) {
    const auto* found = object_cast<doc::StateMachineDefinition>(document.find_id(machine));
    return found != nullptr ? found->name() : "";
}

void write_json(const Document& document, const std::string& file, std::uint64_t bytes,
                const std::vector<Imported>& imports, const Diagnostics& diagnostics,
                JsonWriter json) {
    json.begin_object().key("file").value(file).key("bytes").value(bytes);
    json.key("imports").begin_array();
    for (const Imported& import : imports) {
        json.begin_object().key("file").value(import.file).key("new").value(import.rig.is_new);
        json.key("entity").value(import.rig.entity);
        json.key("machine");
        if (import.rig.machine != 0) {
            json.value(name_of(document, import.rig.machine));
        } else {
            json.null();
        }
        json.key("clips").begin_object();
        write_names("added", import.rig.added, json);
        write_names("changed", import.rig.changed, json);
        write_names("unchanged", import.rig.unchanged, json);
        write_names("missing", import.rig.missing, json);
        json.end_object().end_object();
    }
    json.end_array().key("warnings").begin_array();
    for (const Fault& fault : diagnostics.faults()) {
        json.begin_object().key("path").value(fault.path);
        json.key("message").value(fault.message).end_object();
    }
    json.end_array().end_object().end_line();
}

/// Hero and card come with documents of their own.
Imported describe_embedded(const std::string& name, const Document& document) {
    Imported imported{name, {}};
    imported.rig.is_new = true;
    visit_objects(document.root(), [&](const Object& object) {
        if (const auto* entity = object_cast<doc::Entity>(&object)) {
            if (imported.rig.entity == 0) imported.rig.entity = entity->id();
        } else if (const auto* machine = object_cast<doc::StateMachineDefinition>(&object)) {
            imported.rig.machine = machine->id();
        } else if (const auto* clip = object_cast<doc::AnimationClip>(&object)) {
            imported.rig.added.push_back(clip->name());
        }
    });
    return imported;
}

std::unique_ptr<Document> new_or_present(const ImportOptions& options, bool is_new) {
    std::string with;
    for (const std::string& file : options.files)
        with += file + "\n";
    if (!is_new) return load_to_edit(options.output, with);
    const std::string name = fs::path(options.output).stem().string();
    auto document = new_document({.id_seed = static_cast<std::uint64_t>(hash_name(name))});
    const Result<Done> named = document->begin_change(content(*document)).set_name(name).commit();
    if (!named) throw InputFault(options.output, named.error());
    return document;
}

}  // namespace

int run_import(const ImportOptions& options, Output& out) {
    if (lower_extension(options.output) != ".motus") {
        throw UsageFault("import: --output: the name must end in .motus");
    }
    for (const std::string& file : options.files) {
        if (is_unity_file(file)) return import_unity(options, out);
    }
    if (!options.report.empty()) throw UsageFault("import: --report goes with a Unity file");
    if (options.replace) throw UsageFault("import: --replace goes with a Unity file");
    const UnityOptions& unity = options.unity;
    for (const auto& [given, name] :
         {std::pair{!unity.project.empty(), "--project"},
          std::pair{!unity.clips.empty(), "--clips"}, std::pair{!unity.map.empty(), "--map"},
          std::pair{!unity.clip_lengths.empty(), "--clip-length"}}) {
        if (given) throw UsageFault(fmt::format("import: {} goes with a Unity file", name));
    }
    DocumentLock lock(options.output);
    std::error_code ignored;
    const bool is_new = !fs::exists(options.output, ignored);
    std::unique_ptr<Document> document = new_or_present(options, is_new);
    Diagnostics diagnostics;
    std::vector<Imported> imports;
    for (const std::string& file : options.files) {
        std::unique_ptr<Document> embedded = embedded_document(file);
        if (embedded != nullptr && is_new && options.files.size() == 1) {
            document = std::move(embedded);
            imports.push_back(describe_embedded(file, *document));
        } else if (model_kind(file) || scenes::is_scene(file)) {
            imports.push_back(import_model_or_scene(*document, file, options.output, diagnostics));
        } else if (embedded != nullptr) {
            throw InputFault(file, "this scene is a document of its own: write it to a new file");
        } else {
            throw InputFault(file, unknown_file(file,
                                                "motus imports .glb, .gltf and .fbx files, Unity "
                                                "files and embedded scenes"));
        }
    }
    warn_of_errors(*document, diagnostics);
    const std::uint64_t bytes =
        save_edited(*document, options.output, lock,
                    is_new ? JournalSteps::not_in_document : JournalSteps::in_document);
    if (options.json) {
        write_json(*document, options.output, bytes, imports, diagnostics, JsonWriter(out.text));
        return exit_ok;
    }
    for (const Fault& fault : diagnostics.faults())
        print_message(
            fmt::format("{}: warning: {}: {}", options.output, fault.path, fault.message));
    if (options.quiet) return exit_ok;
    out.text += fmt::format("{}  {:.1f} KiB\n", styled(Style::bold, printable(options.output)),
                            static_cast<double>(bytes) / 1024.0);
    for (const Imported& import : imports) {
        out.text += fmt::format("  {}{}\n", printable(import.file),
                                import.rig.is_new ? "" : ", imported again");
        print_names("new", import.rig.added, out.text);
        print_names("changed", import.rig.changed, out.text);
        print_names("unchanged", import.rig.unchanged, out.text);
        print_names("missing", import.rig.missing, out.text);
        if (import.rig.machine != 0) {
            out.text += fmt::format("    {:<9} {:>4}  {}\n", "machine", 1,
                                    printable(name_of(*document, import.rig.machine)));
        }
    }
    return exit_ok;
}

}  // namespace motus::tool
