// tests/session/blend_preview_test.cpp - a transition by itself shows what a simulation shows then.
// SPDX-License-Identifier: MIT
#include <motus/session/blend_preview.h>

#include <motus/document/file.h>
#include <motus/document/pointer.h>
#include <motus/schema/json.h>
#include <motus/session/simulation.h>
#include <motus/session/stage.h>
#include <scenes/hero/hero_document.h>
#include <scenes/scenes.h>

#include <gtest/gtest.h>

namespace motus {
namespace {

constexpr Ticks kFrame = ticks_of_frames(1, 60);

class BlendPreview : public ::testing::Test {
  protected:
    BlendPreview() : stage_([](std::string_view name) { return scenes::make_scene(name); }) {
        EXPECT_TRUE(stage_.open(scenes::make_hero_document()).has_value());
        const std::uint64_t id = stage_.project().file()->machines.machines[0].id;
        EXPECT_TRUE(stage_.play(PlayKind::machine, id).has_value());
    }

    std::uint32_t transition(std::string_view title) {
        const auto list = list_transitions(stage_.performance().machine()->machine(),
                                           stage_.performance().names());
        for (std::uint32_t i = 0; i < list.size(); ++i)
            if (list[i].title == title) return i;
        ADD_FAILURE() << "no transition " << title;
        return 0;
    }

    Json preview(std::string_view title, double seconds, bool linear = false) {
        const auto text = stage_.preview_blend(transition(title), seconds, linear);
        EXPECT_TRUE(text.has_value()) << (text ? "" : text.error().cause);
        return text ? *parse_json(*text) : Json{};
    }

    void run(int frames) {
        for (int i = 0; i < frames; ++i) {
            bool moved = false;
            ASSERT_EQ(stage_.performance().advance(kFrame, moved), Status::ok);
        }
    }

    std::string pointer(std::string_view title) {
        const std::uint64_t id =
            stage_.performance().machine()->machine().transitions[transition(title)].id;
        return pointer_to(stage_.project().document(), *stage_.project().document().find_id(id));
    }

    Stage stage_;
};

// The oracle: a machine that a script drives, as `motus simulate` does it, frame by frame.
TEST_F(BlendPreview, WeightsAreThoseOfASimulation) {
    const BakedFile& file = *stage_.project().file();
    Diagnostics warnings;
    const auto script =
        read_simulation_script(R"({"dt": 0.016666666666666666, "frames": 40, "inputs": [
            {"frame": 5, "set": {"speed": 2}}]})",
                               file, 0, warnings);
    ASSERT_TRUE(script.has_value());
    Animator other = *Animator::create(*stage_.project().library(), 0);
    Simulation simulation(other, *script);
    int compared = 0;
    for (int frame = 0; !simulation.is_done(); ++frame) {
        ASSERT_TRUE(simulation.step().has_value());
        const LayerState& layer = other.view().layers[0];
        if (layer.next == kNoState) continue;
        const Json shown = preview("Idle → Move", (frame - 4) / 60.0);
        const float weight = transition_weight(other.machine(), layer);
        std::string printed, seen;
        append_json_float(printed, weight);
        append_json_number(seen, shown.find("weight")->number);
        EXPECT_EQ(seen, printed) << frame;
        EXPECT_EQ(shown.find("progress")->number, count_of(layer.fade.at)) << frame;
        ++compared;
    }
    EXPECT_EQ(compared, 18);  // the float 0.3 is a little more than 18 frames
}

TEST_F(BlendPreview, PosesTheFigureAndGivesItBack) {
    run(30);
    Performance& play = stage_.performance();
    const std::uint64_t before = play.hash();
    const std::string frame = *stage_.frame_text(true);
    preview("Any → Jump", 0.06);
    EXPECT_TRUE(play.previews());
    EXPECT_NE(play.hash(), before);
    bool moved = true;
    ASSERT_EQ(play.advance(kFrame, moved), Status::ok);
    EXPECT_FALSE(moved);
    const std::uint64_t authored = play.hash();
    preview("Any → Jump", 0.06);
    EXPECT_EQ(play.hash(), authored) << "the same place shows the same";
    play.resume(false);
    EXPECT_FALSE(play.previews());
    EXPECT_EQ(play.hash(), before);
    EXPECT_EQ(*stage_.frame_text(true), frame);
    run(1);
    EXPECT_EQ(play.tick(), 31u);
}

