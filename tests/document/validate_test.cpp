// SPDX-License-Identifier: MIT
#include <motus/document/validate.h>

#include "random_edits.h"
#include "sample.h"
#include "validate_plants.h"

#include <motus/document/pointer.h>

#include <gtest/gtest.h>

namespace motus {
namespace {

using test::faults_of;
using test::kGraph;
using test::listed;
using test::Plant;
using test::plants;
using test::sound;

TEST(Validate, FindsNothingInASoundDocument) {
    EXPECT_EQ(listed(faults_of(*sound())), "");
    EXPECT_EQ(listed(faults_of(*new_document())), "");
}

class Planted : public ::testing::TestWithParam<Plant> {};

TEST_P(Planted, IsFoundAndNothingElse) {
    const Plant plant = GetParam();
    const auto document = sound();
    const auto applied = test::apply(*document, "[[" + plant.operations + "]]");
    ASSERT_TRUE(applied) << to_string(applied.error());
    const std::string before = write_document(*document);
    const std::vector<Fault> faults = faults_of(*document);
    ASSERT_EQ(faults.size(), 1u) << listed(faults);
    EXPECT_EQ(faults[0].severity, plant.severity) << listed(faults);
    EXPECT_EQ(faults[0].code, plant.code) << listed(faults);
    EXPECT_EQ(faults[0].path, plant.path) << listed(faults);
    EXPECT_FALSE(faults[0].message.empty());
    EXPECT_TRUE(follow(*document, faults[0].path)) << faults[0].path;
    EXPECT_EQ(write_document(*document), before);
}

INSTANTIATE_TEST_SUITE_P(Validate, Planted, ::testing::ValuesIn(plants()),
                         [](const auto& plant) { return std::string(plant.param.name); });

/// The text of the sound document with one place replaced: what no edit would let through.
std::vector<Fault> faults_with(const std::string& from, const std::string& to) {
    std::string text = *read_text_file(DOCUMENT_TEST_DATA "/sound.motus");
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
    Diagnostics diagnostics;
    const auto document = read_document(text, diagnostics);
    EXPECT_TRUE(document) << to_string(document.error());
    return document ? faults_of(**document) : std::vector<Fault>();
}

TEST(Validate, FindsWhatOnlyAFileCanHave) {
    auto faults = faults_with(R"({"id": 61, "name": "Walk")", R"({"id": 20, "name": "Walk")");
    ASSERT_FALSE(faults.empty());
    EXPECT_TRUE(std::any_of(faults.begin(), faults.end(), [](const Fault& f) {
        return f.code == "duplicate-id" && f.severity == Severity::error &&
               f.path == kGraph + "/states/1/id";
    })) << listed(faults);

    faults = faults_with(R"("blending": "additive",)", R"("blending": "additive", "wieght": 1,)");
    ASSERT_EQ(faults.size(), 1u) << listed(faults);
    EXPECT_EQ(faults[0].code, "unknown-property");

    faults = faults_with(R"({"type": "Fill"})", R"({"type": "Glow"}, {"type": "Fill"})");
    ASSERT_EQ(faults.size(), 1u) << listed(faults);
    EXPECT_EQ(faults[0].code, "unknown-type");

    // A binding that drives its own source: edits refuse it, a file may have it.
    faults = faults_with(R"("to": {"entity": 1, "component": 61, "property": 3997698})",
                         R"("to": {"entity": 1, "component": 62, "property": 4063234})");
    ASSERT_EQ(faults.size(), 1u) << listed(faults);
    EXPECT_EQ(faults[0].code, "cycle");
    EXPECT_NE(faults[0].message.find("Card.Fill.opacity -> Card.Fill.opacity"), std::string::npos);
}

const std::string kGraphOf1 = "/library/machines/@1/machine/layers/@2/graph/transitions/@20";

/// Two transitions from one state by one condition, and how often a code is reported of them.
std::size_t hidden(const std::string& first, std::size_t behind = 1) {
    std::string text = R"({"version": 2, "library": {"machines": [{"id": 1, "name": "m",
        "variables": [{"id": 5, "name": "go", "kind": "bool"}],
        "machine": {"layers": [{"id": 2, "name": "Base", "graph": {"entry": 10, "states": [
        {"id": 10, "name": "A", "kind": "empty"}, {"id": 11, "name": "B", "kind": "empty"},
        {"id": 12, "name": "C", "kind": "empty"}], "transitions": [)";
    const std::string conditions = R"("conditions": [{"variable": 5, "op": "is_true"}]})";
    text += R"({"id": 20, )" + first + ", " + conditions;
    for (std::size_t i = 0; i < behind; ++i)
        text +=
            R"(, {"id": )" + std::to_string(21 + i) + R"(, "from": 10, "to": 12, )" + conditions;
    Diagnostics diagnostics;
    const auto document = read_document(text + "]}}]}}]}}", diagnostics);
    EXPECT_TRUE(document) << to_string(document.error());
    const auto faults = faults_of(**document);
    return static_cast<std::size_t>(std::count_if(
        faults.begin(), faults.end(), [](const Fault& f) { return f.code == "never-fires"; }));
}

TEST(Validate, KnowsWhatMayBreakOffTheOneBeforeIt) {
    const std::string from = R"("from": 10, "to": 11, )", any = R"("from_kind": "any", "to": 11, )";
    const std::string open = R"("duration": 1, "ordered": false, "interruption_source": )";
    EXPECT_EQ(hidden(from + R"("duration": 1)"), 1u);
    EXPECT_EQ(hidden(from + open + R"("source")"), 0u);
    EXPECT_EQ(hidden(from + open + R"("destination_then_source")"), 0u);
    EXPECT_EQ(hidden(from + open + R"("destination")"), 1u);
    EXPECT_EQ(hidden(R"("from": 10, "to": 10, )" + open + R"("destination")"), 0u);
    EXPECT_EQ(hidden(from + R"("duration": 1, "interruption_source": "source")"), 1u);  // ordered
    EXPECT_EQ(hidden(from + R"("duration": 0, "ordered": false, "interruption_source": "source")"),
              1u);
    // One of the first two is always ready: a third has no turn.
    EXPECT_EQ(hidden(from + open + R"("source")", 2), 1u);
    EXPECT_EQ(hidden(any + R"("can_transition_to_self": false, )" + open + R"("source")"), 0u);
    EXPECT_EQ(hidden(any + R"("can_transition_to_self": false, )" + open + R"("source")", 2), 1u);
    EXPECT_EQ(hidden(any + R"("can_transition_to_self": true, )" + open + R"("source")"), 1u);
}

std::size_t count_of_code(const std::vector<Fault>& faults, std::string_view code) {
    return static_cast<std::size_t>(std::count_if(faults.begin(), faults.end(),
                                                  [&](const Fault& f) { return f.code == code; }));
}

std::vector<Fault> faults_after(const std::string& operations) {
    const auto document = sound();
    const auto applied = test::apply(*document, "[[" + operations + "]]");
    EXPECT_TRUE(applied) << to_string(applied.error());
    return faults_of(*document);
}

const std::string kTo = kGraph + "/transitions", kSub = kGraph + "/states/@63/graph";

// What looks like one that never rests, and does.
TEST(Validate, LetsMachinesThatComeToRestBe) {
    const auto any = [](const std::string& rest) {
        return R"({"op": "add", "path": ")" + kTo + R"(/-", "value": {"id": 79, "from_kind": "any",
            "to": 61, )" +
               rest + "}}";
    };
    const std::string held = R"("conditions": [{"variable": 42, "op": "is_true"}])";
    const std::string trigger = R"("conditions": [{"variable": 42, "op": "is_true"},
        {"variable": 43, "op": "is_true"}])";
    const std::string no_self = R"("can_transition_to_self": false, )";
    EXPECT_EQ(count_of_code(faults_after(any(held)), "restarts-forever"), 1u);
    EXPECT_EQ(listed(faults_after(any(no_self + held))), "");
    EXPECT_EQ(listed(faults_after(any(trigger))), "");
    EXPECT_EQ(listed(faults_after(any(R"("has_exit_time": true, )" + held))), "");
    // A sub-machine of one state has nowhere to be led back from.
    EXPECT_EQ(listed(faults_after(R"({"op": "add", "path": ")" + kTo + R"(/-", "value": {"id": 79,
        "from_kind": "any", "to_kind": "machine", "to": 63, )" +
                                  no_self + held + "}}")),
              "");
    // The way back needs something else, or takes time.
    const auto ring = [](const std::string& there, const std::string& back) {
        const std::string open = R"({"op": "add", "path": ")" + kTo + R"(/-", "value": )";
        return open + R"({"id": 78, "from": 60, "to": 62, )" + there + "}}, " + open +
               R"({"id": 79, "from": 62, "to": 60, )" + back + "}}";
    };
    const std::string no_time = R"("duration": 0, )";
    const std::string not_held = R"("conditions": [{"variable": 42, "op": "is_false"}])";
    EXPECT_EQ(
        count_of_code(faults_after(ring(no_time + held, no_time + held)), "zero-length-cycle"), 1u);
    EXPECT_EQ(listed(faults_after(ring(no_time + held, no_time + not_held))), "");
    EXPECT_EQ(listed(faults_after(ring(no_time + held, held))), "");
    EXPECT_EQ(listed(faults_after(ring(no_time + held, no_time + trigger))), "");
    // Muted, it does nothing.
    EXPECT_EQ(
        count_of_code(faults_after(ring(no_time + held, R"("mute": true, )" + no_time + held)),
                      "zero-length-cycle"),
        0u);
}

TEST(Validate, KnowsWhichCurvesOfExitsAreRead) {
    const std::string curve = R"({"op": "add", "path": ")" + kSub + R"(/transitions/@75/curve",
        "value": {"keys": [{"time": 0, "value": 1}, {"time": 1, "value": 0}]}})";
    EXPECT_EQ(count_of_code(faults_after(curve), "curve-not-used"), 1u);
    // Where the way out is not always open, the graph above is entered with the exit's own timing.
    EXPECT_EQ(listed(faults_after(curve + R"(, {"op": "add", "path": ")" + kTo +
                                  R"(/@76/conditions/-", "value": {"variable": 42,
                                  "op": "is_true"}})")),
              "");
}

