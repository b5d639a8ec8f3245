// tools/motus/bake_input.h - what a bake is made from: a document, its assets, and the files read.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/bake/baker.h>
#include <motus/core/diagnostics.h>
#include <motus/document/document.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace motus::tool {

/// One file that was read, as it was then.
struct InputFile {
    std::string path;
    std::uint64_t size = 0;
    std::int64_t time_ns = 0;  ///< When it was last changed.
    std::uint64_t checksum = 0;
    BakeKey hash{};  ///< Of its bytes; not in manifests.
};

/// A document with everything that a bake of it needs.
struct BakeInput {
    std::unique_ptr<Document> document;
    std::vector<std::unique_ptr<Asset>> kept;
    std::vector<BakeAsset> assets;
    std::vector<InputFile> files;  ///< The document first; none for a scene made in code.
    bool complete = true;          ///< False where a file was looked for that is not there.
};

/// Reads a document (.motus) and the sources it names, relative to it; or makes the document of a
/// .glb or .gltf file, or of an embedded scene. Faults go to `diagnostics`; a source that is not
/// there is one, a source that is not what the document was made with is a warning.
[[nodiscard]] Result<BakeInput> read_bake_input(const std::string& file, Diagnostics& diagnostics);

/// The same of a document that was read from `file` already.
[[nodiscard]] BakeInput with_sources(std::unique_ptr<Document> document, const std::string& file,
                                     Diagnostics& diagnostics);

/// The bytes of a plain file; what it was is added to `files`.
[[nodiscard]] Result<std::vector<std::byte>> read_noted_file(const std::filesystem::path& path,
                                                             std::vector<InputFile>& files);

/// Whether it is no file, but a scene of the program.
[[nodiscard]] bool is_embedded(const std::string& file);

}  // namespace motus::tool
