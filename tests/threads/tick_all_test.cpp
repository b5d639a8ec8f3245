// Machines on many threads: one graph, an array of instances, 1, 2 and 8 workers, the same bits.
#include <tests/crowd/herd.h>

#include <atomic>
#include <thread>

namespace motus::test {
namespace {

// A small job system: each thread takes the next part until there is none.
void on_threads(void* self, std::uint32_t parts, Executor::Body body, void* user) {
    const std::uint32_t workers = *static_cast<const std::uint32_t*>(self);
    std::atomic<std::uint32_t> next{0};
    std::vector<std::thread> threads;
    for (std::uint32_t worker = 0; worker < workers; ++worker) {
        threads.emplace_back([&, worker] {
            for (std::uint32_t part = next++; part < parts; part = next++)
                body(user, part, worker);
        });
    }
    for (std::thread& thread : threads)
        thread.join();
}

TEST(TickAllThreads, OneTwoAndEightWorkersGiveTheSameBits) {
    for (std::uint32_t seed = 1; seed <= 3; ++seed) {
        const auto expected = Herd(seed, 64, 1).run_all({}, 64, 20);
        for (std::uint32_t workers : {1u, 2u, 8u}) {
            Herd herd(seed, 64, workers);
            const Executor executor{on_threads, &workers, workers};
            ASSERT_TRUE(herd.run_all(executor, 3, 20) == expected) << workers << " workers";
        }
    }
}

}  // namespace
}  // namespace motus::test
