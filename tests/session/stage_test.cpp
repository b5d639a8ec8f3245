// tests/session/stage_test.cpp - a studio without a page: open, play, ask why, go back, edit.
// SPDX-License-Identifier: MIT
#include <motus/session/stage.h>

#include <motus/document/file.h>
#include <motus/document/pointer.h>
#include <motus/session/frame_record.h>
#include <motus/session/simulation.h>
#include <scenes/card/card.h>
#include <scenes/hero/hero_document.h>
#include <scenes/scenes.h>

#include <gtest/gtest.h>

namespace motus {
namespace {

constexpr Ticks kStageFrame = ticks_of_frames(1, 60);

std::unique_ptr<Stage> make_stage(std::unique_ptr<Document> document) {
    auto stage =
        std::make_unique<Stage>([](std::string_view name) { return scenes::make_scene(name); });
    EXPECT_TRUE(stage->open(std::move(document)).has_value());
    EXPECT_TRUE(stage->project().report().playable);
    return stage;
}

std::unique_ptr<Stage> hero_stage() {
    auto stage = make_stage(scenes::make_hero_document());
    const std::uint64_t id = stage->project().file()->machines.machines[0].id;
    EXPECT_TRUE(stage->play(PlayKind::machine, id).has_value());
    return stage;
}

std::uint32_t variable(Stage& stage, const char* name) {
    return find_variable(stage.performance().machine()->machine(), hash_name(name));
}

void run(Stage& stage, int frames) {
    for (int i = 0; i < frames; ++i) {
        bool moved = false;
        ASSERT_EQ(stage.performance().advance(kStageFrame, moved), Status::ok);
        ASSERT_TRUE(moved);
    }
}

std::uint32_t transition(Stage& stage, std::string_view title) {
    Animator& machine = *stage.performance().machine();
    const auto list = list_transitions(machine.machine(), stage.performance().names());
    for (std::uint32_t i = 0; i < list.size(); ++i)
        if (list[i].title == title) return i;
    ADD_FAILURE() << "no transition " << title;
    return 0;
}

Why why(Stage& stage, std::string_view title) {
    Animator& machine = *stage.performance().machine();
    const auto list = list_transitions(machine.machine(), stage.performance().names());
    return explain_transition(stage.performance(), list, transition(stage, title));
}

// What the page shows is what `motus simulate` prints: the same ticks, the same lines.
TEST(Stage, FramesAreThoseOfASimulation) {
    const auto stage = hero_stage();
    const BakedFile& file = *stage->project().file();
    Diagnostics warnings;
    const auto script = read_simulation_script(
        R"({"dt": 0.016666666666666666, "frames": 120, "inputs": [
            {"frame": 10, "set": {"speed": 2}}, {"frame": 60, "trigger": ["jump"]}]})",
        file, 0, warnings);
    ASSERT_TRUE(script.has_value());
    AnimatorOptions options;
    options.reasons = 1;  // grows
    Animator other = *Animator::create(*stage->project().library(), 0, options);
    const MachineNames names = machine_names(file, 0);
    Simulation simulation(other, *script);
    std::vector<double> block;
    for (std::uint64_t frame = 0; !simulation.is_done(); ++frame) {
        if (frame == 10) {
            ASSERT_EQ(stage->performance().set(variable(*stage, "speed"), 2.0), Status::ok);
        }
        if (frame == 60) {
            ASSERT_EQ(stage->performance().set(variable(*stage, "jump"), 1.0), Status::ok);
        }
        ASSERT_TRUE(simulation.step().has_value());
        bool moved = false;
        ASSERT_EQ(stage->performance().advance(ticks_of_seconds(1.0 / 60.0), moved), Status::ok);
        std::string expected;
        const FrameRecord record = record_frame(other, names, true);
        append_frame(expected, record, {.frame = frame, .explain = true});
        const auto got = stage->frame_text(true);
        ASSERT_TRUE(got.has_value());
        ASSERT_EQ(*got, expected);
        // And the numbers that a page reads are the same.
        const std::span<const double> live = stage->live();
        ASSERT_EQ(live[live::layer_count], static_cast<double>(record.layers.size()));
        std::size_t at = live::head_size + static_cast<std::size_t>(live[live::parameter_count]);
        for (const FrameLayer& layer : record.layers) {
            ASSERT_EQ(live[at + live::weight], static_cast<double>(layer.weight));
            ASSERT_EQ(live[at + live::normalized_time], layer.normalized_time);
            ASSERT_EQ(live[at + live::next] >= 0.0, layer.transition.has_value());
            if (layer.transition) {
                ASSERT_EQ(live[at + live::progress], layer.transition->progress);
                ASSERT_EQ(live[at + live::to_weight],
                          static_cast<double>(layer.transition->weight));
            }
            ASSERT_EQ(live[at + live::clip_count], static_cast<double>(layer.clips.size()));
            at += live::layer_size;
            for (const FrameClip& clip : layer.clips) {
                ASSERT_EQ(live[at + 1], clip.time_s);
                ASSERT_EQ(live[at + 2], static_cast<double>(clip.weight));
                at += 3;
            }
        }
        ASSERT_EQ(at, live.size());
    }
}

