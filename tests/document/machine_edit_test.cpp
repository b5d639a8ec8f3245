// SPDX-License-Identifier: MIT
#include <motus/document/machine_edit.h>

#include "sample.h"

#include <motus/document/pointer.h>
#include <motus/document/validate.h>

#include <map>
#include <set>

#include <gtest/gtest.h>

namespace motus {
namespace {

using doc::ConditionOperator;
using doc::StateGraph;
using doc::StateMachineDefinition;
using doc::StateMachineState;
using doc::StateMachineTransition;
using doc::StateMachineVariable;
using doc::VariableKind;

struct MachineEdit : ::testing::Test {
    test::Sample s = test::make_sample();
    std::string before = s.text();

    [[nodiscard]] const StateGraph& graph() const {
        return s.get<StateMachineDefinition>(s.machine).machine().layers()[0].graph();
    }
    [[nodiscard]] std::string graph_path() const { return pointer_to(*s.document, graph()); }
    [[nodiscard]] std::string variable_path() const {
        return pointer_to(*s.document, s.get<StateMachineVariable>(s.speed));
    }
    Result<std::size_t> apply(const std::string& patch) { return test::apply(*s.document, patch); }
    std::uint64_t add_transition(std::uint64_t from, std::uint64_t to, ConditionOperator op,
                                 float value) {
        auto change = s.document->begin_change(graph(), "More");
        auto t = change.transitions_append();
        t.set_from(from).set_to(to);
        t.conditions_append().set_variable(s.speed).set_op(op).set_compare_value(value);
        const std::uint64_t id = t.object().id();
        EXPECT_TRUE(change.commit());
        return id;
    }
    [[nodiscard]] std::set<std::string> errors() const {
        Diagnostics faults;
        validate(*s.document, faults);
        std::set<std::string> found;
        for (const Fault& fault : faults.faults())
            if (fault.severity == Severity::error) found.insert(fault.code + " " + fault.path);
        return found;
    }
    void undo_restores(const std::string& text) {
        ASSERT_TRUE(*s.document->undo());
        EXPECT_EQ(s.text(), text);
    }
};

TEST_F(MachineEdit, AStateGoesWithWhatLeadsToItAndLeavesIt) {
    add_transition(s.walk, s.idle, ConditionOperator::less, 0.1f);
    const std::string sub = pointer_to(*s.document, *s.get<StateMachineState>(s.nested).parent());
    // From inside the sub-machine out to what is removed.
    ASSERT_TRUE(apply("[{\"op\": \"add\", \"path\": \"" + sub +
                      "/transitions/-\", \"value\": {\"from\": " + std::to_string(s.nested) +
                      ", \"to\": " + std::to_string(s.idle) + ", \"has_exit_time\": true}}]"));
    const std::string full = s.text();
    const std::set<std::string> faults = errors();
    ASSERT_EQ(graph().transitions().size(), 2u);
    const Result<std::size_t> steps =
        apply("[{\"op\": \"remove_states\", \"path\": \"" + graph_path() + "\", \"states\": [" +
              std::to_string(s.idle) + "]}]");
    ASSERT_TRUE(steps) << to_string(steps.error());
    EXPECT_EQ(*steps, 1u);
    EXPECT_EQ(graph().states().size(), 2u);
    EXPECT_TRUE(graph().transitions().empty());
    EXPECT_EQ(graph().entry(), s.walk);
    EXPECT_TRUE(graph().states()[1].graph()->transitions().empty());
    for (const std::string& fault : errors())
        EXPECT_EQ(faults.count(fault), 1u) << fault;
    undo_restores(full);
}

TEST_F(MachineEdit, ASubMachineGoesWithItsStates) {
    const std::uint64_t in = add_transition(s.walk, s.nested, ConditionOperator::greater, 2);
    ASSERT_NE(s.document->find_id(in), nullptr);
    const std::uint64_t sub = graph().states()[2].id();
    ASSERT_TRUE(remove_states(*s.document, graph(), std::vector<std::uint64_t>{sub}));
    EXPECT_EQ(s.document->find_id(in), nullptr);
    EXPECT_EQ(s.document->find_id(s.nested), nullptr);
    EXPECT_EQ(graph().transitions().size(), 1u);
    EXPECT_EQ(graph().entry(), s.idle);
}

TEST_F(MachineEdit, TheLastStateLeavesAnEmptyGraph) {
    const std::uint64_t sub = graph().states()[2].id();
    ASSERT_TRUE(
        remove_states(*s.document, graph(), std::vector<std::uint64_t>{sub, s.walk, s.idle, sub}));
    EXPECT_TRUE(graph().states().empty());
    EXPECT_EQ(graph().entry(), 0u);
    undo_restores(before);
}

TEST_F(MachineEdit, AStateOfAnotherGraphIsRefused) {
    const auto done = remove_states(*s.document, graph(), std::vector<std::uint64_t>{s.nested});
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, "no-state");
    EXPECT_EQ(s.text(), before);
}

TEST_F(MachineEdit, WhatSyncedLayersPlayInsteadGoesToo) {
    const auto& machine = s.get<StateMachineDefinition>(s.machine);
    auto change = s.document->begin_change(machine.machine(), "Layer");
    auto layer = change.layers_append();
    layer.set_sync_layer(machine.machine().layers()[0].id());
    layer.synced_motions_append().set_state(s.walk);
    layer.synced_motions_append().set_state(s.idle);
    ASSERT_TRUE(change.commit());
    ASSERT_TRUE(remove_states(*s.document, graph(), std::vector<std::uint64_t>{s.walk}));
    const auto& synced = machine.machine().layers()[1].synced_motions();
    ASSERT_EQ(synced.size(), 1u);
    EXPECT_EQ(synced[0].state(), s.idle);
}

TEST_F(MachineEdit, RetypingSaysConditionsAnew) {
    const std::uint64_t flag = add_transition(s.walk, s.idle, ConditionOperator::greater, 0.5f);
    ASSERT_TRUE(remove_states(*s.document, graph(), std::vector<std::uint64_t>{s.idle}));
    ASSERT_TRUE(*s.document->undo());
    // A blend follows it: it must stay a number.
    const std::string with_blend = s.text();
    const auto refused =
        apply("[{\"op\": \"retype\", \"path\": \"" + variable_path() + "\", \"value\": \"bool\"}]");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, "retype-breaks");
    EXPECT_NE(refused.error().cause.find("is no number"), std::string::npos)
        << refused.error().cause;
    EXPECT_EQ(s.text(), with_blend);

