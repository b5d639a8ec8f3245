// SPDX-License-Identifier: MIT
#include <motus/session/project.h>

#include <motus/core/hash.h>
#include <motus/document/file.h>
#include <motus/document/model_change.h>
#include <motus/document/pointer.h>
#include <motus/import/rig/model_source.h>
#include <motus/session/project_path.h>

#include <algorithm>

namespace motus {
namespace {

using Bytes = std::vector<std::byte>;

constexpr const char* kSceneImporter = "scene";

void append_unique(std::vector<std::string>& list, const std::string& text) {
    if (std::find(list.begin(), list.end(), text) == list.end()) list.push_back(text);
}

}  // namespace

void Project::add_file(std::string path, Bytes bytes) {
    files_.erase(path + std::string(kDecodedCopy));
    files_[std::move(path)] = std::move(bytes);
}

std::span<const std::byte> Project::baked() const noexcept {
    return now_ ? now_->file().container.bytes : std::span<const std::byte>();
}

Result<ImportedModel> Project::load_model(const std::string& path, const ModelOptions& options,
                                          std::uint64_t& hash, std::vector<std::string>& missing,
                                          Diagnostics& diagnostics) const {
    const auto found = files_.find(path);
    if (found == files_.end()) {
        append_unique(missing, path);
        return Error{"file-missing", "", path + " was not given"};
    }
    hash = checksum_bytes(found->second);
    const std::string folder = detail::folder_of(path);
    const GltfLoader beside = [&](const std::string& name) -> Result<Bytes> {
        const auto file = files_.find(folder + name);
        if (file == files_.end()) {
            append_unique(missing, folder + name);
            return Error{"file-missing", "", folder + name + " was not given"};
        }
        hash = hash_u64(hash, checksum_bytes(file->second));
        return file->second;
    };
    const auto copy = files_.find(path + std::string(kDecodedCopy));
    return import_model(path, copy == files_.end() ? found->second : copy->second, beside,
                        diagnostics, options);
}

std::string Project::describe_sources() const {
    std::string out;
    for (const doc::Source& source : content(*document_).sources()) {
        out += std::to_string(source.id());
        for (const std::string* text : {&source.importer(), &source.path(), &source.content_hash()})
            (out += '\0') += *text;
        for (const float number : {source.metres_per_unit(), source.rate_hz()})
            (out += '\0') += std::to_string(number);
        out += '\0';
    }
    return out;
}

void Project::load_sources() {
    sources_read_ = describe_sources();
    baker_.set_assets({});  // before what it looks at goes
    assets_.clear();
    ++assets_revision_;
    missing_.clear();
    Diagnostics faults;
    for (const doc::Source& source : content(*document_).sources()) {
        const std::string place = pointer_to(*document_, source) + "/path";
        if (source.importer() == kSceneImporter) {
            Result<Asset> scene = scenes_ ? scenes_(source.path())
                                          : Error{"scene-unknown", "", "there are no scenes here"};
            if (scene) {
                assets_[source.id()] = std::make_unique<Asset>(*std::move(scene));
            } else {
                faults.error("source-file", place, scene.error().cause);
            }
            continue;
        }
        if (!model_kind(source.path()))
            continue;  // Of what only an importer reads: nothing to bake.
        std::uint64_t hash = 0;
        Diagnostics found;
        Result<ImportedModel> model =
            load_model(source.path(), options_of(source), hash, missing_, found);
        for (const Fault& fault : found.faults()) {
            std::string message = source.path() + ": " + fault.path +
                                  (fault.path.empty() ? "" : ": ") + fault.message;
            if (fault.severity == Severity::error) {
                faults.error(fault.code, place, std::move(message));
            } else {
                faults.warn(fault.code, place, std::move(message));
            }
        }
        if (!model) {
            if (!found.has_errors()) faults.error("source-file", place, model.error().cause);
            continue;
        }
        if (!source.content_hash().empty() && source.content_hash() != hash_text(hash)) {
            faults.warn("source-changed", pointer_to(*document_, source) + "/content_hash",
                        source.path() + " has changed since it was imported: import it again");
        }
        assets_[source.id()] = std::make_unique<Asset>(std::move(model->asset));
    }
    source_faults_ = faults.faults();
    std::vector<BakeAsset> assets;
    for (const auto& [source, asset] : assets_)
        assets.push_back({source, asset.get()});
    baker_.set_assets(std::move(assets));
}

void Project::take(std::unique_ptr<Document> document) {
    document_ = std::move(document);
    log_.clear();
    document_->add_listener(log_);
    now_.reset();
    before_.reset();
    load_sources();
    rebake();
}

Result<Done> Project::open(std::unique_ptr<Document> document) {
    take(std::move(document));
    return Done{};
}

Result<Done> Project::open_text(std::string_view text, Diagnostics& diagnostics) {
    // As `motus edit` seeds it for edits without a name: new ids follow from the text.
    const std::uint64_t seed =
        checksum_bytes(std::as_bytes(std::span<const char>(text.data(), text.size())));
    Result<std::unique_ptr<Document>> document =
        read_document(text, diagnostics, {.id_seed = seed});
    if (!document) return document.error();
    take(*std::move(document));
    return Done{};
}

Result<Done> Project::open_model(const std::string& name, Bytes bytes, Diagnostics& diagnostics) {
    files_[name] = std::move(bytes);
    std::uint64_t hash = 0;
    std::vector<std::string> missing;
    Result<ImportedModel> model = load_model(name, {}, hash, missing, diagnostics);
    if (!model) {
        if (missing.empty()) return model.error();
        report_.missing = std::move(missing);
        return Error{"file-missing", name, "it needs files that were not given"};
    }
    const std::string stem = detail::stem_of(name);
    auto document = new_document({.id_seed = static_cast<std::uint64_t>(hash_name(stem))});
    const Result<Done> named = document->begin_change(content(*document)).set_name(stem).commit();
    if (!named) return named;
    const char* importer = to_string(model_kind(name).value_or(ModelKind::gltf));
    RigSource source{name, hash_text(hash), importer, stem, {}};
    keep_of_model(*model, source);
    const Result<RigImport> made = import_rig(*document, model->asset, source, diagnostics);
    if (!made) return made.error();
    document->clear_history();
    document->mark_saved();
    take(std::move(document));
    return Done{};
}

void Project::provide() {
    if (!is_open()) return;
    load_sources();
    rebake();
}

void Project::rebake() {
    if (describe_sources() != sources_read_) load_sources();
    report_ = {missing_, source_faults_, false};
    Diagnostics faults;
    Result<Baked> baked = baker_.bake(*document_, faults);
    for (const Fault& fault : faults.faults())
        report_.faults.push_back(fault);
    if (!baked) {
        if (faults.faults().empty()) {
            report_.faults.push_back(
                {Severity::error, baked.error().code, baked.error().place, baked.error().cause});
        }
        return;
    }
    Result<Library> next = Library::open(std::move(baked->bytes));
    if (!next) {
        report_.faults.push_back({Severity::error, "bake-check", "", next.error().cause});
        return;
    }
    before_ = std::move(now_);
    now_ = std::make_unique<const Library>(*std::move(next));
    ++revision_;
    report_.playable = true;
}

const Asset* Project::asset_of_rig(std::uint32_t rig) const {
    if (!now_ || rig >= now_->file().rigs.rigs.size()) return nullptr;
    const auto* entity =
        object_cast<doc::Entity>(document_->find_id(now_->file().rigs.rigs[rig].entity));
    if (entity == nullptr) return nullptr;
    for (const auto& component : entity->components()) {
        const auto* found = object_cast<doc::Rig>(&component);
        if (found == nullptr) continue;
        const auto asset = assets_.find(found->source());
        return asset != assets_.end() ? asset->second.get() : nullptr;
    }
    return nullptr;
}

}  // namespace motus
