// One rig, many threads: definitions are const and shared, every thread has its own instances.
// Run under the thread sanitizer, where a hidden write to shared data is an error.
#include <gtest/gtest.h>
#include <motus/core/hash.h>
#include <motus/play/player.h>
#include <motus/pose/pose_buffer.h>
#include <scenes/stress/stress.h>

#include <thread>
#include <vector>

namespace motus {
namespace {

constexpr std::uint32_t kPlayers = 12;
constexpr int kFrames = 30;

/// Plays `count` of the players from `first` on, and hashes every palette of every frame.
std::vector<std::uint64_t> play(const Rig& rig, std::uint32_t first, std::uint32_t count) {
    const std::uint32_t joints = rig.skeleton.joint_count();
    std::vector<Player> players(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        players[i].clip = ClipId{(first + i) % scenes::kStressClips};
        players[i].mode = static_cast<PlayMode>((first + i) % 3);
        players[i].speed = (first + i) % 2 == 0 ? 1.0f : -1.5f;
    }
    PoseBuffer pose(rig.skeleton);
    std::vector<Mat34> model(joints), palettes(std::size_t{joints} * count);
    std::vector<std::uint64_t> hashes(count, kHashSeed);
    for (int frame = 0; frame < kFrames; ++frame) {
        PlayersJob job;
        job.rig = rig;
        job.dt_s = 1.0f / 60.0f;
        job.players = players;
        job.scratch = {pose, model};
        job.palettes = palettes;
        EXPECT_EQ(run(job), Status::ok);
        for (std::uint32_t i = 0; i < count; ++i) {
            for (std::uint32_t j = 0; j < joints; ++j) {
                hashes[i] = hash_floats(hashes[i], palettes[std::size_t{i} * joints + j].floats());
            }
        }
    }
    return hashes;
}

TEST(SharedRig, any_number_of_threads_gives_the_same_palettes) {
    const scenes::StressRig stress = scenes::make_stress_rig(40);
    const Rig rig = stress.view();
    const std::vector<std::uint64_t> alone = play(rig, 0, kPlayers);
    EXPECT_NE(alone[0], alone[1]);

    for (std::uint32_t workers : {2u, 3u, 4u}) {
        const std::uint32_t share = kPlayers / workers;
        std::vector<std::vector<std::uint64_t>> parts(workers);
        std::vector<std::thread> threads;
        for (std::uint32_t w = 0; w < workers; ++w) {
            threads.emplace_back([&, w] { parts[w] = play(rig, w * share, share); });
        }
        for (std::thread& thread : threads)
            thread.join();
        std::vector<std::uint64_t> together;
        for (const auto& part : parts)
            together.insert(together.end(), part.begin(), part.end());
        EXPECT_EQ(together, alone) << workers << " threads";
    }
}

// Highway picks its target on the first call; that must be safe from several threads at once, so
// this test makes its first calls there.
TEST(SharedRig, the_first_calls_may_come_from_several_threads) {
    std::vector<std::uint64_t> hashes(4);
    std::vector<std::thread> threads;
    for (std::size_t w = 0; w < hashes.size(); ++w) {
        threads.emplace_back([&, w] {
            const scenes::StressRig own = scenes::make_stress_rig(20);
            hashes[w] = play(own.view(), 0, 2)[0];
        });
    }
    for (std::thread& thread : threads)
        thread.join();
    for (std::uint64_t hash : hashes)
        EXPECT_EQ(hash, hashes[0]);
}

}  // namespace
}  // namespace motus
