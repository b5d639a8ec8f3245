// SPDX-License-Identifier: MIT
#include "scenario.h"

#include <motus/animator/crowd.h>
#include <tests/support/random.h>
#if !defined(__EMSCRIPTEN__)
#include <tests/crowd/threads.h>
#endif

#include <cstring>
#include <vector>

namespace motus::test {
namespace {

constexpr const char* kStates[] = {"Idle", "Move", "Turn", "Jump", "Walk", "Run", "Wave", "Free"};
constexpr const char* kClips[] = {"Wave", "Jump", "Walk"};

/// What the host does to one character in one frame, the same whoever plays it.
struct Input {
    enum class Kind : std::uint8_t { none, speed, trigger, play, fade, once };
    Kind kind = Kind::none;
    float number = 0.0f;
    const char* name = "";
    std::uint32_t layer = 0;
};

Input choose(Random& dice) {
    const std::uint32_t roll = dice.below(100);
    if (roll < 80) return {};
    if (roll < 90) return {Input::Kind::speed, dice.range(0.0f, 3.2f)};
    constexpr const char* kTriggers[] = {"jump", "turn", "wave"};
    if (roll < 94) return {Input::Kind::trigger, 0.0f, kTriggers[dice.below(3)]};
    if (roll < 95) return {Input::Kind::play, 0.5f, kStates[dice.below(8)], dice.below(2)};
    if (roll < 98) {
        return {Input::Kind::fade, dice.range(0.0f, 0.6f), kStates[dice.below(8)], dice.below(2)};
    }
    return {Input::Kind::once, 0.0f, kClips[dice.below(3)]};
}

void apply(const Input& input, Animator& one) {
    switch (input.kind) {
        case Input::Kind::none:
            break;
        case Input::Kind::speed:
            one.parameter<float>("speed") = input.number;
            break;
        case Input::Kind::trigger:
            one.parameter<Trigger>(input.name).fire();
            break;
        case Input::Kind::play:
            one.play(input.name, input.layer, input.number);
            break;
        case Input::Kind::fade:
            one.cross_fade(input.name, input.number, input.layer);
            break;
        case Input::Kind::once:
            one.play_once(input.name);
            break;
    }
}

void apply(const Input& input, Crowd& crowd, std::uint32_t i) {
    switch (input.kind) {
        case Input::Kind::none:
            break;
        case Input::Kind::speed:
            crowd.parameter<float>("speed")[i] = input.number;
            break;
        case Input::Kind::trigger:
            crowd.parameter<Trigger>(input.name)[i].fire();
            break;
        case Input::Kind::play:
            crowd.play(i, input.name, input.layer, input.number);
            break;
        case Input::Kind::fade:
            crowd.cross_fade(i, input.name, input.number, input.layer);
            break;
        case Input::Kind::once:
            crowd.play_once(i, input.name);
            break;
    }
}

bool same_event(const Event& a, const Event& b) {
    return a.hash == b.hash && a.name == b.name && a.kind == b.kind && a.layer == b.layer &&
           a.state == b.state && a.motion == b.motion && a.transition == b.transition &&
           a.payload == b.payload && std::memcmp(&a.weight, &b.weight, sizeof a.weight) == 0;
}

}  // namespace

std::string run_scenario(const Library& library, const char* name, std::uint64_t seed,
                         std::uint32_t workers) {
    Random dice(seed * 1000003 + 17);
    const std::uint32_t count = 1 + dice.below(dice.below(4) == 0 ? 200 : 12);
    const bool interrupts = dice.below(2) == 0;
    CrowdOptions options;
#if !defined(__EMSCRIPTEN__)
    Threads pool{workers};
    options.executor = pool.executor();
#else
    (void)workers;
#endif
    options.interrupts = interrupts;
    options.events = 64;
    Result<Crowd> made = Crowd::create(library, name, count, options);
    if (!made) return to_string(made.error());
    Crowd& crowd = *made;
    std::vector<Mat34> palettes(count * crowd.palette_size());
    // Every character of a small crowd, some of a large one.
    std::vector<std::uint32_t> who;
    for (std::uint32_t i = 0; i<count; i += count> 12 ? 1 + dice.below(40) : 1)
        who.push_back(i);
    std::vector<Animator> alone;
    for (std::size_t k = 0; k < who.size(); ++k) {
        Result<Animator> one =
            Animator::create(library, name, {.interrupts = interrupts, .events = 512});
        if (!one) return to_string(one.error());
        alone.push_back(*std::move(one));
    }
    for (int frame = 0; frame < 24; ++frame) {
        const std::string at = "seed " + std::to_string(seed) + ", frame " + std::to_string(frame);
        for (std::size_t k = 0; k < who.size(); ++k) {
            const Input input = choose(dice);
            apply(input, alone[k]);
            apply(input, crowd, who[k]);
        }
        // Now and then one is taken out, played alone and put back; or both go on elsewhere.
        if (dice.below(6) == 0) {
            const std::uint32_t k = dice.below(static_cast<std::uint32_t>(who.size()));
            Result<Animator> taken = crowd.take(who[k]);
            if (!taken || taken->snapshot() != alone[k].snapshot()) return at + ": taken out";
            taken->update(0.05f);
            alone[k].update(0.05f);
            if (!crowd.put(who[k], *taken)) return at + ": put back";
        }
        const std::uint32_t roll = dice.below(8);
        const float dt_s = roll == 0 ? 0.0f : roll == 1 ? 0.4f : dice.range(0.005f, 0.06f);
        if (!crowd.update(dt_s, palettes) || crowd.lost_events() != 0) return at + ": update";
        std::size_t event = 0;
        for (std::size_t k = 0; k < who.size(); ++k) {
            if (!alone[k].update(dt_s) || alone[k].lost_events() != 0) return at + ": alone";
            const auto own =
                std::span(palettes).subspan(who[k] * crowd.palette_size(), crowd.palette_size());
            if (std::memcmp(own.data(), alone[k].palettes().data(), own.size_bytes()) != 0)
                return at + ": palettes";
            const RootDelta root = alone[k].root_delta();
            if (std::memcmp(&root, &crowd.root_deltas()[who[k]], sizeof root) != 0)
                return at + ": root motion";
            // The crowd lists events and changes in one row.
            std::size_t events = 0, changes = 0;
            while (event < crowd.events().size() && crowd.events()[event].character < who[k])
                ++event;
            for (; event < crowd.events().size() && crowd.events()[event].character == who[k];
                 ++event) {
                const Event& in = crowd.events()[event];
                const bool change =
                    in.kind != MachineEventKind::motion && in.kind != MachineEventKind::state;
                const auto list = change ? alone[k].changes() : alone[k].events();
                std::size_t& next = change ? changes : events;
                if (next >= list.size() || !same_event(in, list[next])) return at + ": an event";
                ++next;
            }
            if (events != alone[k].events().size() || changes != alone[k].changes().size())
                return at + ": events are missing";
        }
    }
    return {};
}

}  // namespace motus::test