TEST(Validate, KnowsWhichExitTimesAreReached) {
    const auto exit = [](const std::string& more) {
        const auto replace = [](const std::string& path, const std::string& value) {
            return R"({"op": "replace", "path": ")" + path + R"(", "value": )" + value + "}";
        };
        return replace(kGraph + "/states/@62/loop", "\"once\"") + ", " +
               replace(kTo + "/@73/exit_time_mode", "\"at_crossing\"") + more;
    };
    const std::string zero =
        R"(, {"op": "replace", "path": ")" + kTo + R"(/@73/exit_time", "value": 0})";
    const std::string state = R"(, {"op": "replace", "path": ")" + kGraph + "/states/@62";
    EXPECT_EQ(listed(faults_after(exit(""))), "");
    EXPECT_EQ(count_of_code(faults_after(exit(zero)), "never-fires"), 1u);
    // It loops, or something may turn it round, or it starts before.
    EXPECT_EQ(listed(faults_after(exit(zero + state + R"(/loop", "value": "loop"})"))), "");
    EXPECT_EQ(listed(faults_after(exit(zero + state + R"(/loop", "value": "from_motion"})"))), "");
    EXPECT_EQ(listed(faults_after(exit(zero + state + R"(/speed_variable", "value": 41})"))), "");
    EXPECT_EQ(listed(faults_after(exit(zero + R"(, {"op": "replace", "path": ")" + kTo +
                                       R"(/@72/offset", "value": -0.5})"))),
              "");
    // From the crossing on it is open: there is nothing to miss.
    EXPECT_EQ(listed(faults_after(exit(zero) + R"(, {"op": "replace", "path": ")" + kTo +
                                  R"(/@73/exit_time_mode", "value": "from_crossing"})")),
              "");
}

/// A state that is entered at `offset` and left at an exit time, alone in what it does.
std::size_t exits_never(float speed, const char* loop, const char* mode, float exit, float offset) {
    const auto number = [](float value) { return std::to_string(value); };
    const std::string text =
        R"({"version": 3, "library": {"machines": [{"id": 1, "name": "m", "variables": [{"id": 5,)"
        R"("name": "go", "kind": "bool"}], "machine": {"layers": [{"id": 2, "name": "Base",)"
        R"("graph": {"entry": 12, "states": [{"id": 10, "name": "A", "kind": "empty", "speed": )" +
        number(speed) + R"(, "loop": ")" + loop +
        R"("}, {"id": 11, "name": "B", "kind": "empty"}, {"id": 12, "name": "C", "kind": "empty"}],)"
        R"("transitions": [{"id": 30, "from": 10, "to": 11, "has_exit_time": true, "exit_time": )" +
        number(exit) + R"(, "exit_time_mode": ")" + mode +
        R"("}, {"id": 31, "from": 12, "to": 10, "offset": )" + number(offset) +
        R"(, "conditions": [{"variable": 5, "op": "is_false"}]}]}}]}}]}})";
    Diagnostics diagnostics;
    const auto document = read_document(text, diagnostics);
    EXPECT_TRUE(document) << to_string(document.error());
    return count_of_code(faults_of(**document), "never-fires");
}