TEST(Stage, WhyNamesWhatIsMissing) {
    const auto stage = hero_stage();
    EXPECT_EQ(why(*stage, "Idle \u2192 Move").verdict,
              "Nothing has been decided yet: play, or step once.");
    run(*stage, 3);
    const Why blocked = why(*stage, "Idle \u2192 Move");
    EXPECT_TRUE(blocked.considered);
    EXPECT_FALSE(blocked.taken);
    ASSERT_EQ(blocked.conditions.size(), 1u);
    EXPECT_FALSE(blocked.conditions[0].holds);
    EXPECT_EQ(blocked.conditions[0].actual, 0.0);
    EXPECT_NE(blocked.verdict.find("speed must be greater than"), std::string::npos)
        << blocked.verdict;
    const Why far = why(*stage, "Move \u2192 Idle");
    EXPECT_FALSE(far.considered);
    EXPECT_EQ(far.verdict, "Not looked at: Base is in Idle, and this leaves Move.");
    ASSERT_EQ(stage->performance().set(variable(*stage, "speed"), 2.0), Status::ok);
    run(*stage, 1);
    const Why taken = why(*stage, "Idle \u2192 Move");
    EXPECT_TRUE(taken.taken);
    EXPECT_EQ(taken.verdict, "Fires in this tick.");
    EXPECT_TRUE(taken.conditions[0].holds);
    EXPECT_EQ(taken.conditions[0].actual, 2.0);
    // A trigger.
    const Why jump = why(*stage, "Any \u2192 Jump");
    EXPECT_NE(jump.verdict.find("jump must be set"), std::string::npos) << jump.verdict;
}

TEST(Stage, GoesBackAndIsThere) {
    const auto stage = hero_stage();
    Performance& play = stage->performance();
    std::vector<std::uint64_t> hashes;
    std::vector<std::string> texts;
    for (int i = 0; i < 200; ++i) {
        if (i == 20) {
            ASSERT_EQ(play.set(variable(*stage, "speed"), 3.0), Status::ok);
        }
        if (i == 90) {
            ASSERT_EQ(play.set(variable(*stage, "jump"), 1.0), Status::ok);
        }
        run(*stage, 1);
        hashes.push_back(play.hash());
        texts.push_back(*stage->frame_text(true));
    }
    const std::size_t events = play.events().size();
    for (const std::uint64_t tick : {200u, 91u, 1u, 21u, 150u}) {
        ASSERT_EQ(play.scrub(tick), Status::ok);
        EXPECT_TRUE(play.scrubbed());
        EXPECT_EQ(play.tick(), tick);
        EXPECT_EQ(play.hash(), hashes[tick - 1]);
        EXPECT_EQ(*stage->frame_text(true), texts[tick - 1]);
    }
    EXPECT_EQ(play.events().size(), events) << "the past logs no event twice";
    EXPECT_EQ(play.scrub(201), Status::missing);
    EXPECT_EQ(play.set(variable(*stage, "speed"), 1.0), Status::bad_argument);
    bool moved = true;
    EXPECT_EQ(play.advance(kStageFrame, moved), Status::ok);
    EXPECT_FALSE(moved);
    play.resume(false);
    EXPECT_EQ(play.hash(), hashes.back());
    run(*stage, 1);
    EXPECT_EQ(play.tick(), 201u);
    // From a moment of the past: later ones are forgotten, and the same inputs give the same again.
    ASSERT_EQ(play.scrub(100), Status::ok);
    play.resume(true);
    EXPECT_EQ(play.recording().newest(), 100u);
    for (std::size_t i = 100; i < 200; ++i) {
        run(*stage, 1);
        ASSERT_EQ(play.hash(), hashes[i]);
    }
}

// Where these change, so do those of tests/web/package, which plays the same as WebAssembly.
TEST(Stage, FramesHaveThePinnedHashes) {
    const auto figure = hero_stage();
    run(*figure, 20);
    ASSERT_EQ(figure->performance().set(variable(*figure, "speed"), 2.5), Status::ok);
    run(*figure, 100);
    EXPECT_EQ(figure->performance().hash(), 0xcbe0a737ffed1d34u);
    const auto board = make_stage(scenes::make_card_document());
    const std::uint64_t id = board->project().file()->machines.machines[0].id;
    ASSERT_TRUE(board->play(PlayKind::machine, id).has_value());
    run(*board, 20);
    ASSERT_EQ(board->performance().set(variable(*board, "hovered"), 1.0), Status::ok);
    run(*board, 100);
    EXPECT_EQ(board->performance().hash(), 0x8b288b89d9e5322eu);
}

