// motus/session/project_unity.cpp - opens Unity's controllers with the files that were given.
// SPDX-License-Identifier: MIT
#include <motus/session/project.h>

#include <motus/core/hash.h>
#include <motus/document/new_document.h>
#include <motus/import/model/model.h>
#include <motus/import/rig/rig_import.h>
#include <motus/import/unity/import.h>
#include <motus/import/unity/mark.h>
#include <motus/session/project_path.h>

namespace motus {
namespace {

bool ends_with(const std::string& text, std::string_view ending) {
    return text.size() >= ending.size() &&
           text.compare(text.size() - ending.size(), ending.size(), ending) == 0;
}

}  // namespace

Result<Done> Project::open_controller(const std::string& name, std::string text,
                                      Diagnostics& diagnostics, std::string& report) {
    std::map<std::string, std::string> texts;
    unity::ImportOptions options;
    for (const auto& [path, bytes] : files_) {
        if (ends_with(path, ".glb") || ends_with(path, ".gltf")) {
            std::uint64_t hash = 0;
            std::vector<std::string> missing;
            Diagnostics ignored;
            Result<ImportedModel> model = load_model(path, {}, hash, missing, ignored);
            if (model) options.clips.push_back({path, hash_text(hash), std::move(model->asset)});
            continue;
        }
        texts.emplace(path, std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
    }
    const unity::Project project = unity::Project::of_files(std::move(texts));
    options.source = name.substr(name.rfind('/') + 1);
    options.text = std::move(text);
    options.project = &project;
    options.clips_path = detail::stem_of(name) + ".clips.glb";
    const Result<unity::Controller> controller =
        unity::read_controller(options.text, diagnostics, &project);
    if (!controller) return controller.error();
    Result<unity::UnityImport> made = unity::import_controller(*controller, options, diagnostics);
    if (!made) return made.error();
    if (Result<Done> marked = unity::mark_import(*made->document, options.source); !marked) {
        return marked;
    }
    report = unity::to_json(made->report, diagnostics);
    if (!made->clips_glb.empty()) files_[options.clips_path] = std::move(made->clips_glb);
    take(std::move(made->document));
    return Done{};
}

}  // namespace motus
