// tests/render/stage_view_test.cpp - what a studio draws: poses and boards, picked and dragged.
// SPDX-License-Identifier: MIT
#include <motus/bake/bake.h>
#include <motus/load/file.h>
#include <motus/render/stage_view.h>
#include <scenes/card/card.h>
#include <scenes/scenes.h>
#include <tests/render/compare.h>
#include <tests/render/gl_test.h>

#include <cmath>

namespace motus::test {
namespace {

using namespace render;

/// A context that a browser takes away.
struct LosableContext final : Context {
    std::unique_ptr<Context> real;
    bool gone = false;

    void make_current() override {
        EXPECT_FALSE(gone);
        real->make_current();
    }
    bool lost() const override { return gone; }
    void come_back() {
        real.reset();
        auto opened = open_context();
        ASSERT_TRUE(opened);
        real = std::move(*opened);
        gone = false;
        ++generation_;
    }
};

class StageViewTest : public GlTest {
  protected:
    void SetUp() override {
        GlTest::SetUp();
        if (IsSkipped()) return;
        auto context = std::make_unique<LosableContext>();
        context->real = std::move(context_);
        fate_ = context.get();
        view_ = std::make_unique<StageView>(std::move(context));
        view_->set_size(160, 200);
    }
    void load() {
        asset_ = scenes::make_scene("hero").value();
        Diagnostics diagnostics;
        const auto loaded = view_->load(&asset_, diagnostics);
        ASSERT_TRUE(loaded) << to_string(loaded.error());
    }
    Picture picture(const StageFrame& frame = {}) {
        const auto drawn = view_->draw(frame);
        EXPECT_TRUE(drawn) << to_string(drawn.error());
        auto read = view_->read();
        EXPECT_TRUE(read);
        return read ? std::move(*read) : Picture{};
    }

    Asset asset_;
    LosableContext* fate_ = nullptr;
    std::unique_ptr<StageView> view_;
};

double difference(const Picture& a, const Picture& b) {
    double sum = 0.0;
    for (std::size_t i = 0; i < a.rgba.size(); ++i)
        sum += std::abs(int{a.rgba[i]} - int{b.rgba[i]});
    return sum / static_cast<double>(a.rgba.size());
}

TEST_F(StageViewTest, PicksTheJointUnderThePointer) {
    load();
    view_->overlays.skeleton = true;
    (void)picture();
    std::uint32_t found = 0, asked = 0;
    for (JointIndex j = 0; j < 60; ++j) {
        const auto at = view_->place_of(j);
        if (!at) continue;
        EXPECT_GT(at->x, 0.0f);
        EXPECT_LT(at->x, 160.0f);
        ++asked;
        const JointIndex picked = view_->pick(at->x, at->y);
        if (picked == kNoJoint) continue;  // No bone: nothing to click.
        const auto other = view_->place_of(picked);
        ASSERT_TRUE(other);
        EXPECT_LT(std::hypot(other->x - at->x, other->y - at->y), 24.0f);
        found += picked == j;
    }
    EXPECT_GT(asked, 20u);
    EXPECT_GT(found, 10u);
    EXPECT_EQ(view_->pick(2.0f, 2.0f), kNoJoint);
}

TEST_F(StageViewTest, DragsAndFollows) {
    load();
    const Picture first = picture();
    StageFrame moved;
    moved.place.m[3] = 5.0f;
    moved.place.m[11] = 2.0f;
    view_->look.grid = 0.0f;
    const Picture still = picture();
    const auto chest = view_->place_of(3);
    (void)picture(moved);
    ASSERT_TRUE(chest);
    EXPECT_NEAR(view_->place_of(3)->x, chest->x, 0.2f) << "the camera goes along";
    view_->set_follow(false);
    (void)picture(moved);
    EXPECT_NEAR(view_->place_of(3)->x, chest->x, 0.2f) << "the picture stays when it stops";
    (void)picture();
    EXPECT_GT(std::fabs(view_->place_of(3)->x - chest->x), 50.0f);
    view_->set_follow(true);
    view_->frame_all();
    (void)picture();
    const float before = view_->place_of(3)->x;
    view_->pan(20.0f, 0.0f);
    (void)picture();
    EXPECT_NEAR(view_->place_of(3)->x - before, 20.0f, 3.0f)
        << "what is dragged sticks to the pointer";
    const StageCamera near = view_->camera;
    view_->zoom(2.0f);
    EXPECT_FLOAT_EQ(view_->camera.distance_m, 0.5f * near.distance_m);
    view_->orbit(40.0f, 1e9f);
    EXPECT_LE(view_->camera.pitch_rad, 1.5f);
    EXPECT_GT(difference(first, picture()), 1.0);
    (void)still;
}

TEST_F(StageViewTest, OverlaysShow) {
    load();
    const Picture plain = picture();
    for (bool StageOverlays::*overlay :
         {&StageOverlays::skeleton, &StageOverlays::axes, &StageOverlays::names,
          &StageOverlays::heat, &StageOverlays::label}) {
        view_->overlays = {};
        view_->overlays.*overlay = true;
        StageFrame frame;
        frame.label = "Walk";
        EXPECT_GT(difference(plain, picture(frame)), 0.05);
    }
    view_->overlays = {};
    view_->selection = 5;
    EXPECT_GT(difference(plain, picture()), 0.001) << "what is selected shows";
}

TEST_F(StageViewTest, SurvivesALostContext) {
    load();
    const Picture before = picture();
    fate_->gone = true;
    const auto drawn = view_->draw({});
    ASSERT_FALSE(drawn);
    EXPECT_EQ(drawn.error().code, "gl-lost");
    fate_->come_back();
    EXPECT_EQ(difference(before, picture()), 0.0);
}

TEST_F(StageViewTest, DrawsABoardAndFindsItsEntities) {
    const auto document = scenes::make_card_document();
    Diagnostics faults;
    const auto bytes = bake(*document, {}, faults);
    ASSERT_TRUE(bytes);
    BakedFile file;
    ASSERT_EQ(open_baked(*bytes, file), Status::ok);
    StageFrame frame;
    frame.board = &file.scene;
    frame.names = &file.names;
    view_->set_size(400, 300);
    const Picture empty = picture();
    EXPECT_GT(difference(empty, picture(frame)), 5.0);
    const auto name = [&](std::uint32_t entity) {
        return std::string(find_name(file.names, NameHash{file.scene.entities[entity].name}));
    };
    // Every entity that is drawn is found in its own middle, and the backdrop at a corner.
    bool button = false;
    for (float y = 5.0f; y < 300.0f; y += 10.0f) {
        for (float x = 5.0f; x < 400.0f; x += 10.0f) {
            const auto found = entities_at(file.scene, view_->board_place(x, y));
            for (std::uint32_t entity : found)
                button = button || name(entity) == "Button";
        }
    }
    EXPECT_TRUE(button);
    EXPECT_TRUE(entities_at(file.scene, {-1e6f, 0.0f}).empty());
    const Vec2 before = view_->board_place(200.0f, 150.0f);
    view_->zoom(2.0f);
    (void)picture(frame);
    const Vec2 after = view_->board_place(200.0f, 150.0f);
    EXPECT_NEAR(before.x, after.x, 0.01f) << "the middle stays when it is zoomed";
    EXPECT_EQ(view_->pick(200.0f, 150.0f), kNoJoint);
}

}  // namespace
}  // namespace motus::test
