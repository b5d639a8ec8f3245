// SPDX-License-Identifier: MIT
#include "document_input.h"

#include "input.h"
#include "output.h"
#include "verbs.h"

#include <motus/core/hash.h>
#include <motus/document/file.h>
#include <motus/document/pointer.h>
#include <motus/import/model/model.h>
#include <motus/import/rig/rig_import.h>
#include <scenes/card/card.h>
#include <scenes/hero/hero_document.h>
#include <scenes/scenes.h>

#include <chrono>
#include <filesystem>

#include <fmt/format.h>

namespace motus::tool {
namespace {

namespace fs = std::filesystem;

constexpr const char* kCard = "card";
constexpr std::chrono::seconds kLockWait{10};

/// A model or a scene, and its hash as a document keeps it.
Result<ModelSource> load_source(const doc::Source& source, const fs::path& folder,
                                Diagnostics& diagnostics) {
    if (source.importer() == scenes::kSceneImporter) {
        Result<Asset> scene = scenes::make_scene(source.path());
        if (!scene) return scene.error();
        return ModelSource{{*std::move(scene)}, 0};
    }
    return import_model_source(folder / fs::path(source.path()), diagnostics, options_of(source));
}

}  // namespace

bool is_document_file(const std::string& file) {
    return lower_extension(file) == ".motus" || file == kCard;
}

std::unique_ptr<Document> embedded_document(const std::string& name) {
    if (name == kDefaultFile) return scenes::make_hero_document();
    if (name == kCard) return scenes::make_card_document();
    return nullptr;
}

Result<std::unique_ptr<Document>> open_document(const std::string& file,
                                                Diagnostics& diagnostics) try {
    if (std::unique_ptr<Document> embedded = embedded_document(file)) return embedded;
    const Result<std::string> text = read_text_file(file);
    if (!text) return text.error();
    return read_document(*text, diagnostics);
} catch (const std::bad_alloc&) {
    return Error{"file-memory", "", "there is not enough memory to read it"};
}

std::unique_ptr<Document> load_document(const std::string& file, Diagnostics& diagnostics) {
    Result<std::unique_ptr<Document>> document = open_document(file, diagnostics);
    if (!document) throw InputFault(file, document.error());
    return *std::move(document);
}

std::vector<LoadedSource> load_sources(const Document& document, const std::string& file,
                                       Diagnostics& diagnostics) {
    std::vector<LoadedSource> loaded;
    const fs::path folder = fs::path(file).parent_path();
    for (const doc::Source& source : content(document).sources()) {
        // Others, Unity's, are converted whole when they are imported.
        if (!model_kind(source.path()) && source.importer() != scenes::kSceneImporter) {
            continue;
        }
        const std::string path = pointer_to(document, source);
        Diagnostics inside;
        Result<ModelSource> read = load_source(source, folder, inside);
        if (!read) {
            diagnostics.warn("source-file", path,
                             fmt::format("{}: {}", source.path(), to_string(read.error())));
            continue;
        }
        if (read->content_hash != 0 && !source.content_hash().empty() &&
            source.content_hash() != hash_text(read->content_hash)) {
            diagnostics.warn(
                "source-changed", path,
                source.path() + " has changed since it was imported; import it again to follow");
        }
        loaded.push_back({source.id(), std::move(read->model.asset)});
    }
    return loaded;
}

DocumentLock::DocumentLock(const std::string& file) : path_(file) {
    Result<FileLock> lock = FileLock::take(file, kLockWait);
    if (!lock) throw InputFault(file, lock.error());
    lock_ = *std::move(lock);
    if (lock_.is_held()) read_ = load_text(file);
}

bool DocumentLock::changed() const {
    return lock_.is_held() && load_text(path_) != read_;
}

std::unique_ptr<Document> load_to_edit(const std::string& file, std::string_view with) {
    const std::string text = load_text(file);
    // Two people who edit copies of one file get different ids; the same edit gets the same.
    const std::uint64_t seed = hash_u64(checksum_bytes(std::as_bytes(std::span(text))),
                                        checksum_bytes(std::as_bytes(std::span(with))));
    Diagnostics diagnostics;
    Result<std::unique_ptr<Document>> document =
        read_document(text, diagnostics, {.id_seed = seed});
    if (!document) throw InputFault(file, document.error());
    const fs::path journal = journal_path(file);
    std::error_code ignored;
    if (fs::exists(journal, ignored)) {
        const Result<std::string> lines = read_journal(journal);
        if (!lines) throw InputFault(journal.string(), lines.error());
        const JournalReplay replay = replay_journal(**document, *lines, text, diagnostics);
        if (replay.steps != 0) {
            print_message(fmt::format("{}: {} unsaved edits were recovered from {}", file,
                                      replay.steps, journal.string()));
        }
        for (const Fault& fault : diagnostics.faults())
            print_message(fmt::format("{}: warning: {}", journal.string(), fault.message));
        if (replay.left) {
            if (const auto kept = keep_journal(journal); !kept)
                throw InputFault(journal.string(), kept.error());
        }
    }
    (*document)->clear_history();
    return *std::move(document);
}

std::uint64_t save_edited(Document& document, const std::string& file, DocumentLock& lock,
                          JournalSteps steps) {
    if (lock.changed()) {
        throw InputFault(file, "another program has changed it meanwhile: nothing was written");
    }
    const fs::path journal = journal_path(file);
    if (steps == JournalSteps::not_in_document) {
        const Result<fs::path> kept = keep_journal(journal);
        if (!kept) throw InputFault(journal.string(), kept.error());
        if (!kept->empty()) {
            print_message(
                fmt::format("{}: had unsaved edits, which are kept as {}", file, kept->string()));
        }
    }
    const Result<std::size_t> written = save_document(document, file, &lock.held());
    if (!written) throw InputFault(file, written.error());
    // What it had is in the file now, or kept.
    std::error_code ignored;
    fs::remove(journal, ignored);
    return *written;
}

std::string relative_path(const std::string& file, const std::string& document_file) {
    std::error_code error;
    const fs::path folder = fs::absolute(document_file, error).parent_path();
    const fs::path relative = fs::proximate(fs::absolute(file, error), folder, error);
    return (error ? fs::path(file) : relative).generic_string();
}

}  // namespace motus::tool
