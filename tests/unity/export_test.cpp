// What comes out as a .controller reads as what went in.
// SPDX-License-Identifier: MIT
#include <motus/document/file.h>
#include <motus/document/model_change.h>
#include <motus/document/new_document.h>
#include <motus/document/validate.h>
#include <motus/import/unity/export.h>
#include <motus/import/unity/import.h>
#include <tests/unity/describe.h>
#include <tests/unity/files.h>

#include <fmt/format.h>

namespace motus::unity {
namespace {

using test::describe;
using test::own_file;

/// Reads, imports, saves, opens, exports and reads again.
void expect_round_trip(const std::string& text) {
    Diagnostics diagnostics;
    Result<Controller> before = read_controller(text, diagnostics);
    ASSERT_TRUE(before) << to_string(before.error());
    ImportOptions options;
    options.text = text;
    options.clips_path = "clips.glb";
    const auto import = import_controller(*before, options, diagnostics);
    ASSERT_TRUE(import) << to_string(import.error());
    const auto document = read_document(write_document(*import->document), diagnostics);
    ASSERT_TRUE(document) << to_string(document.error());
    Diagnostics losses;
    const std::string out =
        export_controller(**document, content(**document).library().machines()[0], losses);
    for (const Fault& fault : losses.faults())
        if (fault.message.rfind("the keys of ", 0) != 0)  // clips inside the file
            ADD_FAILURE() << fault.path << ": " << fault.message;
    Diagnostics again;
    const Result<Controller> after = read_controller(out, again);
    ASSERT_TRUE(after) << to_string(after.error());
    EXPECT_EQ(after->counts.orphans, 0u);
    EXPECT_EQ(after->counts.transitions, [&] {
        std::size_t count = 0;
        for (const State& state : before->states)
            count += state.transitions.size();
        for (const Machine& machine : before->machines)
            count += machine.any.size();
        return count;
    }());
    // A tree that had no float to follow got one of value 0.
    Controller& original = *before;
    for (std::size_t i = original.parameters.size(); i < after->parameters.size(); ++i)
        original.parameters.push_back(after->parameters[i]);
    EXPECT_EQ(describe(original), describe(*after));
}

TEST(UnityExport, OwnFiles) {
    for (const char* name : {"v1.controller", "v2.controller", "v4.controller", "v5.controller"}) {
        SCOPED_TRACE(name);
        expect_round_trip(own_file(name));
    }
}

TEST(UnityExport, ConditionsThatNeverHoldComeBack) {
    expect_round_trip(test::with(own_file("v4.controller"), "m_ConditionEvent: Open",
                                 "m_ConditionEvent: \"is: no\\u00e9 { here\""));
    expect_round_trip(
        test::with(own_file("v4.controller"), "m_ConditionMode: 1", "m_ConditionMode: 42"));
}

// Texts that look like a list or a map are texts still; a list in brackets stays one.
TEST(UnityExport, TextsOfBehavioursThatLookLikeLists) {
    for (const char* text :
         {"'{abc'", "'[x'", "'{hello}'", "'[1, 2]'", "'{a: 1}'", "\"{\\n}\"", "[1, 2]",
          "{x: 1, y: {z: 2}}", "[]", "{}", "'a: b'", "'- x'", "'  lead'", "'5'", "'[]'"}) {
        SCOPED_TRACE(text);
        const std::string file =
            test::with(own_file("v5.controller"), "\n  volume:",
                       fmt::format("\n  note: {}\n  list:\n  - {}\n  - 1\n  volume:", text, text));
        Diagnostics diagnostics;
        ASSERT_TRUE(read_controller(file, diagnostics));
        expect_round_trip(file);
    }
}

// A value that looks like a map and is none, whoever wrote it, is written as a text.
TEST(UnityExport, WhatIsNoMapIsQuoted) {
    Diagnostics diagnostics;
    const auto document = new_document();
    Step step = document->begin_step("Make");
    auto library = document->begin_change(content(*document).library());
    auto machine = library.machines_append();
    auto layer = machine.machine_change().layers_append();
    auto state = layer.graph_change().states_append();
    auto note = state.annotations_append();
    note.set_name("unity.behaviour").set_source("000000000000000000000000000000aa:11500000");
    note.fields_append().set_name("say").set_value(Value("{never: closed"));
    ASSERT_TRUE(step.commit());
    const std::string out =
        export_controller(*document, content(*document).library().machines()[0], diagnostics);
    Diagnostics faults;
    const auto back = read_controller(out, faults);
    ASSERT_TRUE(back) << to_string(back.error());
    EXPECT_TRUE(faults.faults().empty());
    ASSERT_EQ(back->states[0].behaviours.size(), 1u);
    EXPECT_EQ(back->states[0].behaviours[0].fields[0].second, "{never: closed");
}

/// A machine of one layer with states A and B, made by the test; what its export says and is.
struct Exported {
    std::unique_ptr<Document> document = new_document();
    Diagnostics losses;
    Controller back;

