// samples/rollback - a late input: go back, play again, and come to the same bits.
// SPDX-License-Identifier: MIT
#include <motus/motus.h>

#include <cstdio>
#include <cstring>

namespace {

using Bytes = std::vector<std::byte>;

/// The game's whole frame: the same inputs give the same bits, here and on every other machine.
void step(motus::Animator& hero, int frame, int jump_at) {
    hero.parameter<float>("speed") = 2.0f;
    if (frame == jump_at) hero.parameter<motus::Trigger>("jump").fire();
    hero.update(1.0f / 60);
}

Bytes palette_of(const motus::Animator& hero) {
    const auto bytes = std::as_bytes(hero.palette());
    return {bytes.begin(), bytes.end()};
}

}  // namespace

int main() {
    const auto file = motus::Library::open(HERO_FILE);
    if (!file) return std::puts(to_string(file.error()).c_str()), 1;
    auto here = motus::Animator::create(*file, "hero");
    auto there = motus::Animator::create(*file, "hero");  // the other player's machine
    if (!here || !there) return 1;

    // There the jump is pressed in frame 20. The message arrives here after frame 30.
    for (int frame = 1; frame <= 30; ++frame)
        step(*there, frame, 20);
    Bytes before, frame_18, frame_19;
    for (int frame = 1; frame <= 30; ++frame) {
        if (frame == 19) frame_18 = here->snapshot();
        if (frame == 20) frame_19 = here->snapshot();
        step(*here, frame, -1);
    }
    std::printf("guessed %s\n", palette_of(*here) == palette_of(*there) ? "right" : "wrong");
    if (here->restore(frame_19) != motus::Status::ok) return 1;
    for (int frame = 20; frame <= 30; ++frame)
        step(*here, frame, 20);
    const bool same =
        palette_of(*here) == palette_of(*there) && here->snapshot() == there->snapshot();
    std::printf("11 frames again: %s\n", same ? "the same bits" : "DIFFERENT");

    // What is sent each frame is what changed.
    if (here->restore(frame_19) != motus::Status::ok) return 1;
    std::printf("a snapshot has %zu bytes, the next frame's difference %zu\n", frame_18.size(),
                here->delta(frame_18).size());
    // Bytes from elsewhere are looked through before they are used.
    frame_19[frame_19.size() / 2] ^= std::byte{0xff};
    frame_19.resize(frame_19.size() - 8);
    std::printf("damaged bytes: %s\n", to_string(here->restore(frame_19)));
    return same ? 0 : 1;
}
