// SPDX-License-Identifier: MIT
#include <motus/document/patch.h>

#include "sample.h"

#include <motus/document/library_edit.h>
#include <motus/document/pointer.h>
#include <motus/session/edit_log.h>

#include <gtest/gtest.h>

namespace motus {
namespace {

using doc::AnimationTimeline;
using doc::Entity;

struct PatchTest : ::testing::Test {
    test::Sample s = test::make_sample();
    std::string before = s.text();

    std::string at(std::uint64_t id, const std::string& rest = "") const {
        return pointer_to(*s.document, *s.document->find_id(id)) + rest;
    }
    Result<std::size_t> apply(const std::string& patch) { return test::apply(*s.document, patch); }
    /// {"op": op, "path": path, more}
    static std::string op(const std::string& name, const std::string& path,
                          const std::string& more = "") {
        return "{\"op\": \"" + name + "\", \"path\": \"" + path + "\"" +
               (more.empty() ? "" : ", " + more) + "}";
    }
    Error refused(const std::string& patch) {
        const auto result = apply(patch);
        EXPECT_FALSE(result) << patch;
        EXPECT_EQ(s.text(), before);
        return result ? Error{} : result.error();
    }
};

TEST_F(PatchTest, PointersNameItemsByIdAndPlace) {
    const auto& timeline = s.get<AnimationTimeline>(s.timeline);
    const std::string id = std::to_string(s.timeline);
    EXPECT_EQ(at(s.timeline), "/library/timelines/@" + id);
    const std::string key = pointer_to(*s.document, timeline.tracks()[0].keys()[2]);
    EXPECT_EQ(key, "/library/timelines/@" + id + "/tracks/@" +
                       std::to_string(timeline.tracks()[0].id()) + "/keys/2");
    EXPECT_EQ(follow(*s.document, key)->object, &timeline.tracks()[0]);
    EXPECT_EQ(*follow(*s.document, key)->index, 2u);
    EXPECT_EQ(follow(*s.document, "/library/timelines/0/name")->object, &timeline);
    EXPECT_EQ(*follow(*s.document, "/scene/entities/-")->index, 2u);
}

TEST_F(PatchTest, EachOperation) {
    const std::string path = at(s.timeline);
    ASSERT_TRUE(apply("[" + op("replace", path + "/name", "\"value\": \"glow\"") + "]"));
    const auto& timeline = s.get<AnimationTimeline>(s.timeline);
    EXPECT_EQ(timeline.name(), "glow");
    ASSERT_TRUE(apply("[" + op("test", path + "/name", "\"value\": \"glow\"") + "," +
                      op("remove", path + "/name") + "]"));
    EXPECT_EQ(timeline.name(), "");
    ASSERT_TRUE(apply("[" +
                      op("add", path + "/markers/-", R"("value": {"frame": 3, "name": "a"})") +
                      "," + op("add", path + "/markers/0", R"("value": {"frame": 1})") + "]"));
    ASSERT_EQ(timeline.markers().size(), 2u);
    EXPECT_EQ(timeline.markers()[1].name(), "a");
    ASSERT_TRUE(
        apply("[" + op("move", path + "/markers/0", "\"from\": \"" + path + "/markers/1\"") + "]"));
    EXPECT_EQ(timeline.markers()[0].name(), "a");
    ASSERT_TRUE(apply("[" + op("replace", path + "/markers/1", R"("value": {"frame": 9})") + "]"));
    EXPECT_EQ(timeline.markers()[1].frame(), 9);
    ASSERT_TRUE(apply("[" + op("remove", path + "/markers/0") + "]"));
    EXPECT_EQ(timeline.markers().size(), 1u);
    while (*s.document->undo()) {
        if (s.text() == before) return;
    }
    FAIL() << "undo does not lead back";
}

TEST_F(PatchTest, VectorsEnumsReferencesAndDefaults) {
    const std::string entity = at(s.button);
    ASSERT_TRUE(
        apply("[" + op("replace", entity + "/components/0/position/1", "\"value\": 7.5") + "," +
              op("test", entity + "/components/0/position", "\"value\": [10, 7.5]") + "," +
              op("test", entity + "/components/0/position/0", "\"value\": 10") + "," +
              op("test", entity + "/visible", "\"value\": true") + "," +
              op("replace", entity + "/components/2/layers/0/kind", "\"value\": \"shadow\"") + "," +
              op("replace", at(s.walk) + "/motion", "\"value\": 77") + "]"));
    EXPECT_EQ(s.component<doc::Transform2D>(s.button).position(), (Float2{10, 7.5f}));
    EXPECT_EQ(s.component<doc::Paint>(s.button).layers()[0].kind(), doc::PaintKind::shadow);
    EXPECT_EQ(s.get<doc::StateMachineState>(s.walk).motion(), 77u);
}

TEST_F(PatchTest, ListInTheListIsOneStep) {
    const std::size_t steps = s.document->history().position();
    const std::string name = at(s.timeline, "/name");
    const auto applied = apply("[[" + op("replace", name, "\"value\": \"a\"") + "," +
                               op("replace", name, "\"value\": \"b\"") + "]," +
                               op("replace", name, "\"value\": \"c\"") + "," +
                               op("test", name, "\"value\": \"c\"") + "]");
    ASSERT_TRUE(applied) << to_string(applied.error());
    EXPECT_EQ(*applied, 2u);
    EXPECT_EQ(s.document->history().position(), steps + 2);
    ASSERT_TRUE(*s.document->undo());
    EXPECT_EQ(s.get<AnimationTimeline>(s.timeline).name(), "b");
    ASSERT_TRUE(*s.document->undo());
    EXPECT_EQ(s.text(), before);
}

TEST_F(PatchTest, FailingListChangesNothing) {
    const std::size_t steps = s.document->history().size();
    const std::string name = at(s.timeline, "/name");
    const std::string good = op("replace", name, "\"value\": \"a\"");
    const Error error =
        refused("[" + good + ", [" + good + "," + op("test", name, "\"value\": \"z\"") + "]]");
    EXPECT_EQ(error.code, "test-failed");
    EXPECT_EQ(error.place, "[1][1] " + name);
    EXPECT_EQ(error.cause, "is \"a\", not \"z\"");
    EXPECT_EQ(s.document->history().size(), steps);
    EXPECT_FALSE(*s.document->redo());
    EXPECT_EQ(refused("[" + good + "," + op("remove", "/scene/entities/9") + "]").place,
              "[1] /scene/entities/9");
}

TEST_F(PatchTest, SaysWhereOnce) {
    const std::string list = "/scene/entities";
    const auto why = [&](const std::string& operation) {
        return to_string(refused("[" + operation + "]"));
    };
    EXPECT_EQ(why(op("remove", "/nothing")), "[0] /nothing: there is no property of that name");
    EXPECT_EQ(why(op("remove", "name")), "[0] name: must start with '/'");
    EXPECT_EQ(why(op("replace", list + "/@4242/name", "\"value\": \"a\"")),
              "[0] " + list + "/@4242: there is no item with that id");
    EXPECT_EQ(why(op("move", list + "/-", "\"from\": \"" + list + "/@4242/name\"")),
              "[0] " + list + "/@4242: there is no item with that id");
    EXPECT_EQ(why(op("layout", list + "/@4242/x")),
              "[0] " + list + "/@4242: there is no item with that id");
    for (const char* each : {"add", "test"}) {
        EXPECT_EQ(refused("[" + op(each, at(s.card), R"("value": {"name": 3})") + "]").place,
                  "[0] " + at(s.card) + "/name");
    }
    EXPECT_EQ(refused("[" + op("test", list, R"("value": [{"name": 3}])") + "]").place,
              "[0] " + list + "/0/name");
    EXPECT_EQ(refused("[" + op("test", "", R"("value": {"name": 3})") + "]").place, "[0] /name");
    EXPECT_EQ(refused("[" + op("add", list, R"("value": 3)") + "]").place, "[0] " + list);
}

TEST_F(PatchTest, RefusesWithAReason) {
    EXPECT_EQ(refused("{}").code, "bad-operation");
    EXPECT_EQ(refused("[5]").place, "[0]");
    EXPECT_EQ(refused("[{\"op\": \"add\"}]").code, "bad-operation");
    EXPECT_EQ(refused("[" + op("burn", "/name") + "]").code, "bad-operation");
    EXPECT_EQ(refused("[" + op("replace", "/name") + "]").code, "bad-operation");
    EXPECT_EQ(refused("[" + op("remove", "name") + "]").code, "bad-path");
    EXPECT_EQ(refused("[" + op("remove", "/nothing") + "]").code, "bad-path");
    EXPECT_EQ(refused("[" + op("remove", "/scene/entities/@4242") + "]").code, "bad-path");
    EXPECT_EQ(refused("[" + op("remove", "/scene/entities/01") + "]").code, "bad-path");
    EXPECT_EQ(refused("[" + op("remove", "/scene/entities/x") + "]").code, "bad-path");
    EXPECT_EQ(refused("[" + op("remove", "/scene") + "]").code, "always-there");
    EXPECT_EQ(refused("[" + op("remove", "") + "]").code, "bad-operation");
    EXPECT_EQ(refused("[" + op("replace", "/name", "\"value\": 3") + "]").code, "wrong-type");
    EXPECT_EQ(refused("[" + op("add", "/scene/entities/-", R"("value": {"name": 3})") + "]").code,
              "wrong-type");
    EXPECT_EQ(
        refused("[" + op("add", at(s.card) + "/components/-", R"("value": {"strength": 3})") + "]")
            .code,
        "unknown-type");
    EXPECT_EQ(
        refused("[" + op("add", at(s.card) + "/components/-", R"("value": {"type": "Mask"})") + "]")
            .code,
        "wrong-child");
    EXPECT_EQ(refused("[" +
                      op("add", "/scene/entities/-",
                         "\"value\": {\"id\": " + std::to_string(s.card) + "}") +
                      "]")
                  .code,
              "id-taken");
    EXPECT_EQ(refused("[" + op("replace", at(s.card) + "/id", "\"value\": 3") + "]").code,
              "id-fixed");
}

TEST_F(PatchTest, MoveResolvesItsTargetWithoutTheObject) {
    // RFC 6902: the target is looked up after the object was taken out. Blend children have no
    // ids, so places count: the second child is at 0 then, and holds a blend.
    const std::string children = at(s.walk) + "/children";
    ASSERT_TRUE(apply(
        "[" + op("move", children + "/0/blend/children/0", "\"from\": \"" + children + "/0\"") +
        "]"));
    const auto& walk = s.get<doc::StateMachineState>(s.walk);
    ASSERT_EQ(walk.children().size(), 1u);
    EXPECT_EQ(walk.children()[0].blend()->children()[0].motion(), s.timeline);
    ASSERT_TRUE(apply(
        "[" + op("move", children + "/-", "\"from\": \"" + children + "/0/blend/children/0\"") +
        "]"));
    EXPECT_EQ(walk.children()[1].motion(), s.timeline);
    const std::string sub =
        pointer_to(*s.document, *s.document->find_id(s.nested)->parent()->parent());
    before = s.text();
    EXPECT_EQ(
        refused("[" + op("move", sub + "/graph/states/-", "\"from\": \"" + sub + "\"") + "]").code,
        "inside-itself");
}

TEST_F(PatchTest, CopyHasNewIdsAndKeepsItsInnerReferences) {
    const std::string machine = at(s.machine);
    ASSERT_TRUE(
        apply("[" + op("copy", "/library/machines/-", "\"from\": \"" + machine + "\"") + "]"));
    const auto& copy = content(*s.document).library().machines()[1];
    EXPECT_NE(copy.id(), s.machine);
    const auto& layer = copy.machine().layers()[0];
    EXPECT_EQ(layer.machine(), copy.id());
    const auto& graph = layer.graph();
    EXPECT_NE(graph.states()[0].id(), s.idle);
    EXPECT_EQ(graph.entry(), graph.states()[0].id());
    EXPECT_EQ(graph.transitions()[0].to(), graph.states()[1].id());
    EXPECT_EQ(graph.transitions()[0].conditions()[0].variable(), copy.variables()[0].id());
    EXPECT_EQ(graph.states()[0].motion(), s.timeline);  // outside the copy
}

TEST_F(PatchTest, ReplacesWhatIsAlwaysThereByItsContent) {
    const Handle scene = content(*s.document).scene().handle();
    ASSERT_TRUE(
        apply("[" + op("replace", "/scene", R"("value": {"entities": [{"name": "only"}]})") + "]"));
    EXPECT_EQ(content(*s.document).scene().handle(), scene);
    ASSERT_EQ(content(*s.document).scene().entities().size(), 1u);
    EXPECT_NE(content(*s.document).scene().entities()[0].id(), 0u);
    ASSERT_TRUE(*s.document->undo());
    EXPECT_EQ(s.text(), before);
}

// What is shown is not what was meant: a copy that holds it would save it.
TEST_F(PatchTest, CopiesWhatWasAuthoredNotWhatIsShown) {
    const auto& fill = s.component<doc::Fill>(s.button);
    Preview preview = s.document->begin_preview();
    ASSERT_TRUE(preview.set(fill.handle(), doc::Fill::kOpacity, Value(0.125f)));
    ASSERT_TRUE(
        apply("[" + op("copy", "/scene/entities/-", "\"from\": \"" + at(s.button) + "\"") + "]"));
    EXPECT_EQ(fill.opacity(), 0.125f);  // still shown
    const Entity& copy = content(*s.document).scene().entities().back();
    EXPECT_EQ(s.component<doc::Fill>(copy.id()).opacity(), 1.0f);

    const auto& timeline = s.get<AnimationTimeline>(s.timeline);
    const int duration = timeline.duration();
    ASSERT_TRUE(preview.set(timeline.handle(), AnimationTimeline::kDuration, Value(7)));
    ASSERT_TRUE(duplicate_item(*s.document, s.timeline));
    EXPECT_EQ(timeline.duration(), 7);
    EXPECT_EQ(content(*s.document).library().timelines()[1].duration(), duration);
}

TEST_F(PatchTest, ReplacesTheUnknownMembersOfWhatIsAlwaysThere) {
    Diagnostics diagnostics;
    auto document = read_document(
        R"({"version": 2, "library": {"mystery": 1, "timelines": [{"id": 4, "name": "t"}]}})",
        diagnostics);
    ASSERT_TRUE(document);
    const std::string old = write_document(**document);
    EditLog log;
    (*document)->add_listener(log);
    ASSERT_TRUE(test::apply(**document, "[" + op("replace", "/library", R"("value": {"timelines":
                            [{"id": 5, "name": "u"}], "riddle": {"a": [1, 2]}})") +
                                            "]"));
    const std::string now = write_document(**document);
    EXPECT_EQ(now.find("mystery"), std::string::npos) << now;
    EXPECT_GT(now.find("riddle"), now.find("timelines")) << now;
    EXPECT_NE(now.find("riddle"), std::string::npos) << now;
    ASSERT_TRUE(*(*document)->undo());
    EXPECT_EQ(write_document(**document), old);
    ASSERT_TRUE(*(*document)->redo());
    EXPECT_EQ(write_document(**document), now);
    (*document)->remove_listener(log);
    // What was done, undone and done again can be written, and replayed.
    auto again = read_document(old, diagnostics);
    ASSERT_TRUE(test::apply(**again, log.text()));
    EXPECT_EQ(write_document(**again), now);
}

}  // namespace
}  // namespace motus
