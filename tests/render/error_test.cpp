// tests/render/error_test.cpp - the heat map of errors says how far vertices are from their places.
// SPDX-License-Identifier: MIT
#include <motus/math/ops.h>
#include <motus/render/figure.h>
#include <motus/render/renderer.h>
#include <motus/render/show.h>
#include <scenes/scenes.h>
#include <tests/render/gl_test.h>
#include <tests/render/rigs.h>

#include <string>
#include <vector>

namespace motus::test {
namespace {

using namespace render;

class ErrorPictures : public GlTest {
  protected:
    // Share of the drawn pixels that are warm: more red than blue.
    double warm(const Asset& asset, float moved_m, float error_m) {
        const auto rig = make_rig(asset);
        EXPECT_TRUE(rig);
        Diagnostics diagnostics;
        auto model = Model::make(asset, *rig, diagnostics);
        EXPECT_TRUE(model);
        auto renderer = Renderer::make();
        EXPECT_TRUE(renderer);
        // Pose 1 is the rest pose, pose 0 the same one moved.
        FigurePoses poses(*rig, 2);
        Mat34 aside;
        aside.m[3] = moved_m;
        const ConstPoseView rest = rest_pose(rig->skeleton.view());
        EXPECT_EQ(poses.set(0, rest, aside), Status::ok);
        EXPECT_EQ(poses.set(1, rest), Status::ok);
        const Instance instance;
        Draw draw;
        draw.model = &*model;
        draw.poses = poses.view();
        draw.instances = {&instance, 1};
        draw.style = DrawStyle::error;
        draw.error_m = error_m;
        Scene scene;
        scene.draws = {&draw, 1};
        scene.subject = model->bounds(poses.view());
        scene.camera = frame_bounds(scene.subject, {}, 1.0f);
        scene.width = scene.height = 96;
        scene.look.backdrop = scene.look.ground = false;
        const auto picture = renderer->render(scene);
        EXPECT_TRUE(picture) << to_string(picture.error());
        std::size_t drawn = 0, warm = 0;
        for (std::size_t i = 0; i < picture->rgba.size(); i += 4) {
            if (picture->rgba[i + 3] < 250) continue;
            ++drawn;
            if (picture->rgba[i] > picture->rgba[i + 2]) ++warm;
        }
        EXPECT_GT(drawn, 100u);
        return static_cast<double>(warm) / static_cast<double>(drawn);
    }
};

// A shift of the whole figure is the same error everywhere: blue below a third, red at the end.
TEST_F(ErrorPictures, SkinnedVerticesAreMeasured) {
    const auto hero = scenes::make_scene("hero");
    ASSERT_TRUE(hero);
    EXPECT_EQ(warm(*hero, 0.0f, 0.01f), 0.0);
    EXPECT_LT(warm(*hero, 0.002f, 0.01f), 0.01);
    EXPECT_GT(warm(*hero, 0.01f, 0.01f), 0.99);
    EXPECT_LT(warm(*hero, 0.01f, 0.1f), 0.01);
}

TEST_F(ErrorPictures, MorphedAndRigidPartsAreMeasured) {
    const auto morph = scenes::make_scene("morph");
    ASSERT_TRUE(morph);
    EXPECT_EQ(warm(*morph, 0.0f, 0.01f), 0.0);
    EXPECT_GT(warm(*morph, 0.01f, 0.01f), 0.99);
}

TEST_F(ErrorPictures, NeedsTwoPosesAndOneFigure) {
    const auto spine = scenes::make_scene("spine");
    ASSERT_TRUE(spine);
    const auto rig = make_rig(*spine);
    ASSERT_TRUE(rig);
    Diagnostics diagnostics;
    auto model = Model::make(*spine, *rig, diagnostics);
    auto renderer = Renderer::make();
    ASSERT_TRUE(model);
    ASSERT_TRUE(renderer);
    const FigurePoses one(*rig, 1), two(*rig, 2);
    std::vector<Instance> instances(2);
    Draw draw;
    draw.model = &*model;
    draw.style = DrawStyle::error;
    draw.poses = one.view();
    draw.instances = std::span(instances).first(1);
    Scene scene;
    scene.draws = {&draw, 1};
    scene.width = scene.height = 16;
    const auto code = [&] {
        const auto picture = renderer->render(scene);
        return picture ? std::string("drawn") : picture.error().code;
    };
    EXPECT_EQ(code(), "render-poses");
    draw.poses = two.view();
    EXPECT_EQ(code(), "drawn");
    draw.instances = instances;
    EXPECT_EQ(code(), "render-poses");
    ShowOptions options;
    Clip clip = rig->clips[0].view();
    options.overlays.packed = &clip;
    options.clip = kNone;
    const auto refused = Show::make(*spine, *rig, options, diagnostics);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, "render-error");
    options.clip = 0;
    EXPECT_TRUE(Show::make(*spine, *rig, options, diagnostics));
}

}  // namespace
}  // namespace motus::test
