// tests/studio/abi_test.cpp - the functions that pages call, called natively: no browser needed.
// SPDX-License-Identifier: MIT
#include <bindings/web/abi.h>
#include <motus/render/context.h>
#include <motus/schema/json.h>

#include <cmath>
#include <cstring>
#include <string>

#include <gtest/gtest.h>

namespace motus::test {
namespace {

Json parsed(const char* text) {
    EXPECT_NE(text, nullptr);
    if (text == nullptr) return {};
    const Result<Json> json = parse_json(text);
    EXPECT_TRUE(json.has_value()) << text;
    return json ? *json : Json{};
}

struct StageNumber {
    std::uint32_t id = motus_new_stage();
    ~StageNumber() { motus_close_stage(id); }
    operator std::uint32_t() const { return id; }  // NOLINT
};

std::string first_machine(std::uint32_t stage) {
    const Json library = parsed(motus_library(stage));
    return library.find("machines")->items.at(0).find("id")->text;
}

TEST(Abi, TextsAreJsonOfTheTypes) {
    const StageNumber stage;
    EXPECT_EQ(motus_library(stage), nullptr);
    EXPECT_EQ(parsed(motus_error(stage)).find("code")->text, "nothing-open");
    const Json report = parsed(motus_open_scene(stage, "hero"));
    EXPECT_TRUE(report.find("playable")->truth);
    ASSERT_EQ(motus_play(stage, motus_machine, first_machine(stage).c_str()), motus_ok);
    const Json playing = parsed(motus_playing(stage));
    EXPECT_EQ(playing.find("view")->text, "3d");
    const Json* machine = playing.find("machine");
    EXPECT_GE(machine->find("transitions")->items.size(), 4u);
    for (const Json& transition : machine->find("transitions")->items) {
        const Json& pointer = *transition.find("pointer");
        EXPECT_NE(motus_value(stage, pointer.text.c_str()), nullptr) << pointer.text;
    }
    EXPECT_EQ(motus_advance(stage, 1.0 / 60.0), 1);
    EXPECT_EQ(motus_live(stage)[0], 1.0);
    for (std::uint32_t i = 0; i < machine->find("transitions")->items.size(); ++i) {
        const Json why = parsed(motus_why(stage, i));
        EXPECT_FALSE(why.find("verdict")->text.empty());
    }
    EXPECT_EQ(motus_why(stage, 999), nullptr);
    EXPECT_EQ(parsed(motus_frame_hash(stage)).text.size(), 16u);
    EXPECT_GT(motus_joint_count(stage), 20u);
    EXPECT_NE(motus_palette(stage, 0), nullptr);
    EXPECT_EQ(motus_palette(stage, 7), nullptr);
    EXPECT_EQ(std::memcmp(motus_baked(stage), "MOTUS", 5), 0);
    parsed(motus_validate(stage));
    parsed(motus_history(stage));
    parsed(motus_events(stage));
    parsed(motus_properties(stage));
}

TEST(Abi, ATimelineIsReadKeyedAndUndone) {
    const StageNumber stage;
    EXPECT_EQ(motus_desk_frame(stage), -1.0);
    ASSERT_NE(motus_open_scene(stage, "card"), nullptr);
    const Json library = parsed(motus_library(stage));
    const std::string id = library.find("timelines")->items.at(0).find("id")->text;
    const double revision = motus_desk_revision(stage);
    ASSERT_EQ(motus_desk_go(stage, id.c_str(), 3.0), motus_ok) << motus_error(stage);
    EXPECT_EQ(motus_desk_frame(stage), 3.0);
    EXPECT_EQ(motus_desk_revision(stage), revision);
    const Json timeline = parsed(motus_desk_timeline(stage, id.c_str()));
    ASSERT_NE(motus_desk_keys(stage, id.c_str()), nullptr);
    EXPECT_EQ(motus_desk_count(stage) % 4, 0u);
    const Json& track = timeline.find("tracks")->items.at(0);
    EXPECT_FALSE(parsed(motus_desk_track(stage, track.find("id")->text.c_str())).items.empty());
    ASSERT_NE(motus_desk_curve(stage, track.find("id")->text.c_str(), 0.0, 10.0, 20), nullptr);
    EXPECT_GE(motus_desk_count(stage), 2u + 15u * 5u);
    EXPECT_EQ(motus_desk_snap(stage, id.c_str(), 3.3, 0.0, nullptr, 0), 3.0);
    const Json entities = parsed(motus_desk_entities(stage));
    const std::string pointer = entities.items.at(0).find("pointer")->text;
    const Json table = parsed(motus_desk_inspect(stage, ("[\"" + pointer + "\"]").c_str()));
    EXPECT_EQ(table.find("type")->text, "Entity");
    ASSERT_EQ(motus_desk_record(stage, 1), motus_ok);
    const std::string at = track.find("property")->text;
    ASSERT_NE(
        motus_desk_command(stage, ("{\"do\":\"toggle\",\"pointers\":[\"" + at + "\"]}").c_str()),
        nullptr)
        << motus_error(stage);
    EXPECT_NE(motus_desk_revision(stage), revision);
    ASSERT_NE(motus_undo(stage), nullptr);
    EXPECT_EQ(motus_desk_revision(stage), revision);
    EXPECT_EQ(motus_desk_command(stage, "{\"do\":\"dance\"}"), nullptr);
    EXPECT_EQ(parsed(motus_error(stage)).find("code")->text, "bad-command");
    EXPECT_EQ(motus_desk_go(stage, "7", 0.0), motus_failed);
}

TEST(Abi, AControllerGoesOutAndComesIn) {
    const StageNumber stage;
    ASSERT_NE(motus_open_scene(stage, "hero"), nullptr);
    ASSERT_EQ(motus_play(stage, motus_machine, first_machine(stage).c_str()), motus_ok);
    ASSERT_NE(motus_export_gltf(stage), nullptr) << motus_error(stage);
    EXPECT_GT(motus_desk_count(stage), 1000u);
    EXPECT_EQ(motus_export_controller(stage, "7"), nullptr);
    const Json out = parsed(motus_export_controller(stage, ""));
    const std::string text = out.find("text")->text;
    EXPECT_EQ(text.rfind("%YAML", 0), 0u);
    const StageNumber other;
    const Json report = parsed(motus_open_controller(other, "hero.controller", text.c_str()));
    ASSERT_NE(report.find("import"), nullptr);
    EXPECT_EQ(report.find("import")->find("source")->text, "hero.controller");
    EXPECT_FALSE(report.find("import")->find("counts")->items.empty());
    EXPECT_EQ(parsed(motus_library(other)).find("machines")->items.size(), 1u);
    EXPECT_EQ(motus_open_controller(other, "x.controller", "no controller"), nullptr);
    // Of a card there is no model.
    ASSERT_NE(motus_open_scene(stage, "card"), nullptr);
    EXPECT_EQ(motus_export_gltf(stage), nullptr);
    EXPECT_EQ(parsed(motus_error(stage)).find("code")->text, "no-model");
}

TEST(Abi, WrongCallsSayWhy) {
    EXPECT_EQ(motus_open_scene(12345, "hero"), nullptr);
    EXPECT_EQ(parsed(motus_error(12345)).find("code")->text, "no-stage");
    const StageNumber stage;
    EXPECT_EQ(motus_open_scene(stage, "nobody"), nullptr);
    EXPECT_EQ(parsed(motus_error(stage)).find("code")->text, "scene-unknown");
    EXPECT_EQ(motus_open_document(stage, "{"), nullptr);
    const Json error = parsed(motus_error(stage));
    EXPECT_FALSE(error.find("faults")->items.empty());
    EXPECT_NE(motus_open_scene(stage, "card"), nullptr);
    EXPECT_EQ(motus_play(stage, motus_clip, "7"), motus_failed);
    EXPECT_EQ(motus_advance(stage, NAN), -1);
    EXPECT_EQ(motus_set_transport(stage, 0, INFINITY), motus_failed);
    EXPECT_EQ(motus_scrub(stage, 3.0), motus_failed);
    EXPECT_EQ(motus_set_parameter(stage, 0, 1.0), motus_failed);
    EXPECT_EQ(motus_view_draw(stage), motus_failed);
    EXPECT_EQ(parsed(motus_error(stage)).find("code")->text, "no-view");
}

TEST(Abi, DrawsTheHeroAndTheCard) {
    const StageNumber stage;
    if (motus_view_open(stage, "#canvas") != motus_ok)
        GTEST_SKIP() << "nothing can be drawn here: " << motus_error(stage);
    ASSERT_EQ(motus_view_size(stage, 320, 240), motus_ok);
    ASSERT_EQ(motus_view_draw(stage), motus_ok) << "an empty stage";
    ASSERT_NE(motus_open_scene(stage, "hero"), nullptr);
    ASSERT_EQ(motus_play(stage, motus_machine, first_machine(stage).c_str()), motus_ok);
    ASSERT_EQ(motus_view_overlays(stage, 127), motus_ok);
    for (int i = 0; i < 30; ++i)
        ASSERT_EQ(motus_advance(stage, 1.0 / 60.0), 1);
    ASSERT_EQ(motus_view_draw(stage), motus_ok) << motus_error(stage);
    EXPECT_GT(motus_view_draw_calls(stage), 0u);
    EXPECT_NE(motus_view_read(stage), nullptr);
    const float* at = motus_view_joint(stage, 5);
    ASSERT_NE(at, nullptr);
    const float x = at[0], y = at[1];
    EXPECT_GE(motus_view_pick(stage, x, y), 0);
    ASSERT_EQ(motus_view_look(stage, motus_look_dark), motus_ok);
    ASSERT_NE(motus_open_scene(stage, "card"), nullptr);
    ASSERT_EQ(motus_play(stage, motus_machine, first_machine(stage).c_str()), motus_ok);
    ASSERT_EQ(motus_advance(stage, 1.0 / 60.0), 1);
    ASSERT_EQ(motus_view_draw(stage), motus_ok) << motus_error(stage);
    // The button's box on the picture; dragged by its middle, it moves with the pointer.
    const Json library = parsed(motus_library(stage));
    std::string hover;
    for (const Json& timeline : library.find("timelines")->items)
        if (timeline.find("name")->text == "button hover") hover = timeline.find("id")->text;
    ASSERT_EQ(motus_desk_go(stage, hover.c_str(), 0.0), motus_ok);
    ASSERT_EQ(motus_view_draw(stage), motus_ok);
    std::string ids;
    const Json entities = parsed(motus_desk_entities(stage));
    for (const Json& entity : entities.items)
        if (entity.find("name")->text == "Button") ids = "[\"" + entity.find("id")->text + "\"]";
    const auto pivot = [&] {
        const Json boxes = parsed(motus_canvas_boxes(stage, ids.c_str()));
        EXPECT_EQ(boxes.items.at(0).find("corners")->items.size(), 4u);
        return boxes.items.at(0).find("pivot")->items;
    };
    const double before = pivot()[0].number;
    ASSERT_EQ(motus_canvas_begin(stage, ids.c_str()), motus_ok);
    for (const char* drag : {"{\"kind\":\"move\",\"from\":[10,10],\"to\":[25,10]}",
                             "{\"kind\":\"move\",\"from\":[10,10],\"to\":[30,10]}"})
        ASSERT_NE(motus_canvas_drag(stage, drag), nullptr) << motus_error(stage);
    EXPECT_NEAR(pivot()[0].number, before + 20.0, 0.01);
    ASSERT_NE(motus_desk_command(stage, "{\"do\":\"cancel\"}"), nullptr);
    EXPECT_NEAR(pivot()[0].number, before, 0.01);
    ASSERT_EQ(motus_set_transport(stage, 0, 1.0), motus_ok) << "the desk stood still";
    ASSERT_EQ(motus_play(stage, motus_machine, first_machine(stage).c_str()), motus_ok);
    ASSERT_EQ(motus_advance(stage, 1.0 / 60.0), 1);
    ASSERT_EQ(motus_view_draw(stage), motus_ok);
    // Find the button, hover it, press it: the machine follows.
    bool found = false;
    for (int py = 4; py < 240 && !found; py += 4) {
        for (int px = 4; px < 320 && !found; px += 4) {
            const auto fx = static_cast<float>(px), fy = static_cast<float>(py);
            const Json under = parsed(motus_view_pointer(stage, motus_pointer_move, fx, fy));
            if (!under.is_object() || under.find("name")->text != "Button") continue;
            EXPECT_TRUE(under.find("acts")->truth);
            motus_view_pointer(stage, motus_pointer_down, fx, fy);
            found = true;
        }
    }
    ASSERT_TRUE(found);
    for (int i = 0; i < 30; ++i)
        ASSERT_EQ(motus_advance(stage, 1.0 / 60.0), 1);
    EXPECT_NE(std::string(motus_frame_text(stage, 0)).find("\"state\":\"Pressed\""),
              std::string::npos);
    ASSERT_EQ(motus_view_draw(stage), motus_ok);
}

}  // namespace
}  // namespace motus::test
