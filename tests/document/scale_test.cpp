// Large documents: where work grew with the square of a size, these would run into the time limit.
// SPDX-License-Identifier: MIT
#include "sample.h"
#include "validate_plants.h"

#include <motus/document/diff.h>
#include <motus/document/file.h>
#include <motus/document/fold.h>
#include <tests/support/rounds.h>

#include <algorithm>
#include <functional>

#include <gtest/gtest.h>

namespace motus {
namespace {

using test::faults_of;

std::string list(int count, const std::function<std::string(int)>& item) {
    std::string text = "[";
    for (int i = 0; i < count; ++i)
        text += (i == 0 ? "" : ",") + item(i);
    return text + "]";
}

std::string number(int value) {
    return std::to_string(value);
}

std::unique_ptr<Document> read(const std::string& text) {
    Diagnostics diagnostics;
    auto document = read_document(text, diagnostics);
    EXPECT_TRUE(document) << to_string(document.error());
    return *std::move(document);
}

/// Three states, 1000 to 1002, and these transitions; a float 11, an int 12, and an enum 13.
std::string machine(const std::string& transitions, int choices = 0) {
    return R"({"version": 2, "library": {"machines": [{"id": 1, "name": "m", "variables": [)"
           R"({"id": 11, "name": "x"}, {"id": 12, "name": "e", "kind": "int"},)"
           R"({"id": 13, "name": "c", "kind": "enum", "choices": )" +
           list(choices,
                [](int i) {
                    return R"({"name": "c)" + number(i) + R"(", "value": )" + number(i) + "}";
                }) +
           R"(}], "machine": {"layers": [{"id": 2, "name": "Base", "graph": {"entry": 1000,)"
           R"("states": )" +
           list(3,
                [](int i) {
                    return R"({"id": )" + number(1000 + i) + R"(, "name": "S)" + number(i) +
                           R"(", "kind": "empty"})";
                }) +
           R"(, "transitions": )" + transitions + "}}]}}]}}";
}

std::string condition(int variable, const char* op, int value) {
    return R"({"variable": )" + number(variable) + R"(, "op": ")" + op + R"(", "compare_value": )" +
           number(value) + "}";
}

std::string one_with(int count, const std::function<std::string(int)>& item) {
    return R"([{"id": 9, "from": 1000, "to": 1001, "conditions": )" + list(count, item) + "}]";
}

std::size_t count_of(const std::vector<Fault>& faults, const char* code) {
    return static_cast<std::size_t>(std::count_if(
        faults.begin(), faults.end(), [&](const Fault& fault) { return fault.code == code; }));
}

TEST(Scale, ConditionsOfOneTransition) {
    constexpr int kMany = test::rounds(120000);
    auto faults = faults_of(
        *read(machine(one_with(kMany, [](int i) { return condition(11, "greater", i); }))));
    EXPECT_EQ(count_of(faults, "never-fires"), 0u);
    faults = faults_of(
        *read(machine(one_with(kMany, [](int i) { return condition(12, "not_equal", i); }))));
    EXPECT_EQ(count_of(faults, "never-fires"), 0u);
    faults = faults_of(*read(
        machine(one_with(kMany, [](int i) { return condition(13, "not_equal", i); }), kMany)));
    EXPECT_EQ(count_of(faults, "never-fires"), 1u);
}

TEST(Scale, ChoicesOfAnEnum) {
    constexpr int kMany = test::rounds(120000);
    const auto document = read(machine(list(kMany,
                                            [](int i) {
                                                return R"({"id": )" + number(1000000 + i) +
                                                       R"(, "from": 1000, "to": 1001,)"
                                                       R"("conditions": [)" +
                                                       condition(13, "equal", i + 1) + "]}";
                                            }),
                                       kMany));
    const auto faults = faults_of(*document);
    EXPECT_EQ(count_of(faults, "unknown-choice"), 1u);
    EXPECT_EQ(count_of(faults, "never-fires"), 1u);
}

TEST(Scale, TransitionsThatRepeat) {
    constexpr int kMany = test::rounds(40000);
    const auto document = read(machine(list(2 * kMany, [](int i) {
        return R"({"id": )" + number(1000000 + i) + R"(, "from": )" + number(1001 + i % 2) +
               R"(, "to": 1000, "conditions": [)" + condition(12, "equal", i / 2) + "]}";
    })));
    const auto& layer = content(*document).library().machines()[0].machine().layers()[0];
    const auto repeated = find_repeated(*document, layer);
    ASSERT_EQ(repeated.size(), std::size_t{kMany});
    for (const RepeatedTransitions& each : repeated)
        ASSERT_EQ(each.obstacle, "");
}

/// Entities whose opacities drive each other in a row, and around where it is a ring.
std::string bound(int count, bool ring) {
    const auto address = [](int i) {
        return R"({"entity": )" + number(1000 + i) + R"(, "component": 62, "property": 4063234})";
    };
    return R"({"version": 2, "scene": {"entities": )" +
           list(count,
                [](int i) {
                    return R"({"id": )" + number(1000 + i) + R"(, "name": "E)" + number(i) +
                           R"(", "components": [{"type": "Fill"}]})";
                }) +
           R"(, "bindings": )" +
           list(ring ? count : count - 1,
                [&](int i) {
                    return R"({"id": )" + number(10000000 + i) + R"(, "from": )" + address(i) +
                           R"(, "to": )" + address((i + 1) % count) + R"(, "map": "invert"})";
                }) +
           "}}";
}

float opacity(const Document& document, std::size_t entity) {
    const auto& components = content(document).scene().entities()[entity].components();
    return static_cast<const doc::Fill&>(components[0]).opacity();
}

