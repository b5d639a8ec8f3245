// SPDX-License-Identifier: MIT
#include "everything.h"

#include <motus/asset/gltf_export.h>
#include <motus/import/gltf/gltf.h>
#include <scenes/scenes.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

namespace motus {
namespace {

namespace fs = std::filesystem;

/// The name of the first part in which two assets differ; empty where none does.
std::string difference(const Asset& a, const Asset& b) {
    const auto list = [](const char* name, const auto& x, const auto& y) -> std::string {
        if (x.size() != y.size()) return std::string(name) + ": how many";
        for (std::size_t i = 0; i < x.size(); ++i) {
            if (!(x[i] == y[i])) return std::string(name) + "[" + std::to_string(i) + "]";
        }
        return "";
    };
    for (const std::string& part :
         {list("nodes", a.nodes, b.nodes), list("skins", a.skins, b.skins),
          list("meshes", a.meshes, b.meshes), list("materials", a.materials, b.materials),
          list("textures", a.textures, b.textures), list("images", a.images, b.images),
          list("cameras", a.cameras, b.cameras), list("clips", a.clips, b.clips),
          list("scenes", a.scenes, b.scenes)}) {
        if (!part.empty()) return part;
    }
    return a == b ? "" : "scene or root_motion_node";
}

void expect_round_trip(const Asset& asset, const std::string& what) {
    const auto bytes = export_glb(asset);
    ASSERT_TRUE(bytes) << what << ": " << to_string(bytes.error());
    Diagnostics diagnostics;
    const auto back = import_gltf(*bytes, {}, diagnostics);
    ASSERT_TRUE(back) << what << ": " << to_string(back.error());
    EXPECT_EQ(difference(asset, *back), "") << what;
    // Bit for bit, -0 too, which == cannot tell from 0: the same bytes come out again.
    const auto again = export_glb(*back);
    ASSERT_TRUE(again) << what;
    EXPECT_TRUE(*bytes == *again) << what;
}

TEST(GltfRoundTrip, Everything) {
    expect_round_trip(test::make_everything(), "everything");
}

TEST(GltfRoundTrip, Nothing) {
    expect_round_trip({}, "nothing");
}

TEST(GltfRoundTrip, AClipWithoutTracks) {
    Asset asset;
    asset.clips.resize(2);
    asset.clips[0].name = "empty";
    asset.clips[1].duration = ticks_of_frames(7, 30);
    asset.clips[1].events = {{ticks_of_frames(1, 30), "tick"}};
    expect_round_trip(asset, "clips without tracks");
}

TEST(GltfRoundTrip, AMeshWithoutVertices) {
    Asset asset;
    asset.meshes.resize(1);
    asset.meshes[0].primitives.resize(1);
    asset.meshes[0].primitives[0].targets.resize(2);
    asset.meshes[0].weights = {0.25f, 0.5f};
    asset.nodes.resize(1);
    asset.nodes[0].mesh = 0;
    expect_round_trip(asset, "a mesh without vertices");
}

TEST(GltfRoundTrip, ADifferenceIsSeen) {
    const Asset asset = test::make_everything();
    Asset other = asset;
    other.clips[1].tracks[0].times[1] = Ticks{2};
    EXPECT_EQ(difference(asset, other), "clips[1]");
    other = asset;
    other.root_motion_node = 2;
    EXPECT_EQ(difference(asset, other), "scene or root_motion_node");
}

TEST(GltfRoundTrip, EveryScene) {
    ASSERT_FALSE(scenes::scene_names().empty());
    for (const std::string_view name : scenes::scene_names()) {
        const auto asset = scenes::make_scene(name);
        ASSERT_TRUE(asset) << name;
        expect_round_trip(*asset, std::string(name));
    }
}

/// Round-trips every glTF file below a folder of the test data that can be read; counts them.
std::size_t round_trip_folder(const fs::path& folder, bool all_readable) {
    std::size_t files = 0;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        const std::string extension = entry.path().extension().string();
        if (extension != ".glb" && extension != ".gltf") continue;
        Diagnostics diagnostics;
        const auto asset = import_gltf_file(entry.path(), diagnostics);
        if (!asset) {
            EXPECT_FALSE(all_readable) << entry.path() << ": " << to_string(asset.error());
            continue;
        }
        expect_round_trip(*asset, entry.path().string());
        ++files;
    }
    return files;
}

TEST(GltfRoundTrip, EveryModel) {
    const char* data = std::getenv("MOTUS_TEST_DATA");
    if (data == nullptr) GTEST_SKIP() << "MOTUS_TEST_DATA is not set: no models to read";
    EXPECT_GE(round_trip_folder(fs::path(data) / "models", true), 80u);
}

TEST(GltfRoundTrip, EveryOddFileThatIsAccepted) {
    const char* data = std::getenv("MOTUS_TEST_DATA");
    if (data == nullptr) GTEST_SKIP() << "MOTUS_TEST_DATA is not set: no files to read";
    EXPECT_GE(round_trip_folder(fs::path(data) / "malformed", false), 20u);
}

}  // namespace
}  // namespace motus