    auto change = s.document->begin_change(s.get<StateMachineState>(s.walk), "No blend");
    change.set_kind(doc::StateKind::empty).set_variable_x(0);
    ASSERT_TRUE(change.commit());
    ASSERT_TRUE(apply("[{\"op\": \"retype\", \"path\": \"" + variable_path() +
                      "\", \"value\": \"bool\"}]"));
    const auto& variable = s.get<StateMachineVariable>(s.speed);
    EXPECT_EQ(variable.kind(), VariableKind::bool_);
    EXPECT_EQ(variable.default_value(), 1.0f);  // it was 0.5
    EXPECT_EQ(s.get<StateMachineTransition>(flag).conditions()[0].op(), ConditionOperator::is_true);
    ASSERT_TRUE(
        apply("[{\"op\": \"retype\", \"path\": \"" + variable_path() + "\", \"value\": \"int\"}]"));
    const auto& condition = s.get<StateMachineTransition>(flag).conditions()[0];
    EXPECT_EQ(condition.op(), ConditionOperator::equal);
    EXPECT_EQ(condition.compare_value(), 1.0f);
    ASSERT_TRUE(apply("[{\"op\": \"retype\", \"path\": \"" + variable_path() +
                      "\", \"value\": \"enum\"}]"));
    ASSERT_EQ(variable.choices().size(), 1u);
    EXPECT_EQ(variable.choices()[0].value(), 1);
}

