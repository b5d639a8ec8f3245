// tests/session/desk_test.cpp - keys, properties and drags as a page sends them: commands in JSON.
// SPDX-License-Identifier: MIT
#include <motus/session/desk.h>

#include <motus/document/file.h>
#include <motus/document/model_change.h>
#include <motus/document/pointer.h>
#include <motus/session/live_timelines.h>
#include <scenes/card/card.h>
#include <scenes/scenes.h>

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

namespace motus {
namespace {

class DeskTest : public ::testing::Test {
  protected:
    DeskTest() : stage_([](std::string_view name) { return scenes::make_scene(name); }) {
        EXPECT_TRUE(stage_.open(scenes::make_card_document()).has_value());
        for (const doc::AnimationTimeline& t : content(document()).library().timelines())
            if (t.name() == "button hover") hover_ = t.id();
        for (const doc::Entity& entity : content(document()).scene().entities())
            if (entity.name() == "Button") button_ = entity.id();
    }

    Document& document() { return stage_.project().document(); }
    const doc::AnimationTimeline& hover() {
        return *object_cast<doc::AnimationTimeline>(document().find_id(hover_));
    }
    Json run(const std::string& command) {
        const Result<std::string> text = desk_.command(command);
        EXPECT_TRUE(text.has_value()) << command << ": " << text.error().cause;
        return text ? *parse_json(*text) : Json{};
    }
    std::string code(const std::string& command) {
        const Result<std::string> text = desk_.command(command);
        return text ? "" : text.error().code;
    }
    Json inspect(const std::string& pointer) {
        const Result<std::string> text = desk_.inspect_text("[\"" + pointer + "\"]");
        EXPECT_TRUE(text.has_value()) << text.error().cause;
        return text ? *parse_json(*text) : Json{};
    }
    std::string button() { return "/scene/entities/@" + std::to_string(button_); }
    Json property(const std::string& group, const std::string& name) {
        const Json table = inspect(button());
        for (const Json& g : table.find("groups")->items) {
            if (g.find("title")->text != group) continue;
            for (const Json& p : g.find("properties")->items)
                if (p.find("name")->text == name) return p;
        }
        ADD_FAILURE() << group << " " << name;
        return {};
    }
    std::string pointer(const std::string& group, const std::string& name) {
        return property(group, name).find("pointers")->items[0].text;
    }
    std::string keys_json(const doc::AnimationTrack& track, std::size_t first, std::size_t count) {
        std::string out = "[";
        for (std::size_t i = first; i < first + count; ++i) {
            out += (i != first ? "," : "") +
                   std::to_string(static_cast<std::uint32_t>(track.keys()[i].handle()));
        }
        return out + "]";
    }
    /// The first track of the timeline with that many keys.
    const doc::AnimationTrack& track_with(std::size_t count) {
        for (const doc::AnimationTrack& track : hover().tracks())
            if (track.keys().size() >= count && track.kind() == doc::TrackKind::property)
                return track;
        ADD_FAILURE();
        return hover().tracks()[0];
    }

