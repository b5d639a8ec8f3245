// SPDX-License-Identifier: MIT
#include "bake_input.h"

#include "document_input.h"
#include "input.h"

#include <motus/core/hash.h>
#include <motus/document/file.h>
#include <motus/document/pointer.h>
#include <motus/import/rig/model_source.h>
#include <scenes/hero/hero_document.h>
#include <scenes/scenes.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <system_error>

#include <sys/stat.h>

#include <fmt/format.h>

namespace motus::tool {
namespace {

namespace fs = std::filesystem;
using Bytes = std::vector<std::byte>;

Error unreadable(const char* what, int code) {
    std::string cause = what;
    if (code != 0 && code != ENOENT) cause += ": " + std::generic_category().message(code);
    return {"file-read", "", std::move(cause)};
}

InputFile noted(const fs::path& path, const struct stat& info, const Bytes& bytes) {
    return {path.generic_string(), bytes.size(),
            std::int64_t{info.st_mtim.tv_sec} * 1'000'000'000 + info.st_mtim.tv_nsec,
            checksum_bytes(bytes), hash_key(bytes)};
}

/// Reads files and notes what they were.
class Reader {
  public:
    explicit Reader(BakeInput& input) : input_(input) {}

    Result<Bytes> read(const fs::path& path) { return read_noted_file(path, input_.files); }

    /// An asset, and the hash of all it was read from, as import_model_source has it.
    Result<ModelSource> model(const fs::path& path, const ModelOptions& options,
                              Diagnostics& diagnostics) {
        const Result<Bytes> bytes = read(path);
        if (!bytes) return bytes.error();
        ModelSource source;
        source.content_hash = checksum_bytes(*bytes);
        const fs::path folder = path.parent_path();
        // Which files may be opened is decided there; noting them is done here.
        const GltfLoader inside = gltf_folder_loader(folder);
        const GltfLoader noting = [&](const std::string& name) -> Result<Bytes> {
            // The time before the bytes: if it changes meanwhile, the next look will tell.
            struct stat info {};
            const bool is_there = ::stat((folder / name).c_str(), &info) == 0;
            Result<Bytes> loaded = inside(name);
            if (!loaded || !is_there) {
                input_.complete = false;
                return loaded;
            }
            source.content_hash = hash_u64(source.content_hash, checksum_bytes(*loaded));
            input_.files.push_back(noted(folder / name, info, *loaded));
            return loaded;
        };
        Result<ImportedModel> read_model =
            import_model(path.string(), *bytes, noting, diagnostics, options);
        if (!read_model) return read_model.error();
        source.model = *std::move(read_model);
        return source;
    }

