// Ways into machines that Unity lets be odd: no default, a default or an entry that leads outside.
// SPDX-License-Identifier: MIT
#include <motus/import/unity/export.h>
#include <tests/unity/made.h>
#include <tests/unity/running.h>

namespace motus::unity {
namespace {

using test::has_code;
using test::Running;

/// A and B in the root, C in sub-machine "Sub" (machine 1); A goes to Sub while b is true.
struct WithSub : Made {
    WithSub() {
        controller.states.emplace_back().name = "C";
        Machine& sub = controller.machines.emplace_back();
        sub.name = "Sub";
        sub.states = {2};
        sub.default_state = 2;
        controller.machines[0].children.emplace_back().machine = 1;
        lead(0, Target::machine, 1).conditions = {{1, "b", 0.0}};
    }
    Transition& enter(std::uint32_t machine, Target kind, std::uint32_t to) {
        Transition& made = controller.machines[machine].entry.emplace_back();
        made.to_kind = kind;
        made.to = to;
        return made;
    }
    /// Where the machine is after A's way into Sub was open for a while; exported and imported
    /// again it must be the same.
    std::string entered() {
        run();
        Diagnostics losses, faults;
        const auto& machine = content(*import.document).library().machines()[0];
        const auto back =
            read_controller(export_controller(*import.document, machine, losses), faults);
        EXPECT_TRUE(back);
        const std::string once = state_of(controller), twice = state_of(*back);
        EXPECT_EQ(once, twice);
        return once;
    }

  private:
    static std::string state_of(const Controller& controller) {
        Running running(controller, {});
        if (!running.ok()) return "not baked";
        running.restart();
        running.set("b", 1.0f);
        for (int i = 0; i < 4; ++i)
            running.tick(0.1f);
        return running.layer(0).state;
    }
};

TEST(UnityEntry, ByDefaultLeadsIn) {
    WithSub made;
    EXPECT_EQ(made.entered(), "Base/Sub/C");
    EXPECT_TRUE(made.diagnostics.faults().empty());
}

TEST(UnityEntry, OfAMachineOfMachinesWithoutDefaultIsNotTaken) {
    WithSub made;
    made.controller.machines.emplace_back(made.controller.machines[1]);
    made.controller.machines[2].name = "Inner";
    made.controller.machines[1].states.clear();
    made.controller.machines[1].default_state = kNoItem;
    made.controller.machines[1].children.emplace_back().machine = 2;
    EXPECT_EQ(made.entered(), "Base/A");
}

TEST(UnityEntry, OfARootOfMachinesWithoutDefaultPlaysNothing) {
    WithSub made;
    made.controller.machines[0].states.clear();
    made.controller.machines[0].default_state = kNoItem;
    EXPECT_EQ(made.entered(), "");
}

TEST(UnityEntry, MayLeadOutside) {
    WithSub made;
    made.enter(1, Target::state, 1).conditions = {{1, "b", 0.0}};
    EXPECT_EQ(made.entered(), "Base/B");
}

TEST(UnityEntry, DefaultMayBeOutside) {
    WithSub made;
    made.controller.machines[1].default_state = 1;
    EXPECT_EQ(made.entered(), "Base/B");
    EXPECT_TRUE(has_code(made.diagnostics, "unity-default-outside"));
}

TEST(UnityEntry, ComesBeforeADefaultOutside) {
    WithSub made;
    made.controller.machines[1].default_state = 1;
    made.enter(1, Target::state, 2).conditions = {{1, "b", 0.0}};
    EXPECT_EQ(made.entered(), "Base/Sub/C");
}

TEST(UnityEntry, WithSoloDoesNotSilenceADefaultOutside) {
    WithSub made;
    made.controller.machines[1].default_state = 1;
    Transition& way = made.enter(1, Target::state, 2);
    way.conditions = {{2, "b", 0.0}};
    way.solo = true;
    EXPECT_EQ(made.entered(), "Base/B");
}

TEST(UnityEntry, IntoItselfIsLeftOut) {
    WithSub made;
    made.enter(1, Target::machine, 1);
    EXPECT_EQ(made.entered(), "Base/Sub/C");
    EXPECT_TRUE(has_code(made.diagnostics, "unity-entry-itself"));
}

TEST(UnityEntry, OfARootIntoItselfIsLeftOut) {
    WithSub made;
    made.enter(0, Target::machine, 0);
    EXPECT_EQ(made.entered(), "Base/Sub/C");
    EXPECT_TRUE(has_code(made.diagnostics, "unity-entry-itself"));
}

TEST(UnityEntry, IntoTheRootTakesTheWaysIntoIt) {
    WithSub made;
    made.enter(1, Target::machine, 0);
    made.enter(0, Target::state, 1).conditions = {{1, "b", 0.0}};
    EXPECT_EQ(made.entered(), "Base/B");
}

TEST(UnityEntry, IntoARootWithoutDefaultTakesItsFirstState) {
    WithSub made;
    made.controller.machines[0].states = {1, 0};
    made.controller.machines[0].default_state = kNoItem;
    made.lead(1, Target::machine, 1).conditions = {{1, "b", 0.0}};
    made.enter(1, Target::machine, 0);
    made.run();
    const doc::StateGraph& sub = *made.graph().states()[2].graph();
    ASSERT_EQ(sub.transitions().size(), 1u);
    EXPECT_EQ(sub.transitions()[0].to(), made.graph().states()[0].id());
}

TEST(UnityEntry, InACircleIsNotTaken) {
    WithSub made;
    made.controller.states.emplace_back().name = "D";
    Machine& other = made.controller.machines.emplace_back();
    other.name = "Other";
    other.states = {3};
    other.default_state = 3;
    made.controller.machines[0].children.emplace_back().machine = 2;
    made.enter(1, Target::machine, 2);
    made.enter(2, Target::machine, 1);
    EXPECT_EQ(made.entered(), "Base/A");
}

TEST(UnityVariables, BeyondWhatAFloatAndAnIntHoldAreClamped) {
    Made made;
    made.controller.parameters[1].default_value = 2147483647.0;
    made.run();
    const auto& variables = content(*made.import.document).library().machines()[0].variables();
    EXPECT_EQ(variables[1].default_value(), 2147483520.0f);
    Made low;
    low.controller.parameters[1].default_value = -2147483648.0;
    low.run();
}

TEST(UnityVariables, WithoutANameGetOne) {
    Made made;
    made.controller.parameters.push_back({"Parameter", ParameterType::boolean, 0});
    made.controller.parameters.push_back({"", ParameterType::boolean, 0});
    made.lead(0, Target::state, 1).conditions = {{1, "", 0.0}};
    const doc::StateGraph& graph = made.run();
    const auto& variables = content(*made.import.document).library().machines()[0].variables();
    EXPECT_EQ(variables[5].name(), "Parameter 2");
    EXPECT_EQ(graph.transitions()[0].conditions()[0].variable(), variables[5].id());
    EXPECT_TRUE(has_code(made.diagnostics, "unity-no-name"));
}

// The net under all that: 20 levels of machines cannot be baked, and the import says so itself.
TEST(UnityImport, SaysWhatCannotBeBaked) {
    Made made;
    for (std::uint32_t i = 1; i < 20; ++i) {
        Machine& inner = made.controller.machines.emplace_back();
        inner.name = "M";
        made.controller.states.emplace_back().name = "S";
        inner.states = {i + 1};
        inner.default_state = i + 1;
        made.controller.machines[i - 1].children.emplace_back().machine = i;
    }
    made.run(false);
    EXPECT_TRUE(has_code(made.diagnostics, "too-deep"));
}

}  // namespace
}  // namespace motus::unity
