// oneTBB behind the executor: each part once, workers apart from each other, the same bits.
#include <motus/tbb/executor.h>
#include <tests/crowd/herd.h>

#include <atomic>
#include <chrono>
#include <thread>

namespace motus::test {
namespace {

struct Seen {
    std::vector<std::atomic<int>> parts, busy;
    std::atomic<int> together{0}, faults{0}, most{0};
    Seen(std::size_t part_count, std::size_t workers) : parts(part_count), busy(workers) {}
};

void note(void* user, std::uint32_t part, std::uint32_t worker) {
    Seen& seen = *static_cast<Seen*>(user);
    if (worker >= seen.busy.size() || part >= seen.parts.size()) {
        ++seen.faults;
        return;
    }
    if (++seen.busy[worker] != 1) ++seen.faults;
    const int now = ++seen.together;
    for (int most = seen.most; now > most && !seen.most.compare_exchange_weak(most, now);) {
    }
    ++seen.parts[part];
    std::this_thread::sleep_for(std::chrono::microseconds(50));  // so that others come
    --seen.together;
    --seen.busy[worker];
}

TEST(TbbExecutor, RunsEachPartOnceAndNoWorkerTwiceAtATime) {
    for (const std::uint32_t workers : {1u, 2u, 8u}) {
        const TbbExecutor tbb(workers);
        ASSERT_EQ(tbb.workers(), workers);
        const Executor executor = tbb.executor();
        ASSERT_EQ(executor.workers, workers);
        for (const std::uint32_t parts : {0u, 1u, 7u, 500u}) {
            Seen seen(parts, workers);
            run_parts(executor, parts, note, &seen);
            EXPECT_EQ(seen.faults, 0) << workers << " workers, " << parts << " parts";
            EXPECT_LE(seen.most, static_cast<int>(workers));
            for (const std::atomic<int>& count : seen.parts)
                EXPECT_EQ(count, 1);
        }
    }
}

TEST(TbbExecutor, TakesAsManyWorkersAsThereAre) {
    const TbbExecutor tbb;
    EXPECT_GE(tbb.workers(), 1u);
    Seen seen(100, tbb.workers());
    run_parts(tbb.executor(), 100, note, &seen);
    EXPECT_EQ(seen.faults, 0);
}

// A thread of the host that is inside another arena calls too.
TEST(TbbExecutor, IsCalledFromInsideAnother) {
    const TbbExecutor outer(2);
    std::atomic<int> faults{0};
    run_parts(
        outer.executor(), 8,
        [](void* user, std::uint32_t, std::uint32_t) {
            const TbbExecutor inner(3);
            Seen seen(40, 3);
            run_parts(inner.executor(), 40, note, &seen);
            for (const std::atomic<int>& count : seen.parts)
                seen.faults += count != 1;
            *static_cast<std::atomic<int>*>(user) += seen.faults;
        },
        &faults);
    EXPECT_EQ(faults, 0);
}

TEST(TbbExecutor, MachinesHaveTheSameBitsWithAnyNumberOfWorkers) {
    const auto expected = Herd(1, 64, 1).run_all({}, 64, 20);
    for (const std::uint32_t workers : {1u, 2u, 8u}) {
        Herd herd(1, 64, workers);
        const TbbExecutor tbb(workers);
        ASSERT_TRUE(herd.run_all(tbb.executor(), 3, 20) == expected) << workers << " workers";
    }
}

}  // namespace
}  // namespace motus::test
