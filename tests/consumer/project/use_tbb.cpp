// A game without a job system of its own: oneTBB through what is installed.
#include <motus/tbb/executor.h>

#include <atomic>
#include <cstdio>

int main() {
    const motus::TbbExecutor threads(2);
    std::atomic<unsigned> sum{0};
    const auto add = [](void* user, std::uint32_t part, std::uint32_t) {
        *static_cast<std::atomic<unsigned>*>(user) += part;
    };
    run_parts(threads.executor(), 100, add, &sum);
    if (sum != 4950) return 1;
    std::puts("consumer of motus::tbb: ok");
    return 0;
}
