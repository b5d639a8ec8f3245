// Any bytes into the glTF importer, and what comes out of it through the whole runtime.
// SPDX-License-Identifier: MIT
#include <motus/asset/asset_rig.h>
#include <motus/asset/gltf_export.h>
#include <motus/import/gltf/gltf.h>
#include <motus/import/vrm/vrm.h>
#include <motus/pose/pose_buffer.h>
#include <motus/sample/sample.h>
#include <motus/skinning/palette.h>
#include <tests/fuzz/gltf_mutator.h>

#include <cstdlib>

namespace motus {
namespace {

void require(bool condition) {
    if (!condition) std::abort();
}

/// Everything the runtime promises for what a builder has accepted must hold.
void play(const Asset& asset) {
    const Result<AssetRig> rig = make_rig(asset);
    if (!rig) {
        require(!rig.error().cause.empty() && !rig.error().code.empty());
        return;
    }
    const Skeleton skeleton = rig->skeleton.view();
    PoseBuffer pose(skeleton);
    std::vector<Mat34> model(skeleton.joint_count());
    for (std::size_t i = 0; i < rig->clips.size() && i < 8; ++i) {
        const Clip clip = rig->clips[i].view();
        for (const Ticks time : {Ticks{0}, Ticks{clip.duration.value / 2}, clip.duration}) {
            require(run(SampleJob{clip, time, rest_pose(skeleton), {}, pose}) == Status::ok);
        }
    }
    require(run(LocalToModelJob{skeleton, pose, {}, model}) == Status::ok);
    for (const SkinBuffer& skin : rig->skins) {
        std::vector<Mat34> palette(skin.view().joints.size());
        require(run(PaletteJob{skin, model, palette}) == Status::ok);
    }
}

/// An export has no place for an image without bytes.
Asset without_missing_images(Asset asset) {
    for (AssetTexture& texture : asset.textures) {
        if (texture.image == kNone) continue;
        std::uint32_t number = 0;
        for (std::uint32_t i = 0; i < texture.image; ++i)
            number += asset.images[i].bytes.empty() ? 0 : 1;
        texture.image = asset.images[texture.image].bytes.empty() ? kNone : number;
    }
    std::erase_if(asset.images, [](const AssetImage& image) { return image.bytes.empty(); });
    return asset;
}

/// What has been imported can be written, and reading that gives the same again.
void round_trip(const Asset& asset) {
    const auto bytes = export_glb(asset);
    if (!bytes) return;
    Diagnostics diagnostics;
    const Result<Asset> again = import_gltf(*bytes, {}, diagnostics);
    require(again.has_value());
    require(*again == without_missing_images(asset));
}

}  // namespace
}  // namespace motus

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace motus;
    const std::span<const std::byte> bytes(reinterpret_cast<const std::byte*>(data), size);
    GltfOptions options;
    options.load = [&](const std::string& path) -> Result<std::vector<std::byte>> {
        require(!path.empty() && path.front() != '/' && path.find('\\') == path.npos &&
                path.find("..") != 0 && path.find("/../") == path.npos);
        if (path.size() % 2 == 0) return Error{"test", "", "there is no such file"};
        return std::vector<std::byte>(bytes.begin(), bytes.end());
    };
    Diagnostics diagnostics;
    const Result<Asset> asset = import_gltf(bytes, options, diagnostics);
    if (!asset) {
        require(diagnostics.has_errors() && !asset.error().cause.empty());
        return 0;
    }
    require(!diagnostics.has_errors());
    const Result<VrmInfo> vrm = read_vrm(bytes, asset->nodes.size(), diagnostics);
    require(vrm.has_value() && !diagnostics.has_errors());
    for (const VrmBone& bone : vrm->bones)
        require(bone.node < asset->nodes.size());
    play(*asset);
    if (size < 16384) round_trip(*asset);
    return 0;
}

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max);

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t max, unsigned seed) {
    return motus::test::mutate_gltf(data, size, max, seed, LLVMFuzzerMutate);
}
