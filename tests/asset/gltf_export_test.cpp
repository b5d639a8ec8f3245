// SPDX-License-Identifier: MIT
#include "everything.h"

#include <motus/asset/gltf_export.h>

#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace motus {
namespace {

using nlohmann::json;

std::uint32_t u32_at(const std::vector<std::byte>& bytes, std::size_t offset) {
    std::uint32_t value = 0;
    std::memcpy(&value, bytes.data() + offset, sizeof value);
    return value;
}

/// A .glb taken apart by the letter of its specification.
struct Glb {
    json root;
    std::vector<std::byte> binary;

    explicit Glb(const std::vector<std::byte>& bytes) {
        EXPECT_EQ(u32_at(bytes, 0), 0x46546c67u);
        EXPECT_EQ(u32_at(bytes, 4), 2u);
        EXPECT_EQ(u32_at(bytes, 8), bytes.size());
        const std::size_t length = u32_at(bytes, 12);
        EXPECT_EQ(length % 4, 0u);
        EXPECT_EQ(u32_at(bytes, 16), 0x4e4f534au);
        const char* text = reinterpret_cast<const char*>(bytes.data()) + 20;
        root = json::parse(text, text + length);
        if (bytes.size() == 20 + length) return;
        EXPECT_EQ(u32_at(bytes, 20 + length) % 4, 0u);
        EXPECT_EQ(u32_at(bytes, 24 + length), 0x004e4942u);
        EXPECT_EQ(28 + length + u32_at(bytes, 20 + length), bytes.size());
        binary.assign(bytes.begin() + 28 + static_cast<std::ptrdiff_t>(length), bytes.end());
    }