TEST(Validate, KnowsWhichExitTimesStandingAndBackwardStatesReach) {
    const char *at = "at_crossing", *from = "from_crossing";
    for (const char* loop : {"once", "loop"}) {
        // What stands crosses nothing, and is behind all that lies before its start.
        EXPECT_EQ(exits_never(0, loop, at, 0, 0), 1u);
        EXPECT_EQ(exits_never(0, loop, at, 0.5f, 0.5f), 1u);
        EXPECT_EQ(exits_never(0, loop, from, 0, 0), 0u);
        EXPECT_EQ(exits_never(0, loop, from, 0.25f, 0), 1u);
        EXPECT_EQ(exits_never(0, loop, from, 0.25f, 0.5f), 0u);
        EXPECT_EQ(exits_never(0, loop, from, 0.75f, 0.5f), 1u);
    }
    // Backwards the way counts from the end.
    EXPECT_EQ(exits_never(-1, "once", at, 0, 0), 1u);
    EXPECT_EQ(exits_never(-1, "once", at, 0.25f, 0), 0u);
    EXPECT_EQ(exits_never(-1, "once", at, 0.25f, 0.5f), 1u);
    EXPECT_EQ(exits_never(-1, "once", at, 0.75f, 0.5f), 0u);
    EXPECT_EQ(exits_never(-1, "loop", at, 0.25f, 0.5f), 0u);
    EXPECT_EQ(exits_never(-1, "once", from, 0.25f, 0.5f), 0u);
}

