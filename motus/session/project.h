// motus/session/project.h - a document with the files it names, and the baked file made of them.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/asset/asset.h>
#include <motus/bake/baker.h>
#include <motus/core/bytes.h>
#include <motus/core/diagnostics.h>
#include <motus/document/document.h>
#include <motus/load/library.h>
#include <motus/session/edit_log.h>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace motus {

struct ImportedModel;
struct ModelOptions;

/// How opening, or baking after an edit, went.
struct ProjectReport {
    std::vector<std::string> missing;  ///< Files that sources name and that were not given.
    std::vector<Fault> faults;
    bool playable = false;  ///< There is a baked file of the document as it is.
};

/// What an editor has open, without any file system: files come as bytes by their path relative to
/// the document, '/' between names. Baking is the one `motus bake` does, so the bytes are the same;
/// a Baker does after an edit only what the edit has changed. Where an edited document cannot be
/// baked, the last good file stays.
class Project {
  public:
    /// Makes the asset of a scene that is made in code, by the path of its source.
    using SceneMaker = std::function<Result<Asset>(std::string_view name)>;
    static constexpr std::string_view kDecodedCopy = "#decoded";
    /// `store` keeps packed clips for the next time; where there is one, it outlives the project.
    explicit Project(SceneMaker scenes = {}, BakeStore* store = nullptr)
        : scenes_(std::move(scenes)), baker_(store) {}

    /// Keeps a file for sources and models. Takes the place of one with the same path. A model may
    /// have a copy at `path + kDecodedCopy` that is read in its place, for a caller that decodes
    /// what this build cannot; its hash stays the model's. The copy is added after the model.
    void add_file(std::string path, std::vector<std::byte> bytes);

    /// Each opens something else; on an error what was open stays. Errors that only keep it from
    /// being played are in the report. Codes: those of read_document, import_model, import_rig.
    Result<Done> open(std::unique_ptr<Document> document);
    Result<Done> open_text(std::string_view text, Diagnostics& diagnostics);
    /// `name` is the file's: "hero.glb". The document is what `motus import` would make of it.
    Result<Done> open_model(const std::string& name, std::vector<std::byte> bytes,
                            Diagnostics& diagnostics);
    /// A Unity controller: the document is what `motus import` would make of it, with the project's
    /// files (.anim, .mask, .meta) and converted models among those that were added. `report` is
    /// the import's, as `--report x.json` has it. Codes: those of read_controller.
    Result<Done> open_controller(const std::string& name, std::string text,
                                 Diagnostics& diagnostics, std::string& report);
    /// Looks again for files that were missing, and bakes.
    void provide();
    /// Bakes the document as it is now: after an edit. Files of sources are read anew where the
    /// edit, or its undo, has changed those. Only the report changes where it fails.
    void rebake();

    [[nodiscard]] bool is_open() const noexcept { return document_ != nullptr; }
    [[nodiscard]] Document& document() noexcept { return *document_; }
    [[nodiscard]] const Document& document() const noexcept { return *document_; }
    /// What was done to it since it was opened.
    [[nodiscard]] const EditLog& log() const noexcept { return log_; }
    [[nodiscard]] const ProjectReport& report() const noexcept { return report_; }

    /// The last good file; null where there was none. Counts up with every new one. The one before
    /// it stays in memory, so that what runs can be moved over.
    [[nodiscard]] const Library* library() const noexcept { return now_.get(); }
    [[nodiscard]] const BakedFile* file() const noexcept { return now_ ? &now_->file() : nullptr; }
    [[nodiscard]] std::span<const std::byte> baked() const noexcept;
    [[nodiscard]] std::uint64_t revision() const noexcept { return revision_; }

    /// Counts up whenever assets are read anew: those given before are gone then.
    [[nodiscard]] std::uint64_t assets_revision() const noexcept { return assets_revision_; }
    /// What the source of a rig of the baked file holds; null where there is none.
    [[nodiscard]] const Asset* asset_of_rig(std::uint32_t rig) const;

  private:
    void take(std::unique_ptr<Document> document);
    void load_sources();
    [[nodiscard]] std::string describe_sources() const;
    Result<ImportedModel> load_model(const std::string& path, const ModelOptions& options,
                                     std::uint64_t& hash, std::vector<std::string>& missing,
                                     Diagnostics& diagnostics) const;

    SceneMaker scenes_;
    std::map<std::string, std::vector<std::byte>> files_;
    EditLog log_;  ///< Listens to the document: outlives it.
    std::unique_ptr<Document> document_;
    std::map<std::uint64_t, std::unique_ptr<Asset>> assets_;  ///< By the source's id.
    Baker baker_;
    std::string sources_read_;  ///< What they were when the assets were read.
    std::vector<Fault> source_faults_;
    std::vector<std::string> missing_;
    ProjectReport report_;
    std::unique_ptr<const Library> now_, before_;
    std::uint64_t revision_ = 0, assets_revision_ = 0;
};

}  // namespace motus
