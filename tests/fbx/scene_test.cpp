// SPDX-License-Identifier: MIT
#include <tests/fbx/fbx_writer.h>
#include <tests/fbx/posed.h>

#include <string>

namespace motus {
namespace {

FbxScene scene_of(const std::vector<test::FbxNode>& nodes) {
    const std::string file = test::write_fbx_binary(nodes, 7400);
    Diagnostics diagnostics;
    Result<FbxScene> scene = import_fbx(std::as_bytes(std::span(file)), {}, diagnostics);
    EXPECT_TRUE(scene) << to_string(scene.error());
    return scene ? *std::move(scene) : FbxScene{};
}

void expect_near(const Vec3& a, const Vec3& b) {
    EXPECT_NEAR(a.x, b.x, 1e-5f);
    EXPECT_NEAR(a.y, b.y, 1e-5f);
    EXPECT_NEAR(a.z, b.z, 1e-5f);
}

TEST(FbxScene, PivotsUnitsAndParents) {
    const FbxScene scene = scene_of(test::turning_square());
    ASSERT_EQ(scene.asset.clips.size(), 1u);
    EXPECT_EQ(scene.asset.clips[0].name, "Turn");
    EXPECT_EQ(scene.info.rate_hz, 30.0);
    const auto rest = test::posed_vertices(scene, kNone, {});
    ASSERT_EQ(rest.size(), 4u);
    expect_near(rest[0], {0, 2, 0});
    expect_near(rest[1], {0, 2, -1});
    expect_near(rest[2], {0, 3, -1});
    // A quarter turn about the second corner, which is the pivot.
    const auto turned = test::posed_vertices(scene, 0, Ticks{kTicksPerSecond});
    ASSERT_EQ(turned.size(), 4u);
    expect_near(turned[1], {0, 2, -1});
    expect_near(turned[0], {0, 1, -1});
    expect_near(turned[2], {0, 2, 0});
    const auto half = test::posed_vertices(scene, 0, Ticks{kTicksPerSecond / 2});
    const float r = 0.70710678f;
    expect_near(half[0], {0, 2 - r, -1 + r});
}

TEST(FbxScene, UpAxisAndUnitOfTheFile) {
    auto nodes = test::turning_square();
    auto& settings = nodes[1].children[0].children;
    const std::string none;
    const auto set = [&](const char* name, test::FbxValue value) {
        settings.push_back({"P", {std::string(name), none, none, none, value}, {}});
    };
    settings.clear();
    set("UnitScaleFactor", 100.0);
    set("UpAxis", std::int64_t{2});
    set("FrontAxis", std::int64_t{1});
    set("FrontAxisSign", std::int64_t{-1});
    const auto rest = test::posed_vertices(scene_of(nodes), kNone, {});
    ASSERT_EQ(rest.size(), 4u);
    // x stays, z becomes y, and y becomes -z.
    expect_near(rest[0], {0, 0, -200});
    expect_near(rest[1], {0, -100, -200});
}

TEST(FbxScene, ParentsInACircleAreCut) {
    auto nodes = test::turning_square();
    nodes[3].children.push_back({"C", {std::string("OO"), std::int64_t{20}, std::int64_t{30}}, {}});
    const FbxScene scene = scene_of(nodes);
    EXPECT_EQ(scene.asset.nodes.size(), 2u);
    EXPECT_TRUE(make_rig(scene.asset));
}

}  // namespace
}  // namespace motus
