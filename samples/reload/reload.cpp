// samples/reload - a new version of the file under a running hero, and what it lost.
// SPDX-License-Identifier: MIT
#include <motus/motus.h>

#include <cstdio>

int main() {
    const auto file = motus::Library::open(HERO_FILE);
    const auto edited = motus::Library::open(EDITED_FILE);  // without the jump; the wave renamed
    if (!file) return std::puts(to_string(file.error()).c_str()), 1;
    if (!edited) return std::puts(to_string(edited.error()).c_str()), 1;
    auto hero = motus::Animator::create(*file, "hero");
    if (!hero) return std::puts(to_string(hero.error()).c_str()), 1;
    hero->parameter<float>("speed") = 2.0f;
    for (int frame = 0; frame < 90; ++frame)
        hero->update(1.0f / 60);
    hero->parameter<motus::Trigger>("jump").fire();
    for (int frame = 0; frame < 20; ++frame)
        hero->update(1.0f / 60);
    const auto say = [&](const char* when) {
        std::printf("%s: %s, speed %.1f\n", when, std::string(hero->layer().state).c_str(),
                    static_cast<double>(static_cast<float>(hero->parameter<float>("speed"))));
    };
    say("before");
    const auto lost = hero->reload(*edited);
    if (!lost) return std::puts(to_string(lost.error()).c_str()), 1;
    for (const std::string& line : *lost)
        std::printf("lost: %s\n", line.c_str());
    hero->update(1.0f / 60);
    say("after");
}