TEST(Scale, RingsOfBindings) {
    const auto document = read(bound(test::rounds(150000), true));
    EXPECT_EQ(count_of(faults_of(*document), "cycle"), 1u);
}

TEST(Scale, EditsBesideManyBindings) {
    const auto document = read(bound(20000, false));
    for (int i = 0; i < test::rounds(3000); ++i) {
        auto library = document->begin_change(content(*document).library(), "Add");
        library.timelines_append();
        ASSERT_TRUE(library.commit());
    }
    EXPECT_EQ(opacity(*document, 19999), 0.0f);
}

TEST(Scale, BindingsThatGo) {
    constexpr std::size_t kMany = test::rounds(100000);
    const auto document = read(bound(kMany, false));
    EXPECT_EQ(opacity(*document, kMany - 1), 0.0f);
    const Handle scene = content(*document).scene().handle();
    for (int i = 0; i < 25; ++i)
        ASSERT_TRUE(document->remove(scene, doc::Scene::kBindings, 0));
    EXPECT_EQ(opacity(*document, 25), 1.0f);
    EXPECT_EQ(opacity(*document, kMany - 1), 1.0f);
}

TEST(Scale, IdsOfStatesThatTransitionsHaveToo) {
    constexpr int kMany = test::rounds(250000);
    const auto document = read(
        R"({"version": 2, "library": {"machines": [{"id": 1, "name": "m", "machine": {"layers": [)"
        R"({"id": 2, "name": "Base", "graph": {"entry": 1000, "states": )" +
        list(kMany,
             [](int i) {
                 return R"({"id": )" + number(1000 + i) + R"(, "name": "S)" + number(i) +
                        R"(", "kind": "empty"})";
             }) +
        R"(, "transitions": )" +
        list(kMany,
             [](int i) {
                 return R"({"id": )" + number(1000 + i) + R"(, "from": )" + number(1000 + i) +
                        R"(, "to": )" + number(1000 + (i + 1) % kMany) +
                        R"(, "has_exit_time": true})";
             }) +
        "}}]}}]}}");
    EXPECT_EQ(count_of(faults_of(*document), "duplicate-id"), std::size_t{kMany});
}

TEST(Scale, DifferencesOfLongLists) {
    constexpr int kMany = test::rounds(150000);
    const auto timelines = [](const std::function<int(int)>& id) {
        return R"({"version": 2, "library": {"timelines": )" +
               list(kMany, [&](int i) { return R"({"id": )" + number(id(i)) + "}"; }) + "}}";
    };
    const auto from = read(timelines([](int i) { return 1000 + i; }));
    const auto same = read(timelines([](int i) { return 1000 + i; }));
    EXPECT_TRUE(diff_documents(*from, *same).items.empty());
    // Back to front, and other ones at the end.
    const auto other =
        read(timelines([](int i) { return i < kMany - 5 ? 999 + kMany - i : 5000000 + i; }));
    EXPECT_EQ(diff_documents(*from, *other).items.size(), std::size_t{kMany} + 4);
}

/// Machines with the same names inside, and references to those by name.
std::string named_machines(int count) {
    return R"({"version": 3, "library": {"machines": )" +
           list(count,
                [](int i) {
                    const int id = 100 + 10 * i;
                    return R"({"id": )" + number(id) + R"(, "name": "m", "machine": {"layers": )" +
                           R"([{"id": )" + number(id + 1) +
                           R"(, "name": "Base", "graph": {"entry": "A", "states": [)" +
                           R"({"id": )" + number(id + 2) + R"(, "name": "A", "kind": "empty"},)" +
                           R"({"id": )" + number(id + 3) + R"(, "name": "B", "kind": "empty"}],)" +
                           R"("transitions": [{"id": )" + number(id + 4) +
                           R"(, "from": "A", "to": "Base/B"}]}}]}})";
                }) +
           "}}";
}

TEST(Scale, NamesThatManyMachinesHave) {
    const int count = test::rounds(20000);
    const auto document = read(named_machines(count));
    const auto* last = object_cast<doc::StateMachineTransition>(
        document->find_id(static_cast<std::uint64_t>(100 + 10 * (count - 1) + 4)));
    ASSERT_NE(last, nullptr);
    EXPECT_EQ(last->from(), last->id() - 2);
    EXPECT_EQ(last->to(), last->id() - 1);
}

TEST(Scale, NamesThatMayMeanAnyOfMany) {
    const int count = test::rounds(5000);
    const std::string text =
        R"({"version": 3, "name": "d", "library": {"timelines": )" +
        list(count, [](int i) { return R"({"id": )" + number(i + 1) + R"(, "name": "t"})"; }) +
        R"(, "machines": [{"id": 100000, "name": "m", "machine": {"layers": [{"id": 100001,)"
        R"("name": "Base", "graph": {"states": )" +
        list(count,
             [](int i) {
                 return R"({"id": )" + number(200000 + i) +
                        R"(, "name": "s", "kind": "timeline", "motion": "t"})";
             }) +
        "}}]}}]}}";
    Diagnostics diagnostics;
    EXPECT_FALSE(read_document(text, diagnostics));
    ASSERT_EQ(count_of(diagnostics.faults(), "ambiguous-name"), static_cast<std::size_t>(count));
    const std::string& message = diagnostics.faults().front().message;
    EXPECT_LT(message.size(), 400u);
    EXPECT_NE(message.find("d/t (AnimationTimeline 1), "), std::string::npos) << message;
    EXPECT_NE(message.find(", and others"), std::string::npos) << message;
}

}  // namespace
}  // namespace motus