  private:
    BakeInput& input_;
};

void add_asset(BakeInput& input, std::uint64_t source, Asset asset) {
    input.kept.push_back(std::make_unique<Asset>(std::move(asset)));
    input.assets.push_back({source, input.kept.back().get()});
}

bool is_model(const std::string& path) {
    return model_kind(path).has_value();
}

/// The faults of a source as faults of the document that names it.
void pass_on(const Diagnostics& from, const std::string& place, const std::string& path,
             Diagnostics& to) {
    for (const Fault& fault : from.faults()) {
        std::string message = fmt::format("{}: {}{}{}", path, fault.path,
                                          fault.path.empty() ? "" : ": ", fault.message);
        if (fault.severity == Severity::error) {
            to.error(fault.code, place, std::move(message));
        } else {
            to.warn(fault.code, place, std::move(message));
        }
    }
}

void read_source(const doc::Source& source, const fs::path& folder, Reader& reader,
                 BakeInput& input, Diagnostics& diagnostics) {
    const std::string place = pointer_to(*input.document, source);
    if (source.importer() == scenes::kSceneImporter) {
        Result<Asset> scene = scenes::make_scene(source.path());
        if (scene) {
            add_asset(input, source.id(), *std::move(scene));
        } else {
            diagnostics.error("source-file", place + "/path", scene.error().cause);
        }
        return;
    }
    if (!is_model(source.path())) return;  // Of what only an importer reads: nothing to bake.
    Diagnostics found;
    Result<ModelSource> read = reader.model(folder / source.path(), options_of(source), found);
    pass_on(found, place + "/path", source.path(), diagnostics);
    if (!read) {
        if (!found.has_errors()) {
            diagnostics.error("source-file", place + "/path",
                              fmt::format("{}: {}", source.path(), read.error().cause));
        }
        return;
    }
    if (!source.content_hash().empty() && source.content_hash() != hash_text(read->content_hash)) {
        diagnostics.warn("source-changed", place + "/content_hash",
                         source.path() + " has changed since it was imported: import it again");
    }
    add_asset(input, source.id(), std::move(read->model.asset));
}

void read_sources(const std::string& file, Reader& reader, BakeInput& input,
                  Diagnostics& diagnostics) {
    for (const doc::Source& source : content(*input.document).sources())
        read_source(source, fs::path(file).parent_path(), reader, input, diagnostics);
}

Result<std::unique_ptr<Document>> read_noted(const std::string& file, Reader& reader,
                                             Diagnostics& diagnostics) {
    if (std::unique_ptr<Document> embedded = embedded_document(file)) return embedded;
    const Result<Bytes> bytes = reader.read(file);
    if (!bytes) return bytes.error();
    const std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    return read_document(text, diagnostics);
}

Result<BakeInput> read_document_input(const std::string& file, Diagnostics& diagnostics) {
    BakeInput input;
    Reader reader(input);
    Result<std::unique_ptr<Document>> document = read_noted(file, reader, diagnostics);
    if (!document) return document.error();
    input.document = *std::move(document);
    read_sources(file, reader, input, diagnostics);
    return input;
}

/// The document of a file that is no document.
Result<BakeInput> import_input(const std::string& file, Diagnostics& diagnostics) {
    BakeInput input;
    Asset asset;
    RigSource source;
    source.path = fs::path(file).filename().generic_string();
    source.name = fs::path(file).stem().generic_string();
    if (scenes::is_scene(file)) {
        asset = scenes::make_scene(file).value();
        source.importer = scenes::kSceneImporter;
    } else {
        Reader reader(input);
        Result<ModelSource> read = reader.model(file, {}, diagnostics);
        if (!read) return read.error();
        keep_of_model(read->model, source);
        asset = std::move(read->model.asset);
        source.content_hash = hash_text(read->content_hash);
        source.importer = to_string(*model_kind(file));
    }
    input.document = new_document();
    const Result<RigImport> made = import_rig(*input.document, asset, source, diagnostics);
    if (!made) return made.error();
    add_asset(input, content(*input.document).sources()[0].id(), std::move(asset));
    return input;
}

}  // namespace

Result<BakeInput> read_bake_input(const std::string& file, Diagnostics& diagnostics) try {
    if (is_document_file(file) || file == "hero") return read_document_input(file, diagnostics);
    if (is_model(file) || scenes::is_scene(file)) return import_input(file, diagnostics);
    return unknown_file(
        file,
        fmt::format("motus bakes .motus documents, {} files, and embedded scenes", kModelEndings));
} catch (const std::bad_alloc&) {
    return Error{"file-memory", "", "there is not enough memory to read it"};
}

BakeInput with_sources(std::unique_ptr<Document> document, const std::string& file,
                       Diagnostics& diagnostics) {
    BakeInput input;
    input.document = std::move(document);
    Reader reader(input);
    read_sources(file, reader, input, diagnostics);
    return input;
}

Result<Bytes> read_noted_file(const fs::path& path, std::vector<InputFile>& files) {
    if (std::optional<Error> fault = find_file_fault(path.string())) return *std::move(fault);
    struct stat info {};
    if (::stat(path.c_str(), &info) != 0) return unreadable("there is no such file", errno);
    // What is read twice, or waited for, is no file to build from: a pipe.
    if (!S_ISREG(info.st_mode)) return Error{"file-read", "", "is not a regular file"};
    errno = 0;
    std::ifstream stream(path, std::ios::binary);
    if (!stream) return unreadable("cannot be opened", errno);
    Bytes bytes(static_cast<std::size_t>(std::max<off_t>(info.st_size, 0)));
    stream.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    if (!stream || static_cast<std::size_t>(stream.gcount()) != bytes.size()) {
        return unreadable("cannot be read", errno);
    }
    files.push_back(noted(path, info, bytes));
    return bytes;
}

bool is_embedded(const std::string& file) {
    return embedded_document(file) != nullptr || scenes::is_scene(file);
}

}  // namespace motus::tool
