// SPDX-License-Identifier: MIT
#include <motus/document/machine_edit.h>

#include "sample.h"

#include <motus/document/clone.h>
#include <motus/document/object_json.h>
#include <motus/document/pointer.h>
#include <motus/document/validate.h>

#include <set>

#include <gtest/gtest.h>

namespace motus {
namespace {

using doc::StateGraph;
using doc::StateMachineDefinition;
using doc::StateMachineState;
using doc::StateMachineTransition;
using doc::StateMachineVariable;

struct MachinePaste : ::testing::Test {
    test::Sample s = test::make_sample();
    std::string before = s.text();

    [[nodiscard]] const StateGraph& graph() const {
        return s.get<StateMachineDefinition>(s.machine).machine().layers()[0].graph();
    }
    [[nodiscard]] static std::string text_of(const Object& object) {
        std::string text;
        append_object(text, object, JsonLayout::line);
        return text;
    }
    /// Idle, Walk and the transition between them, as a page copies them.
    [[nodiscard]] std::string copied() const {
        return "{\"states\": [" + text_of(s.get<StateMachineState>(s.idle)) + ", " +
               text_of(s.get<StateMachineState>(s.walk)) + "], \"transitions\": [" +
               text_of(graph().transitions()[0]) + "], \"variables\": [" +
               text_of(s.get<StateMachineVariable>(s.speed)) + "]}";
    }
    [[nodiscard]] std::size_t faults() const {
        Diagnostics diagnostics;
        validate(*s.document, diagnostics);
        std::size_t errors = 0;
        for (const Fault& fault : diagnostics.faults())
            errors += fault.severity == Severity::error ? 1 : 0;
        return errors;
    }
};

std::string paste_into(const std::string& path, const std::string& value) {
    return "[{\"op\": \"paste\", \"path\": \"" + path +
           "\", \"at\": [500, 40], \"seed\": 7, \"value\": " + value + "}]";
}

TEST_F(MachinePaste, ADuplicateHasIdsNamesAndTransitionsOfItsOwn) {
    const std::vector<std::uint64_t> both{s.idle, s.walk};
    ASSERT_TRUE(duplicate_states(*s.document, graph(), both, {.offset = {30, 50}, .seed = 5}));
    ASSERT_EQ(graph().states().size(), 5u);
    ASSERT_EQ(graph().transitions().size(), 2u);
    const StateMachineState &idle = graph().states()[3], &walk = graph().states()[4];
    EXPECT_EQ(idle.name(), "Idle 2");
    EXPECT_EQ(walk.name(), "Walk 2");
    EXPECT_EQ(idle.position(), (Float2{30, 50}));
    const StateMachineTransition& t = graph().transitions()[1];
    EXPECT_EQ(t.from(), idle.id());
    EXPECT_EQ(t.to(), walk.id());
    EXPECT_EQ(t.conditions()[0].variable(), s.speed);
    EXPECT_EQ(walk.variable_x(), s.speed);
    EXPECT_NE(t.id(), graph().transitions()[0].id());
    EXPECT_EQ(graph().entry(), s.idle);
    ASSERT_TRUE(duplicate_states(*s.document, graph(), both, {.seed = 6}));
    EXPECT_EQ(graph().states()[5].name(), "Idle 3");
    ASSERT_TRUE(*s.document->undo());
    ASSERT_TRUE(*s.document->undo());
    EXPECT_EQ(s.text(), before);
}

TEST_F(MachinePaste, ASubMachineIsCopiedWithItsInside) {
    const std::uint64_t sub = graph().states()[2].id();
    ASSERT_TRUE(duplicate_states(*s.document, graph(), std::vector<std::uint64_t>{sub}, {}));
    const StateMachineState& copy = graph().states()[3];
    ASSERT_NE(copy.graph(), nullptr);
    EXPECT_EQ(copy.graph()->states()[0].name(), "Inner");
    EXPECT_NE(copy.graph()->states()[0].id(), s.nested);
    EXPECT_NE(s.document->find_id(copy.graph()->states()[0].id()), nullptr);
}

TEST_F(MachinePaste, TheSamePasteGivesTheSameBytesWhateverTheDocumentsSeed) {
    const std::string patch = paste_into(pointer_to(*s.document, graph()), copied());
    std::vector<std::string> texts;
    for (const std::uint64_t seed : {1u, 99u}) {
        Diagnostics diagnostics;
        auto document = read_document(before, diagnostics, {.id_seed = seed});
        ASSERT_TRUE(document);
        ASSERT_TRUE(test::apply(**document, patch));
        texts.push_back(write_document(**document));
    }
    EXPECT_EQ(texts[0], texts[1]);
}

TEST_F(MachinePaste, ThePasteStandsWhereItIsWanted) {
    ASSERT_TRUE(test::apply(*s.document, paste_into(pointer_to(*s.document, graph()), copied())));
    EXPECT_EQ(graph().states()[3].position(), (Float2{500, 40}));
}

TEST_F(MachinePaste, AnotherLayerGetsStatesThatAreItsOwn) {
    const auto& machine = s.get<StateMachineDefinition>(s.machine);
    auto change = s.document->begin_change(machine.machine(), "Layer");
    change.layers_append().set_name("upper").set_machine(s.machine);
    ASSERT_TRUE(change.commit());
    const std::size_t known = faults();
    const StateGraph& upper = machine.machine().layers()[1].graph();
    // One end of it is not copied, and is in another layer.
    const std::string alone = "{\"states\": [" + text_of(s.get<StateMachineState>(s.walk)) +
                              "], \"transitions\": [" + text_of(graph().transitions()[0]) + "]}";
    ASSERT_TRUE(test::apply(*s.document, paste_into(pointer_to(*s.document, upper), alone)));
    EXPECT_TRUE(upper.transitions().empty());
    ASSERT_TRUE(*s.document->undo());
    ASSERT_TRUE(test::apply(*s.document, paste_into(pointer_to(*s.document, upper), copied())));
    ASSERT_EQ(upper.states().size(), 2u);
    EXPECT_EQ(upper.states()[0].name(), "Idle");
    EXPECT_EQ(upper.entry(), upper.states()[0].id());
    ASSERT_EQ(upper.transitions().size(), 1u);
    EXPECT_EQ(upper.transitions()[0].from(), upper.states()[0].id());
    EXPECT_EQ(machine.variables().size(), 1u);
    EXPECT_LE(faults(), known);
}

TEST_F(MachinePaste, AnotherMachineGetsTheVariablesItLacks) {
    auto change = s.document->begin_change(content(*s.document).library(), "Machines");
    auto other = change.machines_append();
    other.set_name("other");
    auto variable = other.variables_append();
    variable.set_name("speed").set_kind(doc::VariableKind::bool_);
    other.machine_change().layers_append().set_name("base").set_machine(other.object().id());
    const std::uint64_t id = other.object().id();
    ASSERT_TRUE(change.commit());
    const auto& machine = s.get<StateMachineDefinition>(id);
    const StateGraph& there = machine.machine().layers()[0].graph();
    const std::string patch = paste_into(pointer_to(*s.document, there), copied());
    ASSERT_TRUE(test::apply(*s.document, patch));
    // Its own "speed" is a bool: another one comes.
    ASSERT_EQ(machine.variables().size(), 2u);
    EXPECT_EQ(machine.variables()[1].name(), "speed 2");
    EXPECT_EQ(machine.variables()[1].kind(), doc::VariableKind::float_);
    EXPECT_EQ(there.transitions()[0].conditions()[0].variable(), machine.variables()[1].id());
    EXPECT_EQ(there.states()[1].variable_x(), machine.variables()[1].id());
    ASSERT_TRUE(*s.document->undo());
    auto retyped = s.document->begin_change(machine.variables()[0], "Kind");
    retyped.set_kind(doc::VariableKind::float_);
    ASSERT_TRUE(retyped.commit());
    ASSERT_TRUE(test::apply(*s.document, patch));
    ASSERT_EQ(machine.variables().size(), 1u);
    EXPECT_EQ(there.states()[1].variable_x(), machine.variables()[0].id());
}

TEST_F(MachinePaste, WhatLeadsOutOfASubMachineIntoTheOldLayerStaysThere) {
    const StateMachineState& sub = graph().states()[2];
    auto inner = s.document->begin_change(*sub.graph(), "Ways out");
    inner.transitions_append().set_from(s.nested).set_to(s.idle).set_has_exit_time(true);
    inner.transitions_append().set_from(s.nested).set_to(s.nested).set_has_exit_time(true);
    inner.transitions_append()
        .set_from(s.nested)
        .set_to_kind(doc::TransitionTo::exit)
        .set_has_exit_time(true);
    ASSERT_TRUE(inner.commit());
    const std::size_t had = sub.graph()->transitions().size();
    const auto& machine = s.get<StateMachineDefinition>(s.machine);
    auto change = s.document->begin_change(machine.machine(), "Layer");
    change.layers_append().set_name("upper").set_machine(s.machine);
    ASSERT_TRUE(change.commit());
    const std::string value = "{\"states\": [" + text_of(sub) + "]}";
    const StateGraph& upper = machine.machine().layers()[1].graph();
    ASSERT_TRUE(test::apply(*s.document, paste_into(pointer_to(*s.document, upper), value)));
    const StateGraph& pasted = *upper.states()[0].graph();
    ASSERT_EQ(pasted.transitions().size(), had - 1);
    for (const StateMachineTransition& t : pasted.transitions())
        EXPECT_NE(t.to(), s.idle);
    // In the same layer it leads where it led.
    ASSERT_TRUE(test::apply(*s.document, paste_into(pointer_to(*s.document, graph()), value)));
    EXPECT_EQ(graph().states().back().graph()->transitions().size(), had);
}

}  // namespace
}  // namespace motus
