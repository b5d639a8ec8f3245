// tests/render/board_pictures_test.cpp - the card as pictures, and its timelines over it.
// SPDX-License-Identifier: MIT
#include <motus/bake/bake.h>
#include <motus/load/file.h>
#include <motus/render/board_player.h>
#include <motus/render/renderer.h>
#include <scenes/card/card.h>
#include <tests/render/compare.h>
#include <tests/render/gl_test.h>

#include <algorithm>
#include <cstring>

namespace motus::test {
namespace {

using namespace render;

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