TEST_F(MachineEdit, RetypingKeepsWhatIsAskedForEveryNumber) {
    auto change = s.document->begin_change(s.get<StateMachineState>(s.walk), "No blend");
    change.set_kind(doc::StateKind::empty).set_variable_x(0);
    ASSERT_TRUE(change.commit());
    const auto holds = [](ConditionOperator op, float value, float number) {
        switch (op) {
            case ConditionOperator::is_true:
                return number != 0;
            case ConditionOperator::is_false:
                return number == 0;
            case ConditionOperator::greater:
                return number > value;
            case ConditionOperator::less:
                return number < value;
            case ConditionOperator::greater_equal:
                return number >= value;
            case ConditionOperator::less_equal:
                return number <= value;
            case ConditionOperator::equal:
                return number == value;
            default:
                return number != value;
        }
    };
    const auto& own = graph().transitions()[0];
    const char* kinds[] = {"float", "int", "bool", "trigger", "enum"};
    int translated = 0, refused = 0;
    for (int from = 0; from < 5; ++from) {
        for (int to = 0; to < 5; ++to) {
            for (int op = 0; op < 8; ++op) {
                const float value = 0.5f * static_cast<float>(op % 3);
                auto set = s.document->begin_change(s.get<StateMachineVariable>(s.speed), "Kind");
                set.set_kind(static_cast<VariableKind>(from)).set_default_value(1);
                while (!set.object().choices().empty())
                    set.choices_remove(0);
                ASSERT_TRUE(set.commit());
                auto ask = s.document->begin_change(own.conditions()[0], "Ask");
                ask.set_op(static_cast<ConditionOperator>(op)).set_compare_value(value);
                ASSERT_TRUE(ask.commit());
                const std::string text = s.text();
                const auto done = apply("[{\"op\": \"retype\", \"path\": \"" + variable_path() +
                                        "\", \"value\": \"" + kinds[to] + "\"}]");
                if (!done) {
                    EXPECT_EQ(s.text(), text);
                    ++refused;
                    continue;
                }
                ++translated;
                const auto& now = own.conditions()[0];
                for (const float number : {0.0f, 1.0f})
                    EXPECT_EQ(holds(static_cast<ConditionOperator>(op), value, number),
                              holds(now.op(), now.compare_value(), number))
                        << kinds[from] << " to " << kinds[to] << ", " << op << " " << value;
            }
        }
    }
    EXPECT_GT(translated, 50);
    EXPECT_GT(refused, 20);
}

TEST_F(MachineEdit, AVariableGoesWithItsUses) {
    ASSERT_TRUE(apply("[{\"op\": \"remove_variable\", \"path\": \"" + variable_path() + "\"}]"));
    EXPECT_TRUE(s.get<StateMachineDefinition>(s.machine).variables().empty());
    EXPECT_EQ(s.get<StateMachineState>(s.walk).variable_x(), 0u);
    EXPECT_TRUE(graph().transitions()[0].conditions().empty());
    undo_restores(before);
}

// Without the question it would fire always: at once on entry, or at every exit time.
TEST_F(MachineEdit, ATransitionThatHasLostItsLastConditionNeverFires) {
    const std::uint64_t alone = add_transition(s.idle, s.walk, ConditionOperator::greater, 1);
    const std::uint64_t both = add_transition(s.idle, s.walk, ConditionOperator::less, 1);
    auto change = s.document->begin_change(graph(), "More");
    const std::uint64_t free = [&] {
        auto t = change.transitions_append();
        t.set_from(s.idle).set_to(s.walk).set_has_exit_time(true);
        return t.object().id();
    }();
    ASSERT_TRUE(change.commit());
    auto other = s.document->begin_change(s.get<StateMachineDefinition>(s.machine), "Variable");
    auto variable = other.variables_append();
    variable.set_name("on").set_kind(VariableKind::bool_);
    const std::uint64_t on = variable.object().id();
    ASSERT_TRUE(other.commit());
    auto more = s.document->begin_change(s.get<StateMachineTransition>(both), "Condition");
    more.conditions_append().set_variable(on).set_op(ConditionOperator::is_true);
    ASSERT_TRUE(more.commit());
    const std::string text = s.text();
    ASSERT_TRUE(apply("[{\"op\": \"remove_variable\", \"path\": \"" + variable_path() + "\"}]"));
    EXPECT_TRUE(s.get<StateMachineTransition>(alone).mute());
    EXPECT_TRUE(graph().transitions()[0].mute());
    EXPECT_FALSE(s.get<StateMachineTransition>(both).mute());  // still asks for the other one
    EXPECT_FALSE(s.get<StateMachineTransition>(free).mute());  // never asked
    undo_restores(text);
}

