// tools/motus/bake_input.h - what a bake is made from: a document, its assets, and the files read.
// Room: tools. Includes document, asset. Included by verbs that bake.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/bake/bake.h>
#include <motus/core/diagnostics.h>
#include <motus/document/document.h>

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
};

/// A document with everything that a bake of it needs.
struct BakeInput {
    std::unique_ptr<Document> document;
    std::vector<std::unique_ptr<Asset>> kept;
    std::vector<BakeAsset> assets;
    std::vector<InputFile> files;  ///< The document first; none for a scene made in code.
};

/// Reads a document (.motus) and the sources it names, relative to it; or makes the document of a
/// .glb or .gltf file, or of an embedded scene. Faults go to `diagnostics`; a source that is not
/// there is one, a source that is not what the document was made with is a warning.
[[nodiscard]] Result<BakeInput> read_bake_input(const std::string& file, Diagnostics& diagnostics);

/// The same of a document that was read from `file` already.
[[nodiscard]] BakeInput with_sources(std::unique_ptr<Document> document, const std::string& file,
                                     Diagnostics& diagnostics);

/// Baked bytes of such a file.
[[nodiscard]] Result<AlignedBytes> bake_input(const BakeInput& input, Diagnostics& diagnostics,
                                              std::vector<ClipMeasure>* measures = nullptr);

}  // namespace motus::tool
