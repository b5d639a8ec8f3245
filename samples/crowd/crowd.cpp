// samples/crowd - a thousand heroes, each with a machine of its own, in one call a frame.
// SPDX-License-Identifier: MIT
#include <motus/motus.h>

#include <cstdio>
#include <vector>

int main() {
    constexpr std::uint32_t kHeroes = 1000;
    const auto file = motus::Library::open(HERO_FILE);
    if (!file) return 1;
    auto crowd = motus::Crowd::create(*file, "hero", kHeroes);
    if (!crowd) return 1;
    const auto speeds = crowd->parameter<float>("speed");

    auto upload = std::vector<motus::Mat34>(kHeroes * crowd->palette_size());  // all palettes
    auto walked = std::vector<float>(kHeroes);
    std::size_t happened = 0;
    for (int frame = 1; frame <= 120; ++frame) {
        for (std::uint32_t i = 0; i < kHeroes; ++i) {
            if (frame == 20) speeds[i] = static_cast<float>(i % 4);
        }
        if (!crowd->update(1.0f / 60, upload)) return 1;
        happened += crowd->events().size();  // each has a name, and says whose it is
        for (std::uint32_t i = 0; i < kHeroes; ++i) {
            const auto& [moved, turned] = crowd->root_deltas()[i];
            const auto [x, y, z] = moved;
            walked[i] += z;
        }
        if (frame % 30 != 0) continue;
        std::printf("%.1f s: the first four have come %.2f, %.2f, %.2f and %.2f m; %zu events\n",
                    frame / 60.0, static_cast<double>(walked[0]), static_cast<double>(walked[1]),
                    static_cast<double>(walked[2]), static_cast<double>(walked[3]), happened);
    }
    std::printf("%.1f MB of palettes a frame\n",
                static_cast<double>(upload.size() * sizeof(upload[0])) / 1e6);
}