TEST_F(BlendPreview, EndsWhenSomethingElseIsAsked) {
    preview("Move → Idle", 0.1);  // before the first tick
    stage_.performance().resume(false);
    EXPECT_EQ(stage_.performance().machine()->view().header->started, false);
    preview("Move → Idle", 0.1);
    const std::uint32_t speed =
        find_variable(stage_.performance().machine()->machine(), hash_name("speed"));
    ASSERT_EQ(stage_.performance().set(speed, 1.0), Status::ok);
    EXPECT_FALSE(stage_.performance().previews());
    EXPECT_EQ(stage_.performance().get(speed), 1.0);
    run(20);
    preview("Move → Idle", 0.1);
    const auto edited = stage_.edit(R"([{"op": "replace", "path": ")" + pointer("Move → Idle") +
                                        R"(/duration", "value": 0.5}])",
                                    "Slower");
    ASSERT_TRUE(edited.has_value());
    EXPECT_FALSE(stage_.performance().previews());
    EXPECT_EQ(stage_.performance().get(speed), 1.0);
    // The recording began anew with the edit: a preview still gives back what it found.
    const std::uint64_t before = stage_.performance().hash();
    preview("Move → Idle", 0.2);
    stage_.performance().resume(false);
    EXPECT_EQ(stage_.performance().hash(), before);
}

TEST_F(BlendPreview, LinearIsWithoutTheCurve) {
    const Json authored = preview("Idle → Move", 0.1), linear = preview("Idle → Move", 0.1, true);
    EXPECT_EQ(static_cast<float>(linear.find("weight")->number),
              static_cast<float>(linear.find("progress")->number));
    EXPECT_NEAR(linear.find("weight")->number, 1.0 / 3.0, 1e-6);
    EXPECT_LT(authored.find("weight")->number, 0.3) << "an S begins slowly";
    EXPECT_NEAR(authored.find("length")->number, 0.3, 1e-6);
    // Behind the end: the last moment of it.
    EXPECT_EQ(preview("Idle → Move", 99.0).find("weight")->number, 1.0);
    EXPECT_EQ(preview("Idle → Move", -1.0).find("weight")->number, 0.0);
}

TEST_F(BlendPreview, ADraggedCurveRunsAtOnceAndIsNotWritten) {
    const std::string text = write_document(stage_.project().document());
    const std::uint32_t index = transition("Idle → Move");
    const double authored = preview("Idle → Move", 0.15).find("weight")->number;
    // Jumps to the target at once.
    ASSERT_TRUE(stage_.show_curve(index, R"([{"time": 0}, {"time": 1}])").has_value());
    EXPECT_EQ(preview("Idle → Move", 0.15).find("weight")->number, 1.0);
    EXPECT_EQ(write_document(stage_.project().document()), text);
    EXPECT_FALSE(stage_.project().document().is_modified());
    ASSERT_TRUE(stage_.show_curve(index, "null").has_value());
    EXPECT_EQ(preview("Idle → Move", 0.15).find("weight")->number, authored);
    EXPECT_FALSE(stage_.show_curve(index, R"([{"time": 0, "value": 1e9}])").has_value());
    EXPECT_FALSE(stage_.show_curve(index, "[{").has_value());
    EXPECT_FALSE(stage_.show_curve(9999, "[]").has_value());
}

TEST_F(BlendPreview, CurvesAreSampledAsTheyRun) {
    const auto sampled = [&](const char* keys) {
        const auto text = stage_.curve_text(keys, 5);
        EXPECT_TRUE(text.has_value());
        return *parse_json(*text);
    };
    const Json linear = sampled("[]");
    EXPECT_TRUE(linear.find("linear")->truth);
    const double quarters[] = {0, 0.25, 0.5, 0.75, 1};
    for (std::size_t i = 0; i < 5; ++i)
        EXPECT_EQ(linear.find("to")->items[i].number, quarters[i]);
    // A third is no half: the drawn curve has the rounding of the baked one.
    const Json third = sampled(R"([{"value": 0.33333334}])");
    EXPECT_EQ(static_cast<float>(third.find("to")->items[2].number),
              float_of(half_of(1.0f - 0.33333334f)));
    EXPECT_TRUE(third.find("missesEnds")->truth);
    EXPECT_TRUE(sampled(R"([{"time": 0, "value": 1, "out_tangent": 1e6}, {"time": 1}])")
                    .find("tooLarge")
                    ->truth);
}

TEST_F(BlendPreview, SaysWhatDoesNotBlend) {
    EXPECT_EQ(stage_.preview_blend(9999, 0.0, false).error().code, "no-transition");
    const std::string path = pointer("Idle → Move");
    ASSERT_TRUE(
        stage_.edit(R"([{"op": "replace", "path": ")" + path + R"(/duration", "value": 0}])", "Cut")
            .has_value());
    EXPECT_EQ(stage_.preview_blend(transition("Idle → Move"), 0.0, false).error().code, "no-blend");
    EXPECT_FALSE(stage_.performance().previews());
}

}  // namespace
}  // namespace motus
