// tests/session/fixes_test.cpp - each fix takes its fault away, is one step, and can be undone.
// SPDX-License-Identifier: MIT
#include <motus/session/fixes.h>

#include <motus/document/file.h>
#include <motus/document/patch.h>
#include <motus/document/validate.h>
#include <motus/session/stage.h>
#include <scenes/hero/hero_document.h>

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
    const char* breaks;  ///< Operations; GRAPH stands for the base layer's graph.
};

std::string replaced(std::string text) {
    const std::string word = "GRAPH";
    for (std::size_t at = 0; (at = text.find(word, at)) != text.npos;)
        text.replace(at, word.size(), kLayer);
    return text;
}

class Fixes : public ::testing::TestWithParam<Case> {};

TEST_P(Fixes, TakesTheFaultAway) {
    const auto document = scenes::make_hero_document();
    const std::size_t known = faults_of(*document, GetParam().code).size();
    const auto broken =
        apply_patch_step(*document, *parse_json(replaced(GetParam().breaks)), "Break");
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
