// tests/render/golden_test.cpp - pictures that were looked at, and must go on looking so.
// SPDX-License-Identifier: MIT
#include <motus/bake/pack.h>
#include <motus/import/gltf/gltf.h>
#include <motus/render/show.h>
#include <scenes/scenes.h>
#include <tests/render/compare.h>
#include <tests/render/gl_test.h>

#include <cstdlib>
#include <filesystem>
#include <functional>

namespace motus::test {
namespace {

using namespace render;

std::uint32_t clip_named(const Asset& asset, std::string_view name) {
    for (std::uint32_t i = 0; i < asset.clips.size(); ++i) {
        if (asset.clips[i].name == name) return i;
    }
    return kNone;
}

class Golden : public GlTest {
  protected:
    // Options for `clip` of an asset, as small as goldens are.
    static ShowOptions small(const Asset& asset, std::string_view clip) {
        ShowOptions options;
        options.width = 320;
        options.height = 240;
        options.clip = clip_named(asset, clip);
        EXPECT_TRUE(clip.empty() || options.clip != kNone) << clip;
        return options;
    }
    static void expect_show(const std::string& name, const Asset& asset, const ShowOptions& options,
                            double time_s) {
        const auto rig = make_rig(asset);
        ASSERT_TRUE(rig) << to_string(rig.error());
        Diagnostics diagnostics;
        auto show = Show::make(asset, *rig, options, diagnostics);
        ASSERT_TRUE(show) << to_string(show.error());
        for (const Fault& fault : diagnostics.faults())
            ADD_FAILURE() << fault.path << ": " << fault.message;
        const auto picture = show->picture(ticks_of_seconds(time_s));
        ASSERT_TRUE(picture) << to_string(picture.error());
        EXPECT_EQ(show->stats().instances, options.crowd + 2 * options.overlays.onion_skins);
        // One call a part, whatever the size of the crowd; ghosts are drawn one by one.
        EXPECT_EQ(show->stats().draw_calls,
                  show->model().part_count() * (1 + 2 * options.overlays.onion_skins));
        expect_golden(name, *picture);
    }
    static void expect_scene(const std::string& name, const char* scene, const char* clip,
                             double time_s, const std::function<void(ShowOptions&)>& change = {}) {
        const auto asset = scenes::make_scene(scene);
        ASSERT_TRUE(asset);
        ShowOptions options = small(*asset, clip);
        if (change) change(options);
        expect_show(name, *asset, options, time_s);
    }
    static void expect_model(const std::string& name, const char* file, const char* clip,
                             double time_s, const std::function<void(ShowOptions&)>& change = {}) {
        const char* data = std::getenv("MOTUS_TEST_DATA");
        if (!data) GTEST_SKIP() << "MOTUS_TEST_DATA is not set: no model to draw";
        Diagnostics diagnostics;
        const auto asset =
            import_gltf_file(std::filesystem::path(data) / "models" / file, diagnostics);
        ASSERT_TRUE(asset) << to_string(asset.error());
        ShowOptions options = small(*asset, clip);
        if (change) change(options);
        expect_show(name, *asset, options, time_s);
    }
};

TEST_F(Golden, HeroIdle) {
    expect_scene("hero-idle", "hero", "Idle", 0.5);
}

TEST_F(Golden, HeroRunsWithOnionSkins) {
    expect_scene("hero-run-onion", "hero", "Run", 0.35, [](ShowOptions& options) {
        options.overlays.onion_skins = 2;
        options.overlays.trail = true;
        options.overlays.label = true;
    });
}

TEST_F(Golden, HeroWavesInTheDarkWithBones) {
    expect_scene("hero-wave-skeleton", "hero", "Wave", 0.8, [](ShowOptions& options) {
        options.look = dark_look();
        options.overlays.skeleton = true;
    });
}

TEST_F(Golden, HeroWithNamesAndAxes) {
    expect_scene("hero-names", "hero", "", 0.0, [](ShowOptions& options) {
        options.width = options.height = 480;
        options.overlays.joint_names = true;
        options.overlays.joint_axes = true;
        options.view.yaw_rad = 0.0f;
    });
}

TEST_F(Golden, HeroAsSkinWeights) {
    expect_scene("hero-heat", "hero", "Walk", 0.25, [](ShowOptions& options) {
        options.overlays.heat = true;
        options.view.yaw_rad = -0.4f;
    });
}

TEST_F(Golden, HeroAsErrorsOfPacking) {
    const auto asset = scenes::make_scene("hero");
    ASSERT_TRUE(asset);
    const auto rig = make_rig(*asset);
    ASSERT_TRUE(rig);
    ShowOptions options = small(*asset, "Run");
    const Skeleton skeleton = rig->skeleton.view();
    const auto packed = pack_fast(skeleton, rig->clips[options.clip].view());
    ASSERT_TRUE(packed) << to_string(packed.error());
    const Clip clip = packed->view();
    options.overlays.packed = &clip;
    options.overlays.error_m = 0.00004f;
    expect_show("hero-error", *asset, options, 0.31);
}

TEST_F(Golden, HeroWithoutBackground) {
    expect_scene("hero-clear", "hero", "Jump", 0.6,
                 [](ShowOptions& options) { options.look.backdrop = false; });
}

TEST_F(Golden, Morph) {
    const auto asset = scenes::make_scene("morph");
    ASSERT_TRUE(asset);
    ASSERT_FALSE(asset->clips.empty());
    expect_scene("morph", "morph", asset->clips[0].name.c_str(), 0.6);
}

TEST_F(Golden, Fox) {
    expect_model("fox-run", "Fox/Fox.glb", "Run", 0.2);
}

TEST_F(Golden, Knight) {
    expect_model("knight", "KayKitKnight/Knight.glb", "", 0.0,
                 [](ShowOptions& options) { options.view.yaw_rad = 0.4f; });
}

TEST_F(Golden, MorphModel) {
    expect_model("morph-stress", "MorphStressTest/MorphStressTest.glb", "TheWave", 1.0);
}

TEST_F(Golden, MirroredModel) {
    expect_model("negative-scale", "NegativeScaleTest/NegativeScaleTest.glb", "", 0.0);
}

TEST_F(Golden, CrowdOfAThousand) {
    expect_model("fox-crowd", "Fox/Fox.glb", "Walk", 0.3, [](ShowOptions& options) {
        options.crowd = 1000;
        options.view.yaw_rad = 0.3f;
    });
}

TEST(Difference, SeesWhatPeopleSee) {
    Picture a{64, 64, std::vector<std::uint8_t>(64 * 64 * 4, 128)};
    Picture noisy = a;
    for (std::size_t i = 0; i < noisy.rgba.size(); ++i)
        noisy.rgba[i] = static_cast<std::uint8_t>(128 + (i * 7919) % 3 - 1);
    EXPECT_LT(compare_pictures(a, noisy).mean, 0.7);
    Picture spot = a;
    for (std::size_t y = 20; y < 26; ++y) {
        for (std::size_t x = 20; x < 26; ++x)
            spot.rgba[(y * 64 + x) * 4] = 200;
    }
    EXPECT_GT(compare_pictures(a, spot).large, 0.002);
    EXPECT_GT(compare_pictures(a, Picture{32, 64, {}}).mean, 100.0);
}

}  // namespace
}  // namespace motus::test
