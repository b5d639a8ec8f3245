// samples/attachment - a sword in the hand of a walking character.
// SPDX-License-Identifier: MIT
#include <motus/math/ops.h>
#include <motus/math/trig.h>
#include <motus/motus.h>

#include <cstdio>

int main() {
    const auto file = motus::Library::open(CLIP_FILE);
    if (!file) return std::puts(to_string(file.error()).c_str()), 1;
    auto hero = motus::Animator::create(*file, "hero");
    if (!hero) return std::puts(to_string(hero.error()).c_str()), 1;
    if (!hero->play("Walk")) return std::puts(hero->take_fault().c_str()), 1;

    // The sword's own space: the pommel at the origin, the blade along +Z, 0.8 m in all. What a
    // hand holds points along +Y of its grip, so the offset turns the sword there, and puts the
    // fist 5 cm up the handle.
    const motus::Mat34 held = motus::to_matrix(
        {.translation = {0.0f, -0.05f, 0.0f},
         .rotation = motus::axis_angle({1, 0, 0}, static_cast<float>(-motus::kPi / 2))});
    const motus::Vec3 pommel{0.0f, 0.0f, 0.0f}, tip{0.0f, 0.0f, 0.8f};

    std::printf("time     pommel                  tip                     length\n");
    for (int frame = 0; frame <= 8; ++frame) {
        hero->update(frame == 0 ? 0.0f : 0.125f);
        // Times the character's own place in a game.
        const motus::Mat34 sword = hero->attachment("Grip.R", held);
        const motus::Vec3 a = transform_point(sword, pommel), b = transform_point(sword, tip);
        std::printf("%.3f s  (%5.2f, %5.2f, %5.2f)  (%5.2f, %5.2f, %5.2f)  %.3f m\n", 0.125 * frame,
                    a.x, a.y, a.z, b.x, b.y, b.z, length(subtract(b, a)));
    }
}