    Stage stage_;
    Desk desk_{stage_};
    std::uint64_t hover_ = 0, button_ = 0;
};

TEST_F(DeskTest, AKeyButtonHasThreeLooks) {
    ASSERT_TRUE(desk_.go(hover_, 4.0).has_value());
    const std::string before = write_document(document());
    EXPECT_EQ(property("Fill", "corner_radius").find("state")->text, "none");
    const std::string at = pointer("Fill", "corner_radius");
    const Json made = run("{\"do\":\"toggle\",\"pointers\":[\"" + at + "\"]}");
    EXPECT_EQ(made.find("keys")->items.size(), 1u);
    EXPECT_EQ(property("Fill", "corner_radius").find("state")->text, "key");
    ASSERT_TRUE(desk_.go(hover_, 6.0).has_value());
    EXPECT_EQ(property("Fill", "corner_radius").find("state")->text, "track");
    ASSERT_TRUE(desk_.go(hover_, 4.0).has_value());
    run("{\"do\":\"toggle\",\"pointers\":[\"" + at + "\"]}");
    EXPECT_EQ(property("Fill", "corner_radius").find("state")->text, "none");
    EXPECT_EQ(write_document(document()), before) << "the track goes with its last key";
    // Without a timeline there is nothing to key in.
    ASSERT_TRUE(stage_.play(PlayKind::none, 0).has_value());
    EXPECT_EQ(code("{\"do\":\"toggle\",\"pointers\":[\"" + at + "\"]}"), "no-timeline");
}

TEST_F(DeskTest, AKeyTakesTheValueThatIsShown) {
    ASSERT_TRUE(desk_.go(hover_, 3.0).has_value());
    const Json table = inspect(button());
    for (const Json& group : table.find("groups")->items) {
        for (const Json& p : group.find("properties")->items) {
            if (p.find("state")->text != "track") continue;
            const std::string shown = to_text(p.find("shown")->items[0]);
            EXPECT_NE(shown, to_text(p.find("values")->items[0]));
            const std::string at = p.find("pointers")->items[0].text;
            run("{\"do\":\"toggle\",\"pointers\":[\"" + at + "\"]}");
            const Json after = property(group.find("title")->text, p.find("name")->text);
            EXPECT_EQ(to_text(after.find("shown")->items[0]), shown);
            EXPECT_EQ(after.find("state")->text, "key");
            return;
        }
    }
    ADD_FAILURE() << "nothing of the button is animated";
}

TEST_F(DeskTest, EveryFrameIsWhatSampleSays) {
    // The last frame of a loop and frames behind the work area too.
    LiveTimelines oracle(document());
    for (const double frame : {0.0, 1.0, 2.5, 7.0, static_cast<double>(hover().duration())}) {
        ASSERT_TRUE(desk_.go(hover_, frame).has_value());
        EXPECT_DOUBLE_EQ(desk_.frame(), frame);
        const Result<std::vector<SampledProperty>> values = sample_timeline(oracle, hover_, frame);
        ASSERT_TRUE(values.has_value());
        ASSERT_FALSE(values->empty());
        for (const SampledProperty& p : *values) {
            const std::optional<Value> shown = stage_.performance().properties()->value(p.key);
            ASSERT_TRUE(shown.has_value()) << p.property;
            EXPECT_EQ(*shown, p.value) << p.target << "." << p.property << " at " << frame;
        }
    }
}

TEST_F(DeskTest, RecordingKeysWhatIsSetInOneStep) {
    ASSERT_TRUE(desk_.go(hover_, 5.0).has_value());
    const std::string before = write_document(document());
    const std::string at = pointer("Transform2D", "position");
    const std::string set =
        "{\"do\":\"set\",\"items\":[{\"pointer\":\"" + at + "\",\"value\":[11,12]}]}";
    desk_.record(true);
    EXPECT_EQ(run(set).find("keys")->items.size(), 1u);
    EXPECT_EQ(property("Transform2D", "position").find("state")->text, "key");
    EXPECT_EQ(to_text(*property("Transform2D", "position").find("shown")), "[[11, 12]]");
    ASSERT_TRUE(stage_.undo().has_value());
    EXPECT_EQ(write_document(document()), before);
    desk_.record(false);
    EXPECT_TRUE(run(set).find("keys")->items.empty());
    EXPECT_EQ(property("Transform2D", "position").find("state")->text, "none");
    EXPECT_EQ(to_text(*property("Transform2D", "position").find("values")), "[[11, 12]]");
}

TEST_F(DeskTest, WithoutRecordingAKeyHereIsChangedAndATrackHidesWhatIsSet) {
    ASSERT_TRUE(desk_.go(hover_, 5.0).has_value());
    const std::string at = pointer("Fill", "corner_radius");
    run("{\"do\":\"toggle\",\"pointers\":[\"" + at + "\"]}");
    const std::string set = "{\"do\":\"set\",\"items\":[{\"pointer\":\"" + at + "\",\"value\":3}]}";
    EXPECT_EQ(run(set).find("hidden")->number, 0.0);
    EXPECT_EQ(to_text(*property("Fill", "corner_radius").find("shown")), "[3]");
    ASSERT_TRUE(desk_.go(hover_, 8.0).has_value());
    EXPECT_EQ(run("{\"do\":\"set\",\"items\":[{\"pointer\":\"" + at + "\",\"value\":9}]}")
                  .find("hidden")
                  ->number,
              1.0);
    EXPECT_EQ(to_text(*property("Fill", "corner_radius").find("shown")), "[3]");
    run("{\"do\":\"reset\",\"pointers\":[\"" + at + "\"]}");
    EXPECT_EQ(to_text(*property("Fill", "corner_radius").find("values")), "[0]");
}

TEST_F(DeskTest, ADragIsOneStepAndGivesBackWhatItRanOver) {
    const doc::AnimationTrack& track = track_with(2);
    const std::uint64_t id = track.id();
    const std::string before = write_document(document());
    const std::size_t steps = document().history().position();
    const std::int64_t gap = track.keys()[1].frame() - track.keys()[0].frame();
    const std::string keys = keys_json(track, 0, 1);
    const auto move = [&](double frames) {
        run("{\"do\":\"key_move\",\"keys\":" + keys + ",\"frames\":" + std::to_string(frames) +
            ",\"drag\":true}");
        return object_cast<doc::AnimationTrack>(document().find_id(id))->keys().size();
    };
    const std::size_t count = track.keys().size();
    const double onto = static_cast<double>(gap) / keys_per_frame(hover());
    EXPECT_EQ(move(onto), count - 1) << "the key that lay there goes";
    EXPECT_EQ(move(onto - 1.0), count) << "and is back when the drag goes on";
    EXPECT_EQ(move(onto), count - 1);
    run("{\"do\":\"drop\"}");
    EXPECT_EQ(document().history().position(), steps + 1);
    ASSERT_TRUE(stage_.undo().has_value());
    EXPECT_EQ(write_document(document()), before);
    move(1.0);
    run("{\"do\":\"cancel\"}");
    EXPECT_EQ(write_document(document()), before);
    EXPECT_EQ(document().history().position(), steps);
}

TEST_F(DeskTest, KeysAreCopiedScaledDuplicatedAndShaped) {
    const doc::AnimationTrack& track = track_with(2);
    const std::string timeline = std::to_string(hover_);
    const std::string keys = keys_json(track, 0, track.keys().size());
    const std::size_t count = track.keys().size();
    run("{\"do\":\"key_duplicate\",\"keys\":" + keys + ",\"frames\":100}");
    EXPECT_EQ(track.keys().size(), 2 * count);
    run("{\"do\":\"key_delete\",\"keys\":" + keys_json(track, count, count) + "}");
    EXPECT_EQ(track.keys().size(), count);
    run("{\"do\":\"key_copy\",\"keys\":" + keys + "}");
    const Json pasted =
        run("{\"do\":\"key_paste\",\"timeline\":\"" + timeline + "\",\"frame\":200}");
    EXPECT_EQ(pasted.find("keys")->items.size(), count);
    const std::int64_t last = track.keys()[count].frame();
    run("{\"do\":\"key_scale\",\"keys\":" + keys_json(track, count, count) +
        ",\"pivot\":200,\"factor\":2}");
    EXPECT_EQ(track.keys()[count].frame(), last);
    run("{\"do\":\"key_interpolation\",\"keys\":" + keys + ",\"interpolation\":\"step\"}");
    EXPECT_EQ(track.keys()[0].interpolation(), doc::KeyInterpolation::step);
    run("{\"do\":\"key_handles\",\"keys\":" + keys + ",\"mode\":\"flat\"}");
    EXPECT_EQ(track.keys()[0].handle_mode(), doc::HandleMode::flat);
    run("{\"do\":\"key_ease\",\"keys\":" + keys_json(track, 0, 1) + ",\"ease\":\"in\"}");
    EXPECT_EQ(track.keys()[0].interpolation(), doc::KeyInterpolation::cubic);
    EXPECT_EQ(code("{\"do\":\"key_ease\",\"keys\":[1],\"ease\":\"bouncy\"}"), "bad-command");
    EXPECT_EQ(code("{\"do\":\"dance\"}"), "bad-command");
    EXPECT_EQ(code("{"), "json-syntax");
    const std::int64_t first = track.keys()[0].frame();
    run("{\"do\":\"ripple\",\"timeline\":\"" + timeline + "\",\"frame\":0,\"frames\":7}");
    EXPECT_EQ(track.keys()[0].frame(), first + std::llround(7.0 * keys_per_frame(hover())));
    const std::string id = std::to_string(track.id());
    const std::size_t now = track.keys().size();
    run("{\"do\":\"key_insert\",\"track\":\"" + id + "\",\"frame\":150}");
    EXPECT_EQ(track.keys().size(), now + 1);
}

TEST_F(DeskTest, KeysArePastedOntoAnotherTrack) {
    ASSERT_TRUE(desk_.go(hover_, 2.0).has_value());
    const std::string from = pointer("Fill", "corner_radius");
    const std::string to = pointer("Fill", "opacity");
    const Json made = run("{\"do\":\"toggle\",\"pointers\":[\"" + from + "\"]}");
    run("{\"do\":\"key_set\",\"key\":" + to_text(made.find("keys")->items[0]) + ",\"value\":0.25}");
    if (property("Fill", "opacity").find("state")->text == "none")
        run("{\"do\":\"toggle\",\"pointers\":[\"" + to + "\"]}");
    const Json text = *parse_json(*desk_.timeline_text(hover_));
    std::string track;
    for (const Json& t : text.find("tracks")->items)
        if (t.find("property")->text == to) track = t.find("id")->text;
    ASSERT_FALSE(track.empty());
    run("{\"do\":\"key_copy\",\"keys\":" + to_text(*made.find("keys")) + "}");
    run("{\"do\":\"key_paste\",\"timeline\":\"" + std::to_string(hover_) + "\",\"track\":\"" +
        track + "\",\"frame\":9}");
    ASSERT_TRUE(desk_.go(hover_, 9.0).has_value());
    EXPECT_EQ(property("Fill", "opacity").find("state")->text, "key");
    EXPECT_EQ(to_text(*property("Fill", "opacity").find("shown")), "[0.25]");
}

TEST_F(DeskTest, WhatAMachineShowsIsNeverSaved) {
    const std::string before = write_document(document());
    ASSERT_TRUE(stage_.play(PlayKind::machine, stage_.project().file()->machines.machines[0].id)
                    .has_value());
    bool moved = false;
    for (int i = 0; i < 20; ++i)
        ASSERT_EQ(stage_.performance().advance(ticks_of_frames(1, 60), moved), Status::ok);
    const Json table = inspect(button());
    EXPECT_EQ(table.find("playing")->text, "machine");
    EXPECT_FALSE(table.find("keyable")->truth);
    bool shown = false;
    for (const Json& group : table.find("groups")->items)
        for (const Json& p : group.find("properties")->items)
            shown = shown || p.find("shown")->items[0].kind != Json::Kind::null;
    EXPECT_TRUE(shown);
    EXPECT_EQ(write_document(document()), before);
    ASSERT_TRUE(desk_.go(hover_, 0.0).has_value());
    EXPECT_EQ(write_document(document()), before);
}

// Files need not list what they animate: its rows have a heading all the same.
TEST_F(DeskTest, TracksOfWhatIsNoTargetHaveAHeading) {
    const auto headings = [&] {
        const Json text = *parse_json(*desk_.timeline_text(hover_));
        std::vector<std::string> out;
        for (const Json& target : text.find("targets")->items)
            out.push_back(target.find("entity")->text + " " + target.find("name")->text);
        return out;
    };
    const std::vector<std::string> before = headings();
    ASSERT_FALSE(before.empty());
    auto change = document().begin_change(hover());
    while (!hover().targets().empty())
        change.targets_remove(0);
    ASSERT_TRUE(change.commit());
    EXPECT_EQ(headings(), before);
}

// The page heads the tracks of what is gone as such: an empty name would hide that.
TEST_F(DeskTest, TargetsThatAreGoneHaveNoHeading) {
    const auto targets = [&] {
        const Json text = *parse_json(*desk_.timeline_text(hover_));
        std::vector<std::string> out;
        for (const Json& target : text.find("targets")->items)
            out.push_back(target.find("entity")->text);
        return out;
    };
    const std::vector<std::string> before = targets();
    ASSERT_FALSE(before.empty());
    const Object* entity = document().find_id(hover().targets()[0].entity());
    ASSERT_NE(entity, nullptr);
    const std::string gone = std::to_string(entity->stable_id());
    ASSERT_TRUE(
        document().remove(entity->parent()->handle(), doc::Scene::kEntities, entity->index()));
    EXPECT_EQ(std::count(before.begin(), before.end(), gone), 1);
    const std::vector<std::string> after = targets();
    EXPECT_EQ(std::count(after.begin(), after.end(), gone), 0);
    EXPECT_EQ(after.size(), before.size() - 1);
}

TEST_F(DeskTest, CurvesAndKeysAreNumbers) {
    const Json text = *parse_json(*desk_.timeline_text(hover_));
    std::size_t count = 0;
    for (const Json& track : text.find("tracks")->items) {
        EXPECT_EQ(track.find("first")->number, static_cast<double>(count));
        count += static_cast<std::size_t>(track.find("count")->number);
    }
    const std::span<const double> keys = desk_.keys(hover_);
    ASSERT_EQ(keys.size(), count * Desk::kKeySize);
    EXPECT_EQ(keys[0], static_cast<double>(
                           static_cast<std::uint32_t>(hover().tracks()[0].keys()[0].handle())));
    const doc::AnimationTrack& track = track_with(2);
    const std::span<const float> curve = desk_.curve(track.id(), 0.0, 10.0, 11);
    ASSERT_GE(curve.size(), 2u + 9u * 5u);
    EXPECT_EQ(curve.size(), 2 + static_cast<std::size_t>(curve[0]) * 5);
    EXPECT_EQ(desk_.track_text(7).error().code, "no-track");
    EXPECT_TRUE(desk_.keys(7).empty());
    EXPECT_DOUBLE_EQ(desk_.snap(hover_, 3.2, 0.0, {}), 3.0);
}

TEST_F(DeskTest, UsesOfAnObjectAreListed) {
    const Json uses = *parse_json(desk_.uses_text(hover_));
    ASSERT_FALSE(uses.items.empty()) << "a state of the machine plays it";
    for (const Json& use : uses.items) {
        EXPECT_EQ(use.find("pointer")->text.rfind("/library/machines/", 0), 0u);
        EXPECT_EQ(use.find("place")->text.rfind("card / Button / ", 0), 0u)
            << use.find("place")->text;
    }
    EXPECT_FALSE(parse_json(desk_.uses_text(button_))->items.empty()) << "tracks target it";
    EXPECT_EQ(desk_.uses_text(7), "[]");
}

TEST_F(DeskTest, SeveralObjectsAreInspectedTogether) {
    std::string pointers;
    for (const doc::Entity& entity : content(document()).scene().entities())
        pointers += (pointers.empty() ? "[\"" : ",\"") + pointer_to(document(), entity) + "\"";
    const Result<std::string> text = desk_.inspect_text(pointers + "]");
    ASSERT_TRUE(text.has_value());
    const Json table = *parse_json(*text);
    bool transform = false;
    for (const Json& group : table.find("groups")->items)
        transform = transform || group.find("title")->text == "Transform2D";
    EXPECT_TRUE(transform);
    EXPECT_EQ(desk_.inspect_text("[\"/nowhere\"]").error().code, "bad-path");
    EXPECT_EQ(desk_.inspect_text("[\"/scene\",\"/library\"]").error().code, "wrong-type");
}

}  // namespace
}  // namespace motus
