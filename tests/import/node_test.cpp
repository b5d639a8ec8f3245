// Nodes, scenes, skins and cameras from files made here.
// SPDX-License-Identifier: MIT
#include <motus/asset/asset_rig.h>
#include <motus/math/ops.h>
#include <motus/skinning/palette.h>
#include <tests/import/gltf_writer.h>
#include <tests/support/random.h>
#include <tests/support/rounds.h>

#include <cmath>

namespace motus {
namespace {

using test::GltfWriter;
using test::import_error;
using test::import_ok;
using test::json;
using test::warned;

json matrix_json(const Mat34& m) {
    json out = json::array();
    for (std::size_t column = 0; column < 4; ++column) {
        for (std::size_t row = 0; row < 3; ++row)
            out.push_back(m.m[row * 4 + column]);
        out.push_back(column == 3 ? 1 : 0);
    }
    return out;
}

void expect_same(const Mat34& a, const Mat34& b, double tolerance) {
    for (std::size_t i = 0; i < 12; ++i)
        EXPECT_NEAR(a.m[i], b.m[i], tolerance) << i;
}

TEST(GltfNode, TransformsAsGiven) {
    GltfWriter writer;
    writer.root["nodes"] = {{{"name", "a"}, {"translation", {1, 2, 3}}, {"scale", {-1, 0, 2}}},
                            {{"rotation", {0, 0.6, 0, 0.8}}},
                            {{"rotation", {0, 0, 0, 10}}},
                            json::object()};
    Diagnostics diagnostics;
    const Asset asset = import_ok(writer, &diagnostics);
    EXPECT_EQ(asset.nodes.at(0).name, "a");
    EXPECT_EQ(asset.nodes[0].local.translation, (Vec3{1, 2, 3}));
    EXPECT_EQ(asset.nodes[0].local.scale, (Vec3{-1, 0, 2}));
    EXPECT_EQ(asset.nodes.at(1).local.rotation, (Quat{0, 0.6f, 0, 0.8f}));
    EXPECT_EQ(asset.nodes.at(2).local.rotation, Quat{});
    EXPECT_TRUE(warned(diagnostics, "nodes[2].rotation", "normalised"));
    EXPECT_EQ(asset.nodes.at(3).local, Transform{});
    EXPECT_EQ(asset.scene, kNone);
}

TEST(GltfNode, MatricesAreSplit) {
    test::Random random(3);
    GltfWriter writer;
    std::vector<Mat34> matrices;
    for (int i = 0; i < 200; ++i) {
        Transform t{random.vec3(10), random.rotation(), random.vec3(3)};
        if (i % 5 == 0) t.scale.y = 0.0f;
        if (i % 7 == 0) t.scale = {2, 2, 2};
        matrices.push_back(to_matrix(t));
        writer.root["nodes"].push_back({{"matrix", matrix_json(matrices.back())}});
    }
    Diagnostics diagnostics;
    const Asset asset = import_ok(writer, &diagnostics);
    for (std::size_t i = 0; i < matrices.size(); ++i) {
        SCOPED_TRACE(i);
        expect_same(to_matrix(asset.nodes[i].local), matrices[i], 2e-5);
        EXPECT_NEAR(dot(asset.nodes[i].local.rotation, asset.nodes[i].local.rotation), 1.0, 1e-5);
    }
    EXPECT_TRUE(diagnostics.faults().empty());
}

TEST(GltfNode, WhatAMatrixLoses) {
    GltfWriter writer;
    Mat34 sheared;
    sheared.m[1] = 1.0f;
    json projective = matrix_json({});
    projective[3] = 1;
    writer.root["nodes"] = {{{"matrix", matrix_json(sheared)}},
                            {{"matrix", projective}, {"translation", {1, 1, 1}}},
                            {{"matrix", std::vector<int>(16, 0)}}};
    Diagnostics diagnostics;
    const Asset asset = import_ok(writer, &diagnostics);
    EXPECT_TRUE(warned(diagnostics, "nodes[0].matrix", "shear"));
    EXPECT_TRUE(warned(diagnostics, "nodes[1].matrix", "last row"));
    EXPECT_TRUE(warned(diagnostics, "nodes[1].translation", "ignored"));
    EXPECT_EQ(asset.nodes.at(1).local, Transform{});
    EXPECT_EQ(asset.nodes.at(2).local.scale, (Vec3{0, 0, 0}));
    EXPECT_TRUE(is_finite(asset.nodes[2].local));
}

/// 100,000 nodes below each other: no recursion anywhere, and linear time.
TEST(GltfNode, DeepChain) {
    constexpr auto kNodes = test::rounds(std::size_t{100'000});
    GltfWriter writer;
    json& nodes = writer.root["nodes"] = json::array();
    // The root is in the middle: parents come after children, too.
    const auto at = [](std::size_t i) { return (i + kNodes / 2) % kNodes; };
    for (std::size_t i = 0; i < kNodes; ++i)
        nodes.push_back({{"translation", {0, 0.001, 0}}});
    for (std::size_t i = 0; i + 1 < kNodes; ++i)
        nodes[at(i)]["children"] = {at(i + 1)};
    writer.root["scenes"] = {{{"nodes", {at(0)}}}};
    const auto bytes = writer.glb();  // work that grows with the square would run out of time
    const Asset asset = import_ok(bytes);
    const Result<AssetRig> rig = make_rig(asset);
    ASSERT_TRUE(rig) << to_string(rig.error());
    std::vector<Mat34> model(kNodes);
    const Skeleton skeleton = rig->skeleton.view();
    ASSERT_EQ(run(LocalToModelJob{skeleton, rest_pose(skeleton), {}, model}), Status::ok);
    EXPECT_NEAR(model[skeleton.of_source[at(kNodes - 1)]].m[7], 0.001 * kNodes, 0.1);

    // Closed to a ring, it is refused.
    writer.root["nodes"][at(kNodes - 1)]["children"] = {at(0)};
    writer.root.erase("scenes");
    EXPECT_EQ(import_error(writer).code, "gltf-node");
}

TEST(GltfNode, WideHierarchy) {
    constexpr std::size_t kNodes = 100'000;
    GltfWriter writer;
    writer.root["nodes"] = json::array({{{"children", json::array()}}});
    for (std::size_t i = 1; i < kNodes; ++i) {
        writer.root["nodes"].push_back(json::object());
        writer.root["nodes"][0]["children"].push_back(i);
    }
    const Asset asset = import_ok(writer);
    EXPECT_EQ(asset.nodes.size(), kNodes);
    EXPECT_EQ(asset.nodes.back().parent, 0u);
    EXPECT_TRUE(make_rig(asset));
}

/// Exporters write null for a number that is not finite. A lens moves nothing.
TEST(GltfNode, ABrokenLensIsAWarning) {
    GltfWriter writer;
    writer.root["cameras"] = {
        {{"type", "perspective"}, {"perspective", {{"yfov", nullptr}, {"znear", 0.5}}}},
        {{"type", "orthographic"},
         {"orthographic", {{"xmag", "wide"}, {"ymag", 3}, {"znear", 0}, {"zfar", 1e39}}}}};
    writer.root["nodes"] = {{{"camera", 0}}, {{"camera", 1}}};
    Diagnostics diagnostics;
    const Asset asset = import_ok(writer, &diagnostics);
    EXPECT_EQ(asset.cameras.at(0).yfov_rad, AssetCamera{}.yfov_rad);
    EXPECT_EQ(asset.cameras.at(0).znear, 0.5f);
    EXPECT_EQ(asset.cameras.at(1).ymag, 3.0f);
    EXPECT_TRUE(warned(diagnostics, "cameras[0].perspective.yfov", "not a number"));
    EXPECT_TRUE(warned(diagnostics, "cameras[1].orthographic.xmag", "not a number"));
    EXPECT_TRUE(warned(diagnostics, "cameras[1].orthographic.zfar", "not a number"));
}

TEST(GltfNode, ScenesCamerasVisibility) {
    GltfWriter writer;
    writer.root["cameras"] = {
        {{"type", "perspective"}, {"perspective", {{"yfov", 0.5}, {"znear", 0.1}, {"zfar", 9}}}},
        {{"type", "orthographic"},
         {"name", "flat"},
         {"orthographic", {{"xmag", 2}, {"ymag", 3}, {"znear", 0}, {"zfar", 5}}}}};
    writer.root["nodes"] = {{{"camera", 1}}, {{"children", {2}}}, json::object()};
    writer.root["nodes"][1]["extensions"]["KHR_node_visibility"]["visible"] = false;
    writer.root["scenes"] = {{{"nodes", {0}}}, {{"nodes", {1, 0}}, {"name", "two"}}};
    writer.root["scene"] = 1;
    writer.root["scenes"][1]["extras"]["motus"]["rootMotionNode"] = 2;
    Asset asset = import_ok(writer);
    EXPECT_EQ(asset.scene, 1u);
    EXPECT_EQ(asset.scenes.at(1).name, "two");
    EXPECT_EQ(asset.scenes[1].roots, (std::vector<std::uint32_t>{1, 0}));
    EXPECT_EQ(asset.root_motion_node, 2u);
    EXPECT_EQ(asset.nodes.at(0).camera, 1u);
    EXPECT_TRUE(asset.nodes[0].visible);
    EXPECT_FALSE(asset.nodes.at(1).visible);
    EXPECT_TRUE(asset.cameras.at(0).perspective);
    EXPECT_EQ(asset.cameras[0].yfov_rad, 0.5f);
    EXPECT_EQ(asset.cameras[0].zfar, 9.0f);
    EXPECT_FALSE(asset.cameras.at(1).perspective);
    EXPECT_EQ(asset.cameras[1].xmag, 2.0f);
    EXPECT_EQ(asset.cameras[1].ymag, 3.0f);

    // The file's own extras come first.
    writer.root["extras"]["motus"]["rootMotionNode"] = 1;
    EXPECT_EQ(import_ok(writer).root_motion_node, 1u);
    writer.root["extras"]["motus"]["rootMotionNode"] = 3;
    EXPECT_EQ(import_error(writer).place, "extras.motus.rootMotionNode");
}

/// Two skins that share joints, in an order of their own, one without inverse binds.
TEST(GltfSkin, AnyJointOrderAndNoInverseBinds) {
    GltfWriter writer;
    // Node 2 is the root: 2 -> 0 -> 1.
    writer.root["nodes"] = {{{"children", {1}}, {"translation", {0, 1, 0}}},
                            {{"translation", {0, 1, 0}}},
                            {{"children", {0}}, {"translation", {5, 0, 0}}}};
    std::vector<float> binds;
    for (const float y : {-2.0f, 0.0f, -1.0f}) {
        const float columns[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -5, y, 0, 1};
        binds.insert(binds.end(), columns, columns + 16);
    }
    writer.root["skins"] = {
        {{"joints", {1, 2, 0}}, {"inverseBindMatrices", writer.add(binds, "MAT4")}},
        {{"joints", {0, 1}}, {"skeleton", 2}, {"name", "plain"}}};
    const Asset asset = import_ok(writer);
    EXPECT_EQ(asset.skins.at(0).joints, (std::vector<std::uint32_t>{1, 2, 0}));
    EXPECT_EQ(asset.skins[0].inverse_binds.at(0).m[7], -2.0f);
    EXPECT_EQ(asset.skins.at(1).skeleton, 2u);
    EXPECT_EQ(asset.skins[1].inverse_binds, std::vector<Mat34>(2));

    const Result<AssetRig> rig = make_rig(asset);
    ASSERT_TRUE(rig);
    const Skeleton skeleton = rig->skeleton.view();
    std::vector<Mat34> model(3), palette(3);
    ASSERT_EQ(run(LocalToModelJob{skeleton, rest_pose(skeleton), {}, model}), Status::ok);
    ASSERT_EQ(run(PaletteJob{rig->skins.at(0), model, palette}), Status::ok);
    for (const Mat34& m : palette)
        expect_same(m, {}, 1e-6);
    ASSERT_EQ(run(PaletteJob{rig->skins.at(1), model, palette}), Status::ok);
    EXPECT_EQ(palette[1].m[7], 2.0f);
    EXPECT_EQ(palette[1].m[3], 5.0f);
}

}  // namespace
}  // namespace motus
