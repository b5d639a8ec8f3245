// SPDX-License-Identifier: MIT
#include <motus/bake/machine.h>

#include "small_machine.h"

#include <tests/support/rounds.h>

namespace motus {
namespace {

using test::numbered;
using test::Random;
using test::SmallMachine;

TEST(BakedMachine, RunsLikeTheOneLaidOutByHand) {
    constexpr std::uint32_t kMachines = test::rounds(300);
    std::uint32_t transitions = 0, nested = 0, dropped = 0, synced = 0;
    for (std::uint64_t seed = 0; seed < kMachines; ++seed) {
        Random random(seed);
        test::Sketch builder;
        random_machine(random, builder);
        const Machine& by_hand = builder.build();
        ASSERT_EQ(check(by_hand, 0), Status::ok) << seed;
        const auto document = document_of(builder, by_hand, random);
        const LoweredMachines lowered = test::lower(*document, by_hand);
        Machine baked;
        ASSERT_EQ(read_machine(lowered.tables(), 0, baked), Status::ok) << seed;
        transitions += static_cast<std::uint32_t>(baked.transitions.size());
        nested += static_cast<std::uint32_t>(baked.graphs.size() > 3);
        synced += static_cast<std::uint32_t>(baked.synced.size());
        dropped += lowered.dropped_transitions;
        expect_same_run(by_hand, baked, 120, random);
        if (HasFailure()) FAIL() << "seed " << seed;
    }
    EXPECT_GT(transitions, 10 * kMachines);
    EXPECT_GT(nested, kMachines / 5);
    EXPECT_GT(synced, kMachines / 5);
    EXPECT_GT(dropped, kMachines);
}

// Ids are a document's alone.
template <class T>
std::vector<std::byte> bytes_of(std::span<const T> items) {
    std::vector<T> copy(items.begin(), items.end());
    if constexpr (requires { copy[0].id; }) {
        for (T& item : copy)
            item.id = 0;
    }
    const auto bytes = std::as_bytes(std::span<const T>(copy));
    return {bytes.begin(), bytes.end()};
}

TEST(BakedMachine, ABuiltMachineHasTheBytesOfTheDocuments) {
    for (std::uint64_t seed = 0; seed < test::rounds(200u); ++seed) {
        Random random(seed);
        test::Sketch builder;
        random_machine(random, builder);
        const Machine& built = builder.build();
        const auto document = document_of(builder, built, random);
        const LoweredMachines lowered = test::lower(*document, built);
        Machine baked;
        ASSERT_EQ(read_machine(lowered.tables(), 0, baked), Status::ok) << seed;
        const auto same = [](auto a, auto b) { return bytes_of(a) == bytes_of(b); };
        EXPECT_TRUE(same(built.variables, baked.variables)) << seed;
        EXPECT_TRUE(same(built.layers, baked.layers)) << seed;
        EXPECT_TRUE(same(built.layer_links, baked.layer_links)) << seed;
        EXPECT_TRUE(same(built.graphs, baked.graphs)) << seed;
        EXPECT_TRUE(same(built.states, baked.states)) << seed;
        EXPECT_TRUE(same(built.state_links, baked.state_links)) << seed;
        EXPECT_TRUE(same(built.transitions, baked.transitions)) << seed;
        EXPECT_TRUE(same(built.conditions, baked.conditions)) << seed;
        EXPECT_TRUE(same(built.curves, baked.curves)) << seed;
        EXPECT_TRUE(same(built.curve_keys, baked.curve_keys)) << seed;
        EXPECT_TRUE(same(built.children, baked.children)) << seed;
        EXPECT_TRUE(same(built.synced, baked.synced)) << seed;
        EXPECT_EQ(built.start, baked.start) << seed;
        EXPECT_EQ(built.trigger_reset, baked.trigger_reset) << seed;
        if (HasFailure()) return;
    }
}

TEST(BakedMachine, SameDocumentSameBytes) {
    for (std::uint64_t seed = 0; seed < test::rounds(200u); ++seed) {
        Random random(seed);
        test::Sketch builder;
        random_machine(random, builder);
        const auto document = document_of(builder, builder.build(), random);
        const auto bake = [&] {
            SectionWriter writer;
            add_sections(test::lower(*document, builder.build()), writer);
            return writer.finish();
        };
        const AlignedBytes once = bake();
        ASSERT_GT(once.size(), 1000u);
        ASSERT_TRUE(once == bake()) << seed;
    }
}

TEST(BakedMachine, LinearCurvesAreNothing) {
    SmallMachine small(2);
    auto graph = small.document->begin_change(small.graph(), "Transitions");
    for (int i = 0; i < 50; ++i) {
        auto transition = graph.transitions_append();
        transition.set_from(small.states[0]).set_to(small.states[1]);
        transition.conditions_append().set_variable(small.go);
        // None, no keys, and the three ways to draw the same line; then five that are not.
        if (i % 10 == 0) continue;
        auto curve = transition.curve_make();
        if (i % 10 == 1) continue;
        const float near = i % 10 == 2 ? 0.0009f : 0.0f;
        const float slope = i >= 45 ? -0.5f : -1.0f;
        curve.keys_append().set_time(near).set_value(1 - near).set_out_tangent(slope + near);
        curve.keys_append().set_time(1 - near).set_value(near).set_in_tangent(slope - near);
    }
    ASSERT_TRUE(graph.commit());
    Diagnostics faults;
    const LoweredMachines lowered = small.lower(faults);
    EXPECT_TRUE(faults.faults().empty());
    EXPECT_EQ(lowered.transitions.size(), 50u);
    EXPECT_EQ(lowered.curve_keys.size() * sizeof(CurveKey), 80u);
    EXPECT_EQ(lowered.curves[45].count, 2u);
    EXPECT_EQ(lowered.curves[44].count, 0u);
}

TEST(BakedMachine, AnyStateTransitionsAreStoredOnce) {
    SmallMachine small(100);
    auto graph = small.document->begin_change(small.graph(), "Transitions");
    for (int i = 0; i < 3; ++i) {
        auto transition = graph.transitions_append();
        transition.set_from_kind(doc::TransitionFrom::any).set_to(small.states[50]);
        transition.conditions_append().set_variable(small.go);
    }
    ASSERT_TRUE(graph.commit());
    Diagnostics faults;
    const LoweredMachines lowered = small.lower(faults);
    EXPECT_EQ(lowered.states.size(), 100u);
    EXPECT_EQ(lowered.transitions.size(), 3u);
    EXPECT_EQ(lowered.layer_links[0].any.count, 3u);

    // Drawn from every state, the same is a hundred times as much.
    auto again = small.document->begin_change(small.graph(), "Expanded");
    for (int i = 2; i >= 0; --i)
        again.transitions_remove(static_cast<std::size_t>(i));
    for (const std::uint64_t state : small.states) {
        for (int i = 0; i < 3; ++i) {
            auto transition = again.transitions_append();
            transition.set_from(state).set_to(small.states[50]);
            transition.conditions_append().set_variable(small.go);
        }
    }
    ASSERT_TRUE(again.commit());
    EXPECT_EQ(small.lower(faults).transitions.size(), 300u);
}

TEST(BakedMachine, CurvesAreInverted) {
    SmallMachine small(2);
    auto graph = small.document->begin_change(small.graph(), "Curve");
    auto transition = graph.transitions_append();
    transition.set_from(small.states[0]).set_to(small.states[1]);
    transition.conditions_append().set_variable(small.go);
    auto curve = transition.curve_make();
    curve.keys_append().set_time(1).set_value(0).set_in_tangent(-2);  // later, though listed first
    curve.keys_append().set_time(0).set_value(1).set_out_tangent(0.5f);
    ASSERT_TRUE(graph.commit());
    Diagnostics faults;
    const LoweredMachines lowered = small.lower(faults);
    ASSERT_EQ(lowered.curve_keys.size(), 2u);
    const CurveKey first{half_of(0), half_of(0), half_of(0), half_of(-0.5f)};
    const CurveKey last{half_of(1), half_of(1), half_of(2), half_of(0)};
    EXPECT_EQ(lowered.curve_keys[0], first);
    EXPECT_EQ(lowered.curve_keys[1], last);
}

TEST(BakedMachine, SubMachinesAreRangesThatKeepTheirPaths) {
    SmallMachine small(1);
    auto graph = small.document->begin_change(small.graph(), "Nest");
    auto outer = graph.states_append();
    outer.set_name("Outer").set_kind(doc::StateKind::sub_machine);
    auto inside = outer.graph_make();
    const std::uint64_t a = inside.states_append().set_name("A").object().id();
    auto deep = inside.states_append();
    deep.set_name("Deep").set_kind(doc::StateKind::sub_machine);
    auto bottom = deep.graph_make();
    const std::uint64_t b = bottom.states_append().set_name("B").object().id();
    bottom.set_entry(b);
    inside.set_entry(a);
    graph.states_append().set_name("Last");
    ASSERT_TRUE(graph.commit());
    Diagnostics faults;
    const LoweredMachines lowered = small.lower(faults);
    EXPECT_TRUE(faults.faults().empty());
    ASSERT_EQ(lowered.graphs.size(), 3u);
    const auto range = [](record::Range r) { return std::pair(r.start, r.count); };
    EXPECT_EQ(range(lowered.graphs[0].states), std::pair(0u, 6u));
    EXPECT_EQ(range(lowered.graphs[1].states), std::pair(2u, 3u));
    EXPECT_EQ(range(lowered.graphs[2].states), std::pair(4u, 1u));
    EXPECT_EQ(NameHash{lowered.states[4].path}, hash_name("Outer/Deep/B"));
    EXPECT_EQ(NameHash{lowered.states[5].path}, hash_name("Last"));
    EXPECT_EQ(lowered.state_links[3].inside, 2u);
}

TEST(BakedMachine, SoloSilencesItsSource) {
    SmallMachine small(3);
    auto graph = small.document->begin_change(small.graph(), "Solo");
    const auto add = [&](std::uint64_t from) {
        auto transition = graph.transitions_append();
        transition.set_from(from).set_to(small.states[2]).set_has_exit_time(true);
        return transition;
    };
    add(small.states[0]);
    add(small.states[0]).set_solo(true);
    add(small.states[0]).set_solo(true).set_mute(true);
    add(small.states[1]);  // another source
    ASSERT_TRUE(graph.commit());
    Diagnostics faults;
    const LoweredMachines lowered = small.lower(faults);
    EXPECT_EQ(lowered.state_links[0].out.count, 1u);
    EXPECT_EQ(lowered.state_links[1].out.count, 1u);
    EXPECT_EQ(lowered.dropped_transitions, 2u);
    EXPECT_TRUE(faults.faults().empty());
}

TEST(BakedMachine, BlendsInsideBlendsAreLaidOutLevelByLevel) {
    SmallMachine small(0);
    auto graph = small.document->begin_change(small.graph(), "Blends");
    for (int s = 0; s < 2; ++s) {
        auto state = graph.states_append();
        state.set_name(numbered("B", static_cast<std::uint64_t>(s)))
            .set_kind(doc::StateKind::blend_direct);
        if (s == 0) graph.set_entry(state.object().id());
        for (int i = 0; i < 2; ++i) {
            auto child = state.children_append();
            child.set_direct_variable(small.go);
            auto blend = child.blend_make();
            blend.set_name("N").set_kind(doc::BlendKind::blend_1d).set_variable_x(small.go);
            blend.children_append().set_threshold(2);
            blend.children_append().set_threshold(1);
            auto third = blend.children_append();
            third.set_threshold(3);
            third.blend_make().set_kind(doc::BlendKind::blend_direct).children_append();
        }
    }
    ASSERT_TRUE(graph.commit());
    Diagnostics faults;
    const LoweredMachines lowered = small.lower(faults);
    Machine read;
    ASSERT_EQ(read_machine(lowered.tables(), 0, read), Status::ok);
    EXPECT_EQ(read.blends.size(), 8u);
    EXPECT_EQ(read.children.size(), 4u + 12u + 4u);
    for (std::uint32_t i = 0; i < 4; ++i) {
        EXPECT_EQ(read.children[i].blend, i);
        const std::uint32_t first = read.blends[i].children.start;
        EXPECT_EQ(read.children[first].threshold, 1.0f);
        EXPECT_EQ(read.children[first + 1].threshold, 2.0f);
        EXPECT_EQ(read.children[first + 2].blend, 4 + i);
    }
}

TEST(BakedMachine, MachinesOfOneFileDoNotKnowEachOther) {
    Random random(5);
    test::Sketch builder;
    random_machine(random, builder);
    const Machine& by_hand = builder.build();
    const auto document = document_of(builder, by_hand, random);
    const LoweredMachines alone = test::lower(*document, by_hand);
    auto library = document->begin_change(content(*document).library(), "Second");
    auto second = library.machines_insert(0);
    second.set_name("first");
    auto layer = second.machine_change().layers_append();
    auto graph = layer.graph_change();
    graph.set_entry(graph.states_append().set_name("Only").object().id());
    second.variables_append().set_name("other");
    ASSERT_TRUE(library.commit());
    const LoweredMachines both = test::lower(*document, by_hand);
    ASSERT_EQ(both.machines.size(), 2u);
    EXPECT_EQ(find_machine(both.tables(), hash_name("machine")), 1u);
    Machine a, b;
    ASSERT_EQ(read_machine(alone.tables(), 0, a), Status::ok);
    ASSERT_EQ(read_machine(both.tables(), 1, b), Status::ok);
    EXPECT_EQ(read_machine(both.tables(), 2, b), Status::missing);
    expect_same_run(a, b, 60, random);
}

// Else its ring of markers would not be one, and sync by markers silently off.
TEST(BakedMachine, AMarkerAtTheEndOfALoopIsAtItsStart) {
    const NameHash left = hash_name("left"), right = hash_name("right");
    const Ticks half = ticks_of_seconds(0.5), whole = ticks_of_seconds(1.0);
    const auto marks = [&](bool loops, std::vector<EventTime> markers) {
        LoweredMachines machines;
        machines.add_motion(MotionKind::clip, whole, loops, {{whole, right}}, std::move(markers));
        EXPECT_EQ(machines.events[0].time, whole) << "an event at the end stays there";
        return machines.markers;
    };
    using Times = std::vector<EventTime>;
    EXPECT_EQ(marks(true, {{half, right}, {whole, left}}), (Times{{{}, left}, {half, right}}));
    EXPECT_EQ(marks(true, {{{}, left}, {half, right}, {whole, left}}),
              (Times{{{}, left}, {half, right}}));
    EXPECT_EQ(marks(false, {{half, right}, {whole, left}}), (Times{{half, right}, {whole, left}}));
}

}  // namespace
}  // namespace motus
