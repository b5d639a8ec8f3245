// SPDX-License-Identifier: MIT
#include <motus/session/blend_weights.h>

#include <motus/document/new_document.h>
#include <motus/document/pointer.h>
#include <motus/session/stage.h>
#include <scenes/hero/hero_document.h>
#include <scenes/scenes.h>

#include <gtest/gtest.h>

namespace motus {
namespace {

/// What the blend's plot shows is what the running machine mixes.
TEST(BlendWeights, AreThoseOfTheMachineThatRuns) {
    Stage stage([](std::string_view name) { return scenes::make_scene(name); });
    ASSERT_TRUE(stage.open(scenes::make_hero_document()));
    ASSERT_TRUE(stage.play(PlayKind::machine, stage.project().file()->machines.machines[0].id));
    const Document& document = stage.project().document();
    const auto& graph = content(document).library().machines()[0].machine().layers()[0].graph();
    const std::string move = pointer_to(document, graph.states()[1]);
    const std::uint32_t speed =
        find_variable(stage.performance().machine()->machine(), hash_name("speed"));
    for (const double value : {1.2, 2.0, 2.7}) {
        ASSERT_EQ(stage.performance().set(speed, value), Status::ok);
        for (int i = 0; i < 60; ++i) {
            bool moved = false;
            ASSERT_EQ(stage.performance().advance(ticks_of_frames(1, 60), moved), Status::ok);
        }
        const Playlist& playlist = stage.performance().machine()->playlist();
        std::vector<float> mixed;
        for (const PlaylistItem& item :
             playlist.items.subspan(playlist.layers[0].first, playlist.layers[0].count))
            if (!item.passed) mixed.push_back(item.weight);
        const Result<BlendWeights> weights = blend_weights(
            document, graph.states()[1], [&](std::uint64_t) { return static_cast<float>(value); });
        ASSERT_TRUE(weights);
        EXPECT_EQ(weights->weights, mixed) << value;
        const Result<std::string> text = stage.blend_weights_text(move);
        ASSERT_TRUE(text);
        const Result<Json> json = parse_json(*text);
        ASSERT_TRUE(json);
        EXPECT_EQ(static_cast<float>(json->find("at")->items[0].number), static_cast<float>(value));
        EXPECT_EQ(static_cast<float>(json->find("weights")->items[1].number), mixed[1]);
    }
    EXPECT_EQ(stage.blend_weights_text(pointer_to(document, graph.states()[0])).error().code,
              "no-blend");
    EXPECT_EQ(stage.blend_weights_text("/nothing").error().code, "bad-path");
}

/// A point on a motion is that motion alone, on either axis.
TEST(BlendWeights, OfAPlane) {
    Stage stage([](std::string_view name) { return scenes::make_scene(name); });
    ASSERT_TRUE(stage.open(scenes::make_hero_document()));
    const Document& document = stage.project().document();
    const auto& machine = content(document).library().machines()[0];
    const auto& move = machine.machine().layers()[0].graph().states()[1];
    const std::string state = pointer_to(document, move);
    const std::uint64_t across = machine.variables()[0].id(), up = machine.variables()[1].id();
    for (const char* kind :
         {"blend_simple_directional", "blend_freeform_directional", "blend_freeform_cartesian"}) {
        ASSERT_TRUE(stage.edit(
            R"([{"op": "replace", "path": ")" + state + R"(/kind", "value": ")" + kind + R"("},
            {"op": "replace", "path": ")" +
                state + R"(/variable_x", "value": )" + std::to_string(across) + R"(},
            {"op": "replace", "path": ")" +
                state + R"(/variable_y", "value": )" + std::to_string(up) + R"(},
            {"op": "replace", "path": ")" +
                state + R"(/children/0/position", "value": [2, 0]},
            {"op": "replace", "path": ")" +
                state + R"(/children/1/position", "value": [0, 1]}])",
            "Spread it out"));
        for (int i = 0; i < 2; ++i) {
            const Result<BlendWeights> weights =
                blend_weights(document, move, [&](std::uint64_t id) {
                    return id == across ? (i == 0 ? 2.0f : 0.0f) : (i == 1 ? 1.0f : 0.0f);
                });
            ASSERT_TRUE(weights) << kind;
            EXPECT_EQ(weights->weights,
                      (std::vector<float>{i == 0 ? 1.0f : 0.0f, i == 1 ? 1.0f : 0.0f}))
                << kind;
        }
    }
}

/// A blend inside a blend has weights of its own: with those around it they are what is mixed.
TEST(BlendWeights, OfABlendInsideABlend) {
    Stage stage([](std::string_view name) { return scenes::make_scene(name); });
    ASSERT_TRUE(stage.open(scenes::make_hero_document()));
    ASSERT_TRUE(stage.play(PlayKind::machine, stage.project().file()->machines.machines[0].id));
    const Document& document = stage.project().document();
    const auto& machine = content(document).library().machines()[0];
    const auto& move = machine.machine().layers()[0].graph().states()[1];
    const std::string state = pointer_to(document, move), child = state + "/children/1",
                      speed = std::to_string(machine.variables()[0].id()),
                      motion = std::to_string(move.children()[1].motion());
    // What the page writes where a motion becomes a blend, and a second motion in it.
    std::string patch = R"([
        {"op": "replace", "path": "CHILD/motion", "value": 0},
        {"op": "replace", "path": "CHILD/blend", "value": {
            "kind": "blend_1d", "variable_x": SPEED, "children": [
                {"motion": MOTION, "threshold": 1}, {"motion": MOTION, "threshold": 4}]}}])";
    for (const auto& [word, text] : {std::pair<std::string, std::string>{"CHILD", child},
                                     {"SPEED", speed},
                                     {"MOTION", motion}})
        for (std::size_t at = patch.find(word); at != patch.npos; at = patch.find(word))
            patch.replace(at, word.size(), text);
    ASSERT_TRUE(stage.edit(patch, "Blend inside the blend"));
    const std::uint32_t index =
        find_variable(stage.performance().machine()->machine(), hash_name("speed"));
    ASSERT_EQ(stage.performance().set(index, 2.0), Status::ok);
    for (int i = 0; i < 60; ++i) {
        bool moved = false;
        ASSERT_EQ(stage.performance().advance(ticks_of_frames(1, 60), moved), Status::ok);
    }
    const auto weights = [&](const std::string& pointer) {
        std::vector<float> out;
        const Result<std::string> text = stage.blend_weights_text(pointer);
        EXPECT_TRUE(text) << pointer;
        if (!text) return out;
        const Result<Json> json = parse_json(*text);
        EXPECT_FLOAT_EQ(static_cast<float>(json->find("at")->items[0].number), 2.0f);
        for (const Json& weight : json->find("weights")->items)
            out.push_back(static_cast<float>(weight.number));
        return out;
    };
    const std::vector<float> outer = weights(state), inner = weights(child + "/blend");
    ASSERT_EQ(inner.size(), 2u);
    EXPECT_FLOAT_EQ(inner[1], 1.0f / 3.0f);
    std::vector<float> mixed;
    const Playlist& playlist = stage.performance().machine()->playlist();
    for (const PlaylistItem& item :
         playlist.items.subspan(playlist.layers[0].first, playlist.layers[0].count))
        if (!item.passed) mixed.push_back(item.weight);
    ASSERT_EQ(mixed.size(), 3u);
    EXPECT_FLOAT_EQ(mixed[1], outer[1] * inner[0]);
    EXPECT_FLOAT_EQ(mixed[2], outer[1] * inner[1]);
}

}  // namespace
}  // namespace motus