TEST(Stage, KeepsOnlySoMuchOfThePast) {
    const auto stage = hero_stage();
    Performance& play = stage->performance();
    run(*stage, Performance::kRecordedTicks + 50);
    EXPECT_EQ(play.recording().size(), Performance::kRecordedTicks);
    EXPECT_EQ(play.recording().oldest(), 51u);
    EXPECT_EQ(play.scrub(50), Status::missing);
    EXPECT_EQ(play.scrub(51), Status::ok);
    EXPECT_EQ(play.step(-1), Status::ok);
    EXPECT_EQ(play.tick(), 51u);
    EXPECT_EQ(play.step(2), Status::ok);
    EXPECT_EQ(play.tick(), 53u);
    EXPECT_NEAR(seconds_of(play.recording().length()), Performance::kRecordedTicks / 60.0, 1e-9);
}

// What was set but not yet ticked is there again after a look at the past.
TEST(Stage, ALookBackLosesNoInput) {
    const auto stage = hero_stage();
    run(*stage, 5);
    ASSERT_EQ(stage->performance().set(variable(*stage, "speed"), 1.5), Status::ok);
    ASSERT_EQ(stage->performance().scrub(2), Status::ok);
    EXPECT_EQ(stage->performance().get(variable(*stage, "speed")), 0.0);
    stage->performance().resume(false);
    EXPECT_EQ(stage->performance().get(variable(*stage, "speed")), 1.5);
}

TEST(Stage, EditsWhileItRuns) {
    const auto stage = hero_stage();
    run(*stage, 30);
    ASSERT_EQ(stage->performance().set(variable(*stage, "speed"), 3.0), Status::ok);
    run(*stage, 60);
    const std::string before = write_document(stage->project().document());
    const auto list =
        list_transitions(stage->performance().machine()->machine(), stage->performance().names());
    const std::uint64_t id = stage->performance()
                                 .machine()
                                 ->machine()
                                 .transitions[transition(*stage, "Move \u2192 Idle")]
                                 .id;
    const Object* object = stage->project().document().find_id(id);
    ASSERT_NE(object, nullptr);
    const std::string pointer = pointer_to(stage->project().document(), *object);
    const auto report = stage->edit(
        R"([{"op": "replace", "path": ")" + pointer + R"(/duration", "value": 0.5}])", "Slower");
    ASSERT_TRUE(report.has_value()) << report.error().cause;
    EXPECT_NE(report->find("\"playable\":true"), std::string::npos) << *report;
    EXPECT_NE(report->find("\"losses\":[]"), std::string::npos) << *report;
    EXPECT_EQ(stage->performance().get(variable(*stage, "speed")), 3.0);
    EXPECT_EQ(stage->performance().names().states[static_cast<std::size_t>(
                  stage->live()[live::head_size + stage->performance().names().variables.size() +
                                live::state])],
              "Move");
    run(*stage, 10);
    EXPECT_EQ(*stage->value_text(pointer + "/duration"), "0.5");
    ASSERT_TRUE(stage->undo().has_value());
    EXPECT_EQ(write_document(stage->project().document()), before);
    ASSERT_TRUE(stage->redo().has_value());
    EXPECT_NE(write_document(stage->project().document()), before);
    EXPECT_NE(stage->history_text().find("\"Slower\""), std::string::npos);
    // What is wrong is refused whole.
    EXPECT_FALSE(
        stage->edit(R"([{"op": "replace", "path": "/nowhere", "value": 1}])", "").has_value());
}

TEST(Stage, CardFollowsThePointer) {
    const auto stage = make_stage(scenes::make_card_document());
    ASSERT_TRUE(stage->play(PlayKind::machine, stage->project().file()->machines.machines[0].id)
                    .has_value());
    EXPECT_FALSE(stage->performance().has_pose());
    ASSERT_EQ(stage->pointers().targets.size(), 2u);
    const BakedFile& file = *stage->project().file();
    const auto entity = [&](const char* name) {
        for (const record::Entity& e : file.scene.entities)
            if (NameHash{e.name} == hash_name(name)) return e.id;
        return std::uint64_t{0};
    };
    const std::uint64_t button[] = {entity("Button")}, card[] = {entity("Card")};
    run(*stage, 1);
    stage->point(button, false, false);
    EXPECT_EQ(stage->performance().get(variable(*stage, "hovered")), 1.0);
    stage->point(button, true, false);
    EXPECT_EQ(stage->performance().get(variable(*stage, "pressed")), 1.0);
    run(*stage, 30);
    EXPECT_NE(stage->frame_text(false)->find("\"state\":\"Pressed\""), std::string::npos);
    stage->point(card, false, true);
    EXPECT_EQ(stage->performance().get(variable(*stage, "pressed")), 0.0);
    EXPECT_EQ(stage->performance().get(variable(*stage, "hovered")), 0.0);
    run(*stage, 2);
    EXPECT_NE(stage->frame_text(false)->find("\"Flip\""), std::string::npos);
    EXPECT_NE(stage->properties_text().find("\"Button\""), std::string::npos);
}

}  // namespace
}  // namespace motus
