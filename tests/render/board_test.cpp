// tests/render/board_test.cpp - 2D scenes: where boxes stand, and what lies on what.
// SPDX-License-Identifier: MIT
#include <motus/math/trig.h>
#include <motus/render/board.h>
#include <tests/render/hand_made.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace motus::test {
namespace {

using namespace render;

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr auto kQuarter = static_cast<float>(0.5 * kPi);

// Where a corner of the shape's box comes to.
Vec2 corner(const ShapeRecord& shape, float x, float y) {
    const float px = shape.center[0] + x * shape.half_size[0];
    const float py = shape.center[1] + y * shape.half_size[1];
    return {shape.matrix[0] * px + shape.matrix[2] * py + shape.translation[0],
            shape.matrix[1] * px + shape.matrix[3] * py + shape.translation[1]};
}

void expect_at(const Vec2& at, float x, float y) {
    EXPECT_NEAR(at.x, x, 1e-4f);
    EXPECT_NEAR(at.y, y, 1e-4f);
}

TEST(Board, BoxesStandByTheirPivotInTheFrameOfTheirParent) {
    HandMade scene;
    const auto parent = scene.add(100, 50, 40, 20);
    scene.fill(1);
    scene.add(10, 0, 4, 2, parent);
    scene.fill(1);
    scene.transforms[0].angle_rad = kQuarter;  // Clockwise: what was right is below.
    scene.transforms[0].scale[0] = 2;
    scene.transforms[1].pivot[0] = 0;
    const Canvas canvas = scene.draw();
    ASSERT_EQ(canvas.shapes().size(), 2u);
    expect_at(corner(canvas.shapes()[0], -1, -1), 110, 10);
    expect_at(corner(canvas.shapes()[0], 1, 1), 90, 90);
    expect_at(corner(canvas.shapes()[1], -1, -1), 101, 70);
    expect_at(corner(canvas.shapes()[1], 1, 1), 99, 78);
}

TEST(Board, MoreDepthIsFartherAndChildrenComeWithTheirParent) {
    HandMade scene;
    const auto near = scene.add(0, 0, 9, 9);
    scene.fill(0.1f);
    scene.add(0, 0, 9, 9);
    scene.fill(0.2f);
    scene.transforms[1].depth = 5;
    scene.add(0, 0, 9, 9, near);
    scene.fill(0.3f);
    scene.add(0, 0, 9, 9);
    scene.fill(0.4f);
    std::vector<float> order;
    const Canvas canvas = scene.draw();
    for (const ShapeRecord& shape : canvas.shapes())
        order.push_back(std::round(std::pow((shape.fill[0] + 0.055f) / 1.055f, 2.4f) * 10));
    EXPECT_EQ(order, (std::vector<float>{2, 1, 3, 4}));
}

TEST(Board, ShadowsLieUnderTheFillAndStrokesOnIt) {
    using record::PaintKind;
    HandMade scene;
    scene.add(50, 50, 20, 10);
    scene.fill(1);
    scene.paint({PaintKind::stroke, PaintKind::linear_gradient, PaintKind::shadow});
    scene.layers[2].blur = 3;
    scene.layers[2].offset[1] = 7;
    const Canvas canvas = scene.draw();
    ASSERT_EQ(canvas.shapes().size(), 4u);
    EXPECT_EQ(canvas.shapes()[0].softness, 3.0f);
    expect_at(corner(canvas.shapes()[0], 0, 0), 50, 57);
    EXPECT_NEAR(canvas.shapes()[1].fill[0], 1.0f, 1e-6f);
    EXPECT_EQ(canvas.shapes()[2].stroke_width, 2.0f);
    EXPECT_EQ(canvas.shapes()[3].gradient[0], 1.0f);
    EXPECT_NEAR(canvas.shapes()[3].fill_end[2], 1.0f, 1e-6f);
}

TEST(Board, OpacitiesMultiplyAndWhatIsHiddenIsLeftOut) {
    HandMade scene;
    const auto parent = scene.add(0, 0, 10, 10);
    scene.fill(1).opacity = 0.5f;
    scene.paint({record::PaintKind::solid, record::PaintKind::solid}).opacity = 0.5f;
    scene.paints[0].opacity = 0.5f;
    scene.layers[1].visible = false;
    scene.add(0, 0, 5, 5, parent);
    scene.fill(1);
    Canvas canvas = scene.draw();
    ASSERT_EQ(canvas.shapes().size(), 3u);
    EXPECT_EQ(canvas.shapes()[0].fill[3], 0.5f);
    EXPECT_EQ(canvas.shapes()[1].fill[3], 0.125f);
    EXPECT_EQ(canvas.shapes()[2].fill[3], 1.0f);
    scene.fills[0].visible = false;  // Of the shape alone.
    EXPECT_EQ(scene.draw().shapes().size(), 1u);
    scene.entities[0].visible = false;  // With all that hangs on it.
    EXPECT_EQ(scene.draw().shapes().size(), 0u);
}

TEST(Board, ARadiusOfTheLongerSideIsAnEllipse) {
    HandMade scene;
    scene.add(0, 0, 40, 20);
    scene.fill(1, 19);
    EXPECT_EQ(scene.draw().shapes()[0].kind, 0.0f);
    EXPECT_EQ(scene.draw().shapes()[0].radius, 10.0f);
    scene.fills[0].corner_radius = 20;
    EXPECT_EQ(scene.draw().shapes()[0].kind, 1.0f);
}

TEST(Board, ColoursAreLinearLightInTheFile) {
    HandMade scene;
    scene.add(0, 0, 10, 10);
    scene.fill(0.21404114f);
    EXPECT_NEAR(scene.draw().shapes()[0].fill[0], 0.5f, 1e-5f);
}

TEST(Board, WhatIsNotANumberIsLeftOutAndParentsMayGoInCircles) {
    HandMade scene;
    scene.add(0, 0, 10, 10);
    scene.fill(1);
    scene.paint({record::PaintKind::stroke});
    EXPECT_EQ(scene.draw().shapes().size(), 2u);
    scene.checked = false;  // A host may write such values after the file has been read.
    scene.layers[0].width = kNaN;
    EXPECT_EQ(scene.draw().shapes().size(), 1u);
    for (float* number : {&scene.transforms[0].angle_rad, &scene.transforms[0].position[0],
                          &scene.transforms[0].size[1], &scene.transforms[0].pivot[0],
                          &scene.fills[0].color[0], &scene.fills[0].opacity}) {
        const float before = *number;
        *number = kNaN;
        EXPECT_EQ(scene.draw().shapes().size(), 0u);
        EXPECT_EQ(board_box(scene.view()).width > 0,
                  number > &scene.transforms[0].depth || number < scene.transforms[0].position);
        *number = before;
    }
    scene.transforms[0].depth = kNaN;
    EXPECT_EQ(scene.draw().shapes().size(), 1u);
    scene.add(0, 0, 10, 10, 0);
    scene.entities[0].parent_entity = 1;
    EXPECT_EQ(scene.draw().shapes().size(), 0u);
    EXPECT_EQ(board_box(scene.view()).width, 0.0f);
}

TEST(Board, ABackdropIsWhatAPictureShows) {
    HandMade scene;
    scene.add(100, 50, 200, 100);
    scene.fill(1);
    scene.add(150, 60, 300, 20);  // Sticks out; its middle does not.
    scene.fill(1);
    Box2 box = board_box(scene.view());
    EXPECT_EQ(box.x, 0.0f);
    EXPECT_EQ(box.width, 200.0f);
    scene.transforms[1].position[0] = 250;  // Beside it: then everything is shown.
    box = board_box(scene.view());
    EXPECT_EQ(box.x, -24.0f);
    EXPECT_EQ(box.width, 448.0f);
    EXPECT_EQ(box.height, 148.0f);
    const Affine2 fit = fit_board({10, 20, 100, 50}, {0, 0, 400, 400});
    EXPECT_EQ(fit.a, 4.0f);
    EXPECT_EQ(fit.a * 10 + fit.tx, 0.0f);
    EXPECT_EQ(fit.d * 20 + fit.ty, 100.0f);
}

}  // namespace
}  // namespace motus::test