TEST_F(MachineEdit, LayoutPutsNothingOnTopOfAnotherAndFollowsTheWay) {
    for (int i = 0; i < 40; ++i) {
        auto change = s.document->begin_change(graph(), "More");
        auto state = change.states_append();
        state.set_name("extra " + std::to_string(i));
        ASSERT_TRUE(change.commit());
    }
    const std::string path = graph_path();
    ASSERT_TRUE(apply("[{\"op\": \"layout\", \"path\": \"" + path + "\"}]"));
    std::set<std::pair<float, float>> places;
    const auto add = [&](Float2 at) {
        for (const auto& [x, y] : places)
            EXPECT_FALSE(std::abs(x - at[0]) < 180 && std::abs(y - at[1]) < 60);
        places.insert({at[0], at[1]});
    };
    for (const StateMachineState& state : graph().states())
        add(state.position());
    add(graph().entry_position());
    add(graph().any_position());
    const auto& idle = s.get<StateMachineState>(s.idle);
    const auto& walk = s.get<StateMachineState>(s.walk);
    EXPECT_LT(graph().entry_position()[0], idle.position()[0]);
    EXPECT_LT(idle.position()[0], walk.position()[0]);
    // The same again changes nothing.
    const std::string laid = s.text();
    ASSERT_TRUE(apply("[{\"op\": \"layout\", \"path\": \"" + path + "\"}]"));
    EXPECT_EQ(s.text(), laid);
}

TEST_F(MachineEdit, OperationsRefuseWhatTheyCannotMean) {
    const std::string graph_at = "\"path\": \"" + graph_path() + "\"";
    const std::string variable_at = "\"path\": \"" + variable_path() + "\"";
    const std::string wrong[] = {
        "{\"op\": \"remove_states\", " + graph_at + "}",
        "{\"op\": \"remove_states\", " + graph_at + ", \"states\": [1.5]}",
        "{\"op\": \"remove_states\", " + graph_at + ", \"states\": [\"a\"]}",
        "{\"op\": \"remove_states\", " + variable_at + ", \"states\": [1]}",
        "{\"op\": \"layout\", " + variable_at + "}",
        "{\"op\": \"layout\", \"path\": \"/nothing\"}",
        "{\"op\": \"retype\", " + variable_at + "}",
        "{\"op\": \"retype\", " + variable_at + ", \"value\": \"colour\"}",
        "{\"op\": \"remove_variable\", " + graph_at + "}",
        "{\"op\": \"paste\", " + graph_at + ", \"value\": {}}",
        "{\"op\": \"paste\", " + graph_at + ", \"value\": {\"states\": [3]}}",
        "{\"op\": \"paste\", " + graph_at + ", \"at\": [1], \"value\": {\"states\": [{}]}}",
        "{\"op\": \"duplicate\", " + graph_at + ", \"states\": [77]}",
        "{\"op\": \"fold\", " + graph_at + "}",
        "{\"op\": \"fold\", \"path\": \"" + graph_path() + "/transitions/0\"}",
    };
    for (const std::string& operation : wrong) {
        EXPECT_FALSE(apply("[" + operation + "]")) << operation;
        EXPECT_EQ(s.text(), before) << operation;
    }
}

}  // namespace
}  // namespace motus
