// tests/play/players_test.cpp - arrays of players: palettes, warnings, faults, determinism.
// SPDX-License-Identifier: MIT
#include <motus/core/hash.h>
#include <motus/math/ops.h>
#include <motus/play/player.h>
#include <motus/pose/pose_buffer.h>
#include <motus/sample/sample.h>
#include <tests/play/troupe.h>
#include <tests/support/alloc_counter.h>
#include <tests/support/simd_targets.h>

#include <gtest/gtest.h>
#include <cstring>
#include <limits>
#include <utility>

namespace motus::test {
namespace {

const float kNan = std::numeric_limits<float>::quiet_NaN();

struct Warnings {
    std::vector<std::pair<std::uint32_t, Status>> all;
    static void add(void* user, std::uint32_t player, Status status) {
        static_cast<Warnings*>(user)->all.emplace_back(player, status);
    }
};

TEST(Players, EqualTheirPartsOneByOne) {
    Troupe troupe(30, 12, 1);
    std::vector<Player> alone = troupe.players;
    for (int frame = 0; frame < 50; ++frame) {
        const float dt = 0.003f * float(frame);
        ASSERT_EQ(run(troupe.job(dt)), Status::ok);
        for (std::size_t i = 0; i < alone.size(); ++i) {
            Player& player = alone[i];
            const Clip& clip = troupe.clips[std::size_t(player.clip)];
            ASSERT_EQ(advance(player, clip, dt), Status::ok);
            ASSERT_EQ(player, troupe.players[i]);
            PoseBuffer pose(troupe.skeleton);
            std::vector<Mat34> model(30), palette(troupe.skin.view().joints.size());
            ASSERT_EQ(
                run(SampleJob{clip, time_of(player, clip), rest_pose(troupe.skeleton), {}, pose}),
                Status::ok);
            ASSERT_EQ(run(LocalToModelJob{troupe.skeleton, pose, {}, model}), Status::ok);
            ASSERT_EQ(run(PaletteJob{troupe.skin, model, palette}), Status::ok);
            for (std::size_t k = 0; k < palette.size(); ++k) {
                ASSERT_EQ(troupe.palettes[i * palette.size() + k], palette[k]);
            }
            // evaluate shows the same without touching the clock.
            std::vector<Mat34> again(palette.size());
            ASSERT_EQ(evaluate(player, troupe.rig(), {pose, model}, again), Status::ok);
            ASSERT_EQ(again, palette);
        }
    }
}

TEST(Players, MissingClipShowsTheRestPoseAndWarnsOnce) {
    Troupe troupe(20, 4, 2);
    troupe.players[1].clip = ClipId::none;
    troupe.players[2].clip = ClipId{99};
    troupe.players[3].speed = kNan;
    const Player before[] = {troupe.players[1], troupe.players[2], troupe.players[3]};
    Warnings warnings;
    for (int frame = 0; frame < 10; ++frame) {
        PlayersJob job = troupe.job(0.02f);
        job.warn = &Warnings::add;
        job.warn_user = &warnings;
        ASSERT_EQ(run(job), Status::ok);
        const std::size_t joints = troupe.skin.view().joints.size();
        for (const std::size_t i : {1u, 2u, 3u}) {
            for (std::size_t k = 0; k < joints; ++k) {
                ASSERT_EQ(troupe.palettes[i * joints + k], troupe.rest_palette[k]);
            }
        }
    }
    const std::vector<std::pair<std::uint32_t, Status>> expected = {
        {1, Status::missing}, {2, Status::missing}, {3, Status::bad_argument}};
    EXPECT_EQ(warnings.all, expected);
    EXPECT_EQ(troupe.players[1].last, Status::missing);
    EXPECT_EQ(troupe.players[1].head, before[0].head);
    EXPECT_EQ(troupe.players[3].head, before[2].head) << "a bad speed poisons nothing";

    // Repaired, it plays on and is quiet; broken again, it says so again.
    troupe.players[1].clip = ClipId{0};
    troupe.players[3].speed = 1.0f;
    PlayersJob job = troupe.job(0.02f);
    job.warn = &Warnings::add;
    job.warn_user = &warnings;
    ASSERT_EQ(run(job), Status::ok);
    EXPECT_EQ(warnings.all.size(), 3u);
    EXPECT_EQ(troupe.players[1].last, Status::ok);
    troupe.players[1].clip = ClipId::none;
    ASSERT_EQ(run(job), Status::ok);
    EXPECT_EQ(warnings.all.size(), 4u);

    PoseBuffer pose(troupe.skeleton);
    std::vector<Mat34> model(20), palette(troupe.skin.view().joints.size());
    EXPECT_EQ(evaluate(troupe.players[2], troupe.rig(), {pose, model}, palette), Status::missing);
    EXPECT_EQ(palette, troupe.rest_palette);
}

TEST(Players, AClipOfAnotherRigShowsTheRestPose) {
    Troupe troupe(20, 3, 3), large(25, 1, 3);
    troupe.clips[1] = large.clip_buffers[0];
    ASSERT_GT(troupe.clips[1].joint_limit, 20u);
    troupe.players[0].clip = ClipId{1};
    Warnings warnings;
    PlayersJob job = troupe.job(0.02f);
    job.warn = &Warnings::add;
    job.warn_user = &warnings;
    ASSERT_EQ(run(job), Status::ok);
    ASSERT_EQ(run(job), Status::ok);
    ASSERT_FALSE(warnings.all.empty());
    EXPECT_EQ(warnings.all[0], (std::pair{0u, Status::bad_size}));
    for (std::size_t k = 0; k < troupe.rest_palette.size(); ++k) {
        EXPECT_EQ(troupe.palettes[k], troupe.rest_palette[k]);
    }
}

TEST(Players, FaultsChangeNothing) {
    Troupe troupe(20, 5, 4);
    ASSERT_EQ(run(troupe.job(0.1f)), Status::ok);
    const std::vector<Player> players = troupe.players;
    const std::uint64_t before = troupe.hash();
    for (const float dt : {kNan, std::numeric_limits<float>::infinity()}) {
        EXPECT_EQ(run(troupe.job(dt)), Status::bad_argument);
    }
    PlayersJob job = troupe.job(0.1f);
    job.palettes = job.palettes.first(job.palettes.size() - 1);
    EXPECT_EQ(run(job), Status::bad_size);
    job = troupe.job(0.1f);
    job.scratch.model = job.scratch.model.first(19);
    EXPECT_EQ(run(job), Status::bad_size);
    job = troupe.job(0.1f);
    job.scratch.pose = {};
    EXPECT_EQ(run(job), Status::bad_size);
    job = troupe.job(0.1f);
    Skin skin = troupe.skin;
    job.rig.skins = {&skin, 1};
    std::vector<JointIndex> wild(skin.joints.begin(), skin.joints.end());
    wild.back() = 20;
    skin.joints = wild;
    EXPECT_EQ(run(job), Status::bad_size);
    skin = troupe.skin;
    skin.inverse_binds = skin.inverse_binds.first(1);
    EXPECT_EQ(run(job), Status::bad_size);
    EXPECT_EQ(troupe.players, players);
    EXPECT_EQ(troupe.hash(), before);
}

TEST(Players, WithoutASkinOrWithoutPlayers) {
    Troupe troupe(20, 5, 5);
    PlayersJob job = troupe.job(0.1f);
    job.rig.skins = {};
    job.palettes = {};
    const Player before = troupe.players[0];
    ASSERT_EQ(run(job), Status::ok);
    EXPECT_NE(troupe.players[0], before);
    job = troupe.job(0.1f);
    job.players = {};
    EXPECT_EQ(run(job), Status::ok);
}

TEST(Players, SnapshotAndReplayGiveTheSameBits) {
    Troupe troupe(30, 8, 6);
    for (int frame = 0; frame < 30; ++frame)
        ASSERT_EQ(run(troupe.job(0.013f)), Status::ok);
    const std::vector<Player> saved = troupe.players;
    const auto play = [&] {
        std::uint64_t hash = kHashSeed;
        for (int frame = 0; frame < 60; ++frame) {
            EXPECT_EQ(run(troupe.job(0.017f)), Status::ok);
            hash = hash_u64(hash, troupe.hash());
        }
        return hash;
    };
    const std::uint64_t first = play();
    const std::vector<Player> ended = troupe.players;
    troupe.players = saved;
    EXPECT_EQ(play(), first);
    // Plain bytes, none of them undefined: a snapshot may be compared and sent as such.
    EXPECT_EQ(std::memcmp(ended.data(), troupe.players.data(), ended.size() * sizeof(Player)), 0);
}

TEST(Players, SameBitsOnEveryTarget) {
    std::uint64_t expected = 0;
    for_each_simd_target([&](const char* name) {
        std::uint64_t hash = kHashSeed;
        for (const std::uint32_t joints : {1u, 16u, 37u, 100u}) {
            Troupe troupe(joints, 6, joints);
            for (int frame = 0; frame < 20; ++frame) {
                ASSERT_EQ(run(troupe.job(0.031f)), Status::ok);
                hash = hash_u64(hash, troupe.hash());
            }
        }
        if (expected == 0) expected = hash;
        EXPECT_EQ(hash, expected) << name;
    });
    EXPECT_EQ(expected, 0xc043a212f92adb76u)
        << "pinned: the same from every compiler and from WebAssembly";
}

TEST(Players, AllocateNothing) {
    Troupe troupe(40, 50, 7);
    const PlayersJob job = troupe.job(0.016f);
    AllocCounter allocations;
    for (int frame = 0; frame < 10; ++frame) {
        const Status status = run(job);
        EXPECT_EQ(status, Status::ok);
    }
    EXPECT_EQ(allocations.count(), 0u);
}

}  // namespace
}  // namespace motus::test
