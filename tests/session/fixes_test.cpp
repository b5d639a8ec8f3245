// tests/session/fixes_test.cpp - each fix takes its fault away, is one step, and can be undone.
// SPDX-License-Identifier: MIT
#include <motus/session/fixes.h>

#include <motus/document/file.h>
#include <motus/document/patch.h>
#include <motus/document/validate.h>
#include <motus/session/stage.h>
#include <scenes/hero/hero_document.h>
#include <scenes/scenes.h>

#include <gtest/gtest.h>

namespace motus {
namespace {

constexpr const char* kLayer = "/library/machines/0/machine/layers/0/graph";

std::vector<Fault> faults_of(const Document& document, std::string_view code) {
    Diagnostics all;
    validate(document, all);
    std::vector<Fault> found;
    for (const Fault& fault : all.faults())
        if (fault.code == code) found.push_back(fault);
    return found;
}

struct Case {
    const char* code;
    const char* title;
    const char*
        breaks;  ///< Operations; GRAPH stands for the base layer's graph, STATE for its first.
};

std::string replaced(const std::string& word, const std::string& by, std::string text) {
    for (std::size_t at = 0; (at = text.find(word, at)) != text.npos;)
        text.replace(at, word.size(), by);
    return text;
}

class Fixes : public ::testing::TestWithParam<Case> {};

TEST_P(Fixes, TakesTheFaultAway) {
    const auto document = scenes::make_hero_document();
    const std::size_t known = faults_of(*document, GetParam().code).size();
    const auto& layer = content(*document).library().machines()[0].machine().layers()[0];
    std::string breaks = replaced("GRAPH", kLayer, GetParam().breaks);
    breaks = replaced("STATE", std::to_string(layer.graph().entry()), breaks);
    const auto broken = apply_patch_step(*document, *parse_json(breaks), "Break");
    ASSERT_TRUE(broken.has_value()) << broken.error().place << " " << broken.error().cause;
    const std::string text = write_document(*document);
    const std::vector<Fault> faults = faults_of(*document, GetParam().code);
    ASSERT_GT(faults.size(), known);
    std::optional<Fix> fix;
    for (const Fault& fault : faults)
        if (!fix) fix = fix_of(*document, fault);
    ASSERT_TRUE(fix.has_value()) << faults.back().path;
    EXPECT_EQ(fix->title, GetParam().title);
    const std::size_t steps = document->history().size();
    const auto done = apply_patch_step(*document, *parse_json(fix->operations), fix->title);
    ASSERT_TRUE(done.has_value()) << done.error().place << " " << done.error().cause;
    EXPECT_EQ(faults_of(*document, GetParam().code).size(), known);
    EXPECT_EQ(document->history().size(), steps + 1);
    ASSERT_TRUE(document->undo().has_value());
    EXPECT_EQ(write_document(*document), text);
}

INSTANTIATE_TEST_SUITE_P(
    Codes, Fixes,
    ::testing::Values(
        Case{"never-fires", "Give it an exit time",
             R"([{"op": "remove", "path": "GRAPH/transitions/1/conditions/0"}])"},
        Case{"never-fires", "Delete the transition",
             R"([{"op": "copy", "from": "GRAPH/transitions/1", "path": "GRAPH/transitions/-"}])"},
        Case{
            "restarts-forever", "Do not lead to itself",
            R"([{"op": "replace", "path": "GRAPH/transitions/0/conditions/0/op", "value": "is_false"},
                 {"op": "replace", "path": "GRAPH/transitions/0/can_transition_to_self", "value": true}])"},
        Case{"curve-not-used", "Delete the curve",
             R"([{"op": "replace", "path": "GRAPH/transitions/1/duration", "value": 0}])"},
        Case{"timing-not-used", "Reset it",
             R"([{"op": "replace", "path": "GRAPH/transitions/1", "value":
                 {"from_kind": "entry", "to": STATE, "offset": 0.5}}])"},
        Case{"missing-target", "Delete the track",
             R"([{"op": "add", "path": "/library/timelines/-", "value": {"name": "t", "tracks": [
                 {"binding": {"target": 99999, "component": 62, "property": 4063234},
                  "keys": [{"value": 0}]}]}}])"},
        Case{"muted", "Unmute",
             R"([{"op": "replace", "path": "GRAPH/transitions/1/mute", "value": true}])"},
        Case{"missing-target", "Delete the transition",
             R"([{"op": "replace", "path": "GRAPH/transitions/1/to", "value": 99999}])"},
        Case{"missing-target", "Clear the reference",
             R"([{"op": "replace", "path": "GRAPH/states/0/motion", "value": 99999}])"},
        Case{"missing-target", "Start in Idle",
             R"([{"op": "replace", "path": "GRAPH/entry", "value": 99999}])"},
        Case{
            "unknown-variable", "Delete the condition",
            R"([{"op": "replace", "path": "GRAPH/transitions/1/conditions/0/variable", "value": 99999}])"},
        Case{
            "unsorted-keys", "Sort the keys",
            R"([{"op": "add", "path": "GRAPH/transitions/1/curve/keys/-", "value": {"time": 0.5, "value": 0.2}}])"},
        Case{
            "duplicate-key", "Delete the second key",
            R"([{"op": "add", "path": "GRAPH/transitions/1/curve/keys/-", "value": {"time": 1}}])"},
        Case{
            "curve-ends", "Run from 1 to 0",
            R"([{"op": "replace", "path": "GRAPH/transitions/1/curve/keys/0/value", "value": 0.5}])"},
        Case{"out-of-range", "Set it to 0",
             R"([{"op": "replace", "path": "GRAPH/transitions/1/duration", "value": -2}])"},
        Case{"name-clash", "Rename it to Idle 2",
             R"([{"op": "replace", "path": "GRAPH/states/1/name", "value": "Idle"}])"}));

