// Random characters alone and in crowds, on 1, 2 and 8 workers: soak_crowd SCENARIOS. Stops at the
// first that differs in a bit, an event or its root motion.
#include <tests/animator/scenario.h>
#include <tests/animator/stage.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>

int main(int argc, char** argv) {
    const std::uint64_t count = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 10'000;
    const motus::Library& hero = motus::test::hero_library();
    const motus::Library& clips = motus::test::clip_library();
    constexpr std::uint32_t kWorkers[] = {1, 2, 8};
    for (std::uint64_t seed = 0; seed < count; ++seed) {
        const bool alone = seed % 5 == 4;
        const std::string fault = motus::test::run_scenario(
            alone ? clips : hero, alone ? "Hero" : "hero", seed, kWorkers[seed % 3]);
        if (fault.empty()) continue;
        std::fprintf(stderr, "%s\n", fault.c_str());
        return 1;
    }
    std::printf("%llu scenarios, all equal\n", static_cast<unsigned long long>(count));
    return count == 0 ? 1 : 0;
}