    template <typename Fill>
    explicit Exported(const Fill& fill) {
        Step step = document->begin_step("Make");
        auto library = document->begin_change(content(*document).library());
        auto machine = library.machines_append();
        machine.set_name("M");
        auto inner = machine.machine_change();
        auto layer = inner.layers_append();
        layer.set_name("Base").set_machine(machine.object().id());
        auto graph = layer.graph_change();
        auto a = graph.states_append(), b = graph.states_append();
        a.set_name("A");
        b.set_name("B");
        graph.set_entry(a.object().id());
        fill(machine, graph, a, b);
        EXPECT_TRUE(step.commit());
        const std::string text =
            export_controller(*document, content(*document).library().machines()[0], losses);
        Diagnostics faults;
        Result<Controller> read = read_controller(text, faults);
        EXPECT_TRUE(read) << to_string(read.error());
        back = *std::move(read);
    }
    [[nodiscard]] bool says(std::string_view words) const {
        for (const Fault& fault : losses.faults()) {
            if (fault.message.find(words) != std::string::npos) return true;
        }
        return false;
    }
};

using MachineChange = doc::StateMachineDefinitionChange;
using GraphChange = doc::StateGraphChange;
using StateChange = doc::StateMachineStateChange;

TEST(UnityExport, PlainMachinesLoseNothing) {
    const Exported plain([](MachineChange&, GraphChange&, StateChange&, StateChange&) {});
    EXPECT_TRUE(plain.losses.faults().empty());
    EXPECT_EQ(plain.back.states[plain.back.machines[0].default_state].name, "A");
}

TEST(UnityExport, ADefaultThatIsASubMachineIsItsDefaultState) {
    for (const bool entries : {false, true}) {
        const Exported made([&](MachineChange&, GraphChange& graph, StateChange& a, StateChange&) {
            a.set_kind(doc::StateKind::sub_machine);
            auto inner = a.graph_make();
            auto deeper = inner.states_append();
            deeper.set_name("Deeper").set_kind(doc::StateKind::sub_machine);
            auto innermost = deeper.graph_make();
            auto first = innermost.states_append(), second = innermost.states_append();
            first.set_name("First");
            second.set_name("Second");
            innermost.set_entry(second.object().id());
            inner.set_entry(deeper.object().id());
            if (entries) {
                innermost.transitions_append()
                    .set_from_kind(doc::TransitionFrom::entry)
                    .set_to(first.object().id());
            }
            graph.set_entry(a.object().id());
        });
        ASSERT_EQ(made.back.machines.size(), 3u);
        for (const Machine& machine : made.back.machines) {
            ASSERT_NE(machine.default_state, kNoItem) << machine.name;
            EXPECT_EQ(made.back.states[machine.default_state].name, "Second") << machine.name;
        }
        EXPECT_EQ(made.losses.faults().empty(), !entries);
        EXPECT_EQ(made.says("entry transitions"), entries);
    }
}

TEST(UnityExport, WhatUnityHasNoWordForIsSaid) {
    const Exported made(
        [](MachineChange& machine, GraphChange& graph, StateChange& a, StateChange& b) {
            machine.machine_change().set_trigger_reset(doc::TriggerReset::first_consumer);
            auto mood = machine.variables_append();
            mood.set_name("mood").set_kind(doc::VariableKind::enum_);
            mood.choices_append().set_name("calm").set_value(0);
            auto speed = machine.variables_append();
            speed.set_name("speed").set_kind(doc::VariableKind::float_).set_min(0.0f).set_max(1.0f);
            auto go = machine.variables_append();
            go.set_name("go").set_kind(doc::VariableKind::trigger);
            a.set_sync(doc::MotionSync::markers);
            auto lead = graph.transitions_append();
            lead.set_from(a.object().id()).set_to(b.object().id()).set_sync(doc::MotionSync::phase);
            lead.set_interruption_blend(doc::InterruptionBlend::frozen);
            lead.conditions_append()
                .set_variable(speed.object().id())
                .set_op(doc::ConditionOperator::equal);
            lead.conditions_append()
                .set_variable(go.object().id())
                .set_op(doc::ConditionOperator::is_false);
        });
    EXPECT_TRUE(made.says("first consumer"));
    EXPECT_TRUE(made.says("no enums"));
    EXPECT_TRUE(made.says("range and description"));
    EXPECT_TRUE(made.says("share a phase"));
    EXPECT_TRUE(made.says("do not sync"));
    EXPECT_TRUE(made.says("greater and less only"));
    EXPECT_TRUE(made.says("waits for triggers only"));
    EXPECT_EQ(made.losses.faults().size(), 7u);
    ASSERT_EQ(made.back.states[0].transitions.size(), 1u);
    EXPECT_EQ(made.back.states[0].transitions[0].conditions.size(), 2u);
}

TEST(UnityExport, SharedFiles) {
    MOTUS_NEED_DATA(data);
    std::size_t checked = 0;
    for (const auto& path : test::files_below(data / "unity", {".controller"})) {
        if (path.string().find("damaged") != std::string::npos) continue;
        SCOPED_TRACE(path);
        const Result<std::string> text = read_text_file(path);
        ASSERT_TRUE(text);
        expect_round_trip(*text);
        ++checked;
    }
    EXPECT_EQ(checked, 13u);
}

}  // namespace
}  // namespace motus::unity
