// Names that Unity lets repeat: states in a document are told apart by their path.
// SPDX-License-Identifier: MIT
#include <motus/document/model_change.h>
#include <motus/import/unity/export.h>
#include <tests/unity/made.h>

#include <algorithm>

namespace motus::unity {
namespace {

/// What the export of the document calls its states and sub-machines, sorted.
std::vector<std::string> names_back(const Made& made) {
    Diagnostics losses, faults;
    const doc::StateMachineDefinition& machine =
        content(*made.import.document).library().machines()[0];
    const auto read =
        read_controller(export_controller(*made.import.document, machine, losses), faults);
    EXPECT_TRUE(read);
    std::vector<std::string> out;
    for (const State& state : read->states)
        out.push_back(state.name);
    for (std::size_t i = 1; i < read->machines.size(); ++i)
        out.push_back(read->machines[i].name);
    std::sort(out.begin(), out.end());
    return out;
}

bool is_reported(const Made& made) {
    return std::any_of(made.import.report.features.begin(), made.import.report.features.end(),
                       [](const ReportFeature& feature) {
                           return feature.name == "names used twice" &&
                                  feature.support == Support::approximated;
                       });
}

/// Adds a sub-machine with one state to the root.
void add_machine(Made& made, const char* name, const char* state) {
    made.controller.states.emplace_back().name = state;
    Machine& inner = made.controller.machines.emplace_back();
    inner.name = name;
    inner.states = {static_cast<std::uint32_t>(made.controller.states.size() - 1)};
    inner.default_state = inner.states[0];
    made.controller.machines[0].children.emplace_back().machine =
        static_cast<std::uint32_t>(made.controller.machines.size() - 1);
}

TEST(UnityNames, OfAStateAndASubMachineMayBeTheSame) {
    Made made;
    add_machine(made, "A", "Hit");
    const doc::StateGraph& graph = made.run();
    EXPECT_EQ(graph.states()[0].name(), "A");
    EXPECT_EQ(graph.states()[2].name(), "A 2");
    EXPECT_TRUE(is_reported(made));
    EXPECT_TRUE(test::has_code(made.diagnostics, "unity-same-name"));
    EXPECT_EQ(names_back(made), (std::vector<std::string>{"A", "A", "B", "Hit"}));
}

TEST(UnityNames, OfTwoStatesMayBeTheSame) {
    Made made;
    made.controller.states[1].name = "A";
    made.controller.states.emplace_back().name = "A";
    made.controller.machines[0].states.push_back(2);
    const doc::StateGraph& graph = made.run();
    EXPECT_EQ(graph.states()[0].name(), "A");
    EXPECT_EQ(graph.states()[1].name(), "A 2");
    EXPECT_EQ(graph.states()[2].name(), "A 3");
    EXPECT_EQ(names_back(made), (std::vector<std::string>{"A", "A", "A"}));
}

TEST(UnityNames, WithASlashMayBeThePathOfAnother) {
    Made made;
    made.controller.states[1].name = "Sub/Hit";
    add_machine(made, "Sub", "Hit");
    const doc::StateGraph& graph = made.run();
    EXPECT_EQ(graph.states()[1].name(), "Sub/Hit");
    EXPECT_EQ(graph.states()[2].graph()->states()[0].name(), "Hit 2");
    EXPECT_EQ(names_back(made), (std::vector<std::string>{"A", "Hit", "Sub", "Sub/Hit"}));
}

TEST(UnityNames, MayRepeatInOtherMachinesAndLayers) {
    Made made;
    add_machine(made, "Sub", "A");
    made.controller.layers.push_back(made.controller.layers[0]);
    made.controller.layers[1].name = "Upper";
    made.controller.states.emplace_back().name = "A";
    Machine& upper = made.controller.machines.emplace_back();
    upper.states = {3};
    upper.default_state = 3;
    made.controller.layers[1].machine = 2;
    made.run();
    EXPECT_FALSE(is_reported(made));
    EXPECT_FALSE(test::has_code(made.diagnostics, "unity-same-name"));
}

// A name that was given in Motus is the name, whatever the note says.
TEST(UnityNames, ThatWereChangedGoBackAsTheyAre) {
    Made made;
    made.controller.states[1].name = "A";
    const doc::StateGraph& graph = made.run();
    doc::StateMachineStateChange change(*made.import.document, graph.states()[1].handle());
    Step step = made.import.document->begin_step("Rename");
    change.set_name("Second");
    ASSERT_TRUE(step.commit());
    EXPECT_EQ(names_back(made), (std::vector<std::string>{"A", "Second"}));
}

// A thousand of one name are numbered in one go, not by trying each number anew.
TEST(UnityNames, ManyOfOneName) {
    Made made;
    for (std::uint32_t i = 2; i < 20'000; ++i) {
        made.controller.states.emplace_back().name = "A";
        made.controller.machines[0].states.push_back(i);
    }
    const doc::StateGraph& graph = made.run();
    EXPECT_EQ(graph.states()[19'999].name(), "A 19999");
}

}  // namespace
}  // namespace motus::unity
