// tests/machine/random_inputs.cpp - what a restless game does to a random machine.
// SPDX-License-Identifier: MIT
#include "random_machine.h"

#include <gtest/gtest.h>

#include <cmath>

namespace motus::test {

void smooth_inputs(RandomMachine& machine, RunningMachine& instance, std::mt19937& random,
                   float dt_s) {
    const auto unit = [&] { return std::uniform_real_distribution<float>(0.0f, 1.0f)(random); };
    const auto frame = static_cast<float>(machine.frame++);
    for (std::size_t i = 0; i < machine.floats.size(); ++i) {
        // A triangle wave between -1 and 1: slope 1 per second.
        const float phase = std::fmod(frame * dt_s + static_cast<float>(i), 4.0f);
        instance.set(machine.floats[i], phase < 2.0f ? phase - 1.0f : 3.0f - phase);
    }
    for (const std::uint32_t v : machine.ints)
        if (unit() < 0.02f) instance.set(v, std::floor(unit() * 3.0f));
    for (const std::uint32_t v : machine.bools)
        if (unit() < 0.02f) instance.set(v, unit() < 0.5f ? 0.0f : 1.0f);
    for (const std::uint32_t v : machine.triggers)
        if (unit() < 0.02f) instance.fire(v);
    // Three at a time would cut the oldest.
    const OneShot& older = view_of(instance.graph, instance.bytes).header->one_shots[0];
    if (unit() < 0.003f && older.motion == kNoIndex) {
        EXPECT_EQ(play_one_shot(instance.graph, instance.bytes, machine.clips[0], 0.2f, 0.2f),
                  Status::ok);
    }
}

void random_inputs(RandomMachine& machine, RunningMachine& instance, std::mt19937& random) {
    const auto unit = [&] { return std::uniform_real_distribution<float>(0.0f, 1.0f)(random); };
    for (const std::uint32_t v : machine.floats)
        if (unit() < 0.1f) instance.set(v, unit() * 4.0f - 2.0f);
    for (const std::uint32_t v : machine.ints)
        if (unit() < 0.05f) instance.set(v, std::floor(unit() * 3.0f));
    for (const std::uint32_t v : machine.bools)
        if (unit() < 0.05f) instance.set(v, unit() < 0.5f ? 0.0f : 1.0f);
    for (const std::uint32_t v : machine.triggers)
        if (unit() < 0.04f) instance.fire(v);
    const std::size_t layers = instance.graph.layers.size();
    if (layers > 1 && unit() < 0.02f) {
        EXPECT_EQ(set_layer_weight(instance.graph, instance.bytes, 1, unit()), Status::ok);
    }
    if (unit() < 0.01f) {
        EXPECT_EQ(play_one_shot(instance.graph, instance.bytes, machine.clips[0]), Status::ok);
    }
}

}  // namespace motus::test
