// tests/session/stage_edit_test.cpp - history, files that change outside, and commands to repeat.
// SPDX-License-Identifier: MIT
#include <motus/session/stage.h>

#include <motus/core/hash.h>
#include <motus/document/file.h>
#include <motus/document/model_change.h>
#include <motus/document/new_document.h>
#include <motus/document/patch.h>
#include <scenes/hero/hero_document.h>
#include <scenes/scenes.h>

#include <gtest/gtest.h>

namespace motus {
namespace {

constexpr const char* kTransitions = "/library/machines/0/machine/layers/0/graph/transitions";

class StageEdit : public ::testing::Test {
  protected:
    StageEdit() : stage_([](std::string_view name) { return scenes::make_scene(name); }) {
        text_ = write_document(*scenes::make_hero_document());
        Diagnostics diagnostics;
        EXPECT_TRUE(stage_.open_text(text_, diagnostics).has_value());
        const std::uint64_t id = stage_.project().file()->machines.machines[0].id;
        EXPECT_TRUE(stage_.play(PlayKind::machine, id).has_value());
    }

    void set_duration(const char* value, const char* name) {
        const auto report =
            stage_.edit(std::string(R"([{"op": "replace", "path": ")") + kTransitions +
                            R"(/1/duration", "value": )" + value + "}]",
                        name);
        ASSERT_TRUE(report.has_value()) << report.error().cause;
    }
    std::string text() { return write_document(stage_.project().document()); }
    void run(int frames) {
        for (int i = 0; i < frames; ++i) {
            bool moved = false;
            ASSERT_EQ(stage_.performance().advance(ticks_of_frames(1, 60), moved), Status::ok);
        }
    }

    Stage stage_;
    std::string text_;
};

TEST_F(StageEdit, GoesToAnyPlaceOfTheHistory) {
    std::vector<std::string> texts{text()};
    for (const char* value : {"0.4", "0.5", "0.6", "0.7"}) {
        set_duration(value, value);
        texts.push_back(text());
    }
    for (const std::size_t position : {0u, 4u, 2u, 3u, 1u}) {
        ASSERT_TRUE(stage_.go_to(position).has_value());
        EXPECT_EQ(text(), texts[position]);
        EXPECT_EQ(stage_.project().document().is_modified(), position != 0);
    }
    ASSERT_TRUE(stage_.go_to(99).has_value()) << "as far as there are steps";
    EXPECT_EQ(text(), texts.back());
}

TEST_F(StageEdit, FollowsATextAndGoesOnPlaying) {
    const std::uint32_t speed =
        find_variable(stage_.performance().machine()->machine(), hash_name("speed"));
    ASSERT_EQ(stage_.performance().set(speed, 3.0), Status::ok);
    run(40);
    const std::uint64_t tick = stage_.performance().tick();
    // Somebody else edits the file: another duration, and a new state with a way to it.
    const auto other = scenes::make_hero_document();
    const Result<Json> patch = parse_json(std::string(R"([{"op": "replace", "path": ")") +
                                          kTransitions + R"(/1/duration", "value": 0.75},
        {"op": "add", "path": "/library/machines/0/machine/layers/0/graph/states/-",
         "value": {"name": "Rest", "kind": "empty"}}])");
    ASSERT_TRUE(apply_patch(*other, *patch).has_value());
    const std::string changed = write_document(*other);
    const auto report = stage_.take_text(changed, "Changed outside");
    ASSERT_TRUE(report.has_value()) << report.error().cause;
    EXPECT_NE(report->find("\"losses\":[]"), std::string::npos) << *report;
    EXPECT_EQ(text(), changed);
    EXPECT_EQ(stage_.performance().tick(), tick);
    EXPECT_EQ(stage_.performance().get(speed), 3.0);
    EXPECT_EQ(
        stage_.performance().names().states[stage_.performance().machine()->view().layers[0].state],
        "Move");
    ASSERT_TRUE(stage_.undo().has_value());
    EXPECT_EQ(text(), text_);
    const auto same = stage_.take_text(text_, "Nothing");
    ASSERT_TRUE(same.has_value());
    EXPECT_NE(same->find("\"steps\":0"), std::string::npos);
    EXPECT_FALSE(stage_.take_text("{", "Broken").has_value());
    EXPECT_EQ(text(), text_);
}

TEST_F(StageEdit, FollowsATextWithOtherSources) {
    std::string changed = text_;
    const std::string path = R"("path": "hero")";
    changed.replace(changed.find(path), path.size(), R"("path": "nobody")");
    ASSERT_TRUE(stage_.take_text(changed, "Changed outside").has_value());
    EXPECT_FALSE(stage_.project().report().playable);
    ASSERT_TRUE(stage_.take_text(text_, "Changed back").has_value());
    EXPECT_TRUE(stage_.project().report().playable);
}

