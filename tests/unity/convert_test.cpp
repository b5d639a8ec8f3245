// What a controller says oddly: trees that share parts, base layers, chains of followers.
// SPDX-License-Identifier: MIT
#include <motus/document/new_document.h>
#include <motus/import/unity/convert.h>
#include <motus/import/unity/curve.h>
#include <tests/unity/made.h>

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
        ASSERT_NE(add_mask(*document, mask, {}, report, "here"), 0u);
        ASSERT_TRUE(import.commit());
        EXPECT_EQ(content(*document).library().masks()[0].rest_weight(), empty ? 1.0f : 0.0f);
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

}  // namespace
}  // namespace motus::unity
