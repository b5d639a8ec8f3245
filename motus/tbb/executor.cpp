// SPDX-License-Identifier: MIT
#include <motus/tbb/executor.h>

#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

namespace motus {

struct TbbExecutor::Arena {
    tbb::task_arena arena;

    // An arena gives each of its threads a number of its own below its size, the caller included.
    static void for_each(void* self, std::uint32_t parts, Executor::Body body, void* user) {
        static_cast<Arena*>(self)->arena.execute([&] {
            tbb::parallel_for(
                std::uint32_t{0}, parts,
                [&](std::uint32_t part) {
                    const int worker = tbb::this_task_arena::current_thread_index();
                    body(user, part, static_cast<std::uint32_t>(worker));
                },
                tbb::simple_partitioner());
        });
    }
};

TbbExecutor::TbbExecutor(std::uint32_t workers)
    : arena_(new Arena{tbb::task_arena(workers == 0 ? static_cast<int>(tbb::task_arena::automatic)
                                                    : static_cast<int>(workers))}) {
    arena_->arena.initialize();
}

TbbExecutor::~TbbExecutor() = default;

std::uint32_t TbbExecutor::workers() const noexcept {
    return static_cast<std::uint32_t>(arena_->arena.max_concurrency());
}

Executor TbbExecutor::executor() const noexcept {
    return {&Arena::for_each, arena_.get(), workers()};
}

}  // namespace motus
