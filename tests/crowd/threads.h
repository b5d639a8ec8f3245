// tests/crowd/threads.h - an executor for tests: threads that take parts from the end.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/crowd/executor.h>

#include <atomic>
#include <thread>
#include <vector>

namespace motus::test {

struct Threads {
    std::uint32_t count;
    [[nodiscard]] Executor executor() { return {for_each, this, count}; }
    static void for_each(void* self, std::uint32_t parts, Executor::Body body, void* user) {
        std::atomic<std::uint32_t> left{parts};
        std::vector<std::thread> threads;
        for (std::uint32_t w = 0; w < static_cast<Threads*>(self)->count; ++w) {
            threads.emplace_back([&, w] {
                for (;;) {
                    std::uint32_t part = left.load();
                    while (part > 0 && !left.compare_exchange_weak(part, part - 1)) {
                    }
                    if (part == 0) return;
                    body(user, part - 1, w);
                }
            });
        }
        for (std::thread& thread : threads)
            thread.join();
    }
};

}  // namespace motus::test
