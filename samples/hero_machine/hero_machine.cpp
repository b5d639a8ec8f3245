// samples/hero_machine - a hero by a state machine: a baked file in, palettes out.
// SPDX-License-Identifier: MIT
#include <motus/motus.h>

#include <cstdio>

int main() {
    const auto file = motus::Library::open(HERO_FILE);  // motus bake hero -o hero.motusb
    if (!file) return std::puts(to_string(file.error()).c_str());
    auto hero = motus::Animator::create(*file, "hero");
    if (!hero) return std::puts(to_string(hero.error()).c_str());
    const auto speed = hero->parameter<float>("speed");

    float way = 0.0f;
    std::size_t steps = 0, bytes = 0;
    for (int frame = 1; frame <= 300; ++frame) {
        if (frame == 30) speed = 1.2f;
        if (frame == 90) speed = 2.6f;
        if (frame == 240) speed = 0.0f;
        hero->update(1.0f / 60);
        const auto [x, y, z] = hero->root_delta().translation;
        way += z;
        steps += hero->events().size();         // each has a name: play a sound
        bytes += hero->palette().size_bytes();  // three rows of four per joint: upload it
        if (frame % 50 != 0) continue;
        std::printf("%3d: %5.2f m, %2zu steps, %zu bytes\n", frame, way, steps, bytes);
    }
}
