// What a controller says oddly: trees that share parts, base layers, chains of followers.
// SPDX-License-Identifier: MIT
#include <motus/document/new_document.h>
#include <motus/import/unity/convert.h>
#include <motus/import/unity/curve.h>
#include <tests/unity/made.h>
#include <tests/unity/reported.h>

namespace motus::unity {
namespace {

TEST(UnityConvert, ChildrenOfOneDimensionAreSortedByThreshold) {
    Made made;
    made.controller.trees.resize(1);
    made.controller.trees[0].parameter_x = "f";
    for (const float threshold : {2.0f, 0.0f, 1.0f})
        made.controller.trees[0].children.emplace_back().threshold = threshold;
    made.controller.states[0].motion.tree = 0;
    const auto& children = made.run().states()[0].children();
    ASSERT_EQ(children.size(), 3u);
    for (std::size_t i = 0; i < 3; ++i)
        EXPECT_EQ(children[i].threshold(), static_cast<float>(i));
}

TEST(UnityConvert, TreesThatShareTheirPartsAreRefusedNotUnfolded) {
    Made made;
    made.controller.trees.resize(24);  // two children each, both the next one: 2^24 in all
    for (std::uint32_t i = 0; i < 24; ++i) {
        BlendTree& tree = made.controller.trees[i];
        tree.parameter_x = "f";
        if (i + 1 < 24) tree.children.resize(2);
        for (TreeChild& child : tree.children)
            child.motion.tree = i + 1;
    }
    made.controller.states[0].motion.tree = 0;
    const Result<UnityImport> import = import_controller(made.controller, {}, made.diagnostics);
    ASSERT_FALSE(import);
    EXPECT_EQ(import.error().code, "unity-too-large");
}

TEST(UnityConvert, TheBaseLayerCountsWhole) {
    Made made;
    made.controller.layers[0].weight = 0.0f;
    made.controller.layers[0].additive = true;
    made.controller.layers.push_back(made.controller.layers[0]);
    made.controller.layers[1].machine = kNoItem;
    made.controller.layers[1].name = "Upper";
    made.controller.layers[1].weight = 0.25f;
    made.run();
    const auto& layers = content(*made.import.document).library().machines()[0].machine().layers();
    EXPECT_EQ(layers[0].weight(), 1.0f);
    EXPECT_EQ(layers[0].blending(), doc::LayerBlending::override);
    EXPECT_EQ(layers[1].weight(), 0.25f);
    EXPECT_EQ(layers[1].blending(), doc::LayerBlending::additive);
}

TEST(UnityConvert, ABlendAlongAWholeNumberGetsAVariableOfItsOwn) {
    Made made;
    made.controller.trees.resize(1);
    made.controller.trees[0].parameter_x = "i";
    made.controller.trees[0].children.resize(2);
    made.controller.trees[0].children[1].threshold = 1.0f;
    made.controller.states[0].motion.tree = 0;
    made.run();
    const auto& machine = content(*made.import.document).library().machines()[0];
    ASSERT_EQ(machine.variables().size(), 5u);
    EXPECT_EQ(machine.variables()[1].kind(), doc::VariableKind::int_) << "as it was";
    EXPECT_EQ(machine.variables()[4].name(), "i (float)");
    EXPECT_EQ(made.graph().states()[0].variable_x(), machine.variables()[4].id());
    EXPECT_TRUE(test::has_code(made.diagnostics, "unity-no-parameter"));
}

TEST(UnityConvert, ALayerThatFollowsAFollowerStandsAlone) {
    Diagnostics diagnostics;
    std::string text = test::own_file("v5.controller");
    // The third follows the first already; let the last follow the third.
    const std::size_t last = text.rfind("m_SyncedLayerIndex: -1");
    ASSERT_NE(last, text.npos);
    text.replace(last, 22, "m_SyncedLayerIndex: 2");
    const Result<Controller> read = read_controller(text, diagnostics);
    ASSERT_TRUE(read);
    EXPECT_TRUE(test::has_code(diagnostics, "unity-sync"));
    EXPECT_EQ(read->layers[2].sync_layer, 0);
    EXPECT_EQ(read->layers[3].sync_layer, -1);
}

TEST(UnityConvert, ALayerOverridesStatesOfTheLayerItFollowsAlone) {
    Diagnostics diagnostics;
    const std::string text = test::own_file("v5.controller");
    const Result<Controller> before = read_controller(text, diagnostics);
    ASSERT_TRUE(before);
    ASSERT_TRUE(diagnostics.faults().empty());
    // -25 is a state of another layer than the first, which is followed.
    const Result<Controller> read =
        read_controller(test::with(text, "m_State: {fileID: -20}\n      m_Motion",
                                   "m_State: {fileID: -25}\n      m_Motion"),
                        diagnostics);
    ASSERT_TRUE(read);
    EXPECT_TRUE(test::has_code(diagnostics, "unity-dangling"));
    EXPECT_EQ(read->layers[2].synced.size() + 1, before->layers[2].synced.size());
}

TEST(UnityConvert, WithoutADefaultStateTheFirstIsEntered) {
    Made made;
    made.controller.machines[0].default_state = kNoItem;
    const doc::StateGraph& graph = made.run();
    EXPECT_EQ(graph.entry(), graph.states()[0].id());
    EXPECT_TRUE(test::has_code(made.diagnostics, "unity-no-default"));
}

TEST(UnityConvert, AMaskWithoutTransformsMasksNothing) {
    for (const bool empty : {true, false}) {
        const std::unique_ptr<Document> document = new_document();
        AvatarMask mask;
        if (!empty) mask.elements = {{"Hips", 1.0f}};
        ImportReport report;
        auto import = document->begin_change(content(*document), "Import");
        ASSERT_NE(add_mask(*document, mask, {}, "Root", report, "here"), 0u);
        ASSERT_TRUE(import.commit());
        EXPECT_EQ(content(*document).library().masks()[0].rest_weight(), empty ? 1.0f : 0.0f);
    }
}

// Transforms are masked by path; the parts of a humanoid are lost beside them as without them.
TEST(UnityConvert, BodyPartsThatAreOffAreALoss) {
    for (const bool alone : {true, false}) {
        const std::unique_ptr<Document> document = new_document();
        AvatarMask mask;
        mask.parts_off = {"Body", "Head"};
        if (!alone) mask.elements = {{"Hips", 1.0f}, {"Hips/Leg", 0.3f}};
        ImportReport report;
        auto import = document->begin_change(content(*document), "Import");
        ASSERT_NE(add_mask(*document, mask, {}, "Root", report, "here"), 0u);
        ASSERT_TRUE(import.commit());
        EXPECT_EQ(losses(report, "humanoid body parts of masks"), 1u);
        EXPECT_EQ(losses(report, "mask weights between 0 and 1"), alone ? 0u : 1u);
        EXPECT_EQ(losses(report, "avatar masks"), 0u);
        EXPECT_EQ(report.features.size(), alone ? 1u : 3u);
    }
}

TEST(UnityConvert, WeightsOfTangentsBeyondTheSegmentCountAsItsLength) {
    const auto curve = [](double weight) {
        Curve made;
        made.keys = {{.time = 0, .value = 0, .out_slope = 2}, {.time = 1, .value = 1}};
        made.keys[0].out_weighted = true;
        made.keys[0].out_weight = weight;
        return made;
    };
    const Curve whole = curve(1.0), beyond = curve(7.0);
    for (int i = 0; i <= 10; ++i)
        EXPECT_EQ(beyond.at(i * 0.1, Side::after).value, whole.at(i * 0.1, Side::after).value) << i;
}

TEST(UnityConvert, BytesThatNoTextHasAreABinaryFile) {
    Diagnostics diagnostics;
    const Result<Controller> read = read_controller(std::string(300, '\x02'), diagnostics);
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().code, "unity-binary");
}

/// A sub-machine with one state that exits, and a way out of it.
Made with_exit() {
    Made made;
    made.controller.states.resize(3);
    made.controller.states[2].name = "Inside";
    made.lead(2, Target::exit, kNoItem).has_exit_time = true;
    made.controller.machines.resize(2);
    made.controller.machines[1].name = "Sub";
    made.controller.machines[1].states = {2};
    made.controller.machines[1].default_state = 2;
    ChildMachine& child = made.controller.machines[0].children.emplace_back();
    child.machine = 1;
    Transition& way = child.leave.emplace_back();
    way.to_kind = Target::state;
    way.to = 0;
    return made;
}

TEST(UnityConvert, WaysOutThatMayAllBeClosedTouchRule4) {
    Made open = with_exit();
    open.run();
    EXPECT_FALSE(touches(open.import.report, 4));
    Made under_condition = with_exit();
    under_condition.controller.machines[0].children[0].leave[0].conditions.push_back({1, "b", 0.0});
    under_condition.run();
    EXPECT_TRUE(touches(under_condition.import.report, 4));
    Made muted = with_exit();
    muted.controller.machines[0].children[0].leave[0].mute = true;
    muted.run();
    EXPECT_TRUE(touches(muted.import.report, 4));
    Made none = with_exit();
    none.controller.machines[0].children[0].leave.clear();
    none.run();
    EXPECT_TRUE(touches(none.import.report, 4));
}

TEST(UnityConvert, ExitTimesBelowZeroAreNamed) {
    Made made;
    Transition& lead = made.lead(0, Target::state, 1);
    lead.exit_time = -0.5f;
    made.run();
    EXPECT_EQ(losses(made.import.report, "exit times below 0"), 0u) << "it has none";
    made.controller.states[0].transitions[0].has_exit_time = true;
    made.run();
    EXPECT_EQ(losses(made.import.report, "exit times below 0"), 1u);
    EXPECT_EQ(made.graph().transitions()[0].exit_time(), 0.0f);
}

/// Machines in each other, the root counted.
Made nested(std::uint32_t depth) {
    Made made;
    for (std::uint32_t i = 1; i < depth; ++i) {
        made.controller.machines.emplace_back().name = "m" + std::to_string(i);
        made.controller.machines[i].default_state = 2;
        made.controller.machines[i - 1].children.emplace_back().machine = i;
    }
    made.controller.states.emplace_back().name = "Deep";
    made.controller.machines.back().states.push_back(2);
    return made;
}

TEST(UnityConvert, MachinesDeeperThanABakeTakesAreNamed) {
    Made made = nested(16);
    made.run();
    EXPECT_EQ(losses(made.import.report, "machines too deep to bake"), 0u);
    Made deeper = nested(17);
    deeper.run(false);
    EXPECT_EQ(losses(deeper.import.report, "machines too deep to bake"), 1u);
    EXPECT_TRUE(test::has_code(deeper.diagnostics, "unity-not-baked"));
}

/// Trees in each other, that of the state counted.
Made trees(std::uint32_t depth, std::size_t children) {
    Made made;
    for (std::uint32_t i = 0; i < depth; ++i) {
        BlendTree& tree = made.controller.trees.emplace_back();
        tree.parameter_x = "f";
        tree.children.resize(children);
        if (i > 0) made.controller.trees[i - 1].children[0].motion.tree = i;
    }
    made.controller.states[0].motion.tree = 0;
    return made;
}

TEST(UnityConvert, TreesDeeperOrWiderThanABakeTakesAreNamed) {
    Made made = trees(8, 1);
    made.run();
    EXPECT_FALSE(test::has_code(made.diagnostics, "unity-not-baked"));
    Made deeper = trees(9, 1);
    deeper.run(false);
    EXPECT_EQ(losses(deeper.import.report, "blend trees too deep to bake"), 1u);
    EXPECT_TRUE(test::has_code(deeper.diagnostics, "unity-not-baked"));
    Made full = trees(1, 64);
    full.run();
    EXPECT_FALSE(test::has_code(full.diagnostics, "unity-not-baked"));
    Made wider = trees(1, 65);
    wider.run(false);
    EXPECT_EQ(losses(wider.import.report, "blend trees too wide to bake"), 1u);
    EXPECT_TRUE(test::has_code(wider.diagnostics, "unity-not-baked"));
}

}  // namespace
}  // namespace motus::unity
