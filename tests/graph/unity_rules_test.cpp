// Rules of Unity's animator that no other file here has: each test is named after its rule.
// docs/unity_rules.md lists all of them, and where each is tested.
// SPDX-License-Identifier: MIT
#include "machine_builder.h"

#include <motus/graph/check.h>

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

namespace motus::test {
namespace {

// "s" + std::to_string(n) makes g++ 12 warn of an overlap that is none.
std::string numbered(std::uint32_t number) {
    std::string name = "s";
    name += std::to_string(number);
    return name;
}

TEST(Parameters, StartAtTheDefaultOfTheirKind) {
    MachineBuilder b;
    const auto x = b.variable("x", Kind::float_, 0.75f), n = b.variable("n", Kind::int_, 3.0f);
    const auto on = b.variable("on", Kind::bool_, 1.0f), go = b.variable("go", Kind::trigger, 1.0f);
    const auto clip = b.clip(1.0f);
    const auto a = b.state("A", clip), c = b.state("B", clip);
    // A trigger's default is a bool: set, it fires once.
    b.from_state(a, c).when(go, Op::is_true);
    b.from_state(c, a).when(go, Op::is_true);
    Machine m(b);
    const InstanceView view = view_of(m.graph, m.bytes);
    EXPECT_EQ(view.variables[x], 0x3f400000u);
    EXPECT_EQ(view.variables[n], 3u);
    EXPECT_EQ(view.variables[on], 1u);
    EXPECT_EQ(m.tick(0.1f).state(), "B");
    EXPECT_FALSE(m.is_set(go));
    EXPECT_EQ(m.tick(0.1f).state(), "B");
}

TEST(Parameters, ABlendReadsFloatsOnly) {
    for (const Kind kind : {Kind::float_, Kind::int_, Kind::bool_}) {
        MachineBuilder b;
        const auto x = b.variable("x", kind);
        const auto blend = b.blend("Blend", record::StateKind::blend_1d, x);
        b.child(blend, b.clip(1.0f), 0.0f);
        b.child(blend, b.clip(1.0f), 1.0f);
        Machine m(b);
        m.set(x, 1.0f).tick(0.1f);
        float second = 0.0f;
        for (const PlaylistItem& item : m.items())
            if (item.motion == 1) second = item.weight;
        EXPECT_EQ(second, kind == Kind::float_ ? 1.0f : 0.0f);
    }
}

TEST(Conditions, ThresholdsOfIntsAreRounded) {
    for (const auto& [threshold, holds] : {std::pair(4.6f, true), std::pair(5.4f, true),
                                           std::pair(5.6f, false), std::pair(4.4f, false)}) {
        MachineBuilder b;
        const auto n = b.variable("n", Kind::int_, 5.0f);
        const auto clip = b.clip(1.0f);
        const auto a = b.state("A", clip), c = b.state("B", clip);
        b.from_state(a, c).when(n, Op::equal, threshold);
        EXPECT_EQ(Machine(b).tick(0.1f).state(), holds ? "B" : "A") << threshold;
    }
}

TEST(Conditions, OfFloatsAreStrict) {
    for (const Op op : {Op::greater, Op::less}) {
        MachineBuilder b;
        const auto x = b.variable("x", Kind::float_, 0.5f);
        const auto clip = b.clip(1.0f);
        const auto a = b.state("A", clip), c = b.state("B", clip);
        b.from_state(a, c).when(x, op, 0.5f);
        Machine m(b);
        EXPECT_EQ(m.tick(0.1f).state(), "A");
        m.set(x, std::nextafter(0.5f, op == Op::greater ? 1.0f : 0.0f));
        EXPECT_EQ(m.tick(0.1f).state(), "B");
    }
}

TEST(Conditions, AreLookedAtWhereTheExitTimeLets) {
    // Open before the crossing and closed at it: not taken; the trigger stays.
    MachineBuilder b;
    const auto go = b.variable("go", Kind::trigger), open = b.variable("open", Kind::bool_, 1.0f);
    const auto a = b.state("A", b.clip(1.0f, false)), c = b.state("B", b.clip(1.0f));
    b.from_state(a, c).exit_at(0.5f, true).when(go, Op::is_true).when(open, Op::is_true);
    Machine m(b);
    m.fire(go).tick(0.4f);
    EXPECT_EQ(m.state(), "A");
    m.set(open, 0.0f).tick(0.2f);
    m.set(open, 1.0f).tick(5.0f);
    EXPECT_EQ(m.state(), "A");
    EXPECT_TRUE(m.is_set(go));
}

TEST(SubMachine, EntryAndExitWithoutConditionsAreAlwaysOpen) {
    MachineBuilder b;
    const auto go = b.variable("go", Kind::trigger);
    const auto clip = b.clip(1.0f);
    const auto idle = b.state("Idle", clip), end = b.state("End", clip);
    const auto sub = b.machine("Sub");
    const auto first = b.state("First", clip, b.graph_of(sub));
    const auto second = b.state("Second", clip, b.graph_of(sub));
    b.from_state(idle, sub).when(go, Op::is_true);
    b.entry(b.graph_of(sub), second);
    b.to_exit(second).when(go, Op::is_true);
    b.leave(sub, end);
    (void)first;
    Machine m(b);
    EXPECT_EQ(m.fire(go).tick(0.1f).state(), "Second");
    EXPECT_EQ(m.fire(go).tick(0.1f).state(), "End");
}

TEST(SubMachine, InheritedTimingIsLinearWhateverTheCurves) {
    MachineBuilder b;
    const auto go = b.variable("go", Kind::trigger);
    const auto clip = b.clip(1.0f);
    const auto sub = b.machine("Sub");
    const auto inside = b.state("Inside", clip, b.graph_of(sub));
    const auto end = b.state("End", clip);
    b.set_default(b.root(), sub);
    const std::vector<CurveKey> late{{half_of(0), half_of(0), half_of(0), half_of(0)},
                                     {half_of(1), half_of(1), half_of(3), half_of(3)}};
    b.to_exit(inside).when(go, Op::is_true).lasts(1.0f).shaped(late);
    b.leave(sub, end).inherits().lasts(9.0f).shaped(late);
    Machine m(b);
    m.tick(0.1f);
    m.fire(go).tick(0.25f);
    EXPECT_EQ(m.next(), "End");
    EXPECT_NEAR(m.weight(), 0.25f, 1e-6f);
}

TEST(Transitions, AsManyOfLengthZeroAsOneUpdateMayTake) {
    MachineBuilder b;
    const auto on = b.variable("on", Kind::bool_, 1.0f);
    const auto clip = b.clip(1.0f);
    std::uint32_t before = b.state("s0", clip);
    for (std::uint32_t i = 1; i <= kMaxHops + 1; ++i) {
        const auto next = b.state(numbered(i), clip);
        b.from_state(before, next).when(on, Op::is_true).lasts(0.0f);
        before = next;
    }
    Machine m(b);
    EXPECT_EQ(m.tick(0.1f).state(), numbered(kMaxHops));
    EXPECT_EQ(m.tick(0.1f).state(), numbered(kMaxHops + 1));
}

TEST(ExitTime, OfOneComesInEveryLoop) {
    MachineBuilder b;
    const auto open = b.variable("open", Kind::bool_);
    const auto a = b.state("A", b.clip(1.0f)), c = b.state("B", b.clip(1.0f));
    b.from_state(a, c).exit_at(1.0f, true).when(open, Op::is_true);
    Machine m(b);
    m.tick(1.5f);
    m.set(open, 1.0f).tick(0.25f);
    EXPECT_EQ(m.state(), "A");
    m.tick(0.5f);
    EXPECT_EQ(m.state(), "B");
    EXPECT_NEAR(m.time(), 0.25, 1e-6);  // from 2.0 on
}

TEST(Transitions, ANormalizedDurationFollowsTheLengthOfItsSource) {
    // A blend of 1 s and 3 s clips: half way its length changes, and with it the pace.
    MachineBuilder b;
    const auto x = b.variable("x", Kind::float_), go = b.variable("go", Kind::trigger);
    const auto blend = b.blend("Blend", record::StateKind::blend_1d, x);
    b.child(blend, b.clip(1.0f), 0.0f);
    b.child(blend, b.clip(3.0f), 1.0f);
    const auto end = b.state("End", b.clip(1.0f));
    b.from_state(blend, end).when(go, Op::is_true).lasts_normalized(1.0f);
    Machine m(b);
    m.fire(go).tick(0.5f);
    EXPECT_NEAR(m.weight(), 0.5f, 1e-5f);
    m.set(x, 1.0f).tick(0.75f);
    EXPECT_NEAR(m.weight(), 0.75f, 1e-5f);
    EXPECT_EQ(m.tick(0.8f).state(), "End");
}

TEST(Transitions, BothStatesAdvanceEachAtItsOwnSpeedAndLength) {
    MachineBuilder b;
    const auto go = b.variable("go", Kind::trigger);
    const auto a = b.state("A", b.clip(2.0f)), c = b.state("B", b.clip(4.0f));
    b.edit(a).speed = 2.0f;
    b.edit(c).speed = 0.5f;
    b.from_state(a, c).when(go, Op::is_true).lasts(1.0f);
    Machine m(b);
    m.fire(go).tick(0.5f);
    EXPECT_NEAR(m.time(), 0.5, 1e-6);
    EXPECT_NEAR(m.next_time(), 0.0625, 1e-6);
    EXPECT_NEAR(m.weight(), 0.5f, 1e-6f);
}

TEST(Interruption, TheSourceStaysCurrentAndItsLengthCounts) {
    MachineBuilder b;
    const auto go = b.variable("go", Kind::trigger), other = b.variable("other", Kind::trigger);
    const auto a = b.state("A", b.clip(2.0f)), c = b.state("B", b.clip(7.0f));
    const auto d = b.state("C", b.clip(5.0f));
    b.from_state(a, c).when(go, Op::is_true).lasts(1.0f);
    b.any(d).when(other, Op::is_true).lasts_normalized(0.5f);
    Machine m(b);
    m.fire(go).tick(0.5f);
    m.fire(other).tick(0.25f);
    EXPECT_EQ(m.state(), "A");
    EXPECT_EQ(m.next(), "C");
    EXPECT_NEAR(m.weight(), 0.25f, 1e-5f);  // of 0.5 x 2 s
    m.tick(0.74f);
    EXPECT_EQ(m.state(), "A");
    EXPECT_EQ(m.tick(0.02f).state(), "C");
}

TEST(Interruption, LeavesTheStateThatWasBeingEntered) {
    MachineBuilder b;
    const auto go = b.variable("go", Kind::trigger), other = b.variable("other", Kind::trigger);
    const auto clip = b.clip(1.0f);
    const auto a = b.state("A", clip), c = b.state("B", clip), d = b.state("C", clip);
    b.from_state(a, c).when(go, Op::is_true).lasts(1.0f);
    b.any(d).when(other, Op::is_true).lasts(1.0f);
    Machine m(b);
    m.fire(go).tick(0.5f);
    m.fire(other).tick(0.1f);
    std::vector<std::uint32_t> left, entered;
    for (const GraphEvent& event : m.events()) {
        if (event.kind == GraphEventKind::state_exit) left.push_back(event.state);
        if (event.kind == GraphEventKind::state_enter) entered.push_back(event.state);
    }
    EXPECT_EQ(left, std::vector{c});
    EXPECT_EQ(entered, std::vector{d});
}

TEST(Triggers, AllOfTheTransitionTakenAreConsumed) {
    MachineBuilder b;
    const auto one = b.variable("one", Kind::trigger), two = b.variable("two", Kind::trigger);
    const auto not_asked = b.variable("three", Kind::trigger);
    const auto clip = b.clip(1.0f);
    const auto a = b.state("A", clip), c = b.state("B", clip);
    b.from_state(a, c).when(one, Op::is_true).when(two, Op::is_true);
    Machine m(b);
    EXPECT_EQ(m.fire(one).fire(not_asked).tick(0.1f).state(), "A");
    EXPECT_EQ(m.fire(two).tick(0.1f).state(), "B");
    EXPECT_FALSE(m.is_set(one) || m.is_set(two));
    EXPECT_TRUE(m.is_set(not_asked));
}

TEST(BlendState, AChildWithoutMotionKeepsItsWeight) {
    MachineBuilder b;
    const auto x = b.variable("x", Kind::float_, 0.25f);
    const auto blend = b.blend("Blend", record::StateKind::blend_1d, x);
    b.child(blend, b.clip(1.0f), 0.0f);
    b.child(blend, kNoIndex, 1.0f);
    Machine m(b);
    m.tick(0.1f);
    ASSERT_EQ(m.items().size(), 1u);
    EXPECT_FLOAT_EQ(m.items()[0].weight, 0.75f);
}

TEST(BlendState, TreesInTreesWeightsMultiply) {
    MachineBuilder b;
    const auto x = b.variable("x", Kind::float_, 0.25f), y = b.variable("y", Kind::float_, 0.75f);
    const auto blend = b.blend("Blend", record::StateKind::blend_1d, x);
    const auto a = b.clip(1.0f), c = b.clip(2.0f), d = b.clip(4.0f);
    b.child(blend, a, 0.0f);
    b.child(blend, kNoIndex, 1.0f);
    Graph graph = b.build();
    // In the place of the child without motion, a blend of the other two clips.
    std::vector<record::BlendChild> children(graph.children.begin(), graph.children.end());
    record::BlendChild leaf = children[0];
    leaf.motion.index = c;
    children.push_back(leaf);
    leaf.motion.index = d;
    leaf.threshold = 1.0f;
    children.push_back(leaf);
    children[1].blend = 0;
    record::BlendNode inner;
    std::memset(static_cast<void*>(&inner), 0, sizeof inner);
    inner.kind = record::BlendKind::blend_1d;
    inner.variable_x = y;
    inner.variable_y = kNoIndex;
    inner.children = {2, 2};
    graph.children = children;
    graph.blends = {&inner, 1};
    ASSERT_EQ(check(graph, 0), Status::ok);
    std::vector<std::byte> bytes(instance_size(graph));
    ASSERT_EQ(start(graph, bytes), Status::ok);
    std::vector<PlaylistItem> items(playlist_limits(graph).items);
    std::vector<PlaylistLayer> layers(playlist_limits(graph).layers);
    Playlist playlist{items, layers, 0, 0};
    ASSERT_EQ(run(TickJob{graph, bytes, 0.5f, &playlist}), Status::ok);
    ASSERT_EQ(playlist.item_count, 3u);
    const float expected[] = {0.75f, 0.25f * 0.25f, 0.25f * 0.75f};
    for (std::uint32_t i = 0; i < 3; ++i)
        EXPECT_FLOAT_EQ(items[i].weight, expected[items[i].motion]) << i;
    // And its length: of leaves, by weight.
    const double length = 0.75 * 1.0 + 0.0625 * 2.0 + 0.1875 * 4.0;
    EXPECT_NEAR(count_of(view_of(graph, bytes).layers[0].clock.at), 0.5 / length, 1e-6);
}

TEST(BlendState, LoopsWhereItsClipsDo) {
    for (const bool loops : {false, true}) {
        MachineBuilder b;
        const auto x = b.variable("x", Kind::float_, 0.5f);
        const auto blend = b.blend("Blend", record::StateKind::blend_1d, x);
        b.child(blend, b.clip(1.0f, loops), 0.0f);
        b.child(blend, b.clip(1.0f, loops), 1.0f);
        Machine m(b);
        m.tick(1.25f);
        EXPECT_EQ(m.items()[0].to, ticks_of_seconds(loops ? 0.25 : 1.0));
        EXPECT_NEAR(m.time(), 1.25, 1e-6);  // loops are counted either way
    }
}

TEST(Layers, TheBaseIsAlwaysWholeWhateverItsWeight) {
    MachineBuilder b;
    b.state("A", b.clip(1.0f));
    Machine m(b);
    EXPECT_EQ(set_layer_weight(m.graph, m.bytes, 0, 0.25f), Status::ok);
    m.tick(0.1f);
    EXPECT_EQ(m.playlist.layers[0].weight, 1.0f);
    EXPECT_EQ(m.playlist.layers[0].mode, LayerMode::override_below);
}

TEST(Layers, AStateWithoutMotionWritesNothing) {
    MachineBuilder b;
    b.state("A", b.clip(1.0f));
    const auto upper = b.layer();
    b.state("Nothing", kNoIndex, b.root(upper));
    Machine m(b);
    m.tick(0.1f);
    EXPECT_TRUE(m.items(upper).empty());
}

TEST(Layers, ASyncedOneWithoutAMotionForTheStatePlaysNone) {
    MachineBuilder b;
    const auto a = b.state("A", b.clip(1.0f));
    const auto other = b.clip(1.0f);
    const auto go = b.variable("go", Kind::trigger);
    const auto c = b.state("B", other);
    const auto follows = b.layer();
    b.sync(follows, 0);
    b.synced_motion(follows, c, other);
    b.from_state(a, c).when(go, Op::is_true);
    Machine m(b);
    m.tick(0.1f);
    EXPECT_TRUE(m.items(follows).empty());
    m.fire(go).tick(0.1f);
    ASSERT_EQ(m.items(follows).size(), 1u);
}

TEST(StateProperties, NegativeSpeedPlaysBackwardsAndCountsDown) {
    MachineBuilder b;
    const auto a = b.state("A", b.clip(1.0f));
    b.edit(a).speed = -1.0f;
    Machine m(b);
    m.tick(0.25f);
    EXPECT_NEAR(m.time(), -0.25, 1e-6);
    EXPECT_EQ(m.items()[0].to, ticks_of_seconds(0.75));
    b.edit(a).speed = 0.0f;
    Machine still(b);
    still.tick(0.25f);
    EXPECT_EQ(still.time(), 0.0);
}

TEST(StateProperties, ATimeParameterWrapsInLoopsAndClampsOtherwise) {
    for (const bool loops : {false, true}) {
        MachineBuilder b;
        const auto x = b.variable("x", Kind::float_, 1.25f);
        const auto a = b.state("A", b.clip(1.0f, loops));
        b.edit(a).time_variable = x;
        b.edit(a).speed = 9.0f;  // says nothing about what is shown
        Machine m(b);
        m.tick(0.1f);
        EXPECT_EQ(m.items()[0].to, ticks_of_seconds(loops ? 0.25 : 1.0));
    }
}

TEST(StateProperties, WriteDefaultsReachesTheEvaluator) {
    for (const bool defaults : {false, true}) {
        MachineBuilder b;
        b.edit(b.state("A", b.clip(1.0f))).write_defaults = defaults;
        Machine m(b);
        m.tick(0.1f);
        EXPECT_EQ(m.playlist.layers[0].write_defaults, defaults);
    }
}

TEST(Update, ABoolSetInThisFrameStartsTheBlendWithAllOfTheStep) {
    MachineBuilder b;
    const auto on = b.variable("on", Kind::bool_);
    const auto clip = b.clip(1.0f);
    const auto a = b.state("A", clip), c = b.state("B", clip);
    b.from_state(a, c).when(on, Op::is_true).lasts(1.0f);
    Machine m(b);
    m.tick(0.1f);
    m.set(on, 1.0f).tick(0.1f);
    EXPECT_NEAR(m.weight(), 0.1f, 1e-6f);
    EXPECT_NEAR(m.next_time(), 0.1, 1e-6);
}

TEST(MachineEvents, FireWhileBlendingOutWithTheWeightOfTheirClip) {
    MachineBuilder b;
    const auto go = b.variable("go", Kind::trigger);
    const auto a = b.state("A", b.clip(1.0f, true, {{ticks_of_seconds(0.5), hash_name("step")}}));
    const auto c = b.state("B", b.clip(1.0f));
    b.from_state(a, c).when(go, Op::is_true).lasts(1.0f);
    Machine m(b);
    m.fire(go).tick(0.25f);
    EXPECT_TRUE(m.motion_events().empty());
    m.tick(0.5f);
    ASSERT_EQ(m.motion_events().size(), 1u);
    for (const GraphEvent& event : m.events()) {
        if (event.kind == GraphEventKind::motion) {
            EXPECT_NEAR(event.weight, 0.25f, 1e-5f);
        }
    }
}

}  // namespace
}  // namespace motus::test