TEST(Validate, CountsWhatTimelinesPlayInsideEachOther) {
    // Each plays the next one so many times.
    const auto nested = [](int times, int levels) {
        std::string text = R"({"version": 2, "library": {"timelines": [)";
        for (int level = 0; level < levels; ++level) {
            text += (level == 0 ? "" : ", ") + std::string(R"({"id": )") +
                    std::to_string(100 + level) + R"(, "name": "t)" + std::to_string(level) +
                    R"(", "tracks": [)";
            for (int i = 0; level + 1 < levels && i < times; ++i)
                text += (i == 0 ? "" : ", ") + std::string(R"({"id": )") +
                        std::to_string(1000 + level * 100 + i) +
                        R"(, "kind": "timeline", "timeline": )" + std::to_string(101 + level) + "}";
            text += "]}";
        }
        Diagnostics diagnostics;
        const auto document = read_document(text + "]}}", diagnostics);
        EXPECT_TRUE(document) << to_string(document.error());
        return faults_of(**document);
    };
    EXPECT_EQ(listed(nested(5, 8)), "");
    EXPECT_EQ(count_of_code(nested(8, 8), "too-many"), 1u);
}

std::string read_faults(const std::string& text) {
    Diagnostics diagnostics;
    const auto document = read_document(text, diagnostics);
    EXPECT_TRUE(document) << to_string(document.error());
    std::string list;
    for (const Fault& fault : faults_of(**document))
        list += (fault.severity == Severity::error ? "error " : "warning ") + fault.code + " " +
                fault.path + "\n";
    return list;
}

