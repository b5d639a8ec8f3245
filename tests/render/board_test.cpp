// tests/render/board_test.cpp - 2D scenes: where boxes stand, what lies on what, and the card.
// SPDX-License-Identifier: MIT
#include <motus/bake/bake.h>
#include <motus/load/file.h>
#include <motus/math/trig.h>
#include <motus/render/board_player.h>
#include <motus/render/renderer.h>
#include <scenes/card/card.h>
#include <tests/render/compare.h>
#include <tests/render/gl_test.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

namespace motus::test {
namespace {

using namespace render;

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr auto kQuarter = static_cast<float>(0.5 * kPi);

/// A scene that is put together by hand.
struct HandMade {
    std::vector<record::Entity> entities;
    std::vector<record::Link> links;
    std::vector<record::Transform2D> transforms;
    std::vector<record::Fill> fills;
    std::vector<record::Paint> paints;
    std::vector<record::PaintLayer> layers;
    std::vector<record::Text> texts;

    std::uint32_t add(float x, float y, float width, float height,
                      std::uint32_t parent = kNoRecord) {
        const auto at = static_cast<std::uint32_t>(entities.size());
        entities.push_back({at + 1, at + 1, parent, {std::uint32_t(links.size()), 0}, true});
        transforms.push_back({{x, y}, 0, {1, 1}, {width, height}, {0.5f, 0.5f}, 0});
        link(SceneType::transform_2d, transforms.size());
        return at;
    }
    // Components go to the entity that was added last.
    record::Fill& fill(float red, float radius = 0.0f) {
        fills.push_back({{red, 0, 0, 1}, 1, radius, true});
        link(SceneType::fill, fills.size());
        return fills.back();
    }
    record::PaintLayer& paint(std::initializer_list<record::PaintKind> kinds) {
        paints.push_back({{std::uint32_t(layers.size()), std::uint32_t(kinds.size())}, 1});
        link(SceneType::paint, paints.size());
        for (const record::PaintKind kind : kinds)
            layers.push_back({{0, 1, 0, 1}, {0, 0, 1, 1}, 1, 2, {0, 0}, 0, 0, kind, true});
        return layers[layers.size() - kinds.size()];
    }
    SceneRecords view() const {
        SceneRecords out;
        out.entities = entities;
        out.links = links;
        out.transforms_2d = transforms;
        out.fills = fills;
        out.paints = paints;
        out.paint_layers = layers;
        out.texts = texts;
        EXPECT_EQ(check(out), Status::ok);
        return out;
    }
    Canvas draw() const {
        Canvas canvas;
        draw_board(canvas, view(), {});
        return canvas;
    }

  private:
    void link(SceneType type, std::size_t count) {
        links.push_back({static_cast<std::uint32_t>(type), std::uint32_t(count - 1)});
        ++entities.back().components.count;
    }
};

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

class BoardPictures : public GlTest {
  protected:
    void SetUp() override {
        GlTest::SetUp();
        if (IsSkipped()) return;
        Diagnostics diagnostics;
        auto baked = bake(*scenes::make_card_document(), {}, diagnostics);
        ASSERT_TRUE(baked) << to_string(baked.error());
        bytes_ = std::move(*baked);
        ASSERT_EQ(open_baked(bytes_, file_), Status::ok);
    }
    static Picture draw(const Canvas& canvas, std::uint32_t width, std::uint32_t height) {
        auto renderer = Renderer::make();
        EXPECT_TRUE(renderer) << to_string(renderer.error());
        Scene scene;
        scene.width = width;
        scene.height = height;
        scene.look.backdrop = scene.look.ground = false;
        scene.overlay = &canvas;
        auto picture = renderer->render(scene);
        EXPECT_TRUE(picture) << to_string(picture.error());
        return std::move(*picture);
    }

    AlignedBytes bytes_;
    BakedFile file_;
};

TEST_F(BoardPictures, Card) {
    const Box2 box = board_box(file_.scene);
    EXPECT_EQ(box.width, scenes::kCardWidth);
    EXPECT_EQ(box.height, scenes::kCardHeight);
    Canvas canvas;
    canvas.set_transform(fit_board(box, {0, 0, 640, 420}));
    draw_board(canvas, file_.scene, file_.names);
    expect_golden("card", draw(canvas, 640, 420));
}

std::uint32_t timeline_named(const BakedFile& file, const char* name) {
    return find_timeline(file.timelines, hash_name(name));
}

// Frame 8 of "flip": nearly edge-on, still the front; frame 14: the other face, opening.
TEST_F(BoardPictures, CardFlips) {
    BoardPlayer player(file_.timelines, file_.scene);
    const std::uint32_t flip = timeline_named(file_, "flip");
    ASSERT_NE(flip, kNoRecord);
    const record::AnimationTimeline& timeline = file_.timelines.timelines[flip];
    Canvas canvas;
    float x = 0.0f;
    for (const double frame : {8.0, 14.0}) {
        ASSERT_EQ(player.show(flip, time_of_frame(timeline, frame)), Status::ok);
        canvas.set_transform(fit_board(board_box(file_.scene), {x, 0, 320, 210}));
        draw_board(canvas, player.scene(), file_.names);
        x += 320.0f;
    }
    expect_golden("card-flip", draw(canvas, 640, 210));
}

TEST_F(BoardPictures, PlayersShowOneTimelineAndTheRestAsAuthored) {
    BoardPlayer player(file_.timelines, file_.scene);
    const std::uint32_t hover = timeline_named(file_, "button hover");
    const std::uint32_t idle = timeline_named(file_, "card idle");
    ASSERT_NE(hover, kNoRecord);
    ASSERT_NE(idle, kNoRecord);
    const auto same = [&] {
        const SceneRecords now = player.scene();
        Canvas a, b;
        draw_board(a, now, file_.names);
        draw_board(b, file_.scene, file_.names);
        return std::equal(a.shapes().begin(), a.shapes().end(), b.shapes().begin(),
                          b.shapes().end(), [](const ShapeRecord& x, const ShapeRecord& y) {
                              return std::memcmp(&x, &y, sizeof x) == 0;
                          });
    };
    const auto at = [&](std::uint32_t timeline, double frame) {
        EXPECT_EQ(player.show(timeline, time_of_frame(file_.timelines.timelines[timeline], frame)),
                  Status::ok);
    };
    at(hover, 8);
    EXPECT_FALSE(same());
    at(idle, 0);  // The button goes back.
    SceneRecords now = player.scene();
    EXPECT_EQ(std::memcmp(now.transforms_2d.data(), file_.scene.transforms_2d.data(),
                          now.transforms_2d.size_bytes()),
              0);
    EXPECT_EQ(player.show(12345, Ticks{}), Status::missing);
}

TEST_F(BoardPictures, FilmsFoldTime) {
    const auto frame = [&](const char* name, double seconds) {
        const record::AnimationTimeline& timeline =
            file_.timelines.timelines[timeline_named(file_, name)];
        return frame_at(timeline, film_time(timeline, ticks_of_seconds(seconds)));
    };
    EXPECT_NEAR(frame("card idle", 1.0), 30.0, 1e-6);
    EXPECT_NEAR(frame("card idle", 4.0), 30.0, 1e-6);
    EXPECT_NEAR(frame("card idle", -1.0), 60.0, 1e-6);
    EXPECT_NEAR(frame("flip", 99.0), 24.0, 1e-6);
    EXPECT_NEAR(frame("flip", -1.0), 0.0, 1e-6);
}

}  // namespace
}  // namespace motus::test