    std::vector<float> floats(std::size_t accessor) const {
        const auto index = root["accessors"][accessor]["bufferView"].get<std::size_t>();
        const json& view = root["bufferViews"][index];
        std::vector<float> numbers(view["byteLength"].get<std::size_t>() / sizeof(float));
        std::memcpy(numbers.data(), binary.data() + view["byteOffset"].get<std::size_t>(),
                    numbers.size() * sizeof(float));
        return numbers;
    }
};

Glb exported(const Asset& asset) {
    const auto bytes = export_glb(asset);
    EXPECT_TRUE(bytes) << to_string(bytes.error());
    return Glb(*bytes);
}

TEST(GltfExport, AnEmptyAssetIsAnEmptyFile) {
    EXPECT_EQ(exported({}).root.dump(), R"({"asset":{"generator":"Motus","version":"2.0"}})");
}

TEST(GltfExport, ViewsAreAlignedAndInside) {
    const Glb glb = exported(test::make_everything());
    ASSERT_EQ(glb.root["buffers"].size(), 1u);
    const auto total = glb.root["buffers"][0]["byteLength"].get<std::size_t>();
    EXPECT_LE(total, glb.binary.size());
    EXPECT_GT(glb.root["bufferViews"].size(), 20u);
    for (const json& view : glb.root["bufferViews"]) {
        EXPECT_EQ(view["byteOffset"].get<std::size_t>() % 4, 0u);
        EXPECT_GT(view["byteLength"].get<std::size_t>(), 0u);
        EXPECT_LE(view["byteOffset"].get<std::size_t>() + view["byteLength"].get<std::size_t>(),
                  total);
    }
}

TEST(GltfExport, PositionsAndKeyTimesHaveBounds) {
    const Glb glb = exported(test::make_everything());
    const json& primitive = glb.root["meshes"][0]["primitives"][0];
    const json& positions = glb.root["accessors"][primitive["attributes"]["POSITION"].get<int>()];
    EXPECT_EQ(positions["min"], json({0.0, 0.0, 0.0}));
    EXPECT_EQ(positions["max"][2].get<double>(), static_cast<double>(0.1f));
    const json& target = primitive["targets"][0]["POSITION"];
    EXPECT_EQ(glb.root["accessors"][target.get<int>()]["max"], json({0.0, 1.0, 0.0}));
    const json& input = glb.root["animations"][0]["samplers"][0]["input"];
    const json& times = glb.root["accessors"][input.get<int>()];
    EXPECT_EQ(times["min"], json({0.0}));
    EXPECT_EQ(times["max"][0].get<double>(), static_cast<double>(0.3f));
}

TEST(GltfExport, EightInfluencesAreTwoSets) {
    const Glb glb = exported(test::make_everything());
    const json& attributes = glb.root["meshes"][0]["primitives"][0]["attributes"];
    const auto second = glb.floats(attributes["WEIGHTS_1"]);
    EXPECT_EQ(second, (std::vector<float>{0.25f, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}));
    EXPECT_EQ(glb.root["accessors"][attributes["JOINTS_1"].get<int>()]["componentType"], 5121);
    Asset many = test::make_everything();
    many.meshes[0].primitives[0].joints[0] = 256;
    const Glb wide = exported(many);
    const json& joints = wide.root["meshes"][0]["primitives"][0]["attributes"]["JOINTS_0"];
    EXPECT_EQ(wide.root["accessors"][joints.get<int>()]["componentType"], 5123);
}

TEST(GltfExport, IndicesAvoidTheRestartValue) {
    for (const std::uint32_t last : {65534u, 65535u}) {
        Asset asset;
        asset.meshes.resize(1);
        asset.meshes[0].primitives.resize(1);
        asset.meshes[0].primitives[0].positions.resize(last + 1);
        asset.meshes[0].primitives[0].indices = {0, 1, last};
        const Glb glb = exported(asset);
        const json& indices = glb.root["meshes"][0]["primitives"][0]["indices"];
        EXPECT_EQ(glb.root["accessors"][indices.get<int>()]["componentType"],
                  last == 65534u ? 5123 : 5125);
    }
}

TEST(GltfExport, MatricesAreColumns) {
    const Glb glb = exported(test::make_everything());
    const auto binds = glb.floats(glb.root["skins"][0]["inverseBindMatrices"]);
    ASSERT_EQ(binds.size(), 80u);
    const std::vector<float> third(binds.begin() + 32, binds.begin() + 48);
    EXPECT_EQ(third, (std::vector<float>{1, 0, 0, 0, 0, 2, 0, 0, 0.1f, 0, 0.5f, 0, -1, -2, -3, 1}));
}

TEST(GltfExport, KeyTimesAscendEvenWhereFloatsCannotTellThemApart) {
    const Glb glb = exported(test::make_everything());
    const json& sampler = glb.root["animations"][1]["samplers"][0];
    const auto times = glb.floats(sampler["input"]);
    const json& offsets = sampler["extras"]["motus"]["tickOffsets"];
    ASSERT_EQ(times.size(), 5u);
    ASSERT_EQ(offsets.size(), 5u);
    const std::int64_t expected[] = {0, 1, 2116800000, 2116800001, 2116800002};
    for (std::size_t i = 0; i < times.size(); ++i) {
        if (i > 0) {
            EXPECT_GT(times[i], times[i - 1]);
        }
        EXPECT_EQ(ticks_of_seconds(times[i]).value + offsets[i].get<std::int64_t>(), expected[i]);
    }
}

TEST(GltfExport, SharesKeyTimes) {
    const Glb glb = exported(test::make_everything());
    const json& samplers = glb.root["animations"][0]["samplers"];
    for (const json& sampler : samplers)
        EXPECT_EQ(sampler["input"], samplers[0]["input"]);
}

TEST(GltfExport, ExtensionsAreDeclaredWhereUsed) {
    const Glb glb = exported(test::make_everything());
    EXPECT_EQ(glb.root["extensionsUsed"], json({"KHR_node_visibility", "KHR_materials_unlit"}));
    EXPECT_FALSE(glb.root.contains("extensionsRequired"));
    Asset plain = test::make_everything();
    plain.nodes[4].visible = true;
    plain.materials.pop_back();
    EXPECT_FALSE(exported(plain).root.contains("extensionsUsed"));
}

TEST(GltfExport, TheSameAssetGivesTheSameBytes) {
    const auto first = export_glb(test::make_everything());
    const auto second = export_glb(test::make_everything());
    ASSERT_TRUE(first && second);
    EXPECT_EQ(*first, *second);
}

/// A texture whose file was missing: the rest is written, and the images that are there.
TEST(GltfExport, ImagesWithoutBytesAreLeftOut) {
    Asset asset = test::make_everything();
    AssetImage missing;
    missing.name = "missing";
    asset.images.insert(asset.images.begin(), missing);
    asset.textures[0].image = 1;
    asset.textures[1].image = 0;
    const Glb glb = exported(asset);
    ASSERT_EQ(glb.root["images"].size(), 1u);
    EXPECT_EQ(glb.root["textures"][0]["source"], 0);
    EXPECT_FALSE(glb.root["textures"][1].contains("source"));
    asset.images.resize(1);
    asset.textures[0].image = 0;
    EXPECT_FALSE(exported(asset).root.contains("images"));
}

/// glTF has neither primitives nor morph targets without attributes.
TEST(GltfExport, PrimitivesWithoutVerticesHaveAnAttribute) {
    Asset asset;
    asset.meshes.resize(1);
    asset.meshes[0].primitives.resize(1);
    asset.meshes[0].primitives[0].targets.resize(2);
    asset.meshes[0].weights = {0.0f, 0.0f};
    const json primitive = exported(asset).root["meshes"][0]["primitives"][0];
    ASSERT_EQ(primitive["attributes"].size(), 1u);
    const std::string name = primitive["attributes"].begin().key();
    EXPECT_EQ(name[0], '_') << "one that readers pass over";
    for (const json& target : primitive["targets"]) {
        EXPECT_EQ(target, primitive["attributes"]);
    }
}

TEST(GltfExport, FaultsAreNamed) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    struct Case {
        const char* place;
        std::function<void(Asset&)> plant;
    };
    const Case cases[] = {
        {"nodes[2].parent", [](Asset& a) { a.nodes[2].parent = 99; }},
        {"nodes[1]", [](Asset& a) { a.nodes[1].parent = 2; }},
        {"nodes[5]", [](Asset& a) { a.nodes[5].parent = 5; }},
        {"nodes[1]", [=](Asset& a) { a.nodes[1].local.scale.y = nan; }},
        {"nodes[0].mesh", [](Asset& a) { a.nodes[0].mesh = 2; }},
        {"nodes[0].skin", [](Asset& a) { a.nodes[0].skin = 1; }},
        {"nodes[8].camera", [](Asset& a) { a.nodes[8].camera = 2; }},
        {"nodes[0].weights", [=](Asset& a) { a.nodes[0].weights[1] = nan; }},
        {"root_motion_node", [](Asset& a) { a.root_motion_node = 9; }},
        {"scene", [](Asset& a) { a.scene = 2; }},
        {"scenes[1].roots", [](Asset& a) { a.scenes[1].roots = {kNone}; }},
        {"skins[0].joints", [](Asset& a) { a.skins[0].joints[0] = 9; }},
        {"skins[0].joints", [](Asset& a) { a.skins[0].joints.clear(); }},
        {"skins[0].inverse_binds", [](Asset& a) { a.skins[0].inverse_binds.pop_back(); }},
        {"skins[0].inverse_binds", [=](Asset& a) { a.skins[0].inverse_binds[1].m[5] = nan; }},
        {"meshes[0].primitives[0].normals",
         [](Asset& a) { a.meshes[0].primitives[0].normals.pop_back(); }},
        {"meshes[0].primitives[0].positions",
         [=](Asset& a) { a.meshes[0].primitives[0].positions[1].z = nan; }},
        {"meshes[0].primitives[0].influences",
         [](Asset& a) { a.meshes[0].primitives[0].influences = 3; }},
        {"meshes[0].primitives[0].joints",
         [](Asset& a) { a.meshes[0].primitives[0].joints.pop_back(); }},
        {"meshes[0].primitives[0].joint_weights",
         [](Asset& a) { a.meshes[0].primitives[0].joint_weights.pop_back(); }},
        {"meshes[0].primitives[0].indices",
         [](Asset& a) { a.meshes[0].primitives[0].indices[0] = 3; }},
        {"meshes[0].primitives[0].targets[1].normals",
         [](Asset& a) { a.meshes[0].primitives[0].targets[1].normals.pop_back(); }},
        {"meshes[0].primitives[0].material",
         [](Asset& a) { a.meshes[0].primitives[0].material = 2; }},
        {"materials[0]", [](Asset& a) { a.materials[0].emissive_texture.texture = 2; }},
        {"materials[0]", [=](Asset& a) { a.materials[0].roughness = nan; }},
        {"textures[0].image", [](Asset& a) { a.textures[0].image = 1; }},
        {"cameras[1]", [=](Asset& a) { a.cameras[1].ymag = nan; }},
        {"clips[0].tracks[2].node", [](Asset& a) { a.clips[0].tracks[2].node = kNone; }},
        {"clips[0].tracks[2].times", [](Asset& a) { a.clips[0].tracks[2].times[0] = Ticks{-1}; }},
        {"clips[0].tracks[2].times",
         [](Asset& a) { a.clips[0].tracks[2].times[2] = a.clips[0].tracks[2].times[1]; }},
        {"clips[0].tracks[2].values", [](Asset& a) { a.clips[0].tracks[2].values.pop_back(); }},
        {"clips[0].tracks[9].values", [](Asset& a) { a.clips[0].tracks[9].values.pop_back(); }},
        {"clips[1].tracks[0].values", [=](Asset& a) { a.clips[1].tracks[0].values[4] = nan; }},
    };
    for (const Case& each : cases) {
        Asset asset = test::make_everything();
        each.plant(asset);
        const auto bytes = export_glb(asset);
        ASSERT_FALSE(bytes) << each.place;
        EXPECT_EQ(bytes.error().place, each.place) << to_string(bytes.error());
        EXPECT_TRUE(bytes.error().code.starts_with("export-")) << bytes.error().code;
    }
}

}  // namespace
}  // namespace motus
