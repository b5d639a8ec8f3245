// tests/render/camera_test.cpp - framing, projection, boxes, crowds: what needs no GL.
// SPDX-License-Identifier: MIT
#include <motus/math/ops.h>
#include <motus/render/camera.h>
#include <motus/render/crowd_layout.h>
#include <motus/render/overlay.h>
#include <tests/render/rigs.h>
#include <tests/support/random.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace motus::test {
namespace {

using namespace render;

Bounds box_of(const Vec3& lo, const Vec3& hi) {
    return {lo, hi};
}

// Whatever the box, the view and the shape of the picture: all corners inside, one near the edge.
TEST(Framing, ShowsAllOfTheBoxAndLittleElse) {
    Random random(4);
    for (int i = 0; i < 200; ++i) {
        const Vec3 lo = random.vec3(10.0f),
                   size{random.range(0.01f, 8.0f), random.range(0.01f, 8.0f),
                        random.range(0.01f, 8.0f)};
        const Bounds box = box_of(lo, add(lo, size));
        OrbitView view;
        view.yaw_rad = random.range(-3.0f, 3.0f);
        view.pitch_rad = random.range(-0.3f, 1.4f);
        view.margin = 1.1f;
        const float aspect = random.range(0.5f, 2.2f);
        const Camera camera = frame_bounds(box, view, aspect);
        const auto width = static_cast<std::uint32_t>(1000.0f * aspect);
        const Mat4 matrix = view_projection(camera, static_cast<float>(width) / 1000.0f);
        float most = 0.0f;
        for (int corner = 0; corner < 8; ++corner) {
            const Vec3 p{corner & 1 ? box.hi.x : box.lo.x, corner & 2 ? box.hi.y : box.lo.y,
                         corner & 4 ? box.hi.z : box.lo.z};
            const Vec4 at = project(matrix, p, width, 1000);
            ASSERT_GT(at.w, 0.0f);
            EXPECT_TRUE(at.z > 0.0f && at.z < 1.0f) << "between near and far";
            const float x = std::fabs(at.x / static_cast<float>(width) * 2.0f - 1.0f);
            const float y = std::fabs(at.y / 1000.0f * 2.0f - 1.0f);
            most = std::max({most, x, y});
        }
        EXPECT_LE(most, 0.96f) << i;
        EXPECT_GE(most, 0.86f) << i;
    }
}

TEST(Framing, NothingToShowGivesAFiniteCamera) {
    const Camera camera = frame_bounds({}, {}, 1.5f);
    EXPECT_TRUE(is_finite(camera.eye));
    EXPECT_GT(camera.far_m, camera.near_m);
    Bounds point;
    extend(point, Vec3{1, 2, 3});
    EXPECT_TRUE(is_finite(frame_bounds(point, {}, 1.0f).eye));
}

TEST(Projection, InverseUndoesIt) {
    Random random(9);
    Camera camera;
    camera.eye = {3.0f, 2.0f, 5.0f};
    const Mat4 m = view_projection(camera, 1.6f), back = inverse(m);
    for (int i = 0; i < 20; ++i) {
        const Vec3 p = random.vec3(1.0f);
        const Vec4 clip = transform(m, {p.x, p.y, p.z, 1.0f});
        const Vec4 again = transform(back, clip);
        EXPECT_NEAR(again.x / again.w, p.x, 1e-4);
        EXPECT_NEAR(again.y / again.w, p.y, 1e-4);
        EXPECT_NEAR(again.z / again.w, p.z, 1e-4);
    }
}

// The centre of the picture is the target; right is right, up is up.
TEST(Projection, KnowsLeftFromRight) {
    Camera camera;
    camera.eye = {0.0f, 0.0f, 4.0f};
    camera.target = {};
    const Mat4 m = view_projection(camera, 2.0f);
    const Vec4 middle = project(m, {0, 0, 0}, 200, 100), right = project(m, {0.5f, 0, 0}, 200, 100),
               up = project(m, {0, 0.5f, 0}, 200, 100);
    EXPECT_NEAR(middle.x, 100.0f, 1e-3);
    EXPECT_NEAR(middle.y, 50.0f, 1e-3);
    EXPECT_GT(right.x, 101.0f);
    EXPECT_LT(up.y, 49.0f);
    EXPECT_LT(project(m, {0, 0, 5}, 200, 100).w, 0.0f) << "behind the camera";
}

TEST(BoundsBox, FollowsAMatrix) {
    const Bounds box = box_of({-1, 0, 0}, {1, 2, 1});
    const Mat34 turn = to_matrix({{10, 0, 0}, axis_angle({0, 0, 1}, 1.5707963f), {1, 1, 1}});
    const Bounds out = transform(turn, box);
    EXPECT_NEAR(out.lo.x, 8.0f, 1e-5);
    EXPECT_NEAR(out.hi.x, 10.0f, 1e-5);
    EXPECT_NEAR(out.lo.y, -1.0f, 1e-5);
    EXPECT_NEAR(out.hi.y, 1.0f, 1e-5);
    EXPECT_TRUE(transform(turn, Bounds{}).empty());
}

TEST(Crowd, StandsApartAndIsTheSameEveryTime) {
    const Bounds figure = box_of({-0.3f, 0, -0.4f}, {0.3f, 1.8f, 0.4f});
    const auto crowd = crowd_layout(300, figure);
    ASSERT_EQ(crowd.size(), 300u);
    double nearest = 1e30;
    for (std::size_t i = 0; i < crowd.size(); ++i) {
        EXPECT_GE(crowd[i].phase, 0.0);
        EXPECT_LT(crowd[i].phase, 1.0);
        for (std::size_t j = 0; j < i; ++j) {
            const double dx = crowd[i].place.m[3] - crowd[j].place.m[3];
            const double dz = crowd[i].place.m[11] - crowd[j].place.m[11];
            nearest = std::min(nearest, std::sqrt(dx * dx + dz * dz));
        }
    }
    EXPECT_GT(nearest, 0.3);
    const auto again = crowd_layout(300, figure);
    for (std::size_t i = 0; i < crowd.size(); ++i)
        EXPECT_EQ(crowd[i].place, again[i].place);
    const auto one = crowd_layout(1, figure);
    ASSERT_EQ(one.size(), 1u);
    EXPECT_EQ(one[0].place, Mat34{});
}

TEST(Bones, AreTheSkinsJointsAndWhatConnectsThem) {
    // root -> a -> between -> b, and a mesh node; the skin has a and b.
    Asset asset;
    asset.nodes.resize(6);
    const char* names[] = {"root", "a", "between", "b", "leaf", "mesh"};
    for (std::size_t i = 0; i < 6; ++i)
        asset.nodes[i].name = names[i];
    for (std::uint32_t i = 1; i < 5; ++i)
        asset.nodes[i].parent = i - 1;
    AssetSkin skin;
    skin.joints = {1, 3};
    skin.inverse_binds.resize(2);
    asset.skins.push_back(skin);
    const auto rig = make_rig(asset);
    ASSERT_TRUE(rig) << to_string(rig.error());
    const std::vector<bool> bones = bone_joints(*rig);
    const Skeleton skeleton = rig->skeleton.view();
    const bool expected[] = {false, true, true, true, false, false};
    for (std::uint32_t i = 0; i < 6; ++i)
        EXPECT_EQ(bones[skeleton.of_source[i]], expected[i]) << names[i];
}

TEST(CanvasList, SkipsWhatHasNoArea) {
    Canvas canvas;
    canvas.rectangle(0, 0, 0, 5, 1, filled({1, 1, 1, 1}));
    canvas.rectangle(0, 0, -3, 5, 1, filled({1, 1, 1, 1}));
    canvas.ellipse(0, 0, 0, 5, filled({1, 1, 1, 1}));
    canvas.line({0, 0}, {std::nanf(""), 1}, 2, {1, 1, 1, 1});
    EXPECT_TRUE(canvas.shapes().empty());
    const float wide = canvas.text(0, 0, 20, "Wide text", {1, 1, 1, 1});
    EXPECT_EQ(canvas.shapes().size(), 8u) << "the space has no ink";
    EXPECT_GT(wide, canvas.text(0, 0, 20, "text", {1, 1, 1, 1}));
}

}  // namespace
}  // namespace motus::test
