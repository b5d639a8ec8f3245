// Any bytes into the BVH importer, and what comes out of it through the runtime and back out.
// SPDX-License-Identifier: MIT
#include <motus/asset/asset_rig.h>
#include <motus/import/bvh/bvh.h>
#include <motus/import/bvh/bvh_export.h>
#include <motus/pose/pose_buffer.h>
#include <motus/sample/sample.h>
#include <tests/fuzz/line_mutator.h>

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
    for (const ClipBuffer& buffer : rig->clips) {
        const Clip clip = buffer.view();
        for (const Ticks time : {Ticks{0}, Ticks{clip.duration.value / 2}, clip.duration})
            require(run(SampleJob{clip, time, rest_pose(skeleton), {}, pose}) == Status::ok);
    }
}

}  // namespace
}  // namespace motus

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace motus;
    Diagnostics diagnostics;
    const Result<BvhScene> scene =
        import_bvh(std::as_bytes(std::span(data, size)), {}, diagnostics);
    require(scene.has_value() != diagnostics.has_errors());
    if (!scene) {
        require(scene.error().place.rfind("line ", 0) == 0);
        return 0;
    }
    play(scene->asset);
    Diagnostics ignored;
    const Result<std::string> text = export_bvh(scene->asset, {}, ignored);
    if (!text) return 0;
    const Result<BvhScene> again =
        import_bvh(std::as_bytes(std::span(text->data(), text->size())), {}, ignored);
    require(again.has_value());
    return 0;
}

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max);

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t max, unsigned seed) {
    return motus::test::mutate_lines(data, size, max, seed, LLVMFuzzerMutate);
}
