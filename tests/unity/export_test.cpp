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