TEST_F(StageEdit, SourcesThatAnEditChangesAreReadAnew) {
    const std::vector<std::byte> before(stage_.project().baked().begin(),
                                        stage_.project().baked().end());
    const auto edit = [&](const char* path) {
        const auto report =
            stage_.edit(std::string(R"([{"op": "replace", "path": "/sources/0/path", "value": ")") +
                            path + R"("}])",
                        "another source");
        ASSERT_TRUE(report.has_value()) << report.error().cause;
    };
    edit("nobody");
    EXPECT_FALSE(stage_.project().report().playable) << "what bake would say of it";
    ASSERT_TRUE(stage_.undo().has_value());
    EXPECT_TRUE(stage_.project().report().playable);
    const auto now = stage_.project().baked();
    EXPECT_EQ(std::vector<std::byte>(now.begin(), now.end()), before);
    ASSERT_TRUE(stage_.redo().has_value());
    EXPECT_FALSE(stage_.project().report().playable);
    const std::uint64_t read = stage_.project().assets_revision();
    set_duration("0.4", "of no source");
    EXPECT_EQ(stage_.project().assets_revision(), read) << "not for any other edit";
}

TEST_F(StageEdit, WhatTheSchemaDoesNotKnowIsOpenedAnew) {
    std::string changed = text_;
    changed.insert(changed.find('{') + 1, "\n  \"plugin\": 7,");
    const auto report = stage_.take_text(changed, "Changed outside");
    ASSERT_FALSE(report.has_value());
    EXPECT_EQ(report.error().code, "not-followed");
    EXPECT_EQ(text(), text_);
}

// What `motus edit --apply` does with the commands of a session: the same bytes.
TEST_F(StageEdit, CommandsMakeTheSameBytes) {
    set_duration("0.4", "Slower");
    ASSERT_TRUE(stage_
                    .edit(std::string(R"([{"op": "add", "path": ")") + kTransitions +
                              R"(/-", "value": {"name": "new", "curve": {"keys": [
                                {"time": 0, "value": 1}, {"time": 1}]}}}])",
                          "Add")
                    .has_value());
    set_duration("0.9", "Slower still");
    ASSERT_TRUE(stage_.undo().has_value());
    ASSERT_TRUE(stage_
                    .edit(std::string(R"([{"op": "copy", "from": ")") + kTransitions +
                              R"(/1", "path": ")" + kTransitions + R"(/0"}])",
                          "Duplicate")
                    .has_value());
    const Result<Json> commands = parse_json(stage_.project().log().text());
    ASSERT_TRUE(commands.has_value());
    // Another seed, as the command line has: ids come from the commands.
    Diagnostics diagnostics;
    const auto document = read_document(text_, diagnostics, {.id_seed = 12345});
    ASSERT_TRUE(document.has_value());
    const auto applied = apply_patch(**document, *commands);
    ASSERT_TRUE(applied.has_value()) << applied.error().place << applied.error().cause;
    EXPECT_EQ(write_document(**document), text());
}

// The runtime refuses such a machine: the stage says so, and nothing plays.
TEST_F(StageEdit, AMachineThatPlaysClipsOfTwoRigsIsNotPlayed) {
    run(20);
    const std::uint64_t machine = stage_.playing_id();
    Document& document = stage_.project().document();
    auto change = document.begin_change(content(document), "Another rig");
    auto entity = change.scene_change().entities_append();
    entity.set_name("Other");
    auto rig = entity.components_append<doc::Rig>();
    rig.set_source(content(document).sources()[0].id());
    auto clip = rig.clips_append();
    clip.set_name("Other").set_source(rig.object().source()).set_source_clip("Jump");
    clip.set_source_index(3).set_length_s(1.0f);
    auto machines = change.library_change().machines_change(0);
    auto graph = machines.machine_change().layers_change(0).graph_change();
    graph.states_change(2).set_motion(clip.object().id());
    ASSERT_TRUE(change.commit());
    const Result<std::string> report = stage_.edited(1);
    ASSERT_TRUE(report) << to_string(report.error());
    EXPECT_NE(report->find("plays a clip that is not of its rig"), std::string::npos) << *report;
    EXPECT_EQ(stage_.performance().kind(), PlayKind::none);
    EXPECT_EQ(stage_.playing_id(), 0u);
    EXPECT_FALSE(stage_.play(PlayKind::machine, machine));
    ASSERT_TRUE(stage_.undo());
    EXPECT_TRUE(stage_.play(PlayKind::machine, machine));
    run(1);
}

}  // namespace
}  // namespace motus
