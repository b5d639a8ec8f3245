// A thousand machines nobody drew, a thousand frames each.
// SPDX-License-Identifier: MIT
#include "random_machine.h"

#include <tests/support/rounds.h>

#include <gtest/gtest.h>

#include <cmath>

namespace motus::test {
namespace {

constexpr std::uint32_t kMachines = rounds(1000);

// States of a layer whose weights need not sum to 1: direct blends, and none at all.
bool is_exempt(const RunningMachine& m, std::uint32_t state) {
    if (state == kNoState) return false;
    const record::StateKind kind = m.graph.states[state].kind;
    return kind == record::StateKind::blend_direct || kind == record::StateKind::empty;
}

TEST(RandomMachines, WeightsOfALayerSumToOneAfterEveryUpdate) {
    std::uint64_t checked = 0, blending = 0, carried = 0;
    for (std::uint32_t seed = 1; seed <= kMachines; ++seed) {
        auto random = random_machine(seed);
        RunningMachine m(random->builder);
        std::mt19937 dice(seed);
        for (int frame = 0; frame < 1000; ++frame) {
            random_inputs(*random, m, dice);
            m.tick(frame % 13 == 0 ? 0.0f : frame % 57 == 0 ? 3.0f : 1.0f / 60.0f);
            const auto layers = static_cast<std::uint32_t>(m.graph.layers.size());
            ASSERT_GE(m.playlist.layer_count, layers);
            for (std::uint32_t l = 0; l < m.playlist.layer_count; ++l) {
                for (const PlaylistItem& item : m.items(l)) {
                    ASSERT_TRUE(item.weight >= 0.0f && std::isfinite(item.weight));
                    const Ticks length = m.graph.motions[item.motion].duration;
                    ASSERT_TRUE(item.to >= Ticks{} && item.to <= length);
                    ASSERT_TRUE(item.from >= Ticks{} && item.from <= length);
                }
                if (l >= layers || m.graph.layer_links[l].follows != kNoIndex) continue;
                const LayerState& layer = m.layer(l);
                ASSERT_TRUE(layer.state == kNoState || layer.state < m.graph.states.size());
                if (layer.state == kNoState) continue;
                blending += layer.next != kNoState;
                carried += layer.carry != Carry::none;
                const bool source = layer.carry == Carry::none && is_exempt(m, layer.state);
                if (source || is_exempt(m, layer.next)) {
                    continue;
                }
                ASSERT_NEAR(m.total_weight(l), 1.0, 1e-5)
                    << "seed " << seed << " frame " << frame << " layer " << l;
                ++checked;
            }
        }
    }
    // The test has looked at something: at rest, in blends, after interruptions.
    EXPECT_GT(checked, 800u * kMachines);
    EXPECT_GT(blending, 100u * kMachines);
    EXPECT_GT(carried, 10u * kMachines);
}

TEST(RandomMachines, ExplainingChangesNothing) {
    std::vector<Considered> memory(4096);
    for (std::uint32_t seed = 1; seed <= kMachines / 10; ++seed) {
        auto random = random_machine(seed);
        RunningMachine plain(random->builder), explained(random->builder);
        std::mt19937 dice_a(seed), dice_b(seed);
        for (int frame = 0; frame < 200; ++frame) {
            random_inputs(*random, plain, dice_a);
            random_inputs(*random, explained, dice_b);
            Explanation explanation{memory, 0, 0};
            explained.explain = &explanation;
            plain.tick(1.0f / 30.0f);
            explained.tick(1.0f / 30.0f);
            ASSERT_TRUE(plain.bytes == explained.bytes) << "seed " << seed << " frame " << frame;
            std::uint32_t taken = 0, started = 0;
            for (std::uint32_t i = 0; i < explanation.count; ++i)
                taken += memory[i].blocked == Blocked::no;
            for (const MachineEvent& event : explained.events())
                started += event.kind == MachineEventKind::transition_start;
            // Every transition that started is there, and no other is said to be taken.
            ASSERT_EQ(explanation.count, explanation.total);
            ASSERT_EQ(taken, started) << "seed " << seed << " frame " << frame;
        }
    }
}

TEST(RandomMachines, NoTransitionIsInterruptedWithoutAKeptPose) {
    for (std::uint32_t seed = 1; seed <= kMachines / 10; ++seed) {
        auto random = random_machine(seed);
        RunningMachine m(random->builder);
        m.can_carry = false;
        std::mt19937 dice(seed);
        for (int frame = 0; frame < 300; ++frame) {
            random_inputs(*random, m, dice);
            m.tick(1.0f / 60.0f);
            for (std::uint32_t l = 0; l < m.playlist.layer_count; ++l)
                ASSERT_EQ(m.playlist.layers[l].carry, Carry::none);
        }
    }
}

}  // namespace
}  // namespace motus::test
