// Meshes, influences, morph targets and materials from files made here.
// SPDX-License-Identifier: MIT
#include <motus/asset/asset_rig.h>
#include <tests/import/gltf_writer.h>
#include <tests/support/random.h>

#include <cmath>
#include <numeric>

namespace motus {
namespace {

using test::GltfWriter;
using test::import_error;
using test::import_ok;
using test::json;
using test::kTriangle;
using test::warned;

TEST(GltfMesh, Quantized) {
    GltfWriter writer;
    writer.root["extensionsRequired"] = {"KHR_mesh_quantization"};
    // Elements of three shorts or bytes start at multiples of four: strides 8 and 4.
    const std::vector<std::int16_t> positions = {0, 1, -2, 0, 300, -300, 32767, 0, 5, 6, 7, 0};
    const std::vector<std::int8_t> normals = {127, 0, 0, 0, 0, -127, 0, 0, 0, 0, -128, 0};
    const std::vector<std::uint16_t> texcoords = {0, 65535, 32768, 1, 2, 3};
    const auto p = writer.accessor(writer.view(positions, 8), 3, 5122, "VEC3");
    const auto n = writer.accessor(writer.view(normals, 4), 3, 5120, "VEC3", true);
    const auto t = writer.add(texcoords, "VEC2", true);
    writer.mesh({{"POSITION", p}, {"NORMAL", n}, {"TEXCOORD_0", t}});
    Diagnostics diagnostics;
    const Asset asset = import_ok(writer, &diagnostics);
    EXPECT_TRUE(diagnostics.faults().empty());
    const AssetPrimitive& mesh = asset.meshes.at(0).primitives.at(0);
    EXPECT_EQ(mesh.positions, (std::vector<Vec3>{{0, 1, -2}, {300, -300, 32767}, {5, 6, 7}}));
    EXPECT_EQ(mesh.normals, (std::vector<Vec3>{{1, 0, 0}, {0, -1, 0}, {0, 0, -1}}));
    EXPECT_EQ(mesh.texcoords0.at(0), (Vec2{0.0f, 1.0f}));
    EXPECT_EQ(mesh.texcoords0.at(1).x, 32768.0f / 65535.0f);
}

/// Three vertices, a skin of eight joints, and these influences.
struct Skinned {
    GltfWriter writer;
    json attributes;

