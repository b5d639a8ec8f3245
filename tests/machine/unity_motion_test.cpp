// Rules of Unity's animator about what is played, that no other file here has: blends, layers,
// states. docs/unity_rules.md lists all of them, and where each is tested. SPDX-License-Identifier:
// MIT
#include "sketch.h"

#include <motus/machine/check.h>

#include <gtest/gtest.h>

#include <cstring>

namespace motus::test {
namespace {

TEST(Parameters, ABlendReadsFloatsOnly) {
    for (const Kind kind : {Kind::float_, Kind::int_, Kind::bool_}) {
        Sketch b;
        const auto x = b.variable("x", kind);
        const auto blend = b.blend("Blend", record::StateKind::blend_1d, x);
        b.child(blend, b.clip(1.0f), 0.0f);
        b.child(blend, b.clip(1.0f), 1.0f);
        RunningMachine m(b);
        m.set(x, 1.0f).tick(0.1f);
        float second = 0.0f;
        for (const PlaylistItem& item : m.items())
            if (item.motion == 1) second = item.weight;
        EXPECT_EQ(second, kind == Kind::float_ ? 1.0f : 0.0f);
    }
}

TEST(BlendState, AChildWithoutMotionKeepsItsWeight) {
    Sketch b;
    const auto x = b.variable("x", Kind::float_, 0.25f);
    const auto blend = b.blend("Blend", record::StateKind::blend_1d, x);
    b.child(blend, b.clip(1.0f), 0.0f);
    b.child(blend, kNoIndex, 1.0f);
    RunningMachine m(b);
    m.tick(0.1f);
    ASSERT_EQ(m.items().size(), 1u);
    EXPECT_FLOAT_EQ(m.items()[0].weight, 0.75f);
}

TEST(BlendState, TreesInTreesWeightsMultiply) {
    Sketch b;
    const auto x = b.variable("x", Kind::float_, 0.25f), y = b.variable("y", Kind::float_, 0.75f);
    const auto blend = b.blend("Blend", record::StateKind::blend_1d, x);
    const auto a = b.clip(1.0f), c = b.clip(2.0f), d = b.clip(4.0f);
    b.child(blend, a, 0.0f);
    b.child(blend, kNoIndex, 1.0f);
    Machine graph = b.build();
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
        Sketch b;
        const auto x = b.variable("x", Kind::float_, 0.5f);
        const auto blend = b.blend("Blend", record::StateKind::blend_1d, x);
        b.child(blend, b.clip(1.0f, loops), 0.0f);
        b.child(blend, b.clip(1.0f, loops), 1.0f);
        RunningMachine m(b);
        m.tick(1.25f);
        EXPECT_EQ(m.items()[0].to, ticks_of_seconds(loops ? 0.25 : 1.0));
        EXPECT_NEAR(m.time(), 1.25, 1e-6);  // loops are counted either way
    }
}

TEST(Layers, TheBaseIsAlwaysWholeWhateverItsWeight) {
    Sketch b;
    b.state("A", b.clip(1.0f));
    RunningMachine m(b);
    EXPECT_EQ(set_layer_weight(m.graph, m.bytes, 0, 0.25f), Status::ok);
    m.tick(0.1f);
    EXPECT_EQ(m.playlist.layers[0].weight, 1.0f);
    EXPECT_EQ(m.playlist.layers[0].mode, LayerMode::override_below);
}

TEST(Layers, AStateWithoutMotionWritesNothing) {
    Sketch b;
    b.state("A", b.clip(1.0f));
    const auto upper = b.layer();
    b.state("Nothing", kNoIndex, b.root(upper));
    RunningMachine m(b);
    m.tick(0.1f);
    EXPECT_TRUE(m.items(upper).empty());
}

TEST(Layers, ASyncedOneWithoutAMotionForTheStatePlaysNone) {
    Sketch b;
    const auto a = b.state("A", b.clip(1.0f));
    const auto other = b.clip(1.0f);
    const auto go = b.variable("go", Kind::trigger);
    const auto c = b.state("B", other);
    const auto follows = b.layer();
    b.sync(follows, 0);
    b.synced_motion(follows, c, other);
    b.from_state(a, c).when(go, Op::is_true);
    RunningMachine m(b);
    m.tick(0.1f);
    EXPECT_TRUE(m.items(follows).empty());
    m.fire(go).tick(0.1f);
    ASSERT_EQ(m.items(follows).size(), 1u);
}

TEST(StateProperties, NegativeSpeedPlaysBackwardsAndCountsDown) {
    Sketch b;
    const auto a = b.state("A", b.clip(1.0f));
    b.edit(a).speed = -1.0f;
    RunningMachine m(b);
    m.tick(0.25f);
    EXPECT_NEAR(m.time(), -0.25, 1e-6);
    EXPECT_EQ(m.items()[0].to, ticks_of_seconds(0.75));
    b.edit(a).speed = 0.0f;
    RunningMachine still(b);
    still.tick(0.25f);
    EXPECT_EQ(still.time(), 0.0);
}

TEST(StateProperties, ATimeParameterWrapsInLoopsAndClampsOtherwise) {
    for (const bool loops : {false, true}) {
        Sketch b;
        const auto x = b.variable("x", Kind::float_, 1.25f);
        const auto a = b.state("A", b.clip(1.0f, loops));
        b.edit(a).time_variable = b.variable_name(x);
        b.edit(a).speed = 9.0f;  // says nothing about what is shown
        RunningMachine m(b);
        m.tick(0.1f);
        EXPECT_EQ(m.items()[0].to, ticks_of_seconds(loops ? 0.25 : 1.0));
    }
}

TEST(StateProperties, WriteDefaultsReachesTheEvaluator) {
    for (const bool defaults : {false, true}) {
        Sketch b;
        b.edit(b.state("A", b.clip(1.0f))).write_defaults = defaults;
        RunningMachine m(b);
        m.tick(0.1f);
        EXPECT_EQ(m.playlist.layers[0].unanimated,
                  defaults ? Unanimated::at_rest : Unanimated::as_shown);
    }
}

TEST(MachineEvents, FireWhileBlendingOutWithTheWeightOfTheirClip) {
    Sketch b;
    const auto go = b.variable("go", Kind::trigger);
    const auto a = b.state("A", b.clip(1.0f, true, {{ticks_of_seconds(0.5), hash_name("step")}}));
    const auto c = b.state("B", b.clip(1.0f));
    b.from_state(a, c).when(go, Op::is_true).lasts(1.0f);
    RunningMachine m(b);
    m.fire(go).tick(0.25f);
    EXPECT_TRUE(m.motion_events().empty());
    m.tick(0.5f);
    ASSERT_EQ(m.motion_events().size(), 1u);
    for (const MachineEvent& event : m.events()) {
        if (event.kind == MachineEventKind::motion) {
            EXPECT_NEAR(event.weight, 0.25f, 1e-5f);
        }
    }
}

}  // namespace
}  // namespace motus::test
