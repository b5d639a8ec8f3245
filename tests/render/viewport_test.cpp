// tests/render/viewport_test.cpp - a viewport whose context goes away and comes back.
// SPDX-License-Identifier: MIT
#include <motus/render/viewport.h>
#include <scenes/scenes.h>
#include <tests/render/compare.h>
#include <tests/render/gl_test.h>

namespace motus::test {
namespace {

using namespace render;

struct Fate {
    bool lost = false;
    std::uint32_t returns = 0;
};

// A browser's context as a browser treats it: while it is lost nothing may be asked of GL, and what
// comes back is another one.
class FickleContext final : public Context {
  public:
    FickleContext(std::unique_ptr<Context> real, const Fate& fate)
        : real_(std::move(real)), fate_(fate) {}
    void make_current() override {
        EXPECT_FALSE(fate_.lost);
        if (generation_ != fate_.returns || opened_for_ != fate_.returns) {
            real_.reset();
            auto opened = open_context();
            ASSERT_TRUE(opened);
            real_ = std::move(*opened);
        }
        generation_ = opened_for_ = fate_.returns;
        real_->make_current();
    }
    bool lost() const override {
        const_cast<FickleContext*>(this)->generation_ = fate_.returns;
        return fate_.lost;
    }

  private:
    std::unique_ptr<Context> real_;
    const Fate& fate_;
    std::uint32_t opened_for_ = 0;
};

class ViewportTest : public GlTest {
  protected:
    void SetUp() override {
        GlTest::SetUp();
        if (IsSkipped()) return;
        viewport_ =
            std::make_unique<Viewport>(std::make_unique<FickleContext>(std::move(context_), fate_));
        ShowOptions options;
        options.width = 96;
        options.height = 64;
        ASSERT_TRUE(viewport_->change(options));
    }
    void load(const char* scene) {
        auto asset = scenes::make_scene(scene);
        ASSERT_TRUE(asset);
        Diagnostics diagnostics;
        const auto loaded = viewport_->load(std::move(*asset), diagnostics);
        ASSERT_TRUE(loaded) << to_string(loaded.error());
    }
    Picture picture(double time_s) {
        const auto drawn = viewport_->draw(ticks_of_seconds(time_s));
        EXPECT_TRUE(drawn) << to_string(drawn.error());
        auto read = viewport_->read();
        EXPECT_TRUE(read);
        return read ? std::move(*read) : Picture{};
    }

    Fate fate_;
    std::unique_ptr<Viewport> viewport_;
};

TEST_F(ViewportTest, SaysThatItIsEmpty) {
    const auto drawn = viewport_->draw(Ticks{});
    ASSERT_FALSE(drawn);
    EXPECT_EQ(drawn.error().code, "render-empty");
    EXPECT_EQ(viewport_->asset(), nullptr);
}

TEST_F(ViewportTest, ShowsTheSameAfterALoss) {
    load("spine");
    const Picture before = picture(0.3);
    fate_.lost = true;
    const auto drawn = viewport_->draw(Ticks{});
    ASSERT_FALSE(drawn);
    EXPECT_EQ(drawn.error().code, "gl-lost");
    EXPECT_FALSE(viewport_->read());
    fate_ = {false, 1};
    EXPECT_EQ(before.rgba, picture(0.3).rgba);
}

TEST_F(ViewportTest, MakesEverythingAgainThoughNobodyLookedDuringTheLoss) {
    load("spine");
    const Picture before = picture(0.3);
    fate_ = {false, 1};
    EXPECT_EQ(before.rgba, picture(0.3).rgba);
}

TEST_F(ViewportTest, ChangesDuringALossAreKept) {
    load("spine");
    const Picture before = picture(0.3);
    fate_.lost = true;
    EXPECT_FALSE(viewport_->draw(Ticks{}));
    ShowOptions options = viewport_->options();
    options.width = 80;
    EXPECT_TRUE(viewport_->change(options));
    options.clip = 99;
    EXPECT_FALSE(viewport_->change(options));
    fate_ = {false, 1};
    EXPECT_EQ(picture(0.3).width, 80u);
}

TEST_F(ViewportTest, ChangesAreCheapAndCanBeTakenBack) {
    load("spine");
    const Picture before = picture(0.3);
    ShowOptions options = viewport_->options();
    options.view.yaw_rad += 1.0f;
    options.crowd = 5;
    ASSERT_TRUE(viewport_->change(options));
    EXPECT_GT(compare_pictures(before, picture(0.3)).mean, 1.0);
    EXPECT_EQ(viewport_->stats().instances, 5u);
    options.view.yaw_rad -= 1.0f;
    options.crowd = 1;
    ASSERT_TRUE(viewport_->change(options));
    EXPECT_LT(compare_pictures(before, picture(0.3)).mean, 0.01);
    options.clip = 99;
    ASSERT_FALSE(viewport_->change(options));
    EXPECT_EQ(viewport_->options().clip, 0u);
}

TEST_F(ViewportTest, AnAssetThatCannotBeShownLeavesTheOldOne) {
    load("spine");
    Asset broken = *viewport_->asset();
    broken.nodes[0].parent = 12345;
    Diagnostics diagnostics;
    EXPECT_FALSE(viewport_->load(std::move(broken), diagnostics));
    ASSERT_NE(viewport_->asset(), nullptr);
    EXPECT_FALSE(picture(0.0).rgba.empty());
}

}  // namespace
}  // namespace motus::test
