// tests/play/action_laps_test.cpp - laps of an action: forwards, backwards, there and back.
// SPDX-License-Identifier: MIT
#include <motus/play/mixer.h>
#include <tests/play/show.h>

#include <gtest/gtest.h>

namespace motus::test {

TEST(Action, RepeatThreeTimesThenHolds) {
    Stage stage({Ramp{}});
    Show run(stage);
    const Action action = run.mixer.clip_action(kA).set_loop(PlayMode::loop, 3).play();
    run.step(750);
    EXPECT_NEAR(run.value(), 270, 1e-3);
    run.step(1000);
    EXPECT_NEAR(run.value(), 270, 1e-3);
    run.step(1000);
    EXPECT_NEAR(run.value(), 270, 1e-3);
    EXPECT_EQ(run.looped, 2);
    EXPECT_EQ(run.finished, 0);
    for (int i = 0; i < 5; ++i) {
        run.step(500);
        EXPECT_NEAR(run.value(), 360, 1e-3);
        EXPECT_EQ(run.finished, 1);
    }
    EXPECT_TRUE(action.is_finished());
    EXPECT_FALSE(action.is_running());
    EXPECT_TRUE(action.is_playing());
    EXPECT_EQ(action.time(), action.duration());
    EXPECT_EQ(run.looped, 2);
}

TEST(Action, PingPongThreeTimesThenHolds) {
    Stage stage({Ramp{}});
    Show run(stage);
    run.mixer.clip_action(kA).set_loop(PlayMode::ping_pong, 3).play();
    run.step(750);
    EXPECT_NEAR(run.value(), 270, 1e-3);
    run.step(1000);
    EXPECT_NEAR(run.value(), 90, 1e-3);
    run.step(1000);
    EXPECT_NEAR(run.value(), 270, 1e-3);
    run.step(1000);
    EXPECT_NEAR(run.value(), 360, 1e-3);
    EXPECT_EQ(run.looped, 2);
    EXPECT_EQ(run.finished, 1);
}

TEST(Action, AStepOverAllLapsAtOnceEndsThemAll) {
    Stage stage({Ramp{}});
    for (PlayMode mode : {PlayMode::loop, PlayMode::ping_pong}) {
        for (std::uint32_t laps : {1u, 2u, 5u}) {
            Show run(stage);
            run.mixer.clip_action(kA).set_loop(mode, laps).play();
            run.step(1e7);
            const bool back = mode == PlayMode::ping_pong && laps % 2 == 0;
            EXPECT_NEAR(run.value(), back ? 0 : 360, 1e-3);
            EXPECT_EQ(run.finished, 1);
            ASSERT_EQ(run.mixer.notices().size(), laps > 1 ? 2u : 1u);
            if (laps > 1) {
                EXPECT_EQ(run.mixer.notices()[0].laps, laps - 1);
            }
        }
    }
}

TEST(Action, PingPongKeepsItsPhase) {
    Stage stage({Ramp{.length_s = 5.0}});
    Show run(stage);
    const Action action = run.mixer.clip_action(kA).set_loop(PlayMode::ping_pong).play();
    const double steps[] = {2, 5, 9, 6, 20}, times[] = {2, 3, 4, 2, 2};
    const int directions[] = {1, -1, -1, 1, 1};
    for (int i = 0; i < 5; ++i) {
        run.step(1000 * steps[i]);
        EXPECT_EQ(action.time(), seconds(times[i]));
        EXPECT_EQ(direction_of(action.state().head, PlayMode::ping_pong, action.duration()),
                  directions[i]);
    }
}

TEST(Action, AOneShotFinishesOnceAndHolds) {
    Stage stage({Ramp{.length_s = 5.0}});
    Show run(stage);
    const Action action = run.mixer.clip_action(kA).set_loop(PlayMode::once).play();
    run.step(2000);
    EXPECT_FALSE(action.is_finished());
    run.step(10000);
    run.step(1000);
    EXPECT_EQ(action.time(), seconds(5));
    EXPECT_EQ(run.finished, 1);
    EXPECT_EQ(run.looped, 0);
    EXPECT_NEAR(run.value(), 360, 1e-3);
}

TEST(Action, AWorkAreaLoopsInsideItself) {
    Stage stage(
        {Ramp{.length_s = 20.0, .events = {event_at(4, 4), event_at(7, 7), event_at(12, 12)}}});
    Show run(stage);
    const Action action = run.mixer.clip_action(kA).set_range(seconds(4), seconds(10)).play();
    EXPECT_EQ(action.time(), seconds(4));
    run.step(1000);
    EXPECT_EQ(action.time(), seconds(5));
    EXPECT_EQ(names_of(run.mixer), (std::vector<int>{4}));
    run.step(7000);
    EXPECT_EQ(action.time(), seconds(6));
    EXPECT_EQ(names_of(run.mixer), (std::vector<int>{7, 4}));
    EXPECT_NEAR(run.value(), 360.0 * 6 / 20, 1e-3);
    run.step(4000);
    EXPECT_EQ(action.time(), seconds(4));
    EXPECT_EQ(run.looped, 2);
    action.set_loop(PlayMode::once).set_time(seconds(9));
    run.step(5000);
    EXPECT_EQ(action.time(), seconds(10));
    EXPECT_EQ(run.finished, 1);
}

TEST(Action, ReversalInsideTheFirstLapDoesNotJump) {
    Stage stage({Ramp{}});
    for (std::uint32_t laps : {0u, 3u}) {
        Show run(stage);
        const Action action = run.mixer.clip_action(kA).set_loop(PlayMode::loop, laps).play();
        run.step(500);
        EXPECT_NEAR(run.value(), 180, 1e-3);
        action.set_speed(-1.0f);
        run.step(250);
        EXPECT_NEAR(run.value(), 90, 1e-3);
        run.step(250);
        EXPECT_NEAR(run.value(), 0, 1e-3);
    }
}

TEST(Action, DelayedFinishedAndReversedGoesOnFromWhereItHeld) {
    Stage stage({Ramp{}});
    Show run(stage);
    const Action action = run.mixer.clip_action(kA).set_loop(PlayMode::once).set_delay(0.5f).play();
    run.step(300);
    EXPECT_EQ(action.time(), seconds(0));
    run.step(300);
    EXPECT_EQ(action.time(), seconds(0.1));
    run.step(2000);
    EXPECT_NEAR(run.value(), 360, 1e-3);
    EXPECT_EQ(run.finished, 1);
    action.set_speed(-1.0f);
    run.step(250);
    EXPECT_NEAR(run.value(), 270, 1e-3);
    EXPECT_FALSE(action.is_finished());
    run.step(2000);
    EXPECT_NEAR(run.value(), 0, 1e-3);
    EXPECT_EQ(run.finished, 2);
}

TEST(Action, BackwardsFromZeroRunsAllItsLaps) {
    Stage stage({Ramp{}});
    Show run(stage);
    run.mixer.clip_action(kA).set_loop(PlayMode::loop, 2).set_speed(-1.0f).play();
    run.step(100);
    EXPECT_NEAR(run.value(), 324, 1e-3);
    run.step(1000);
    EXPECT_NEAR(run.value(), 324, 1e-3);
    EXPECT_EQ(run.looped, 1);
    run.step(1000);
    EXPECT_NEAR(run.value(), 0, 1e-3);
    EXPECT_EQ(run.finished, 1);
}

TEST(Action, PingPongBackwardsFromZeroStartsAtTheEnd) {
    Stage stage({Ramp{.events = {event_at(0, 0), event_at(0.5, 5), event_at(1, 10)}}});
    Show run(stage);
    const Action action =
        run.mixer.clip_action(kA).set_loop(PlayMode::ping_pong, 3).set_speed(-1.0f).play();
    run.step(100);
    EXPECT_NEAR(run.value(), 324, 1e-3);
    EXPECT_EQ(names_of(run.mixer), (std::vector<int>{10}));
    run.step(1000);
    EXPECT_NEAR(run.value(), 36, 1e-3);
    EXPECT_EQ(names_of(run.mixer), (std::vector<int>{5, 0}));
    run.step(5000);
    EXPECT_NEAR(run.value(), 0, 1e-3);
    EXPECT_TRUE(action.is_finished());
    EXPECT_EQ(run.looped, 2) << "two notices: one lap, then one more before the last";
}

TEST(Action, TimesFoldAsTheyShould) {
    Stage stage({Ramp{}, Ramp{.length_s = 1.0, .x0 = 0.0f, .x1 = 4.0f}});
    Show run(stage);
    const Action action = run.mixer.clip_action(kA).set_time(seconds(0.9)).play();
    run.step(200);
    EXPECT_EQ(action.time(), seconds(0.1));
    action.set_time({}).set_speed(2.0f);
    run.step(100);
    EXPECT_EQ(action.time(), seconds(0.2));
    action.stop();
    run.mixer.clip_action(kB).play();
    run.step(500);
    EXPECT_NEAR(run.value(), 2, 1e-6);
}

TEST(Action, TheLastLapsEndIsNoNewStart) {
    Stage stage(
        {{.length_s = 0.3, .events = {event_at(0, 0), event_at(0.2, 2), event_at(0.3, 3)}}});
    Show run(stage);
    const Action action = run.mixer.clip_action(kA).set_loop(PlayMode::loop, 2).play();
    run.step(300);
    EXPECT_EQ(names_of(run.mixer), (std::vector<int>{0, 2, 3, 0}));
    run.step(1000);
    EXPECT_EQ(names_of(run.mixer), (std::vector<int>{2, 3}));
    run.step(1000);
    EXPECT_EQ(names_of(run.mixer), (std::vector<int>{}));
    action.set_speed(-1.0f);
    run.step(5000);
    EXPECT_EQ(names_of(run.mixer), (std::vector<int>{2, 0, 3, 2, 0}));
}

TEST(Action, TurnedRoundAndThroughInOneStepItFinishesAgain) {
    for (const PlayMode mode : {PlayMode::once, PlayMode::loop, PlayMode::ping_pong}) {
        Stage stage({Ramp{}});
        Show run(stage);
        const Action action = run.mixer.clip_action(kA).set_loop(mode, 2).play();
        run.step(3000);
        EXPECT_EQ(run.finished, 1);
        action.set_speed(-1.0f);
        run.step(3000);
        EXPECT_EQ(run.finished, 2);
        run.step(3000);
        EXPECT_EQ(run.finished, 2);
    }
}

}  // namespace motus::test
