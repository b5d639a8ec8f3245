// SPDX-License-Identifier: MIT
#include <motus/document/file.h>

#include "sample.h"

#include <motus/document/migrate.h>

#include <fstream>

#include <gtest/gtest.h>

namespace motus {
namespace {

std::string data(const std::string& name) {
    const Result<std::string> text = read_text_file(std::string(DOCUMENT_TEST_DATA "/") + name);
    return text ? *text : to_string(text.error());
}

/// What is wrong with the text: "code path", for each fault.
std::vector<std::string> faults(const std::string& text) {
    Diagnostics diagnostics;
    const auto document = read_document(text, diagnostics);
    EXPECT_FALSE(document);
    std::vector<std::string> found;
    for (const Fault& fault : diagnostics.faults())
        found.push_back(fault.code + " " + fault.path);
    return found;
}

TEST(File, TextIsCanonical) {
    test::Sample s = test::make_sample();
    EXPECT_EQ(s.text(), data("sample.motus"));
    EXPECT_EQ(write_document(*new_document()), "{\n  \"version\": 3\n}\n");
    Diagnostics diagnostics;
    const auto again = read_document(s.text(), diagnostics);
    ASSERT_TRUE(again);
    EXPECT_EQ(write_document(**again), s.text());
    EXPECT_FALSE((*again)->is_modified());
}

TEST(File, KeysInAnyOrderBecomeCanonical) {
    const std::string mixed =
        R"({"scene":{"bindings":[],"entities":[{"visible":true,"name":"a","id":3}]},"version":2,"name":"n"})";
    Diagnostics diagnostics;
    const auto document = read_document(mixed, diagnostics);
    ASSERT_TRUE(document);
    EXPECT_EQ(write_document(**document), R"({
  "version": 3,
  "name": "n",
  "scene": {
    "entities": [
      {
        "id": 3,
        "name": "a"
      }
    ]
  }
}
)");
}

TEST(File, UnknownMembersSurviveInPlace) {
    const std::string text = data("unknown.motus");
    Diagnostics diagnostics;
    const auto opened = read_document(text, diagnostics);
    ASSERT_TRUE(opened) << to_string(opened.error());
    EXPECT_EQ(write_document(**opened), text);
    // They survive edits around them, and removal and undo of what holds them.
    ASSERT_TRUE(test::apply(**opened,
                            R"([{"op": "replace", "path": "/scene/entities/@3/name", "value": "b"},
        {"op": "remove", "path": "/scene/entities/@3"}])"));
    ASSERT_TRUE(*(*opened)->undo());
    ASSERT_TRUE(*(*opened)->undo());
    EXPECT_EQ(write_document(**opened), text);
}

TEST(File, ReportsEveryFaultWithItsPath) {
    EXPECT_EQ(faults("{\n  \"version\": 2,\n  oops\n}"),
              std::vector<std::string>{"json-syntax line 3, column 3"});
    EXPECT_EQ(faults("[]"), std::vector<std::string>{"wrong-type "});
    EXPECT_EQ(faults("{}"), std::vector<std::string>{"document-version /version"});
    EXPECT_EQ(faults(R"({"version": 4})"), std::vector<std::string>{"document-version /version"});
    EXPECT_EQ(faults(R"({"version": 1.5})"), std::vector<std::string>{"document-version /version"});
    for (const auto& [text, words] : {std::pair{"{}", "is missing"},
                                      {R"({"version": "2"})", "must be a whole number"},
                                      {R"({"version": 4})", "version 4"}}) {
        Diagnostics diagnostics;
        EXPECT_FALSE(read_document(text, diagnostics));
        EXPECT_NE(diagnostics.faults()[0].message.find(words), std::string::npos) << text;
    }
    const std::string many = R"({"version": 2, "name": 7, "library": {"timelines": [
        {"duration": "long"}, 5, {"tracks": [{"keys": [{"frame": 0.5}, {"interpolation": "bounce"}]}]}
        ]}, "scene": {"entities": [{"components": [{"type": "Mask"}, {}]}]}})";
    EXPECT_EQ(faults(many), (std::vector<std::string>{
                                "wrong-type /name", "wrong-type /library/timelines/0/duration",
                                "wrong-type /library/timelines/1",
                                "wrong-type /library/timelines/2/tracks/0/keys/0/frame",
                                "wrong-type /library/timelines/2/tracks/0/keys/1/interpolation",
                                "wrong-child /scene/entities/0/components/0",
                                "unknown-type /scene/entities/0/components/1"}));
}

