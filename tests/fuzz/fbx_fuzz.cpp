// Any bytes into the FBX importer, and what comes out of it through the runtime.
// SPDX-License-Identifier: MIT
#include <motus/asset/asset_rig.h>
#include <motus/import/fbx/fbx.h>
#include <motus/pose/pose_buffer.h>
#include <motus/sample/sample.h>

#include <cstdlib>

namespace motus {
namespace {

void require(bool condition) {
    if (!condition) std::abort();
}

void play(const Asset& asset) {
    const Result<AssetRig> rig = make_rig(asset);
    if (!rig) {
        require(!rig.error().cause.empty() && !rig.error().code.empty());
        return;
    }
    const Skeleton skeleton = rig->skeleton.view();
    PoseBuffer pose(skeleton);
    for (std::size_t i = 0; i < rig->clips.size() && i < 4; ++i) {
        const Clip clip = rig->clips[i].view();
        for (const Ticks time : {Ticks{0}, Ticks{clip.duration.value / 2}, clip.duration})
            require(run(SampleJob{clip, time, rest_pose(skeleton), {}, pose}) == Status::ok);
    }
}

}  // namespace
}  // namespace motus

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace motus;
    Diagnostics diagnostics;
    const Result<FbxScene> scene =
        import_fbx(std::as_bytes(std::span(data, size)), {}, diagnostics);
    require(scene.has_value() != diagnostics.has_errors());
    if (!scene) return 0;
    require(scene->points.size() == scene->asset.meshes.size());
    for (std::size_t m = 0; m < scene->points.size(); ++m) {
        const FbxPoints& points = scene->points[m];
        require(points.of_vertices.size() == scene->asset.meshes[m].primitives.size());
        for (const auto& list : points.of_vertices)
            for (const std::uint32_t point : list)
                require(point < points.count);
    }
    play(scene->asset);
    return 0;
}
