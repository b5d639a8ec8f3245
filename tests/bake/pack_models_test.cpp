// Every clip of the shared models, packed: the error stays under the bound.
// SPDX-License-Identifier: MIT
#include <motus/asset/asset_rig.h>
#include <motus/bake/pack.h>
#include <motus/import/gltf/gltf.h>
#include <scenes/scenes.h>
#include <tests/import/data.h>
#include <tests/support/rounds.h>

#include <gtest/gtest.h>

#include <cstdio>

namespace motus {
namespace {

// Packs every clip of a rig; returns how many there were.
std::size_t pack_all(const Asset& asset, const std::string& name) {
    const auto rig = make_rig(asset);
    if (!rig) return 0;
    const Skeleton skeleton = rig->skeleton;
    const PackSettings settings{settings_for(skeleton), {}};
    for (std::size_t i = 0; i < rig->clips.size(); ++i) {
        const Clip clip = rig->clips[i];
        const auto packed = pack_fast(skeleton, clip, settings);
        EXPECT_TRUE(packed) << name << " " << asset.clips[i].name;
        if (!packed) continue;
        ErrorSettings finer = settings.error;
        finer.between = 5;
        const auto again = measure_error(skeleton, clip, packed->view(), finer);
        EXPECT_LE(again->worst, 1.02) << name << " " << asset.clips[i].name;
        EXPECT_LE(again->weight_max, 1.02 * finer.weight_bound) << name;
        EXPECT_TRUE(again->finite);
        if (std::getenv("MOTUS_SHOW_PACKED") != nullptr) {
            const double seconds = std::max(1e-9, seconds_of(clip.duration));
            std::printf(
                "%-28s %-18s joints %4u  %6.2f s %6.1f Hz  bytes %8zu of %8zu (%.2f) %8.0f B/s"
                "  kept %u/%zu  error %.2f p99 %.2f of bound\n",
                name.c_str(), asset.clips[i].name.c_str(), skeleton.joint_count(), seconds,
                packed->rate_hz(), packed->bytes(), exact_bytes(clip),
                double(exact_bytes(clip)) / double(packed->bytes()),
                double(packed->bytes()) / seconds, packed->exact_tracks(), clip.tracks.size(),
                packed->error().worst, packed->error().p99 / settings.error.bound);
        }
    }
    return rig->clips.size();
}

TEST(PackModels, EveryClipHoldsTheBound) {
    MOTUS_NEED_DATA(data);
    std::size_t clips = 0, files = 0;
    for (const auto& path : test::files_below(data / "models", {".glb", ".gltf"})) {
        Diagnostics diagnostics;
        const auto asset = import_gltf_file(path.string(), diagnostics);
        if (!asset || asset->clips.empty()) continue;
        if (files++ % (test::kSlowBuild ? 4 : 1) == 0)
            clips += pack_all(*asset, path.stem().string());
    }
    EXPECT_GT(clips, 20u);
}

// Legs swing so wide that a fine step asks for more bits than an amount has.
TEST(PackModels, TheFoxStaysSmallAtFineBounds) {
    MOTUS_NEED_DATA(data);
    Diagnostics diagnostics;
    const auto asset = import_gltf_file((data / "models/Fox/Fox.glb").string(), diagnostics);
    ASSERT_TRUE(asset);
    const auto rig = make_rig(*asset);
    ASSERT_TRUE(rig);
    const Skeleton skeleton = rig->skeleton;
    const Clip walk = rig->clips[1];
    for (const double bound : {5e-5, 1e-5}) {
        ErrorSettings metres;
        metres.bound = bound;
        const PackSettings settings{settings_for(skeleton, metres), {}};
        const auto packed = pack_small(skeleton, walk, settings);
        ASSERT_TRUE(packed) << to_string(packed.error());
        EXPECT_TRUE(packed->error().held(settings.error));
        EXPECT_LT(packed->bytes() * 3, exact_bytes(walk)) << bound;
    }
}

TEST(PackModels, EverySceneHoldsTheBound) {
    std::size_t clips = 0;
    for (const std::string_view name : scenes::scene_names()) {
        const auto asset = scenes::make_scene(name);
        ASSERT_TRUE(asset);
        clips += pack_all(*asset, std::string(name));
    }
    EXPECT_GT(clips, 5u);
}

}  // namespace
}  // namespace motus
