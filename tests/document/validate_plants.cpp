// SPDX-License-Identifier: MIT
#include "validate_plants.h"

#include "sample.h"

#include <motus/document/validate.h>

#include <gtest/gtest.h>

namespace motus::test {
namespace {

const std::string kVariables = "/library/machines/@40/variables";

std::string replace(const std::string& path, const std::string& value) {
    return R"({"op": "replace", "path": ")" + path + R"(", "value": )" + value + "}";
}
std::string add(const std::string& path, const std::string& value) {
    return R"({"op": "add", "path": ")" + path + R"(", "value": )" + value + "}";
}

constexpr Severity kError = Severity::error, kWarning = Severity::warning;

}  // namespace

std::unique_ptr<Document> sound() {
    const Result<std::string> text = read_text_file(DOCUMENT_TEST_DATA "/sound.motus");
    Diagnostics diagnostics;
    auto document = read_document(*text, diagnostics);
    EXPECT_TRUE(document) << to_string(document.error());
    return *std::move(document);
}

std::vector<Fault> faults_of(const Document& document) {
    Diagnostics diagnostics;
    validate(document, diagnostics);
    return diagnostics.faults();
}

std::string listed(const std::vector<Fault>& faults) {
    std::string text;
    for (const Fault& f : faults)
        text += (f.severity == Severity::error ? "error " : "warning ") + f.code + " " + f.path +
                ": " + f.message + "\n";
    return text;
}

std::vector<Plant> plants() {
    const std::string t30 = "/library/timelines/@30", t31 = "/library/timelines/@31";
    const std::string keys = t30 + "/tracks/@33/keys", states = kGraph + "/states";
    const std::string to = kGraph + "/transitions", layers = "/library/machines/@40/machine/layers";
    const std::string clips = "/scene/entities/@2/components/0/clips";
    const std::string sub = states + "/@63/graph";
    const std::string keys_of_curve =
        R"({"time": 0, "value": 1, "out_tangent": -1}, {"time": 1, "in_tangent": -1}]})";
    const std::string curve = R"("curve": {"keys": [)" + keys_of_curve + "}";
    return {
        // Targets and variables.
        {"MissingState", replace(to + "/@70/to", "999"), kError, "missing-target", to + "/@70/to"},
        {"NoState", replace(to + "/@71/to", "0"), kError, "missing-target", to + "/@71/to"},
        {"NoSource", replace(to + "/@71/from", "0"), kError, "missing-target", to + "/@71/from"},
        {"StateIsAClip", replace(to + "/@70/to", "20"), kError, "wrong-target", to + "/@70/to"},
        {"StateOfAnotherLayer", replace(to + "/@71/to", "65"), kError, "wrong-target",
         to + "/@71/to"},
        {"SourceOfAnotherGraph", replace(to + "/@71/from", "64"), kError, "wrong-target",
         to + "/@71/from"},
        {"MissingMotion", replace(states + "/@60/motion", "999"), kError, "missing-target",
         states + "/@60/motion"},
        {"MissingMask", replace(layers + "/@51/mask", "999"), kError, "missing-target",
         layers + "/@51/mask"},
        {"MissingEntity", replace(t30 + "/tracks/@33/binding/target", "999"), kError,
         "missing-target", t30 + "/tracks/@33/binding/target"},
        {"NoRig", add(t30 + "/tracks/-", R"({"id": 900, "binding": {"target": 1, "component": 60,
             "property": 3932161, "property_kind": "vec3", "path": "Root"},
             "keys": [{"frame": 0, "value": [0, 0, 0]}]})"),
         kError, "missing-target", t30 + "/tracks/@900/binding/path"},
        {"NotOfANode",
         add(t30 + "/tracks/-", R"({"id": 900, "binding": {"target": 2, "component": 62,
             "property": 4063234, "property_kind": "number", "path": "Root"},
             "keys": [{"frame": 0, "value": 1}]})"),
         kError, "not-animatable", t30 + "/tracks/@900/binding/property"},
        {"MissingComponent", replace(t30 + "/tracks/@33/binding/component", "64"), kError,
         "missing-target", t30 + "/tracks/@33/binding/component"},
        {"MissingProperty", replace(t30 + "/tracks/@33/binding/property", "4063299"), kError,
         "missing-target", t30 + "/tracks/@33/binding/property"},
        {"NotAnimatable", add("/library/timelines/@31/tracks/-", R"({"id": 37, "binding":
            {"target": 1, "component": 65, "property": 4259847}, "keys": [{"value": "a"}]})"),
         kError, "not-animatable", t31 + "/tracks/@37/binding/property"},
        {"MissingEvent", replace(t30 + "/events/0/event", "999"), kError, "missing-target",
         t30 + "/events/0/event"},
        {"NoEvent", replace(clips + "/@21/events/0/event", "0"), kError, "missing-target",
         clips + "/@21/events/0/event"},
        {"MissingSource", replace(clips + "/@21/source", "0"), kError, "missing-target",
         clips + "/@21/source"},
        {"MissingLibraryItem", replace("/library/root/entries/@97/item", "999"), kWarning,
         "missing-target", "/library/root/entries/@97/item"},
        {"MissingBindingEnd", replace("/scene/bindings/@80/to/property", "4063299"), kError,
         "missing-target", "/scene/bindings/@80/to/property"},
        {"NoEntry", replace(kGraph + "/entry", "0"), kError, "missing-target", kGraph + "/entry"},
        {"EntryOutside",
         replace(states + "/@63/graph/entry", "60") + "," +
             add(states + "/@63/graph/transitions/-",
                 R"({"id": 79, "from_kind": "entry", "to": 64})"),
         kError, "wrong-target", states + "/@63/graph/entry"},
        {"UnknownVariable", replace(to + "/@70/conditions/0/variable", "999"), kError,
         "unknown-variable", to + "/@70/conditions/0/variable"},
        {"NoVariable", replace(to + "/@70/conditions/0/variable", "0"), kError, "unknown-variable",
         to + "/@70/conditions/0/variable"},
        {"VariableOfAnotherMachine",
         add("/library/machines/-",
             R"({"id": 140, "name": "other", "variables": [{"id": 141, "name": "x"}]})") +
             "," + replace(to + "/@70/conditions/0/variable", "141"),
         kError, "unknown-variable", to + "/@70/conditions/0/variable"},
        {"BlendWithoutVariable", replace(states + "/@61/variable_x", "0"), kError,
         "unknown-variable", states + "/@61/variable_x"},
        // Keys.
        {"UnsortedKeys", replace(keys + "/1/frame", "35"), kError, "unsorted-keys",
         keys + "/2/frame"},
        {"DuplicateKey", replace(keys + "/1/frame", "30"), kError, "duplicate-key",
         keys + "/2/frame"},
        {"UnsortedCurve",
         replace(to + "/@70/curve/keys/0/time", "0.5") + "," +
             add(to + "/@70/curve/keys/0", R"({"time": 0.8, "value": 1})") + "," +
             replace(to + "/@70/curve/keys/0/time", "0.9") + "," +
             add(to + "/@70/curve/keys/0", R"({"time": 0, "value": 1})"),
         kError, "unsorted-keys", to + "/@70/curve/keys/2/time"},
        {"CurveEnds", replace(to + "/@70/curve/keys/1/value", "0.5"), kWarning, "curve-ends",
         to + "/@70/curve/keys"},
        {"BeyondHalf", replace(to + "/@70/curve/keys/0/out_tangent", "70000"), kError,
         "out-of-range", to + "/@70/curve/keys/0/out_tangent"},
        {"TrackWithoutKeys", replace(t30 + "/tracks/@36/keys", "[]"), kWarning, "no-keys",
         t30 + "/tracks/@36/keys"},
        {"TwoTracks", add(t30 + "/tracks/-", R"({"id": 37, "binding": {"target": 1, "component": 62,
            "property": 4063234}, "keys": [{"value": 0}]})"),
         kWarning, "duplicate-track", t30 + "/tracks/@37/binding"},
        // Types.
        {"KeyOfAnotherKind", replace(keys + "/1/value", "\"a\""), kError, "wrong-type",
         keys + "/1/value"},
        {"KeyWithoutValue", R"({"op": "remove", "path": ")" + keys + R"(/2/value"})", kError,
         "wrong-type", keys + "/2/value"},
        {"TangentOfAnotherKind", replace(keys + "/1/out_tangent", "[1, 2]"), kError, "wrong-type",
         keys + "/1/out_tangent"},
        {"BindingSaysAnotherKind", replace(t30 + "/tracks/@33/binding/property_kind", "\"vec3\""),
         kError, "wrong-type", t30 + "/tracks/@33/binding/property_kind"},
        {"NumberAsTruth", replace(to + "/@70/conditions/0/op", "\"is_true\""), kError, "wrong-type",
         to + "/@70/conditions/0/op"},
        {"TruthAsNumber", replace(to + "/@72/conditions/0/op", "\"greater\""), kError, "wrong-type",
         to + "/@72/conditions/0/op"},
        {"FractionOfAnInt", replace(to + "/@70/conditions/0/variable", "45"), kWarning,
         "wrong-type", to + "/@70/conditions/0/compare_value"},
        {"NotAChoice", add(to + "/-", R"({"id": 79, "from": 60, "to": 61,
            "conditions": [{"variable": 44, "op": "not_equal", "compare_value": 2}]})"),
         kWarning, "unknown-choice", to + "/@79/conditions/0/compare_value"},
        {"FloatEquality", replace(to + "/@71/conditions/0/op", "\"equal\""), kWarning,
         "float-equality", to + "/@71/conditions/0/op"},
        {"StatePlaysAnotherKind", replace(states + "/@60/motion", "30"), kError, "wrong-type",
         states + "/@60/motion"},
        {"MachineThatIsNone", replace(to + "/@71/to_kind", "\"machine\""), kError, "wrong-type",
         to + "/@71/to_kind"},
        {"StateThatIsAMachine",
         replace(to + "/@76/from_kind", "\"state\"") + "," +
             replace(to + "/@76/has_exit_time", "true"),
         kError, "wrong-type", to + "/@76/from_kind"},
        {"SpeedOfATrigger", replace(states + "/@60/speed_variable", "43"), kError, "wrong-type",
         states + "/@60/speed_variable"},
        {"MirrorOfAFloat", replace(states + "/@60/mirror_variable", "41"), kError, "wrong-type",
         states + "/@60/mirror_variable"},
        {"DefaultOfABool", replace(kVariables + "/@42/default_value", "0.5"), kError, "wrong-type",
         kVariables + "/@42/default_value"},
        {"DefaultOfAnEnum", replace(kVariables + "/@44/default_value", "1"), kError, "wrong-type",
         kVariables + "/@44/default_value"},
        {"TextDrivesANumber",
         replace("/scene/bindings/@80/from/component", "65") + "," +
             replace("/scene/bindings/@80/from/property", "4259841"),
         kError, "wrong-type", "/scene/bindings/@80/to"},
        {"EntrySaysAnotherKind", replace("/library/root/entries/@97/kind", "\"clip\""), kWarning,
         "wrong-type", "/library/root/entries/@97/kind"},
        // Numbers.
        {"LayerWeight", replace(layers + "/@51/weight", "1.5"), kError, "out-of-range",
         layers + "/@51/weight"},
        {"NegativeDuration", replace(to + "/@70/duration", "-1"), kError, "out-of-range",
         to + "/@70/duration"},
        {"Opacity", replace("/scene/entities/@1/components/1/opacity", "2"), kWarning,
         "out-of-range", "/scene/entities/@1/components/1/opacity"},
        {"Zoom", replace(kGraph + "/zoom", "100"), kWarning, "out-of-range", kGraph + "/zoom"},
        {"KeyOutsideItsProperty", replace(keys + "/2/value", "3"), kWarning, "out-of-range",
         keys + "/2/value"},
        {"NoRotation",
         add("/scene/entities/@1/components/-",
             R"({"type": "Transform3D", "rotation": [0, 0, 0, 0]})"),
         kError, "out-of-range", "/scene/entities/@1/components/4/rotation"},
        {"WorkArea", replace(t30 + "/work_start", "50"), kError, "out-of-range",
         t30 + "/work_start"},
        {"EndlessTimeline", replace(t30 + "/duration", "2147483647"), kError, "out-of-range",
         t30 + "/duration"},
        {"NearlyStillTimeline", replace(t30 + "/playback_speed", "0.000001"), kError,
         "out-of-range", t30 + "/playback_speed"},
        {"ReferenceTime", replace(clips + "/@20/additive_reference_s", "-1"), kError,
         "out-of-range", clips + "/@20/additive_reference_s"},
        {"KeyRate", replace(t30 + "/key_rate_divisor", "0"), kError, "out-of-range",
         t30 + "/key_rate_divisor"},
        {"ClipPart", replace(clips + "/@20/start_s", "3"), kError, "out-of-range",
         clips + "/@20/start_s"},
        {"EventBehindTheEnd", replace(t30 + "/events/0/frame", "41"), kWarning, "outside",
         t30 + "/events/0/frame"},
        {"UnsortedChildren", replace(states + "/@61/children/0/threshold", "2"), kError,
         "unsorted-children", states + "/@61/children/1/threshold"},
        // Names.
        {"VariableName", replace(kVariables + "/@42/name", "\"speed\""), kError, "name-clash",
         kVariables + "/@42/name"},
        {"StateName", replace(states + "/@62/name", "\"Idle\""), kError, "name-clash",
         states + "/@62/name"},
        {"StatePath", replace(states + "/@62/name", "\"Sub/Inner\""), kError, "name-clash",
         states + "/@63/graph/states/@64/name"},
        {"TimelineName", replace(t31 + "/name", "\"hover\""), kError, "name-clash", t31 + "/name"},
        {"LayerName", replace(layers + "/@51/name", "\"base\""), kWarning, "name-clash",
         layers + "/@51/name"},
        {"ClipName", replace(clips + "/@21/name", "\"Idle\""), kWarning, "name-clash",
         clips + "/@21/name"},
        {"SecondOfAKind", add("/scene/entities/@1/components/-", R"({"type": "Fill"})"), kWarning,
         "duplicate-component", "/scene/entities/@1/components/4"},
        {"VariableWithoutName", replace(kVariables + "/@45/name", "\"\""), kError, "no-name",
         kVariables + "/@45/name"},
        // Transitions that never fire, states that are never reached.
        {"NeitherConditionNorExitTime", add(to + "/-", R"({"id": 79, "from": 61, "to": 62})"),
         kWarning, "never-fires", to + "/@79"},
        {"ContradictoryNumbers",
         add(to + "/@71/conditions/-",
             R"({"variable": 41, "op": "greater", "compare_value": 0.1})"),
         kWarning, "never-fires", to + "/@71/conditions"},
        {"ContradictoryTruths", add(to + "/-", R"({"id": 79, "from": 61, "to": 62, "conditions":
            [{"variable": 42, "op": "is_true"}, {"variable": 42, "op": "is_false"}]})"),
         kWarning, "never-fires", to + "/@79/conditions"},
        {"NothingBetweenInts", add(to + "/-", R"({"id": 79, "from": 61, "to": 62, "conditions":
            [{"variable": 45, "op": "greater", "compare_value": 1},
             {"variable": 45, "op": "less", "compare_value": 2}]})"),
         kWarning, "never-fires", to + "/@79/conditions"},
        {"EveryChoiceExcluded", add(to + "/-", R"({"id": 79, "from": 61, "to": 62, "conditions":
            [{"variable": 44, "op": "not_equal", "compare_value": 3},
             {"variable": 44, "op": "greater", "compare_value": 0}]})"),
         kWarning, "never-fires", to + "/@79/conditions"},
        {"SecondOfTheSame", add(to + "/-", R"({"id": 79, "from": 60, "to": 62,
            "conditions": [{"variable": 41, "op": "greater", "compare_value": 0.1}]})"),
         kWarning, "never-fires", to + "/@79"},
        {"AnyStateComesFirst", add(to + "/0", R"({"id": 79, "from": 60, "to": 61,
            "conditions": [{"variable": 43, "op": "is_true"}]})"),
         kWarning, "never-fires", to + "/@79"},
        {"BehindAnOpenWay",
         add(to + "/-", R"({"id": 79, "from_kind": "machine", "from": 63, "to": 60,
            "conditions": [{"variable": 42, "op": "is_true"}]})"),
         kWarning, "never-fires", to + "/@79"},
        {"Muted", replace(to + "/@71/mute", "true"), kWarning, "muted", to + "/@71/mute"},
        {"Silenced", replace(to + "/@70/solo", "true"), kWarning, "muted", to + "/@74"},
        {"Unreachable", add(states + "/-", R"({"id": 69, "name": "Lost"})"), kWarning,
         "unreachable", states + "/@69"},
        // Machines that never come to rest.
        {"HeldTruthLeadsToItself",
         replace(to + "/@72/conditions/0/variable", "42") + "," +
             replace(to + "/@72/can_transition_to_self", "true"),
         kWarning, "restarts-forever", to + "/@72/can_transition_to_self"},
        {"HeldTruthEntersAMachine",
         add(sub + "/states/-", R"({"id": 66, "name": "Next", "kind": "clip", "motion": 20})") +
             "," + add(sub + "/transitions/0", R"({"id": 77, "from": 64, "to": 66,
            "has_exit_time": true})") +
             "," + add(to + "/-", R"({"id": 79, "from_kind": "any", "to_kind": "machine", "to": 63,
            "can_transition_to_self": false, "conditions": [{"variable": 42, "op": "is_true"}]})"),
         kWarning, "restarts-forever", to + "/@79"},
        {"HeldTruthOfAState", add(to + "/-", R"({"id": 79, "from": 61, "to": 61,
            "conditions": [{"variable": 42, "op": "is_true"}]})"),
         kWarning, "restarts-forever", to + "/@79"},
        {"AnyStatesTakeTurns",
         add(to + "/-", R"({"id": 78, "from_kind": "any", "to": 60,
            "can_transition_to_self": false, "conditions": [{"variable": 42, "op": "is_true"}]})") +
             "," + add(to + "/-", R"({"id": 79, "from_kind": "any", "to": 61,
            "can_transition_to_self": false, "conditions": [{"variable": 42, "op": "is_true"},
            {"variable": 41, "op": "greater", "compare_value": 3}]})"),
         kWarning, "restarts-forever", to + "/@79"},
        {"ZeroLengthRing",
         add(to + "/-", R"({"id": 78, "from": 60, "to": 62, "duration": 0,
            "conditions": [{"variable": 45, "op": "greater", "compare_value": 4}]})") +
             "," + add(to + "/-", R"({"id": 79, "from": 62, "to": 60, "duration": 0,
            "conditions": [{"variable": 45, "op": "greater_equal", "compare_value": 2}]})"),
         kWarning, "zero-length-cycle", to + "/@78"},
        {"ZeroLengthRingOfAnyState",
         add(to + "/-", R"({"id": 78, "from_kind": "any", "to": 60, "duration": 0,
            "can_transition_to_self": false, "conditions": [{"variable": 42, "op": "is_true"}]})") +
             "," + add(to + "/-", R"({"id": 79, "from": 60, "to": 61, "duration": 0,
            "has_exit_time": true, "exit_time": 0})"),
         kWarning, "zero-length-cycle", to + "/@78"},
        // Times and curves without effect.
        {"ExitTimeIsPassed",
         replace(states + "/@62/loop", "\"once\"") + "," + replace(to + "/@73/exit_time", "0") +
             "," + replace(to + "/@73/exit_time_mode", "\"at_crossing\""),
         kWarning, "never-fires", to + "/@73/exit_time"},
        {"ExitTimeBeforeTheStart",
         replace(states + "/@62/loop", "\"once\"") + "," + replace(to + "/@72/offset", "0.5") +
             "," + replace(to + "/@73/exit_time", "0.25") + "," +
             replace(to + "/@73/exit_time_mode", "\"at_crossing\""),
         kWarning, "never-fires", to + "/@73/exit_time"},
        {"CurveOfAnEntry",
         add(sub + "/transitions/-", R"({"id": 79, "from_kind": "entry", "to": 64,)" + curve),
         kWarning, "curve-not-used", sub + "/transitions/@79/curve"},
        {"CurveOfAnExit", add(sub + "/transitions/@75/curve", R"({"keys": [)" + keys_of_curve),
         kWarning, "curve-not-used", sub + "/transitions/@75/curve"},
        {"CurveThatIsInherited",
         replace(to + "/@76/inherit", "true") + "," +
             add(to + "/@76/curve", R"({"keys": [)" + keys_of_curve),
         kWarning, "curve-not-used", to + "/@76/curve"},
        {"CurveOfNoTime", replace(to + "/@70/duration", "0"), kWarning, "curve-not-used",
         to + "/@70/curve"},
        {"TimeOfAnEntry",
         add(sub + "/transitions/-",
             R"({"id": 79, "from_kind": "entry", "to": 64, "duration": 2})"),
         kWarning, "timing-not-used", sub + "/transitions/@79/duration"},
        {"DrivenTrack",
         add(t30 + "/tracks/-", R"({"id": 37, "binding": {"target": 1, "component": 61,
            "property": 3997698, "property_kind": "number"}, "keys": [{"value": 0}]})"),
         kWarning, "driven-track", t30 + "/tracks/@37/binding"},
        // What is not done at run time.
        {"MirroredState", replace(states + "/@60/mirror", "true"), kWarning, "mirror-not-used",
         states + "/@60/mirror"},
        {"MirroredMotion", replace(states + "/@61/children/0/mirror", "true"), kWarning,
         "mirror-not-used", states + "/@61/children/0/mirror"},
        {"MirroredClip", replace(clips + "/@20/mirror", "true"), kWarning, "mirror-not-used",
         clips + "/@20/mirror"},
        {"FootIk", replace(states + "/@60/foot_ik", "true"), kWarning, "ik-not-used",
         states + "/@60/foot_ik"},
        {"IkPass", replace(layers + "/@51/ik_pass", "true"), kWarning, "ik-not-used",
         layers + "/@51/ik_pass"},
        {"CycleOffset",
         replace(clips + "/@20/loop", "false") + "," + replace(clips + "/@20/cycle_offset", "0.5"),
         kWarning, "ignored", clips + "/@20/cycle_offset"},
        // Rings.
        {"TimelineInItself",
         add(t30 + "/tracks/-", R"({"id": 37, "kind": "timeline", "timeline": 31})"), kError,
         "cycle", t30 + "/tracks"},
        {"OwnParent", replace("/scene/entities/@1/parent_entity", "2"), kError, "cycle",
         "/scene/entities/@1/parent_entity"},
        // Files.
        {"AbsolutePath", replace("/sources/@5/path", R"("C:\\hero.glb")"), kWarning,
         "absolute-path", "/sources/@5/path"},
        {"Hash", replace("/sources/@5/content_hash", "\"12\""), kWarning, "wrong-type",
         "/sources/@5/content_hash"},
        {"Placeholder", replace(clips + "/@20/placeholder", "true"), kWarning, "placeholder",
         clips + "/@20"},
    };
}

}  // namespace motus::test