/// A machine of one graph, its variables being the numbers 5 (bool), 6 (int) and 7 (float).
std::string machine_of(const std::string& graph) {
    return R"({"version": 2, "library": {"machines": [{"id": 1, "name": "m", "variables": [
        {"id": 5, "name": "go", "kind": "bool"}, {"id": 6, "name": "count", "kind": "int"},
        {"id": 7, "name": "x"}], "machine": {"layers": [{"id": 2, "name": "Base", "graph": )" +
           graph + "}]}}]}}";
}

// What bake refuses, with its own numbers: one level, child or layer less is sound.
TEST(Validate, FindsWhatIsTooDeepOrTooMany) {
    const auto graphs = [](int depth) {
        std::string text;
        for (int i = 1; i < depth; ++i)
            text += R"({"entry": )" + std::to_string(100 + i) + R"(, "states": [{"id": )" +
                    std::to_string(100 + i) + R"(, "name": "S", "kind": "sub_machine", "graph": )";
        text += R"({"entry": 99, "states": [{"id": 99, "name": "E", "kind": "empty"}]})";
        for (int i = 1; i < depth; ++i)
            text += "}]}";
        return machine_of(text);
    };
    EXPECT_EQ(read_faults(graphs(16)), "");
    EXPECT_EQ(read_faults(graphs(18)).substr(0, 15), "error too-deep ");

    const auto blends = [](int depth) {
        std::string text = R"({"entry": 10, "states": [{"id": 10, "name": "B",
            "kind": "blend_1d", "variable_x": 7, "children": [{)";
        for (int i = 1; i < depth; ++i)
            text += R"("blend": {"variable_x": 7, "children": [{)";
        for (int i = 1; i < depth; ++i)
            text += "}]}";
        return machine_of(text + "}]}]}");
    };
    EXPECT_EQ(read_faults(blends(8)).find("too-deep"), std::string::npos);
    EXPECT_NE(read_faults(blends(9)).find("error too-deep "), std::string::npos);

    const auto children = [](int count) {
        std::string text = R"({"entry": 10, "states": [{"id": 10, "name": "B",
            "kind": "blend_1d", "variable_x": 7, "children": [)";
        for (int i = 0; i < count; ++i)
            text +=
                (i == 0 ? R"({"threshold": )" : R"(, {"threshold": )") + std::to_string(i) + "}";
        return machine_of(text + "]}]}");
    };
    EXPECT_EQ(read_faults(children(64)).find("too-many"), std::string::npos);
    EXPECT_NE(read_faults(children(65)).find("error too-many "), std::string::npos);

    const auto timelines = [](int count) {
        std::string text = R"({"version": 2, "library": {"timelines": [)";
        for (int i = 0; i < count; ++i) {
            text += (i == 0 ? R"({"id": )" : R"(, {"id": )") + std::to_string(100 + i) +
                    R"(, "name": "t)" + std::to_string(i) + "\"";
            if (i + 1 < count)
                text += R"(, "tracks": [{"id": )" + std::to_string(1000 + i) +
                        R"(, "kind": "timeline", "timeline": )" + std::to_string(101 + i) + "}]";
            text += "}";
        }
        return text + "]}}";
    };
    EXPECT_EQ(read_faults(timelines(9)), "");
    EXPECT_EQ(read_faults(timelines(11)),
              "error too-deep /library/timelines/@100\nerror too-deep /library/timelines/@101\n");
}

TEST(Validate, FindsWhatPlaysOtherwiseThanItLooks) {
    EXPECT_EQ(read_faults(R"({"version": 2, "scene": {"entities": [{"id": 1, "name": "A",
        "components": [{"type": "Transform3D"}]}]}, "library": {"timelines": [{"id": 5, "name": "t",
        "targets": [{"id": 6, "entity": 1}, {"id": 8, "entity": 1}, {"id": 9}],
        "tracks": [{"id": 7, "binding": {"target": 1, "component": 60, "property": 3932162,
        "property_kind": "quat"}, "keys": [{"frame": -5, "value": [0, 0, 0, 1]},
        {"frame": 10, "value": [0, 0, 0, 0]}, {"frame": 500, "value": [5, 0, 0, 0]}]}]}]}})"),
              "warning duplicate-target /library/timelines/@5/targets/@8/entity\n"
              "warning missing-target /library/timelines/@5/targets/@9/entity\n"
              "warning outside /library/timelines/@5/tracks/@7/keys/0/frame\n"
              "warning outside /library/timelines/@5/tracks/@7/keys/2/frame\n"
              "error out-of-range /library/timelines/@5/tracks/@7/keys/1/value\n"
              "warning out-of-range /library/timelines/@5/tracks/@7/keys/2/value\n");
    const auto with =
        [](const std::string& state, const std::string& transition) {
            return read_faults(machine_of(R"({"entry": 10, "states": [{"id": 10, "name": "A",
            "kind": "empty")" + state + R"(}, {"id": 11, "name": "B", "kind": "empty"}],
            "transitions": [{"id": 20, "from": 10, "to": 11, )" +
                                          transition + "}]}"));
        };
    const std::string exit = R"("has_exit_time": true, "exit_time": 0.5)";
    EXPECT_EQ(with("", exit), "");
    EXPECT_EQ(with(R"(, "speed": 0)", exit), "warning never-fires " + kGraphOf1 + "/exit_time\n");
    EXPECT_EQ(with(R"(, "speed": 0, "time_variable": 7)", exit), "");
    EXPECT_EQ(with(R"(, "speed_variable": 7)", exit), "");
    EXPECT_NE(with(R"(, "speed_variable": 6)", exit).find("warning wrong-type "),
              std::string::npos);
    const auto asked = [&](const char* value) {
        return with("", std::string(R"("conditions": [{"variable": 6, "op": "greater",
            "compare_value": )") +
                            value + "}]");
    };
    EXPECT_EQ(asked("16777215"), "");
    EXPECT_EQ(asked("16777216"),
              "warning out-of-range " + kGraphOf1 + "/conditions/0/compare_value\n");
    EXPECT_EQ(faults_with(R"("kind": "int")", R"("kind": "int", "default_value": 3000000000)")
                  .front()
                  .code,
              "out-of-range");
}

