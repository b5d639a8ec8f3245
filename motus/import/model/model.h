// motus/import/model/model.h - one way in for all formats of models: glTF and FBX.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/import/fbx/fbx.h>
#include <motus/import/gltf/gltf.h>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace motus {

enum class ModelKind : std::uint8_t { gltf, fbx };

/// The kind of a file by the ending of its name, in any case; none where it is no model.
[[nodiscard]] std::optional<ModelKind> model_kind(std::string_view path);

/// "gltf" or "fbx": how documents and `inspect` name the kind.
[[nodiscard]] const char* to_string(ModelKind kind);

/// A model, and what only FBX files have beside it.
struct ImportedModel {
    Asset asset;
    std::optional<FbxInfo> fbx;
    std::vector<FbxPoints> points;  ///< Of an FBX file, one per mesh.
};

/// Reads a model from memory, as the importer of its kind does. `path` says only the kind.
[[nodiscard]] Result<ImportedModel> import_model(std::string_view path,
                                                 std::span<const std::byte> bytes,
                                                 const GltfLoader& load, Diagnostics& diagnostics);

/// A model, and a hash of all bytes it was read from, as GltfSource has it.
struct ModelSource {
    ImportedModel model;
    std::uint64_t content_hash = 0;
};

/// Reads a file and what it refers to in its folder.
[[nodiscard]] Result<ModelSource> import_model_source(const std::filesystem::path& file,
                                                      Diagnostics& diagnostics);

}  // namespace motus
