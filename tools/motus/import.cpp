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
#include <motus/import/rig/model_source.h>
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

/// A file that was read, and how the document will refer to it.
struct ReadFile {
    std::string file;
    Asset asset;
    RigSource source;
    bool is_scene = false;
    bool is_listed = true;  ///< False: only its rig is wanted.
};

/// What a document knows of a file that is imported again.
const doc::Source* known_source(const Document& document, const std::string& path) {
    for (const doc::Source& known : content(document).sources())
        if (known.path() == path) return &known;
    return nullptr;
}

/// `text` as a number from `least` to `most`, as a document can keep it; 0 where there is none.
float option_number(const char* option, const std::string& text, double least, double most) {
    if (text.empty()) return 0.0f;
    const double number = parse_number(option, text);
    if (!(number >= least && number <= most)) {
        throw UsageFault(fmt::format("import: {}: must be from {:g} to {:g}", option, least, most));
    }
    return static_cast<float>(number);
}

ReadFile read_model_or_scene(const Document& document, const std::string& file,
                             const ImportOptions& options, Diagnostics& diagnostics) {
    ReadFile read{file, {}, {}};
    if (scenes::is_scene(file)) {
        read.asset = load_asset(file, diagnostics);
        read.source = {file, "", scenes::kSceneImporter, file, ""};
        read.is_scene = true;
        return read;
    }
    const ModelKind kind = *model_kind(file);
    RigSource& source = read.source;
    source.path = relative_path(file, options.output);
    source.importer = to_string(kind);
    source.name = fs::path(file).stem().string();
    source.rate_hz = option_number("--rate", options.rate, kMinModelRate_hz, kMaxModelRate_hz);
    if (kind == ModelKind::bvh) {
        source.metres_per_unit =
            option_number("--scale", options.scale, kMinBvhMetresPerUnit, kMaxBvhMetresPerUnit);
    }
    if (const doc::Source* known = known_source(document, source.path)) {
        if (source.rate_hz == 0.0f) source.rate_hz = known->rate_hz();
        if (source.metres_per_unit == 0.0f) source.metres_per_unit = known->metres_per_unit();
    }
    const ModelOptions model_options{static_cast<double>(source.metres_per_unit),
                                     static_cast<double>(source.rate_hz)};
    Diagnostics found;
    Result<ModelSource> model = import_model_source(file, found, model_options);
    for (const Fault& fault : found.faults()) {
        const std::string place = options.files.size() == 1 && options.rig.empty() ? fault.path
                                  : fault.path.empty()                             ? file
                                                       : file + ": " + fault.path;
        diagnostics.warn(fault.code, place, fault.message);
    }
    if (!model) throw InputFault(file, model.error());
    keep_of_model(model->model, source);
    read.asset = std::move(model->model.asset);
    source.content_hash = hash_text(model->content_hash);
    source.moved_from = moved_from(document, source, options.output);
    return read;
}

/// The file whose rig takes the clips of others: the one that was said, else the first with a skin,
/// else the first with nodes. None among scenes, whose joints are their own.
std::size_t rig_among(const std::vector<ReadFile>& files, const std::string& said) {
    std::size_t best = files.size();
    for (std::size_t i = files.size(); i-- > 0;) {
        const ReadFile& read = files[i];
        if (!said.empty()) {
            if (read.file == said) return i;
            continue;
        }
        if (read.is_scene || read.asset.nodes.empty()) continue;
        const bool is_better =
            best == files.size() || !read.asset.skins.empty() || files[best].asset.skins.empty();
        if (is_better) best = i;
    }
    return best;
}

