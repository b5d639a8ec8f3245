// tools/motus/crew.h - one piece of work on several threads, as many as the system gives.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <exception>
#include <thread>
#include <vector>

namespace motus::tool {

/// More threads than this are never started, whatever is asked for.
inline constexpr std::uint32_t kMostThreads = 256;

/// Calls work(0) on this thread and work(1) ... work(count - 1) on others, and waits for all. Where
/// the system gives fewer threads, fewer calls are made: whoever works must take what is left until
/// nothing is. Returns how many calls there were. `work` must not throw.
template <typename Work>
std::uint32_t work_together(std::uint32_t count, const Work& work) {
    if (count > kMostThreads) count = kMostThreads;
    std::vector<std::thread> others;
    others.reserve(count);  // so that nothing throws where threads would be left behind
    try {
        for (std::uint32_t i = 1; i < count; ++i)
            others.emplace_back([&work, i] { work(i); });
    } catch (const std::exception&) {
        // std::system_error and std::bad_alloc: no more of them, then.
    }
    work(0);
    for (std::thread& thread : others)
        thread.join();
    return static_cast<std::uint32_t>(others.size()) + 1;
}

}  // namespace motus::tool