// The runtime takes both as they are: a way into the first is not taken, the second leads out.
TEST(Validate, WaysInThatLeadNowhereOrOutsidePlay) {
    const std::string inner = R"({"id": 11, "name": "Sub", "kind": "sub_machine", "graph": )";
    const std::string empty = read_faults(
        machine_of(R"({"states": [)" + inner +
                   R"({"entry": 12, "states": [{"id": 12, "name": "B", "kind": "empty"}]}}]})"));
    EXPECT_NE(empty.find("warning missing-target "), std::string::npos) << empty;
    EXPECT_EQ(empty.find("error"), std::string::npos) << empty;
    const std::string outside = read_faults(machine_of(
        R"({"entry": 11, "states": [{"id": 10, "name": "A", "kind": "empty"}, )" + inner +
        R"({"entry": 12, "states": [{"id": 12, "name": "B", "kind": "empty"}],
        "transitions": [{"id": 20, "from_kind": "entry", "to": 10}]}}]})"));
    EXPECT_NE(outside.find("warning wrong-target "), std::string::npos) << outside;
    EXPECT_EQ(outside.find("error"), std::string::npos) << outside;
}

TEST(Validate, FindsAllFaultsNotTheFirst) {
    const auto document = sound();
    std::string all;
    std::size_t count = 0;
    for (const Plant& plant : plants()) {
        // Those that change different places; the document must stay one that both apply to.
        if (plant.operations.find("\"add\"") != std::string::npos || plant.code == "cycle" ||
            plant.path.find("@70") != std::string::npos ||
            plant.path.find("@33") != std::string::npos || plant.code == "muted") {
            continue;
        }
        all += (all.empty() ? "" : ",") + plant.operations;
        ++count;
    }
    const auto applied = test::apply(*document, "[[" + all + "]]");
    ASSERT_TRUE(applied) << to_string(applied.error());
    EXPECT_GT(count, 25u);
    EXPECT_GT(faults_of(*document).size(), 25u);
}