std::vector<Imported> import_files(Document& document, const std::vector<ReadFile>& files,
                                   const std::string& said, Diagnostics& diagnostics) {
    const std::size_t rig = rig_among(files, said);
    const auto goes_onto_rig = [&](const ReadFile& read) {
        if (rig == files.size() || read.is_scene || has_rig_of(document, read.source.path))
            return false;
        return !said.empty() || shares_joints(read.asset, files[rig].asset);
    };
    std::vector<RigFile> group;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < files.size(); ++i) {
        if (i == rig) {
            group.insert(group.begin(), {&files[i].asset, files[i].source, files[i].is_listed});
            places.insert(places.begin(), i);
        } else if (goes_onto_rig(files[i])) {
            group.push_back({&files[i].asset, files[i].source});
            places.push_back(i);
        }
    }
    std::vector<Imported> imports;
    for (const ReadFile& read : files)
        imports.push_back({read.file, {}});
    if (!group.empty()) {
        Result<std::vector<RigImport>> done = import_rig_files(document, group, diagnostics);
        if (!done) throw InputFault(files[rig].file, done.error());
        for (std::size_t i = 0; i < places.size(); ++i)
            imports[places[i]].rig = std::move((*done)[i]);
    }
    for (std::size_t i = 0; i < files.size(); ++i) {
        if (std::find(places.begin(), places.end(), i) != places.end()) continue;
        Result<RigImport> done = import_rig(document, files[i].asset, files[i].source, diagnostics);
        if (!done) throw InputFault(files[i].file, done.error());
        imports[i].rig = *std::move(done);
    }
    return imports;
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
        json.end_object();
        write_names("lostJoints", import.rig.lost_joints, json);
        json.end_object();
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
        if (!is_unity_file(file)) continue;
        for (const auto& [given, name] : {std::pair{!options.rate.empty(), "--rate"},
                                          std::pair{!options.scale.empty(), "--scale"},
                                          std::pair{!options.rig.empty(), "--rig"}}) {
            if (given) throw UsageFault(fmt::format("import: {} goes with models", name));
        }
        return import_unity(options, out);
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
    const auto is_bvh = [](const std::string& file) { return model_kind(file) == ModelKind::bvh; };
    if (!options.scale.empty() && !is_bvh(options.rig) &&
        std::none_of(options.files.begin(), options.files.end(), is_bvh)) {
        throw UsageFault("import: --scale goes with a .bvh file: other models state their unit");
    }
    DocumentLock lock(options.output);
    std::error_code ignored;
    const bool is_new = !fs::exists(options.output, ignored);
    std::unique_ptr<Document> document = new_or_present(options, is_new);
    Diagnostics diagnostics;
    std::vector<Imported> imports;
    std::vector<ReadFile> files;
    const auto read = [&](const std::string& file) {
        files.push_back(read_model_or_scene(*document, file, options, diagnostics));
    };
    for (const std::string& file : options.files) {
        std::unique_ptr<Document> embedded = embedded_document(file);
        if (embedded != nullptr && is_new && options.files.size() == 1 && options.rig.empty()) {
            document = std::move(embedded);
            imports.push_back(describe_embedded(file, *document));
        } else if (model_kind(file) || scenes::is_scene(file)) {
            read(file);
        } else if (embedded != nullptr) {
            throw InputFault(file, "this scene is a document of its own: write it to a new file");
        } else {
            throw InputFault(file, unknown_file(file, fmt::format("motus imports {} files, Unity "
                                                                  "files and embedded scenes",
                                                                  kModelEndings)));
        }
    }
    if (!options.rig.empty() &&
        std::find(options.files.begin(), options.files.end(), options.rig) == options.files.end()) {
        if (!model_kind(options.rig) && !scenes::is_scene(options.rig)) {
            throw InputFault(options.rig,
                             unknown_file(options.rig, fmt::format("a rig is in {} files and "
                                                                   "embedded scenes",
                                                                   kModelEndings)));
        }
        read(options.rig);
        files.back().is_listed = false;
    }
    if (!files.empty()) imports = import_files(*document, files, options.rig, diagnostics);
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
        print_names("no joint", import.rig.lost_joints, out.text);
        if (import.rig.machine != 0) {
            out.text += fmt::format("    {:<9} {:>4}  {}\n", "machine", 1,
                                    printable(name_of(*document, import.rig.machine)));
        }
    }
    return exit_ok;
}

}  // namespace motus::tool
