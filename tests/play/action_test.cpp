// tests/play/action_test.cpp - one action on a mixer: pause, stop, events, faults.
// SPDX-License-Identifier: MIT
#include <motus/play/mixer.h>
#include <tests/play/show.h>

#include <gtest/gtest.h>
#include <limits>

namespace motus::test {
namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

}  // namespace

TEST(Action, PauseHoldsThePoseAndPlayGoesOn) {
    Stage stage({Ramp{}});
    Show run(stage);
    const Action action = run.mixer.clip_action(kA).play();
    run.step(250);
    action.pause();
    run.step(250);
    EXPECT_NEAR(run.value(), 90, 1e-3);
    action.play();
    run.step(250);
    EXPECT_NEAR(run.value(), 180, 1e-3);
}

TEST(Action, StopGoesBackToTheStartAndPlayStartsOver) {
    Stage stage({Ramp{}});
    Show run(stage);
    const Action action = run.mixer.clip_action(kA).set_weight(0.5f).play();
    run.step(500);
    action.fade_to(0.1f, 1.0f).stop();
    EXPECT_EQ(action.time(), Ticks{});
    EXPECT_EQ(action.effective_weight(), 0.0f);
    run.step(100);
    EXPECT_EQ(action.time(), Ticks{});
    EXPECT_EQ(run.value(), 0.0);
    action.set_loop(PlayMode::once).play();
    run.step(2000);
    ASSERT_TRUE(action.is_finished());
    action.play();
    run.step(250);
    EXPECT_EQ(action.time(), seconds(0.25)) << "a finished action starts over";
}

TEST(Action, EventsComeWithWeightsAndOnlyOnce) {
    Stage stage(
        {{.length_s = 0.3, .events = {event_at(0.3, 3), event_at(0, 0), event_at(0.2, 2)}}});
    Show run(stage);
    run.mixer.clip_action(kA).set_weight(0.25f).play();
    const std::vector<std::vector<int>> want{{0}, {2}, {3, 0}, {}, {2}};
    for (const std::vector<int>& names : want) {
        run.step(100);
        EXPECT_EQ(names_of(run.mixer), names);
        for (const MixerEvent& event : run.mixer.events())
            EXPECT_EQ(event.weight, 0.25f);
    }
}

TEST(Action, AZeroLengthClipIsAClipOfOneFrame) {
    Stage stage({Ramp{.length_s = 0.0, .x0 = 5.0f, .events = {event_at(0, 1)}}});
    Show once(stage);
    once.mixer.clip_action(kA).set_loop(PlayMode::once).play();
    once.step(100);
    EXPECT_EQ(names_of(once.mixer), (std::vector<int>{1}));
    EXPECT_EQ(once.finished, 1);
    EXPECT_NEAR(once.value(), 5, 1e-6);
    once.step(100);
    EXPECT_EQ(names_of(once.mixer), (std::vector<int>{}));
    EXPECT_EQ(once.finished, 1);
    Show loop(stage);
    loop.mixer.clip_action(kA).play();
    for (int i = 0; i < 3; ++i) {
        loop.step(100);
        EXPECT_EQ(names_of(loop.mixer), (std::vector<int>{1}));
        loop.step(0);
        EXPECT_EQ(names_of(loop.mixer), (std::vector<int>{}));
    }
    EXPECT_EQ(loop.finished + loop.looped, 0);
}

TEST(Action, BadNumbersChangeNothingAndAreKept) {
    Stage stage({Ramp{}});
    Mixer mixer(stage.rig());
    const Action action = mixer.clip_action(kA).play();
    const ActionState before = action.state();
    EXPECT_EQ(mixer.take_fault(), Status::ok);
    const float inf = std::numeric_limits<float>::infinity();
    action.set_speed(kNaN).set_speed(inf).set_weight(kNaN).set_weight(-1.0f).set_weight(inf);
    action.fade_to(kNaN, 1.0f).fade_to(1.0f, kNaN).fade_to(1.0f, -1.0f).set_mask(0);
    action.set_delay(-1.0f).set_range(seconds(0.5), seconds(0.2)).set_range({}, seconds(2));
    EXPECT_EQ(action.state(), before);
    EXPECT_EQ(mixer.take_fault(), Status::bad_argument);
    EXPECT_EQ(mixer.take_fault(), Status::ok);
}

TEST(Action, OfAClipThatIsNotThereNeverShows) {
    Stage stage({Ramp{}});
    Mixer mixer(stage.rig());
    mixer.clip_action(ClipId{7}).play().set_speed(2.0f);
    EXPECT_EQ(mixer.take_fault(), Status::missing);
    ASSERT_EQ(mixer.update(0.1f), Status::ok);
    EXPECT_EQ(value_of(mixer), 0.0);
    EXPECT_EQ(mixer.cross_fade(kA, ClipId{7}, 1.0f), Status::missing);
}

}  // namespace motus::test
