// tests/render/renderer_test.cpp - contracts of the renderer, and the 2D shapes in pixels.
// SPDX-License-Identifier: MIT
#include <motus/math/trig.h>
#include <motus/render/figure.h>
#include <motus/render/renderer.h>
#include <tests/render/compare.h>
#include <tests/render/gl_test.h>
#include <tests/render/rigs.h>

#include <array>
#include <cmath>
#include <functional>

namespace motus::test {
namespace {

using namespace render;

std::array<int, 4> pixel(const Picture& picture, std::uint32_t x, std::uint32_t y) {
    std::array<int, 4> out{};
    for (std::size_t c = 0; c < 4; ++c)
        out[c] = picture.rgba[y * picture.row_bytes() + x * 4 + c];
    return out;
}

// Pictures of shapes alone, on nothing.
class CanvasTest : public GlTest {
  protected:
    Picture draw(const Canvas& canvas, std::uint32_t width, std::uint32_t height) {
        auto renderer = Renderer::make();
        EXPECT_TRUE(renderer) << to_string(renderer.error());
        Scene scene;
        scene.width = width;
        scene.height = height;
        scene.look.backdrop = false;
        scene.look.ground = false;
        scene.overlay = &canvas;
        auto picture = renderer->render(scene);
        EXPECT_TRUE(picture) << to_string(picture.error());
        return std::move(*picture);
    }
};

TEST_F(CanvasTest, RectangleCoversItsPixelsAndNoOthers) {
    Canvas canvas;
    canvas.rectangle(10, 20, 30, 15, 0, filled({1.0f, 0.6f, 0.0f, 1.0f}));
    const Picture picture = draw(canvas, 64, 48);
    const std::array<int, 4> orange{255, 153, 0, 255}, nothing{0, 0, 0, 0};
    for (std::uint32_t y = 0; y < 48; ++y) {
        for (std::uint32_t x = 0; x < 64; ++x) {
            const bool inside = x >= 10 && x < 40 && y >= 20 && y < 35;
            ASSERT_EQ(pixel(picture, x, y), inside ? orange : nothing) << x << ", " << y;
        }
    }
}

// The area in pixels, by what alpha adds up to, against the formula.
TEST_F(CanvasTest, ShapesHaveTheirArea) {
    const auto area = [this](const std::function<void(Canvas&)>& add) {
        Canvas canvas;
        add(canvas);
        const Picture picture = draw(canvas, 128, 128);
        double sum = 0.0;
        for (std::size_t i = 3; i < picture.rgba.size(); i += 4)
            sum += picture.rgba[i] / 255.0;
        return sum;
    };
    const Paint white = filled({1, 1, 1, 1});
    EXPECT_NEAR(area([&](Canvas& c) { c.ellipse(64, 64, 40, 25, white); }), kPi * 40 * 25, 12.0);
    EXPECT_NEAR(area([&](Canvas& c) { c.rectangle(20.5f, 30.25f, 60, 40, 12, white); }),
                60.0 * 40 - (4 - kPi) * 12 * 12, 8.0);
    EXPECT_NEAR(area([&](Canvas& c) {
                    c.line({20, 30}, {90, 100}, 9, {1, 1, 1, 1});
                }),
                std::sqrt(2.0) * 70 * 9 + kPi * 4.5 * 4.5, 10.0);
    EXPECT_NEAR(area([&](Canvas& c) {
                    c.ellipse(64, 64, 40, 40, stroked({1, 1, 1, 1}, 6));
                }),
                2 * kPi * 40 * 6, 16.0);
    EXPECT_NEAR(area([&](Canvas& c) {
                    c.set_transform({0, 2, -1.5f, 0, 100, 10});
                    c.rectangle(4, 8, 20, 30, 0, white);
                }),
                20.0 * 30 * 3, 6.0);
}

TEST_F(CanvasTest, PaintsInOrderWithAlpha) {
    Canvas canvas;
    canvas.rectangle(0, 0, 32, 32, 0, filled({1, 0, 0, 1}));
    canvas.set_opacity(0.5f);
    canvas.rectangle(0, 0, 32, 32, 0, filled({0, 0, 1, 1}));
    const auto mixed = pixel(draw(canvas, 32, 32), 16, 16);
    EXPECT_NEAR(mixed[0], 128, 1);
    EXPECT_EQ(mixed[1], 0);
    EXPECT_NEAR(mixed[2], 128, 1);
    EXPECT_EQ(mixed[3], 255);
}

TEST_F(CanvasTest, GradientsRunAcrossTheBox) {
    Canvas canvas;
    Paint paint = filled({1, 0, 0, 1});
    paint.gradient = Gradient::linear;
    paint.fill_end = {0, 0, 1, 1};
    canvas.rectangle(0, 0, 64, 64, 0, paint);
    const auto near = [](const std::array<int, 4>& a, int red, int green, int blue) {
        EXPECT_NEAR(a[0], red, 3);
        EXPECT_NEAR(a[1], green, 3);
        EXPECT_NEAR(a[2], blue, 3);
    };
    Picture down = draw(canvas, 64, 64);
    near(pixel(down, 5, 0), 253, 0, 2);
    near(pixel(down, 50, 31), 128, 0, 127);
    near(pixel(down, 5, 63), 2, 0, 253);
    canvas.clear();
    paint.angle_rad = static_cast<float>(0.5 * kPi);  // A quarter clockwise: to the left.
    canvas.rectangle(0, 0, 64, 64, 0, paint);
    near(pixel(draw(canvas, 64, 64), 0, 5), 2, 0, 253);
    canvas.clear();
    paint.gradient = Gradient::radial;
    canvas.rectangle(0, 0, 64, 64, 0, paint);
    Picture radial = draw(canvas, 64, 64);
    near(pixel(radial, 32, 32), 251, 0, 4);
    near(pixel(radial, 32 + 16, 32), 124, 0, 131);
    near(pixel(radial, 2, 2), 0, 0, 255);
    // Towards nothing: the colour stays, its alpha goes.
    canvas.clear();
    paint = filled({1, 0.5f, 0, 1});
    paint.gradient = Gradient::linear;
    canvas.rectangle(0, 0, 64, 64, 0, paint);
    const auto half = pixel(draw(canvas, 64, 64), 32, 32);
    near(half, 255, 128, 0);
    EXPECT_NEAR(half[3], 126, 3);
}

// A card edge-on: one pixel of antialiasing in each direction, however thin.
TEST_F(CanvasTest, SqueezedShapesStayCrisp) {
    Canvas canvas;
    canvas.set_transform({0.03f, 0, 0, 1, 32, 32});
    canvas.rectangle(-100, -20, 200, 40, 10, filled({1, 1, 1, 1}));
    const Picture picture = draw(canvas, 64, 64);
    EXPECT_EQ(pixel(picture, 32, 11)[3], 0);
    EXPECT_EQ(pixel(picture, 32, 12)[3], 255);
    EXPECT_EQ(pixel(picture, 32, 51)[3], 255);
    EXPECT_EQ(pixel(picture, 32, 52)[3], 0);
    EXPECT_EQ(pixel(picture, 36, 32)[3], 0);
}

TEST_F(CanvasTest, LettersBeyondTheFontAreOneBoxEach) {
    Canvas canvas;
    canvas.text(0, 20, 20, "\xe6\xbc\xa2\xe5\xad\x97", {1, 1, 1, 1});  // Two characters.
    EXPECT_EQ(canvas.shapes().size(), 2u);
    canvas.clear();
    canvas.text(0, 20, 20, "a\xff\xe6z", {1, 1, 1, 1});  // Two broken bytes.
    EXPECT_EQ(canvas.shapes().size(), 4u);
    const float plain = canvas.text(0, 20, 20, "abc", {1, 1, 1, 1});
    TextStyle style;
    style.spacing = 3.0f;
    EXPECT_NEAR(canvas.text(0, 20, 20, "abc", {1, 1, 1, 1}, style), plain + 6.0f, 1e-4f);
}

TEST_F(CanvasTest, GoldenOfShapesAndText) {
    Canvas canvas;
    canvas.rectangle(0, 0, 480, 300, 0, filled({0.96f, 0.965f, 0.975f, 1.0f}));
    const char* lines[] = {"ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz",
                           "0123456789 +-*/= <> ()[]{} #$%&@",
                           "The quick brown fox, 1.25 s; \"why?\" !"};
    float y = 34.0f;
    for (const char* line : lines) {
        canvas.text(18, y, 24, line, {0.10f, 0.12f, 0.16f, 1.0f});
        y += 30.0f;
    }
    canvas.text(18, y, 13, "Small text: transition 0.42, weight 0.58, Walk -> Run",
                {0.2f, 0.24f, 0.3f, 1});
    Paint card = filled({1, 1, 1, 1});
    card.stroke = {0.75f, 0.78f, 0.83f, 1.0f};
    card.stroke_width = 1.5f;
    Paint shadow = filled({0, 0, 0, 0.22f});
    shadow.softness = 10.0f;
    canvas.rectangle(20, 178, 130, 100, 16, shadow);
    canvas.rectangle(20, 174, 130, 100, 16, card);
    canvas.ellipse(85, 224, 34, 34, filled({0.18f, 0.55f, 0.95f, 1.0f}));
    canvas.ellipse(85, 224, 44, 20, stroked({0.95f, 0.45f, 0.10f, 1.0f}, 4));
    canvas.line({180, 190}, {300, 270}, 18, 4, filled({0.30f, 0.70f, 0.45f, 1.0f}));
    canvas.set_transform({0.9f, 0.35f, -0.35f, 0.9f, 330, 175});
    canvas.rectangle(0, 0, 90, 60, 10, filled({0.85f, 0.25f, 0.35f, 0.8f}));
    canvas.text(45, 36, 20, "Turned", {1, 1, 1, 1}, TextAlign::center);
    expect_golden("shapes", draw(canvas, 480, 300));
}

TEST_F(GlTest, PlainBackgroundIsThatColour) {
    auto renderer = Renderer::make();
    ASSERT_TRUE(renderer) << to_string(renderer.error());
    Scene scene;
    scene.width = scene.height = 16;
    scene.look = plain_look({200.0f / 255.0f, 17.0f / 255.0f, 3.0f / 255.0f});
    const auto picture = renderer->render(scene);
    ASSERT_TRUE(picture) << to_string(picture.error());
    EXPECT_EQ(pixel(*picture, 0, 0), (std::array<int, 4>{200, 17, 3, 255}));
    EXPECT_EQ(pixel(*picture, 15, 8), (std::array<int, 4>{200, 17, 3, 255}));
}

TEST_F(GlTest, RefusesSizesAndPosesThatCannotBe) {
    auto renderer = Renderer::make();
    ASSERT_TRUE(renderer);
    Scene scene;
    scene.width = 0;
    auto picture = renderer->render(scene);
    ASSERT_FALSE(picture);
    EXPECT_EQ(picture.error().code, "gl-limit");
    scene.width = 1u << 20;
    EXPECT_FALSE(renderer->render(scene));

    const Asset asset = make_random_rig({});
    const auto rig = make_rig(asset);
    ASSERT_TRUE(rig);
    Diagnostics diagnostics;
    const auto model = Model::make(asset, *rig, diagnostics);
    ASSERT_TRUE(model);
    const FigurePoses poses(*rig);
    Instance instance;
    instance.pose = 1;  // There is only pose 0.
    Draw draw;
    draw.model = &*model;
    draw.poses = poses.view();
    draw.instances = {&instance, 1};
    scene.width = 64;
    scene.draws = {&draw, 1};
    picture = renderer->render(scene);
    ASSERT_FALSE(picture);
    EXPECT_EQ(picture.error().code, "render-poses");
    EXPECT_EQ(picture.error().place, "draws[0]");
    instance.pose = 0;
    EXPECT_TRUE(renderer->render(scene));
    EXPECT_EQ(renderer->stats().draw_calls, 1u);
}

}  // namespace
}  // namespace motus::test
