// samples/clip - a clip of a glTF file on its character.
// SPDX-License-Identifier: MIT
#include <motus/motus.h>

#include <cstdio>

int main() {
    const auto file = motus::Library::open(CLIP_FILE);  // motus bake hero.glb -o clips.motusb
    if (!file) return 1;
    auto hero = motus::Animator::create(*file, "hero");
    if (!hero) return 1;

    // A name that is not there is an answer, with the names that are.
    if (!hero->play("Wlak")) std::puts(hero->take_fault().c_str());
    if (!hero->play("Walk")) return 1;

    for (int frame = 1; frame <= 60; ++frame) {
        hero->update(1.0f / 60);
        // What a renderer uploads: three rows of four numbers for each joint of the skin.
        const auto palette = hero->palette();
        if (frame % 10 != 0) continue;
        const auto& [m] = palette[palette.size() - 1];
        std::printf("%.2f s: %zu bytes, the last joint is moved by %5.2f %5.2f %5.2f m\n",
                    frame / 60.0, palette.size_bytes(), static_cast<double>(m[3]),
                    static_cast<double>(m[7]), static_cast<double>(m[11]));
    }
}