// Previews and driven values are shown, not meant.
TEST(Validate, LooksAtAuthoredValues) {
    const auto document = sound();
    const auto& fill =
        static_cast<const doc::Fill&>(content(*document).scene().entities()[0].components()[1]);
    auto preview = document->begin_preview(fill);
    preview.set_opacity(7.0f);
    EXPECT_EQ(listed(faults_of(*document)), "");
    EXPECT_EQ(fill.opacity(), 7.0f);
}

// Whatever edits make of a document, validation ends, changes nothing and gives paths that lead
// somewhere.
TEST(Validate, SurvivesRandomEdits) {
    std::size_t seen = 0;
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        const auto document = sound();
        test::Random random(seed);
        for (int i = 0; i < 30; ++i)
            test::random_edit(*document, random);
        const std::string text = write_document(*document);
        const std::vector<Fault> faults = faults_of(*document);
        seen += faults.size();
        for (const Fault& fault : faults)
            ASSERT_TRUE(follow(*document, fault.path)) << fault.path << " seed " << seed;
        ASSERT_EQ(write_document(*document), text);
        ASSERT_EQ(faults_of(*document), faults);
    }
    EXPECT_GT(seen, 1000u);
}

// 1,000 states, 5,000 transitions and 100,000 keys; bench_document measures how long that takes.
TEST(Validate, TakesLargeDocuments) {
    const auto document = new_document();
    auto library = document->begin_change(content(*document).library(), "Large");
    auto timeline = library.timelines_append();
    timeline.set_name("all");
    for (int t = 0; t < 100; ++t) {
        auto track = timeline.tracks_append();
        for (int k = 0; k < 1000; ++k)
            track.keys_append().set_frame(k).set_value(0.5f);
    }
    auto machine = library.machines_append();
    machine.set_name("hero");
    auto variable = machine.variables_append();
    variable.set_name("go").set_kind(doc::VariableKind::trigger);
    auto graph = machine.machine_change().layers_append().graph_change();
    std::vector<std::uint64_t> states;
    for (int i = 0; i < 1000; ++i) {
        auto state = graph.states_append();
        state.set_name(std::to_string(i));
        states.push_back(state.object().id());
    }
    graph.set_entry(states[0]);
    for (std::size_t i = 0; i < 5000; ++i) {
        auto transition = graph.transitions_append();
        // Half of them from one state: a list that is long as a whole.
        transition.set_from(states[i % 2 == 0 ? 0 : i % 1000]).set_to(states[(i * 7 + 1) % 1000]);
        transition.conditions_append().set_variable(variable.object().id());
    }
    ASSERT_TRUE(library.commit());
    const std::vector<Fault> faults = faults_of(*document);
    EXPECT_GT(faults.size(), 100u);
}

}  // namespace
}  // namespace motus
