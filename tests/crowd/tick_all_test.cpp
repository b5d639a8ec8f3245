// SPDX-License-Identifier: MIT
#include "herd.h"

namespace motus::test {
namespace {

// Runs parts backwards, by turns as one worker and another: all that a host may do, on one thread.
void backwards(void* self, std::uint32_t parts, Executor::Body body, void* user) {
    const std::uint32_t workers = *static_cast<const std::uint32_t*>(self);
    for (std::uint32_t part = parts; part-- > 0;)
        body(user, part, part % workers);
}

TEST(TickAll, OrderWorkersAndBatchesChangeNothing) {
    for (std::uint32_t seed = 1; seed <= 4; ++seed) {
        const auto expected = Herd(seed, 50, 1).run_all({}, 64, 40);
        EXPECT_NE(expected[0], expected[1]);
        for (std::uint32_t workers : {1u, 2u, 8u}) {
            for (const std::uint32_t batch : {1u, 7u, 64u}) {
                Herd herd(seed, 50, workers);
                const Executor executor{backwards, &workers, workers};
                ASSERT_TRUE(herd.run_all(executor, batch, 40) == expected)
                    << workers << " workers, batches of " << batch;
            }
        }
    }
}

TEST(TickAll, IsTheSameAsTickingEachAlone) {
    Herd herd(5, 20, 1), alone(5, 20, 1);
    const PlaylistLimits limits = playlist_limits(alone.graph());
    std::vector<PlaylistItem> items(limits.items);
    std::vector<PlaylistLayer> layers(limits.layers);
    for (std::uint32_t frame = 0; frame < 30; ++frame) {
        herd.set_inputs(frame);
        alone.set_inputs(frame);
        ASSERT_EQ(run(herd.job({}, 3, 0.02f)), Status::ok);
        for (std::uint32_t i = 0; i < 20; ++i) {
            Playlist playlist{items, layers, 0, 0};
            const TickJob job{.graph = alone.graph(),
                              .instance = alone.instance(i),
                              .dt_s = 0.02f,
                              .playlist = &playlist,
                              .can_carry = true};
            ASSERT_EQ(run(job), Status::ok);
            const auto a = herd.instance(i), b = alone.instance(i);
            ASSERT_TRUE(std::equal(a.begin(), a.end(), b.begin())) << frame << " " << i;
        }
    }
}

TEST(TickAll, SaysWhatWentWrongFirstAndStepsTheOthers) {
    Herd herd(6, 20, 2), good(6, 20, 2);
    herd.instance(7)[0] ^= std::byte{1};  // of another graph
    herd.instance(12)[0] ^= std::byte{1};
    std::uint32_t workers = 2;
    EXPECT_EQ(run(herd.job({backwards, &workers, 2}, 4, 0.02f)), Status::bad_data);
    EXPECT_EQ(run(good.job({}, 4, 0.02f)), Status::ok);
    for (std::uint32_t i = 0; i < 20; ++i) {
        const auto a = herd.instance(i), b = good.instance(i);
        const bool equal = std::equal(a.begin(), a.end(), b.begin());
        EXPECT_EQ(equal, i != 7 && i != 12) << i;
    }
}

TEST(TickAll, RefusesAJobThatDoesNotFitBeforeItSteps) {
    Herd herd(7, 4, 1), fresh(7, 4, 1);
    TickAllJob job = herd.job({}, 4, 0.02f);
    job.stride = 4;
    EXPECT_EQ(run(job), Status::bad_argument);
    job = herd.job({}, 0, 0.02f);
    EXPECT_EQ(run(job), Status::bad_argument);
    job = herd.job({}, 4, 0.02f);
    job.executor.workers = 2;
    EXPECT_EQ(run(job), Status::bad_size);
    job = herd.job({}, 4, 0.02f);
    job.instances = job.instances.subspan(8);
    EXPECT_EQ(run(job), Status::bad_size);
    for (std::uint32_t i = 0; i < 4; ++i) {
        const auto a = herd.instance(i), b = fresh.instance(i);
        EXPECT_TRUE(std::equal(a.begin(), a.end(), b.begin()));
    }
    job = herd.job({}, 4, 0.02f);
    job.instances = {};
    EXPECT_EQ(run(job), Status::ok);
}

}  // namespace
}  // namespace motus::test