    Skinned() {
        attributes["POSITION"] = writer.add(kTriangle, "VEC3");
        writer.root["nodes"] = json::array();
        std::vector<int> joints(8);
        std::iota(joints.begin(), joints.end(), 1);
        writer.root["skins"] = {{{"joints", joints}}};
    }
    template <typename Joint, typename Weight>
    void set(const char* number, const std::vector<Joint>& joints,
             const std::vector<Weight>& weights, bool normalized = false) {
        attributes[std::string("JOINTS_") + number] = writer.add(joints, "VEC4");
        attributes[std::string("WEIGHTS_") + number] = writer.add(weights, "VEC4", normalized);
    }
    GltfWriter& finish() {
        writer.mesh(attributes);
        writer.root["nodes"][0]["skin"] = 0;
        for (int i = 0; i < 8; ++i)
            writer.root["nodes"].push_back(json::object());
        return writer;
    }
};

TEST(GltfMesh, WeightsAreMadeToSumToOne) {
    Skinned file;
    file.set<std::uint8_t, float>("0", {1, 2, 3, 4, 7, 7, 0, 0, 200, 3, 0, 0},
                                  {2, 1, 1, 0, 0, 0, 0, 0, 0, -1, 0.5f, 0});
    Diagnostics diagnostics;
    const Asset asset = import_ok(file.finish(), &diagnostics);
    const AssetPrimitive& mesh = asset.meshes.at(0).primitives.at(0);
    EXPECT_EQ(mesh.influences, 4u);
    // The second vertex has no weight and follows its first joint; the third has one negative one,
    // and its joint 200 has no weight: it is not there.
    EXPECT_EQ(mesh.joint_weights,
              (std::vector<float>{0.5f, 0.25f, 0.25f, 0, 1, 0, 0, 0, 0, 0, 1, 0}));
    EXPECT_EQ(mesh.joints, (std::vector<std::uint16_t>{1, 2, 3, 0, 7, 0, 0, 0, 0, 0, 0, 0}));
    const std::string place = "meshes[0].primitives[0].attributes.WEIGHTS_0";
    EXPECT_TRUE(warned(diagnostics, place, "1 vertices have no weight"));
    EXPECT_TRUE(warned(diagnostics, place, "1 negative"));
    EXPECT_TRUE(warned(diagnostics, place, "2 vertices have weights that do not sum to 1"));
}

TEST(GltfMesh, EightInfluences) {
    Skinned file;
    file.set<std::uint8_t, std::uint8_t>("0", {0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3},
                                         {51, 51, 0, 0, 255, 0, 0, 0, 0, 0, 0, 0}, true);
    file.set<std::uint16_t, std::uint16_t>("1", {4, 5, 6, 7, 4, 5, 6, 7, 4, 5, 6, 7},
                                           {26214, 13107, 0, 0, 0, 0, 0, 0, 0, 0, 0, 65535}, true);
    Diagnostics diagnostics;
    const Asset asset = import_ok(file.finish(), &diagnostics);
    const AssetPrimitive& mesh = asset.meshes.at(0).primitives.at(0);
    ASSERT_EQ(mesh.influences, 8u);
    const float expected[8] = {0.2f, 0.2f, 0, 0, 0.4f, 0.2f, 0, 0};
    for (std::size_t k = 0; k < 8; ++k)
        EXPECT_NEAR(mesh.joint_weights[k], expected[k], 1e-7);
    EXPECT_EQ(mesh.joints.at(4), 4u);
    EXPECT_EQ(mesh.joints.at(5), 5u);
    EXPECT_EQ(mesh.joints.at(23), 7u);
    EXPECT_EQ(mesh.joint_weights.at(23), 1.0f);
    EXPECT_TRUE(diagnostics.faults().empty());
}

TEST(GltfMesh, InfluencesThatAreWrong) {
    const std::vector<std::uint8_t> joints = {0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 8};
    const std::vector<float> weights(12, 0.25f);
    {
        Skinned file;
        file.set("0", joints, weights);
        const Error error = import_error(file.finish());
        EXPECT_EQ(error.place, "meshes[0].primitives[0].attributes.JOINTS_0");
        EXPECT_EQ(error.cause, "vertex 2 uses joint 8; skin 0 has 8");
    }
    Skinned file;
    file.set("1", joints, weights);
    EXPECT_EQ(import_error(file.finish()).place, "meshes[0].primitives[0].attributes.JOINTS_0");
    Skinned half;
    half.set("0", joints, weights);
    half.attributes.erase("WEIGHTS_0");
    EXPECT_EQ(import_error(half.finish()).place, "meshes[0].primitives[0].attributes.WEIGHTS_0");
    Skinned floats;
    floats.set("0", weights, weights);
    EXPECT_NE(import_error(floats.finish()).cause.find("not VEC4 of float"), std::string::npos);
}

TEST(GltfMesh, IndicesOfEveryType) {
    const auto indices_of = [](auto values) {
        GltfWriter writer;
        const auto positions = writer.add(kTriangle, "VEC3");
        const auto indices = writer.add(values, "SCALAR");
        json& primitive = writer.mesh({{"POSITION", positions}});
        primitive["indices"] = indices;
        primitive["mode"] = 1;
        const Asset asset = import_ok(writer);
        EXPECT_EQ(asset.meshes.at(0).primitives.at(0).mode, PrimitiveMode::lines);
        return asset.meshes.at(0).primitives.at(0).indices;
    };
    const std::vector<std::uint32_t> expected = {2, 1, 0};
    EXPECT_EQ(indices_of(std::vector<std::uint8_t>{2, 1, 0}), expected);
    EXPECT_EQ(indices_of(std::vector<std::uint16_t>{2, 1, 0}), expected);
    EXPECT_EQ(indices_of(std::vector<std::uint32_t>{2, 1, 0}), expected);
    GltfWriter writer;
    const auto positions = writer.add(kTriangle, "VEC3");
    writer.mesh({{"POSITION", positions}})["indices"] =
        writer.add(std::vector<std::uint8_t>{0, 1, 3}, "SCALAR");
    EXPECT_EQ(import_error(writer).cause, "index 2 is 3; there are 3 vertices");
    writer.root["meshes"][0]["primitives"][0]["indices"] = positions;
    EXPECT_EQ(import_error(writer).place, "meshes[0].primitives[0].indices");
}

TEST(GltfMesh, MorphTargets) {
    GltfWriter writer;
    const auto positions = writer.add(kTriangle, "VEC3");
    const auto offsets = writer.add(std::vector<float>{1, 0, 0, 0, 2, 0, 0, 0, 3}, "VEC3");
    json& primitive = writer.mesh({{"POSITION", positions}});
    primitive["targets"] = {{{"POSITION", offsets}, {"NORMAL", offsets}}, json::object()};
    writer.root["meshes"][0]["weights"] = {0.25, 0.5};
    writer.root["meshes"][0]["extras"]["targetNames"] = {"smile", "frown"};
    writer.root["nodes"].push_back({{"mesh", 0}, {"weights", {1, 0}}});
    writer.root["nodes"].push_back(json::object());
    const Asset asset = import_ok(writer);
    const AssetMesh& mesh = asset.meshes.at(0);
    EXPECT_EQ(mesh.weights, (std::vector<float>{0.25f, 0.5f}));
    EXPECT_EQ(mesh.target_names, (std::vector<std::string>{"smile", "frown"}));
    EXPECT_EQ(mesh.primitives.at(0).targets.at(0).positions.at(2), (Vec3{0, 0, 3}));
    EXPECT_EQ(mesh.primitives[0].targets[0].normals.size(), 3u);
    EXPECT_TRUE(mesh.primitives[0].targets.at(1).positions.empty());

    const Result<AssetRig> rig = make_rig(asset);
    ASSERT_TRUE(rig);
    ASSERT_EQ(rig->morphs.size(), 2u);
    EXPECT_EQ(rig->morphs[1].node, 1u);
    EXPECT_EQ(rig->morphs[1].first, 2u);
    EXPECT_EQ(rig->morphs[1].count, 2u);
    const auto rest = rig->skeleton.view().rest_weights;
    EXPECT_EQ(std::vector<float>(rest.begin(), rest.end()),
              (std::vector<float>{0.25f, 0.5f, 1.0f, 0.0f}));

    // Zeros without data are no displacement.
    writer.root["accessors"].push_back({{"componentType", 5126}, {"count", 3}, {"type", "VEC3"}});
    writer.root["meshes"][0]["primitives"][0]["targets"][1]["POSITION"] =
        writer.root["accessors"].size() - 1;
    EXPECT_EQ(import_ok(writer), asset);

    writer.root["nodes"][1]["weights"] = {1, 0, 0};
    EXPECT_EQ(import_error(writer).place, "nodes[1].weights");
    writer.root["meshes"][0]["weights"] = {1};
    EXPECT_EQ(import_error(writer).place, "meshes[0].weights");
}

TEST(GltfMesh, WhatIsLeftOutIsSaid) {
    GltfWriter writer;
    const auto positions = writer.add(kTriangle, "VEC3");
    const auto bad = writer.add(std::vector<float>{0, 0, 1, 0, NAN, 1, 0, 0, INFINITY}, "VEC3");
    const auto rgb = writer.add(std::vector<float>(9, 0.5f), "VEC3");
    writer.mesh({{"POSITION", positions},
                 {"NORMAL", bad},
                 {"COLOR_0", rgb},
                 {"TEXCOORD_5", positions},
                 {"_MINE", positions}});
    writer.root["meshes"][0]["primitives"].push_back({{"attributes", {{"NORMAL", positions}}}});
    Diagnostics diagnostics;
    const Asset asset = import_ok(writer, &diagnostics);
    const AssetPrimitive& mesh = asset.meshes.at(0).primitives.at(0);
    EXPECT_EQ(mesh.normals, (std::vector<Vec3>{{0, 0, 1}, {0, 0, 1}, {0, 0, 0}}));
    EXPECT_EQ(mesh.colors.at(1), (Vec4{0.5f, 0.5f, 0.5f, 1.0f}));
    const std::string place = "meshes[0].primitives[0].attributes";
    EXPECT_TRUE(warned(diagnostics, place + ".NORMAL", "element 1"));
    EXPECT_TRUE(warned(diagnostics, place + ".TEXCOORD_5", "not kept"));
    EXPECT_FALSE(warned(diagnostics, place + "._MINE", ""));
    EXPECT_TRUE(asset.meshes[0].primitives.at(1).positions.empty());
    // Positions cannot be mended.
    writer.root["meshes"][0]["primitives"][0]["attributes"]["POSITION"] = bad;
    EXPECT_EQ(import_error(writer).place, place + ".POSITION");
}

TEST(GltfMaterial, EveryField) {
    GltfWriter writer;
    writer.root["images"] = {{{"uri", "data:image/png;base64,iVBORw0KGgo="}}};
    writer.root["samplers"] = {
        {{"magFilter", 9728}, {"minFilter", 9987}, {"wrapS", 33071}, {"wrapT", 33648}}};
    writer.root["textures"] = {{{"source", 0}, {"sampler", 0}, {"name", "T"}}, {{"source", 0}}};
    json material = {{"name", "M"},
                     {"pbrMetallicRoughness",
                      {{"baseColorFactor", {0.1, 0.2, 0.3, 0.4}},
                       {"metallicFactor", 0.5},
                       {"roughnessFactor", 0.6},
                       {"baseColorTexture", {{"index", 1}, {"texCoord", 1}}},
                       {"metallicRoughnessTexture", {{"index", 0}}}}},
                     {"normalTexture", {{"index", 1}, {"scale", 2}}},
                     {"occlusionTexture", {{"index", 0}, {"strength", 0.25}}},
                     {"emissiveTexture", {{"index", 0}}},
                     {"emissiveFactor", {1, 2, 3}},
                     {"alphaMode", "MASK"},
                     {"alphaCutoff", 0.75},
                     {"doubleSided", true}};
    material["extensions"]["KHR_materials_unlit"] = json::object();
    writer.root["materials"] = {material, json::object()};
    const Asset asset = import_ok(writer);
    const AssetMaterial& m = asset.materials.at(0);
    EXPECT_EQ(m.name, "M");
    EXPECT_EQ(m.base_color, (std::array<float, 4>{0.1f, 0.2f, 0.3f, 0.4f}));
    EXPECT_EQ(m.metallic, 0.5f);
    EXPECT_EQ(m.roughness, 0.6f);
    EXPECT_EQ(m.base_color_texture, (AssetTextureRef{1, 1, 1.0f}));
    EXPECT_EQ(m.metallic_roughness_texture.texture, 0u);
    EXPECT_EQ(m.normal_texture, (AssetTextureRef{1, 0, 2.0f}));
    EXPECT_EQ(m.occlusion_texture, (AssetTextureRef{0, 0, 0.25f}));
    EXPECT_EQ(m.emissive_texture.texture, 0u);
    EXPECT_EQ(m.emissive, (std::array<float, 3>{1, 2, 3}));
    EXPECT_EQ(m.alpha_mode, AlphaMode::mask);
    EXPECT_EQ(m.alpha_cutoff, 0.75f);
    EXPECT_TRUE(m.double_sided && m.unlit);
    EXPECT_EQ(asset.materials.at(1), AssetMaterial{});
    const AssetTexture& t = asset.textures.at(0);
    EXPECT_EQ(t, (AssetTexture{"T", 0, 9728, 9987, 33071, 33648}));
    EXPECT_EQ(asset.textures.at(1), (AssetTexture{"", 0, 0, 0, 10497, 10497}));
    writer.root["materials"][0]["normalTexture"]["index"] = 2;
    EXPECT_EQ(import_error(writer).place, "materials[0].normalTexture.index");
}

/// Offset, turn and scale go into the coordinates; each of the two sets has its own.
TEST(GltfMaterial, TextureTransform) {
    GltfWriter writer;
    writer.root["extensionsRequired"] = {"KHR_texture_transform"};
    writer.root["textures"] = json::array({json::object()});
    const json turned = {
        {"KHR_texture_transform",
         {{"offset", {10, 20}}, {"rotation", std::acos(-1.0) / 2}, {"scale", {2, 3}}}}};
    const json other = {{"KHR_texture_transform", {{"scale", {4, 4}}, {"texCoord", 1}}}};
    json& material = writer.root["materials"][0];
    material["pbrMetallicRoughness"]["baseColorTexture"] = {{"index", 0}, {"extensions", turned}};
    material["normalTexture"] = {{"index", 0}, {"extensions", other}};
    const auto positions = writer.add(kTriangle, "VEC3");
    const auto uv = writer.add(std::vector<float>{1, 0, 0, 1, 1, 1}, "VEC2");
    writer.mesh({{"POSITION", positions}, {"TEXCOORD_0", uv}, {"TEXCOORD_1", uv}})["material"] = 0;
    writer.mesh({{"POSITION", positions}, {"TEXCOORD_0", uv}});
    Diagnostics diagnostics;
    const Asset asset = import_ok(writer, &diagnostics);
    EXPECT_TRUE(diagnostics.faults().empty());
    const AssetPrimitive& mesh = asset.meshes.at(0).primitives.at(0);
    EXPECT_EQ(mesh.texcoords0, (std::vector<Vec2>{{10, 18}, {13, 20}, {13, 18}}));
    EXPECT_EQ(mesh.texcoords1, (std::vector<Vec2>{{4, 0}, {0, 4}, {4, 4}}));
    EXPECT_EQ(asset.materials.at(0).normal_texture.texcoord, 1u);
    EXPECT_EQ(asset.meshes.at(1).primitives.at(0).texcoords0.at(0), (Vec2{1, 0}));

    // Two textures that share coordinates cannot have two transforms.
    material["emissiveTexture"] = {{"index", 0}};
    Diagnostics more;
    import_ok(writer, &more);
    EXPECT_TRUE(warned(more, "materials[0].emissiveTexture", "first texture"));
}

/// As close to 1 as floats can be, and no closer: a second import changes nothing.
TEST(GltfMesh, WeightsSumToOneWithinRounding) {
    test::Random random(9);
    std::vector<float> weights;
    constexpr std::size_t kVertices = 999;
    for (std::size_t i = 0; i < kVertices; ++i) {
        float four[4];
        double sum = 0.0;
        for (float& weight : four)
            sum += weight = random.range(0.0f, 1.0f);
        for (const float weight : four)
            weights.push_back(static_cast<float>(weight / sum * (1.0 - 9e-7)));
    }
    const auto read = [&](const std::vector<float>& from) {
        GltfWriter writer;
        const auto positions = writer.add(std::vector<float>(kVertices * 3, 1.0f), "VEC3");
        const auto joints = writer.add(std::vector<std::uint8_t>(kVertices * 4, 0), "VEC4");
        writer.mesh({{"POSITION", positions},
                     {"JOINTS_0", joints},
                     {"WEIGHTS_0", writer.add(from, "VEC4")}});
        return import_ok(writer).meshes.at(0).primitives.at(0).joint_weights;
    };
    const std::vector<float> once = read(weights);
    for (std::size_t i = 0; i < once.size(); i += 4) {
        const double sum = double(once[i]) + once[i + 1] + once[i + 2] + once[i + 3];
        EXPECT_NEAR(sum, 1.0, 1e-7) << i / 4;
    }
    EXPECT_EQ(read(once), once);
}

}  // namespace
}  // namespace motus
