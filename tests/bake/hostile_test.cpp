// tests/bake/hostile_test.cpp - machines of damaged files: refused, or run without harm.
// SPDX-License-Identifier: MIT
#include "random_machine.h"

#include <motus/core/bytes.h>

#include <gtest/gtest.h>

#include <chrono>
#include <cstring>
#include <limits>

namespace motus::test {
namespace {

using Clock = std::chrono::steady_clock;

/// A small machine that has something of everything, as a file.
AlignedBytes bake_small(std::uint64_t seed) {
    Random random(seed);
    Sketch builder;
    random_machine(random, builder);
    const Machine& graph = builder.build();
    const auto document = document_of(builder, graph, random);
    SectionWriter writer;
    add_sections(lower(*document, graph), writer);
    return writer.finish();
}

struct Tally {
    std::uint32_t refused = 0, run = 0;
};

/// Opens bytes that were signed again; what is accepted is run.
void try_bytes(std::span<std::byte> bytes, Tally& tally, Random& random) {
    sign_container(bytes);
    Container container;
    MachineTables tables;
    if (open_container(bytes, container) != Status::ok ||
        read_machines(container, tables) != Status::ok) {
        ++tally.refused;
        return;
    }
    ++tally.run;
    for (std::uint32_t i = 0; i < tables.machines.size(); ++i)
        run_wild(machine_at(tables, i), 50, random);
}

TEST(HostileMachine, EveryBitFlippedAndSignedAgain) {
    Random random(1);
    Tally tally;
    const AlignedBytes good = bake_small(11);
    AlignedBytes bad{std::span<const std::byte>(good)};
    // One bit of every byte, and then the others as far as time allows: under a sanitizer, few.
    const auto end = Clock::now() + std::chrono::seconds(4);
    for (unsigned sweep = 0; sweep < 8 && (sweep == 0 || Clock::now() < end); ++sweep) {
        for (std::size_t i = 0; i < bad.size(); ++i) {
            bad[i] ^= std::byte{1} << ((i + sweep) % 8);
            try_bytes(bad, tally, random);
            std::copy(good.begin(), good.end(), bad.begin());
        }
    }
    // Most of a file is indices, ranges and numbers with a meaning.
    EXPECT_GT(tally.refused, tally.run / 2);
    EXPECT_GT(tally.run, 100u);
}

TEST(HostileMachine, WordsOfManyFilesOverwritten) {
    const std::uint32_t words[] = {0,           1,           2,           0x7fffffffu, 0x80000000u,
                                   0xffffffffu, 0x7f800000u, 0x7fc00000u, 0x00000100u, 0xff7fffffu};
    Random random(2);
    Tally tally;
    const auto end = Clock::now() + std::chrono::seconds(2);
    for (std::uint64_t seed = 0; Clock::now() < end; ++seed) {
        const AlignedBytes good = bake_small(seed);
        for (int i = 0; i < 200 && Clock::now() < end; ++i) {
            AlignedBytes bad{std::span<const std::byte>(good)};
            for (std::uint32_t n = 1 + random.below(3); n > 0; --n) {
                const std::size_t at = 4 * random.below(static_cast<std::uint32_t>(bad.size() / 4));
                std::memcpy(bad.data() + at, &words[random.below(10)], 4);
            }
            try_bytes(bad, tally, random);
        }
    }
    EXPECT_GT(tally.refused, 100u);
    EXPECT_GT(tally.run, 100u);
}

TEST(HostileMachine, WhatIsChangedInAGraphIsFound) {
    Random random(3);
    Sketch builder;
    const auto go = builder.variable("go", Kind::float_);
    const auto a = builder.blend("A", record::StateKind::blend_1d, go);
    builder.child(a, builder.clip(1.0f), 0.0f);
    builder.child(a, builder.clip(1.0f), 1.0f);
    const auto m = builder.machine("M");
    const auto b = builder.state("B", builder.clip(1.0f), builder.graph_of(m));
    builder.to_exit(b).exit_at(1.0f).shaped(
        {{half_of(0), half_of(0), {}, {}}, {half_of(1), half_of(1), {}, {}}});
    builder.from_state(a, m).when(go, Op::greater, 1.0f);
    builder.sync(builder.layer(), 0);
    builder.synced_motion(1, a, 0);
    const Machine& graph = builder.build();
    ASSERT_EQ(check(graph, 0), Status::ok);

    // A copy of one array, changed; the graph with it must be refused.
    const auto refuses = [&](const char* what, auto member, auto&& change) {
        Machine bad = graph;
        auto& span = bad.*member;
        std::vector<std::remove_cv_t<typename std::remove_reference_t<decltype(span)>::value_type>>
            copy(span.begin(), span.end());
        change(copy);
        span = copy;
        EXPECT_EQ(check(bad, 0), Status::bad_data) << what;
    };
    refuses("target", &Machine::transitions, [](auto& t) { t[0].to = 99; });
    refuses("no target", &Machine::transitions, [](auto& t) { t[0].to = kNoState; });
    refuses("enum", &Machine::transitions,
            [](auto& t) { t[0].sync = static_cast<record::MotionSync>(3); });
    refuses("truth", &Machine::transitions,
            [](auto& t) { std::memset(&t[0].has_exit_time, 2, 1); });
    refuses("list", &Machine::state_links, [](auto& s) { ++s[0].out.count; });
    refuses("inside", &Machine::state_links, [](auto& s) { s[1].inside = 7; });
    refuses("not inside", &Machine::state_links, [](auto& s) { s[1].inside = kNoIndex; });
    refuses("layer", &Machine::state_links, [](auto& s) { s[0].layer = 1; });
    refuses("cycle", &Machine::graphs, [](auto& g) { g[0].above = 1; });
    refuses("default", &Machine::graphs, [](auto& g) { g[0].default_state = 3; });
    refuses("follows itself", &Machine::layer_links, [](auto& l) { l[1].follows = 1; });
    refuses("chain", &Machine::layer_links, [](auto& l) { l[0].follows = 1; });
    refuses("weight", &Machine::layers, [](auto& l) { l[1].weight = 1.5f; });
    refuses("mask", &Machine::layers, [](auto& l) { l[1].mask = 0; });
    refuses("variable", &Machine::conditions, [](auto& c) { c[0].variable = 1; });
    refuses("NaN", &Machine::conditions,
            [](auto& c) { c[0].compare_value = std::numeric_limits<float>::quiet_NaN(); });
    refuses("thresholds", &Machine::children, [](auto& c) { c[0].threshold = 2.0f; });
    refuses("blend", &Machine::children, [](auto& c) { c[0].blend = 0; });
    refuses("motion", &Machine::children, [](auto& c) { c[0].motion.index = 3; });
    refuses("key order", &Machine::curve_keys, [](auto& k) { std::swap(k[0], k[1]); });
    refuses("key NaN", &Machine::curve_keys, [](auto& k) { k[0].value = Half{0x7e00}; });
    refuses("speed", &Machine::states,
            [](auto& s) { s[0].speed = std::numeric_limits<float>::infinity(); });
    refuses("synced state", &Machine::synced, [](auto& s) { s[0].state = 9; });
    refuses("int default", &Machine::variables, [](auto& v) {
        v[0].kind = record::VariableKind::int_;
        v[0].default_value = 1e10f;
    });
}

TEST(HostileMachine, ABlendInsideItselfIsFound) {
    record::BlendNode blend{};
    blend.variable_x = blend.variable_y = kNoIndex;
    blend.children = {1, 1};
    record::BlendChild children[2] = {};
    for (record::BlendChild& child : children) {
        child.direct_variable = child.blend = kNoIndex;
        child.motion = {0, kNoIndex};
    }
    children[0].blend = 0;
    Sketch builder;
    const auto x = builder.variable("x", Kind::float_);
    builder.child(builder.blend("A", record::StateKind::blend_1d, x), kNoIndex, 0.0f);
    Machine graph = builder.build();
    graph.blends = {&blend, 1};
    graph.children = children;
    EXPECT_EQ(check(graph, 0), Status::ok);
    children[0].blend = kNoIndex;
    children[1].blend = 0;  // its own child
    EXPECT_EQ(check(graph, 0), Status::bad_data);
    children[0].blend = 0;  // two owners
    EXPECT_EQ(check(graph, 0), Status::bad_data);
}

}  // namespace
}  // namespace motus::test
