// SPDX-License-Identifier: MIT
#include <motus/import/model/model.h>

#include <utility>

namespace motus {
namespace {

bool ends_with_any_case(std::string_view text, std::string_view ending) {
    if (text.size() < ending.size()) return false;
    const std::string_view end = text.substr(text.size() - ending.size());
    for (std::size_t i = 0; i < ending.size(); ++i) {
        const char c =
            end[i] >= 'A' && end[i] <= 'Z' ? static_cast<char>(end[i] - 'A' + 'a') : end[i];
        if (c != ending[i]) return false;
    }
    return true;
}

}  // namespace

std::optional<ModelKind> model_kind(std::string_view path) {
    if (ends_with_any_case(path, ".glb") || ends_with_any_case(path, ".gltf"))
        return ModelKind::gltf;
    if (ends_with_any_case(path, ".fbx")) return ModelKind::fbx;
    return std::nullopt;
}

const char* to_string(ModelKind kind) {
    return kind == ModelKind::fbx ? "fbx" : "gltf";
}

Result<ImportedModel> import_model(std::string_view path, std::span<const std::byte> bytes,
                                   const GltfLoader& load, Diagnostics& diagnostics) {
    if (model_kind(path) == ModelKind::fbx) {
        Result<FbxScene> scene = import_fbx(bytes, {load}, diagnostics);
        if (!scene) return scene.error();
        return ImportedModel{std::move(scene->asset), scene->info, std::move(scene->points)};
    }
    Result<Asset> asset = import_gltf(bytes, {load}, diagnostics);
    if (!asset) return asset.error();
    return ImportedModel{*std::move(asset), std::nullopt, {}};
}

Result<ModelSource> import_model_source(const std::filesystem::path& file,
                                        Diagnostics& diagnostics) {
    if (model_kind(file.string()) == ModelKind::fbx) {
        Result<FbxSource> source = import_fbx_source(file, diagnostics);
        if (!source) return source.error();
        FbxScene& scene = source->scene;
        return ModelSource{{std::move(scene.asset), scene.info, std::move(scene.points)},
                           source->content_hash};
    }
    Result<GltfSource> source = import_gltf_source(file, diagnostics);
    if (!source) return source.error();
    return ModelSource{{std::move(source->asset), std::nullopt, {}}, source->content_hash};
}

}  // namespace motus