TEST(File, RefusesEveryPrefixAndSurvivesEveryByte) {
    const std::string text = data("sample.motus");
    for (std::size_t i = 0; i + 2 < text.size(); ++i) {
        Diagnostics diagnostics;
        ASSERT_FALSE(read_document(std::string_view(text).substr(0, i), diagnostics)) << i;
        ASSERT_TRUE(diagnostics.has_errors());
    }
    for (std::size_t i = 0; i < text.size(); ++i) {
        std::string damaged = text;
        damaged[i] = static_cast<char>(damaged[i] ^ (1 << (i % 8)));
        Diagnostics diagnostics;
        const auto document = read_document(damaged, diagnostics);
        if (!document) continue;
        const std::string written = write_document(**document);
        Diagnostics more;
        const auto again = read_document(written, more);
        ASSERT_TRUE(again) << i << ": " << to_string(again.error());
        ASSERT_EQ(write_document(**again), written) << i;
    }
}

TEST(File, RepeatedIdsCanBeOpened) {
    const std::string text =
        R"({"version": 2, "scene": {"entities": [{"id": 3, "name": "a"}, {"id": 3, "name": "b"}]}})";
    Diagnostics diagnostics;
    const auto document = read_document(text, diagnostics);
    ASSERT_TRUE(document);
    EXPECT_EQ(object_cast<doc::Entity>((*document)->find_id(3))->name(), "a");
    ASSERT_TRUE(test::apply(**document, R"([{"op": "remove", "path": "/scene/entities/@3"}])"));
    EXPECT_EQ(object_cast<doc::Entity>((*document)->find_id(3))->name(), "b");
}

// One file per older version, as that version wrote it; what it means now is beside it.
TEST(Migration, Version1) {
    Diagnostics diagnostics;
    const auto opened = read_document(data("v1.motus"), diagnostics);
    ASSERT_TRUE(opened) << to_string(opened.error());
    const auto& library = content(**opened).library();
    EXPECT_EQ(library.timelines()[0].snap_fps(), 24.0f);
    const auto& graph = library.machines()[0].machine().layers()[0].graph();
    EXPECT_EQ(graph.transitions()[0].conditions()[0].op(), doc::ConditionOperator::greater_equal);
    const auto& inner = *graph.states()[1].graph();
    EXPECT_EQ(inner.transitions()[0].to_kind(), doc::TransitionTo::exit);
    EXPECT_EQ(inner.transitions()[0].conditions()[0].op(), doc::ConditionOperator::is_false);
    EXPECT_EQ(write_document(**opened), data("v1_now.motus"));
}

TEST(Migration, OfWhatVersion1WouldNotHaveWritten) {
    Diagnostics diagnostics;
    const auto opened = read_document(R"({"version": 1, "library": {"machines": [{"id": 2,
        "machine": {"layers": [{"id": 3, "graph": {"states": [{"id": 4}], "transitions": [
            {"id": 5, "from": 4, "to_kind": "state", "to": 4, "exit": true},
            {"id": 6, "from": 4, "to": 4, "exit": "yes"},
            {"id": 7, "from": 4, "to": 4, "exit": false}]}}]}}]}})",
                                      diagnostics);
    ASSERT_TRUE(opened) << to_string(opened.error());
    const auto& transitions =
        content(**opened).library().machines()[0].machine().layers()[0].graph().transitions();
    EXPECT_EQ(transitions[0].to_kind(), doc::TransitionTo::exit);
    EXPECT_TRUE(transitions[0].unknown_fields().empty());
    // What is no truth is not understood, and not thrown away.
    EXPECT_EQ(transitions[1].to_kind(), doc::TransitionTo::state);
    ASSERT_EQ(transitions[1].unknown_fields().size(), 1u);
    EXPECT_EQ(transitions[1].unknown_fields()[0].value.text, "yes");
    EXPECT_EQ(transitions[2].to_kind(), doc::TransitionTo::state);
    EXPECT_TRUE(transitions[2].unknown_fields().empty());
}

TEST(Migration, RefusesOtherVersions) {
    Json root = Json::object();
    EXPECT_FALSE(migrate(root, 0));
    EXPECT_FALSE(migrate(root, kDocumentVersion + 1));
    EXPECT_TRUE(migrate(root, 1));
}

TEST(File, SavesWholeOrNotAtAll) {
    test::Sample s = test::make_sample();
    const auto path = test::scratch("a.motus");
    ASSERT_TRUE(save_document(*s.document, path));
    EXPECT_FALSE(s.document->is_modified());
    EXPECT_EQ(*read_text_file(path), s.text());
    const Result<std::size_t> lost = save_document(*s.document, path / "below" / "b.motus");
    ASSERT_FALSE(lost);
    EXPECT_EQ(lost.error().code, "file-write");
    EXPECT_EQ(read_text_file(path.parent_path()).error().code, "file-read");
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(path.parent_path()), {}), 1);
}

}  // namespace
}  // namespace motus
