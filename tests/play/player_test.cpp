// tests/play/player_test.cpp - one player's clock and the values that it shows.
// SPDX-License-Identifier: MIT
#include <motus/play/player.h>
#include <motus/pose/pose_buffer.h>
#include <tests/support/alloc_counter.h>
#include <tests/support/exact_time.h>
#include <tests/support/rigs.h>

#include <gtest/gtest.h>
#include <cfloat>
#include <limits>
#include <type_traits>

namespace motus::test {
namespace {

static_assert(std::is_trivially_copyable_v<Player>, "a copy is a snapshot");
static_assert(sizeof(Player) == 32);

// One joint whose x runs from 0 to 360 over `duration`.
struct PlayerStage {
    SkeletonBuffer skeleton;
    ClipBuffer clip;
    PoseBuffer pose;
    std::vector<Mat34> model = std::vector<Mat34>(1);

    float value(const Player& player) {
        const Clip clips[] = {clip};
        EXPECT_EQ(evaluate(player, {skeleton, clips, {}}, {pose, model}, {}), Status::ok);
        return joint_transform(pose, 0).translation.x;
    }
};

PlayerStage make_stage(double duration_s) {
    const JointDesc joint{"a", kNoJoint, {}};
    auto skeleton = build_skeleton({&joint, 1});
    ClipDraft draft;
    draft.add(TrackKind::translation, Interpolation::linear, 0, {{0}, seconds(duration_s)},
              {0, 0, 0, 360, 0, 0});
    auto clip = draft.build();
    EXPECT_TRUE(skeleton.has_value() && clip.has_value());
    PoseBuffer pose(*skeleton);
    return {std::move(skeleton).value(), std::move(clip).value(), std::move(pose)};
}

Advance step(Player& player, const Clip& clip, float dt_s) {
    Advance out{};
    EXPECT_EQ(advance(player, clip, dt_s, &out), Status::ok);
    return out;
}

TEST(Player, Defaults) {
    const Player player;
    EXPECT_EQ(player.head.phase, Ticks{});
    EXPECT_EQ(player.speed, 1.0f);
    EXPECT_EQ(player.mode, PlayMode::loop);
    EXPECT_TRUE(player.playing);
    EXPECT_FALSE(player.finished);
}

// cases.md: 0 -> 360 over 1000 ms.
TEST(Player, LoopAndPingPongAtThreeQuarters) {
    PlayerStage stage = make_stage(1.0);
    Player loop, ping_pong;
    ping_pong.mode = PlayMode::ping_pong;
    const float looped[] = {270, 270, 270}, bounced[] = {270, 90, 270};
    for (int i = 0; i < 3; ++i) {
        step(loop, stage.clip, i == 0 ? 0.75f : 1.0f);
        step(ping_pong, stage.clip, i == 0 ? 0.75f : 1.0f);
        EXPECT_EQ(stage.value(loop), looped[i]) << i;
        EXPECT_EQ(stage.value(ping_pong), bounced[i]) << i;
    }
}

// cases.md: 500 ms forward, then speed -1: no jump.
TEST(Player, ReversalInsideTheFirstLoop) {
    PlayerStage stage = make_stage(1.0);
    for (const PlayMode mode : {PlayMode::once, PlayMode::loop, PlayMode::ping_pong}) {
        Player player;
        player.mode = mode;
        step(player, stage.clip, 0.5f);
        EXPECT_EQ(stage.value(player), 180.0f);
        player.speed = -1.0f;
        step(player, stage.clip, 0.25f);
        EXPECT_EQ(stage.value(player), 90.0f);
        step(player, stage.clip, 0.25f);
        EXPECT_EQ(stage.value(player), 0.0f);
    }
}

// cases.md: 0.9 + 0.2 in a 1 s loop is 0.1; speed 2 over 0.1 s is 0.2.
TEST(Player, LoopAndSpeed) {
    PlayerStage stage = make_stage(1.0);
    Player player;
    step(player, stage.clip, 0.9f);
    step(player, stage.clip, 0.2f);
    EXPECT_NEAR(seconds_of(time_of(player, stage.clip)), 0.1, 1e-6);
    Player fast;
    fast.speed = 2.0f;
    step(fast, stage.clip, 0.1f);
    EXPECT_NEAR(seconds_of(time_of(fast, stage.clip)), 0.2, 1e-6);
}

// cases.md: finished, then reversed: continues from where it held. It says once that it ended.
TEST(Player, OnceHoldsItsLastFrameAndSaysSoOnce) {
    PlayerStage stage = make_stage(5.0);
    Player player;
    player.mode = PlayMode::once;
    EXPECT_FALSE(step(player, stage.clip, 2.0f).finished);
    EXPECT_TRUE(step(player, stage.clip, 10.0f).finished);
    EXPECT_TRUE(player.finished);
    for (int i = 0; i < 3; ++i) {
        EXPECT_FALSE(step(player, stage.clip, 1.0f).finished) << "said once";
        EXPECT_FALSE(step(player, stage.clip, 0.0f).finished);
        EXPECT_TRUE(player.finished);
        EXPECT_EQ(stage.value(player), 360.0f);
    }
    player.speed = -1.0f;
    EXPECT_FALSE(step(player, stage.clip, 2.5f).finished);
    EXPECT_FALSE(player.finished);
    EXPECT_EQ(stage.value(player), 180.0f);
    EXPECT_TRUE(step(player, stage.clip, 2.5f).finished);
    EXPECT_EQ(stage.value(player), 0.0f);
    seek(player, stage.clip, seconds(1));
    EXPECT_FALSE(player.finished);
    EXPECT_EQ(stage.value(player), 72.0f);
}

// The trap: a fresh one-shot, or one that gets dt 0, must not stop at 0.
TEST(Player, AFreshOneShotWithoutTimeIsNotFinished) {
    PlayerStage stage = make_stage(1.0);
    Player player;
    player.mode = PlayMode::once;
    for (int i = 0; i < 5; ++i) {
        EXPECT_FALSE(step(player, stage.clip, 0.0f).finished);
        EXPECT_FALSE(player.finished);
    }
    step(player, stage.clip, 0.25f);
    EXPECT_EQ(stage.value(player), 90.0f);
}

TEST(Player, PausedMovesNothing) {
    PlayerStage stage = make_stage(1.0);
    Player player;
    step(player, stage.clip, 0.3f);
    player.playing = false;
    const Player before = player;
    const Advance a = step(player, stage.clip, 5.0f);
    EXPECT_EQ(player, before);
    EXPECT_EQ(a.moved, Ticks{});
    EXPECT_EQ(a.from, a.to);
}

TEST(Player, NotFiniteIsRejectedAndPoisonsNothing) {
    PlayerStage stage = make_stage(1.0);
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const float inf = std::numeric_limits<float>::infinity();
    for (const float bad : {nan, inf, -inf}) {
        Player player;
        step(player, stage.clip, 0.1f);
        const Player before = player;
        Advance out{};
        out.wraps = 9;
        EXPECT_EQ(advance(player, stage.clip, bad, &out), Status::bad_argument);
        EXPECT_EQ(player, before);
        EXPECT_EQ(out.wraps, 9);
        player.speed = bad;
        EXPECT_EQ(advance(player, stage.clip, 0.1f, &out), Status::bad_argument);
        EXPECT_EQ(player.head, before.head);
        EXPECT_EQ(player.step, before.step);
        EXPECT_EQ(advance(player, stage.clip, Ticks{5}, &out), Status::bad_argument);
        EXPECT_EQ(player.head, before.head);
        player.speed = 1.0f;
        EXPECT_EQ(player, before);
    }
}

TEST(Player, ZeroLengthClipIsOneFrame) {
    const JointDesc joint{"a", kNoJoint, {}};
    const auto skeleton = build_skeleton({&joint, 1});
    ClipDraft draft;
    draft.add(TrackKind::translation, Interpolation::linear, 0, {{0}}, {5, 6, 7});
    const auto clip = draft.build();
    ASSERT_TRUE(skeleton.has_value() && clip.has_value());
    PoseBuffer pose(*skeleton);
    std::vector<Mat34> model(1);
    const Clip clips[] = {*clip};
    for (const PlayMode mode : {PlayMode::once, PlayMode::loop, PlayMode::ping_pong}) {
        Player player;
        player.mode = mode;
        int finished = 0;
        for (const float dt : {0.0f, 0.1f, 1000.0f, -3.0f, 0.0f}) {
            finished += step(player, *clip, dt).finished;
            EXPECT_EQ(time_of(player, *clip), Ticks{});
            ASSERT_EQ(evaluate(player, {*skeleton, clips, {}}, {pose, model}, {}), Status::ok);
            EXPECT_EQ(joint_transform(pose, 0).translation, (Vec3{5, 6, 7}));
        }
        EXPECT_EQ(finished, mode == PlayMode::once ? 1 : 0);
    }
}

TEST(Player, ExtremeSpeedsStayInRange) {
    PlayerStage stage = make_stage(1.0);
    const float speeds[] = {0.0f,   -0.0f, FLT_TRUE_MIN, FLT_MIN, 1e-9f,
                            -1e-9f, 1e9f,  -1e9f,        FLT_MAX, -FLT_MAX};
    for (const PlayMode mode : {PlayMode::once, PlayMode::loop, PlayMode::ping_pong}) {
        for (const float speed : speeds) {
            Player player;
            player.mode = mode;
            player.speed = speed;
            for (const float dt : {1.0f / 60, 1e-30f, 1e30f, FLT_MAX, -FLT_MAX, 3.0f}) {
                step(player, stage.clip, dt);
                const Ticks time = time_of(player, stage.clip);
                ASSERT_GE(time.value, 0);
                ASSERT_LE(time.value, stage.clip.view().duration.value);
                const float value = stage.value(player);
                ASSERT_GE(value, 0.0f);
                ASSERT_LE(value, 360.0f);
            }
        }
    }
}

TEST(Player, AllocatesNothing) {
    PlayerStage stage = make_stage(1.0);
    Player player;
    AllocCounter allocations;
    for (int i = 0; i < 100; ++i)
        step(player, stage.clip, 0.017f);
    seek(player, stage.clip, seconds(0.5));
    stage.value(player);
    EXPECT_EQ(allocations.count(), 0u);
}

TEST(Player, AtItsOtherEndInOneStepItSaysSoAgain) {
    PlayerStage stage = make_stage(5.0);
    Player player;
    player.mode = PlayMode::once;
    EXPECT_TRUE(step(player, stage.clip, 6.0f).finished);
    player.speed = -1.0f;
    EXPECT_TRUE(step(player, stage.clip, 6.0f).finished);
    EXPECT_FALSE(step(player, stage.clip, 6.0f).finished);
    EXPECT_TRUE(player.finished);
}

}  // namespace
}  // namespace motus::test
