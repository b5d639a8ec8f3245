// SPDX-License-Identifier: MIT
#include <motus/import/model/model.h>

#include <motus/core/hash.h>
#include <motus/document/model.h>
#include <motus/import/model/resample.h>

#include <array>
#include <utility>

namespace motus {
namespace {

struct Ending {
    std::string_view text;
    ModelKind kind;
};
constexpr std::array kEndings = {Ending{".glb", ModelKind::gltf}, Ending{".gltf", ModelKind::gltf},
                                 Ending{".fbx", ModelKind::fbx},  Ending{".bvh", ModelKind::bvh},
                                 Ending{".vrm", ModelKind::vrm},  Ending{".vrma", ModelKind::vrm}};

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

/// "walk" of "clips/walk.bvh".
std::string stem_of_path(std::string_view path) {
    if (const std::size_t slash = path.find_last_of("/\\"); slash != path.npos)
        path.remove_prefix(slash + 1);
    return std::string(path.substr(0, path.find_last_of('.')));
}

Error told(Error error, Diagnostics& diagnostics) {
    diagnostics.error(error.code, error.place, error.cause);
    return error;
}

/// What is the same for all formats.
Result<ImportedModel> finished(ImportedModel model, const ModelOptions& options,
                               Diagnostics& diagnostics) {
    if (options.rate_hz != 0.0) {
        if (std::optional<Error> fault = resample_clips(model.asset, options.rate_hz))
            return told(*std::move(fault), diagnostics);
    }
    return model;
}

Result<ImportedModel> read_bvh(std::string_view path, std::span<const std::byte> bytes,
                               const ModelOptions& options, Diagnostics& diagnostics) {
    Result<BvhScene> scene =
        import_bvh(bytes, {stem_of_path(path), options.metres_per_unit}, diagnostics);
    if (!scene) return scene.error();
    return ImportedModel{std::move(scene->asset), std::nullopt, {}, scene->info};
}

/// Bones without a name get that of the humanoid, so that clips find them.
void name_bones(Asset& asset, const VrmInfo& vrm) {
    for (const VrmBone& bone : vrm.bones)
        if (asset.nodes[bone.node].name.empty()) asset.nodes[bone.node].name = bone.bone;
}

}  // namespace

std::optional<ModelKind> model_kind(std::string_view path) {
    for (const Ending& ending : kEndings)
        if (ends_with_any_case(path, ending.text)) return ending.kind;
    return std::nullopt;
}

const char* to_string(ModelKind kind) {
    constexpr std::array kNames = {"gltf", "fbx", "bvh", "vrm"};
    return kNames[static_cast<std::size_t>(kind)];
}

ModelOptions options_of(const doc::Source& source) {
    return {static_cast<double>(source.metres_per_unit()), static_cast<double>(source.rate_hz())};
}

Result<ImportedModel> import_model(std::string_view path, std::span<const std::byte> bytes,
                                   const GltfLoader& load, Diagnostics& diagnostics,
                                   const ModelOptions& options) {
    const ModelKind kind = model_kind(path).value_or(ModelKind::gltf);
    ImportedModel model;
    if (kind == ModelKind::bvh) {
        Result<ImportedModel> read = read_bvh(path, bytes, options, diagnostics);
        if (!read) return read.error();
        model = *std::move(read);
    } else if (kind == ModelKind::fbx) {
        Result<FbxScene> scene = import_fbx(bytes, {load}, diagnostics);
        if (!scene) return scene.error();
        model = {std::move(scene->asset), scene->info, std::move(scene->points)};
    } else {
        Result<Asset> asset = import_gltf(bytes, {load}, diagnostics);
        if (!asset) return asset.error();
        model = {*std::move(asset)};
        if (kind == ModelKind::vrm) {
            Result<VrmInfo> vrm = read_vrm(bytes, model.asset.nodes.size(), diagnostics);
            if (!vrm) return vrm.error();
            model.vrm = *std::move(vrm);
            name_bones(model.asset, *model.vrm);
        }
    }
    return finished(std::move(model), options, diagnostics);
}

Result<ModelSource> import_model_source(const std::filesystem::path& file, Diagnostics& diagnostics,
                                        const ModelOptions& options) {
    using Bytes = std::vector<std::byte>;
    const Result<Bytes> bytes = read_model_file(file);
    if (!bytes) {
        const ModelKind kind = model_kind(file.generic_string()).value_or(ModelKind::gltf);
        return told({std::string(to_string(kind)) + "-file", "", bytes.error().cause}, diagnostics);
    }
    ModelSource source;
    source.content_hash = checksum_bytes(*bytes);
    const GltfLoader load = gltf_folder_loader(file.parent_path());
    const GltfLoader noted = [&](const std::string& path) -> Result<Bytes> {
        Result<Bytes> loaded = load(path);
        if (loaded) source.content_hash = hash_u64(source.content_hash, checksum_bytes(*loaded));
        return loaded;
    };
    Result<ImportedModel> model =
        import_model(file.generic_string(), *bytes, noted, diagnostics, options);
    if (!model) return model.error();
    source.model = *std::move(model);
    return source;
}

}  // namespace motus
