// motus/import/model/model.h - one way in for all formats of models: glTF, FBX, BVH and VRM.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/import/bvh/bvh.h>
#include <motus/import/fbx/fbx.h>
#include <motus/import/gltf/gltf.h>
#include <motus/import/vrm/vrm.h>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace motus {

namespace doc {
class Source;
}

enum class ModelKind : std::uint8_t { gltf, fbx, bvh, vrm };  ///< vrm: .vrm and .vrma.

/// The kind of a file by the ending of its name, in any case; none where it is no model.
[[nodiscard]] std::optional<ModelKind> model_kind(std::string_view path);

/// "gltf", "fbx", "bvh" or "vrm": how documents and `inspect` name the kind.
[[nodiscard]] const char* to_string(ModelKind kind);

/// What an import may decide beside the file.
struct ModelOptions {
    double metres_per_unit = 0.0;  ///< Of a file that states no unit; 0: as its importer takes it.
    double rate_hz = 0.0;          ///< Clips are sampled anew at this rate; 0: they are not.
};
inline constexpr double kMinModelRate_hz = 1.0, kMaxModelRate_hz = 1000.0;

/// What a document keeps of them.
[[nodiscard]] ModelOptions options_of(const doc::Source& source);

/// A model, and what only files of its format have beside it.
struct ImportedModel {
    Asset asset;
    std::optional<FbxInfo> fbx{};
    std::vector<FbxPoints> points{};  ///< Of an FBX file, one per mesh.
    std::optional<BvhInfo> bvh{};
    std::optional<VrmInfo> vrm{};
};

/// Reads a model from memory, as the importer of its kind does. `path` says the kind, and how the
/// clip of a BVH file is called.
[[nodiscard]] Result<ImportedModel> import_model(std::string_view path,
                                                 std::span<const std::byte> bytes,
                                                 const GltfLoader& load, Diagnostics& diagnostics,
                                                 const ModelOptions& options = {});

/// A model, and a hash of all bytes it was read from, as GltfSource has it.
struct ModelSource {
    ImportedModel model;
    std::uint64_t content_hash = 0;
};

/// Reads a file and what it refers to in its folder.
[[nodiscard]] Result<ModelSource> import_model_source(const std::filesystem::path& file,
                                                      Diagnostics& diagnostics,
                                                      const ModelOptions& options = {});

}  // namespace motus
