// tests/render/machine_hud_test.cpp - what a film says of a machine, on the card.
// SPDX-License-Identifier: MIT
#include <motus/bake/bake.h>
#include <motus/render/hud.h>
#include <motus/session/simulation.h>
#include <scenes/card/card.h>
#include <tools/motus/machine_hud.h>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace motus::test {
namespace {

using render::HudPanel;
using render::PanelRow;
using render::Take;
using render::TakeFrame;

constexpr std::string_view kScript =
    R"({"dt":0.05,"frames":20,"inputs":[{"frame":2,"set":{"hovered":true}},
        {"frame":6,"trigger":["flip"]}]})";

Take record() {
    Diagnostics diagnostics;
    auto bytes = bake(*scenes::make_card_document(), {}, diagnostics);
    EXPECT_TRUE(bytes) << to_string(bytes.error());
    const Library library = *Library::open(*std::move(bytes));
    const BakedFile& file = library.file();
    const auto script = read_simulation_script(kScript, file, 0, diagnostics);
    EXPECT_TRUE(script) << to_string(script.error());
    const MachineNames names = machine_names(file, 0);
    Animator run = *Animator::create(library, 0);
    Simulation simulation(run, *script);
    Take take;
    take.step = script->dt;
    while (!simulation.is_done()) {
        EXPECT_TRUE(simulation.step());
        tool::add_machine_hud(run, names, take.frames.emplace_back());
    }
    return take;
}

const PanelRow& row(const std::vector<HudPanel>& panels, std::string_view title,
                    std::string_view label) {
    static const PanelRow kNothing{"", "not there"};
    for (const HudPanel& panel : panels) {
        if (panel.title != title) continue;
        for (const PanelRow& each : panel.rows)
            if (each.label == label) return each;
    }
    return kNothing;
}

TEST(MachineHud, SaysStateTransitionWeightAndParameters) {
    const Take take = record();
    const auto button = [&](std::size_t frame, const char* label) {
        return row(take.frames[frame].left, "Button", label);
    };
    EXPECT_EQ(button(0, "state").value, "Rest");
    EXPECT_EQ(button(0, "next").value, "-");
    EXPECT_EQ(button(0, "weight").bar, 0.0f);
    EXPECT_EQ(button(0, "button rest").value, "1.00");
    // The curve leaves fast: it is ahead of the clock.
    EXPECT_EQ(button(3, "state").value, "Rest");
    EXPECT_EQ(button(3, "next").value, "Hover");
    EXPECT_GT(button(3, "progress").bar, 0.3f);
    EXPECT_GT(button(3, "weight").bar, button(3, "progress").bar + 0.05f);
    EXPECT_NEAR(button(3, "button hover").bar, button(3, "weight").bar, 1e-4f);
    EXPECT_EQ(button(8, "state").value, "Hover");

    const auto parameter = [&](std::size_t frame, const char* label) {
        return row(take.frames[frame].right, "Parameters", label).value;
    };
    EXPECT_EQ(parameter(1, "hovered"), "false");
    EXPECT_EQ(parameter(2, "hovered"), "true");
    EXPECT_EQ(parameter(5, "flip"), "-");
    EXPECT_EQ(parameter(6, "flip"), "set");  // And used up by the tick.
    EXPECT_EQ(parameter(7, "flip"), "-");
    std::size_t turned = 0;
    for (const TakeFrame& frame : take.frames)
        for (const std::string& event : frame.events)
            turned += event == "turned";
    EXPECT_EQ(turned, 1u);
}

TEST(MachineHud, StandsBesideTheScene) {
    const Take take = record();
    const render::HudMargins wide = render::hud_margins(take, 1200, 420);
    EXPECT_GT(wide.left, 0.1f);
    EXPECT_GT(wide.right, 0.1f);
    EXPECT_LT(wide.left + wide.right, 0.5f);
    const render::HudMargins narrow = render::hud_margins(take, 200, 420);
    EXPECT_LT(narrow.left + narrow.right, 0.75f);
    render::Canvas early, late;
    render::draw_hud(early, take, Ticks{}, 1200, 420);
    render::draw_hud(late, take, take.step * 3, 1200, 420);
    EXPECT_GT(late.shapes().size(), early.shapes().size());  // Bars have come.
}

}  // namespace
}  // namespace motus::test