TEST(Fix, FoldsRepeatedTransitions) {
    // The same way home from each of the four states: three of them, and the target's own.
    const auto document = scenes::make_hero_document();
    const auto stage = std::make_unique<Stage>();
    ASSERT_TRUE(stage->open(scenes::make_hero_document()).has_value());
    const Document& d = stage->project().document();
    const auto* graph = object_cast<doc::StateGraph>(
        &object_cast<doc::StateMachineTransition>(
             &content(d).library().machines()[0].machine().layers()[0].graph().transitions()[0])
             ->parent()[0]);
    ASSERT_NE(graph, nullptr);
    const auto id = [&](std::size_t i) { return std::to_string(graph->states()[i].id()); };
    const std::string jump = std::to_string(graph->transitions()[0].conditions()[0].variable());
    // Away with the one from any state, then the same from each but its target.
    std::string patch =
        std::string(R"([{"op": "remove", "path": ")") + kLayer + R"(/transitions/0"})";
    for (const std::size_t from : {0u, 1u, 3u}) {
        patch += std::string(R"(, {"op": "add", "path": ")") + kLayer +
                 R"(/transitions/0", "value": {"from": )" + id(from) + R"(, "to": )" + id(2) +
                 R"(, "conditions": [{"variable": )" + jump + R"(, "op": "is_true"}]}})";
    }
    patch += "]";
    ASSERT_TRUE(stage->edit(patch, "Draw them").has_value());
    const std::vector<Fault> faults = faults_of(d, "repeated-transition");
    ASSERT_EQ(faults.size(), 1u);
    const std::optional<Fix> fix = fix_of(d, faults[0]);
    ASSERT_TRUE(fix.has_value()) << faults[0].message;
    EXPECT_EQ(fix->title, "Fold into one from any state");
    EXPECT_NE(stage->problems_text().find("Fold into one from any state"), std::string::npos);
    ASSERT_TRUE(stage->edit(fix->operations, fix->title).has_value());
    EXPECT_TRUE(faults_of(d, "repeated-transition").empty());
}

// Of two sets of which one stands before the other in each state, the second takes both.
TEST(Fix, FoldsThoseBeforeItToo) {
    std::string text = R"({"version": 2, "library": {"machines": [{"id": 1, "name": "m",
        "variables": [{"id": 5, "name": "a", "kind": "trigger"},
                      {"id": 6, "name": "b", "kind": "trigger"}],
        "machine": {"layers": [{"id": 2, "name": "Base", "graph": {"entry": 10, "states": [
        {"id": 10, "name": "A", "kind": "empty"}, {"id": 11, "name": "B", "kind": "empty"},
        {"id": 12, "name": "C", "kind": "empty"}], "transitions": [)";
    int id = 20;
    for (const auto& [trigger, to] : {std::pair{5, 10}, std::pair{6, 11}}) {
        for (int from = 10; from < 13; ++from) {
            text += (id == 20 ? "" : ", ") + std::string(R"({"id": )") + std::to_string(id) +
                    R"(, "from": )" + std::to_string(from) + R"(, "to": )" + std::to_string(to) +
                    R"(, "conditions": [{"variable": )" + std::to_string(trigger) +
                    R"(, "op": "is_true"}]})";
            ++id;
        }
    }
    Diagnostics diagnostics;
    const auto document = read_document(text + "]}}]}}]}}", diagnostics);
    ASSERT_TRUE(document.has_value()) << document.error().cause;
    const std::vector<Fault> faults = faults_of(**document, "repeated-transition");
    ASSERT_EQ(faults.size(), 2u);
    EXPECT_EQ(fix_of(**document, faults[0])->title, "Fold into one from any state");
    const std::optional<Fix> fix = fix_of(**document, faults[1]);
    ASSERT_TRUE(fix.has_value()) << faults[1].message;
    EXPECT_EQ(fix->title, "Fold this and those before it");
    const std::size_t steps = (*document)->history().size();
    const auto done = apply_patch_step(**document, *parse_json(fix->operations), fix->title);
    ASSERT_TRUE(done.has_value()) << done.error().place << " " << done.error().cause;
    EXPECT_EQ((*document)->history().size(), steps + 1);
    EXPECT_TRUE(faults_of(**document, "repeated-transition").empty());
}

// The list of problems is what a bake finds, files included: there is no other set of checks.
TEST(Fix, ProblemsAreThoseOfTheBake) {
    const auto stage =
        std::make_unique<Stage>([](std::string_view name) { return scenes::make_scene(name); });
    ASSERT_TRUE(stage->open(scenes::make_hero_document()).has_value());
    const auto hero = [&]() -> const doc::Entity& {
        return content(stage->project().document()).scene().entities()[0];
    };
    const std::string track = R"([{"op": "add", "path": "/library/timelines/-", "value":
        {"id": 900, "name": "t", "tracks": [{"id": 901, "binding": {"target": )" +
                              std::to_string(hero().id()) +
                              R"(, "component": 60, "property": 3932161,
        "property_kind": "vec3", "path": "No/Such"}, "keys": [{"value": [0, 0, 0]}]}]}}])";
    ASSERT_TRUE(stage->edit(track, "A track of nothing").has_value());
    const std::string problems = stage->problems_text();
    EXPECT_NE(problems.find("/library/timelines/@900/tracks/@901/binding/path"), std::string::npos)
        << problems;
    EXPECT_NE(problems.find("Delete the track"), std::string::npos) << problems;
    const Result<Json> listed = parse_json(problems);
    ASSERT_TRUE(listed.has_value());
    EXPECT_EQ(listed->items.size(), stage->project().report().faults.size());
}

TEST(Fix, OffersNothingWhereItIsNotObvious) {
    const auto document = scenes::make_hero_document();
    EXPECT_FALSE(
        fix_of(*document, {Severity::warning, "unreachable", std::string(kLayer) + "/states/0", ""})
            .has_value());
    EXPECT_FALSE(
        fix_of(*document, {Severity::error, "missing-target", "/nowhere", ""}).has_value());
    EXPECT_FALSE(fix_of(*document, {Severity::error, "missing-target", "", ""}).has_value());
}

}  // namespace
}  // namespace motus
