// A machine in an editor that plays clips beside timelines, is interrupted, and changes under way.
// SPDX-License-Identifier: MIT
#include "../bake/property_show.h"

#include <motus/document/model_change.h>
#include <motus/document/new_document.h>
#include <motus/session/editor_frame.h>
#include <motus/session/machine_playback.h>
#include <scenes/card/card.h>

#include <limits>

namespace motus {
namespace {

constexpr float kMotionStep = 1.0f / 64.0f;

/// States Timeline and Clip, there and back at once by `go`; the clip's stretch is 1 s to 1.5 s.
struct MotionsTest : ::testing::Test {
    std::unique_ptr<Document> document = new_document();
    std::uint64_t machine_id = 0, timeline = 0;
    EditorFrame frame{*document};
    MachinePlayback machine{frame.timelines()};

    MotionsTest() {
        auto change = document->begin_change(content(*document), "Make");
        auto library = change.library_change();
        const auto event = [&](const char* name) {
            auto made = library.events_append();
            made.set_name(name);
            return made.object().id();
        };
        const std::uint64_t before = event("before"), inside = event("inside"),
                            after = event("after");
        auto t = library.timelines_append();
        t.set_name("t").set_duration(60);
        timeline = t.object().id();
        auto entity = change.scene_change().entities_append();
        auto clip = entity.components_append<doc::Rig>().clips_append();
        clip.set_name("c").set_placeholder(true).set_length_s(2).set_start_s(1).set_stop_s(1.5f);
        clip.events_append().set_time_s(0.5f).set_event(before);
        clip.events_append().set_time_s(1.25f).set_event(inside);
        clip.events_append().set_time_s(1.75f).set_event(after);
        auto made = library.machines_append();
        made.set_name("m");
        machine_id = made.object().id();
        const auto variable = [&](const char* name, doc::VariableKind kind) {
            auto v = made.variables_append();
            v.set_name(name).set_kind(kind);
            return v.object().id();
        };
        const std::uint64_t go = variable("go", doc::VariableKind::bool_);
        variable("count", doc::VariableKind::int_);
        auto graph = made.machine_change().layers_append().graph_change();
        const auto state = [&](const char* name, doc::StateKind kind, std::uint64_t motion) {
            auto s = graph.states_append();
            s.set_name(name).set_kind(kind).set_motion(motion);
            return s.object().id();
        };
        const std::uint64_t a = state("Timeline", doc::StateKind::timeline, timeline);
        const std::uint64_t b = state("Clip", doc::StateKind::clip, clip.object().id());
        graph.set_entry(a);
        auto to = graph.transitions_append();
        to.set_from(a).set_to(b).set_duration(0);
        to.conditions_append().set_variable(go).set_op(doc::ConditionOperator::is_true);
        EXPECT_TRUE(change.commit());
        frame.add(machine);
    }
    ~MotionsTest() override { frame.remove(machine); }

    void step(float dt_s = kMotionStep) {
        frame.begin(dt_s);
        const Result<Done> done = frame.end();
        ASSERT_TRUE(done) << to_string(done.error());
    }
};

TEST_F(MotionsTest, AClipRunsItsStretchAndFiresWhatLiesInIt) {
    ASSERT_TRUE(machine.play(machine_id));
    step();
    EXPECT_EQ(machine.position().timeline, timeline);
    ASSERT_TRUE(machine.set("go", 1));
    step();
    EXPECT_FALSE(machine.position().timeline) << "a clip has no frame, what was left neither";
    std::vector<NameHash> fired;
    for (int i = 0; i < 64; ++i) {
        step();
        for (const MachineEvent& event : machine.events()) {
            if (event.kind == MachineEventKind::motion) fired.push_back(event.name);
        }
    }
    EXPECT_EQ(fired, std::vector<NameHash>(2, hash_name("inside"))) << "once each half second";
}

TEST_F(MotionsTest, AWholeNumberTakesWhatFits) {
    ASSERT_TRUE(machine.play(machine_id));
    EXPECT_TRUE(machine.set("count", -2147483647.0));
    for (const double beyond : {2147483648.0, -1e300, std::numeric_limits<double>::quiet_NaN()}) {
        const Result<Done> done = machine.set("count", beyond);
        ASSERT_FALSE(done) << beyond;
        EXPECT_EQ(done.error().code, "bad-value");
    }
    const InstanceView view =
        view_of(machine.graph(), machine.instance().first(instance_size(machine.graph())));
    EXPECT_EQ(static_cast<std::int32_t>(view.variables[1]), -2147483647) << "as it was";
}

TEST_F(MotionsTest, AVariableOfAnotherKindStartsAtItsDefault) {
    ASSERT_TRUE(machine.play(machine_id));
    ASSERT_TRUE(machine.set("count", 7));
    frame.post([&](Document& d) {
        auto change = d.begin_change(content(d).library(), "Retype");
        change.machines_change(0).variables_change(1).set_kind(doc::VariableKind::float_);
        return change.commit();
    });
    step();
    step();
    const InstanceView view =
        view_of(machine.graph(), machine.instance().first(instance_size(machine.graph())));
    EXPECT_EQ(view.variables[1], 0u) << "not the bits of 7";
}

TEST_F(MotionsTest, WhatCannotStartDoesNotRun) {
    EXPECT_EQ(machine.play(machine_id + 12345).error().code, "no-machine");
    EXPECT_FALSE(machine.is_running());
}

/// The card whose transitions may be interrupted by what leaves the state they lead to.
TEST(MachineInterrupted, ShowsWhatABakedFileShowsHoweverOftenItIsShown) {
    std::unique_ptr<Document> document = scenes::make_card_document();
    {
        auto change = document->begin_change(content(*document).library(), "Interrupt");
        auto graph = change.machines_change(0).machine_change().layers_change(1).graph_change();
        const std::size_t count = graph.object().transitions().size();
        ASSERT_GT(count, 4u);
        for (std::uint32_t i = 0; i < count; ++i)
            graph.transitions_change(i).set_interruption_source(
                doc::InterruptionSource::destination);
        ASSERT_TRUE(change.commit());
    }
    EditorFrame frame(*document);
    MachinePlayback machine(frame.timelines());
    frame.add(machine);
    machine.set_active_layer(1);
    test::PropertyShow game(*document);
    const std::uint64_t card = content(*document).library().machines()[0].id();
    ASSERT_TRUE(machine.play(card));
    ASSERT_EQ(game.tick(0.0f), Status::ok);
    std::size_t kept = 0;
    for (int i = 0; i < 60; ++i) {
        const bool hovered = i >= 10 && i % 13 < 4;  // Leaves while it still enters.
        ASSERT_TRUE(machine.set("hovered", hovered));
        game.set("hovered", hovered);
        for (const float dt_s : {kMotionStep, 0.0f, 0.0f}) {
            frame.begin(dt_s);
            ASSERT_TRUE(frame.end());
            if (dt_s > 0.0f) kept += machine.playlist().layers[1].keep ? 1 : 0;
        }
        ASSERT_EQ(game.tick(kMotionStep), Status::ok);
        const TimelineSet set = game.timelines();
        for (std::uint32_t c = 0; c < set.channels.size(); ++c) {
            const PropertyPlace& place = frame.timelines().place_of(c);
            const PropertyDef& row = *game.bound()[c].property;
            const PropertyValue shown = runtime_value(get_property(*place.object, *place.property));
            ASSERT_TRUE(same_value(row.kind, shown, row.get(game.bound()[c].object)))
                << "frame " << i << ", " << describe(*place.object, *place.property);
        }
    }
    EXPECT_GT(kept, 3u) << "transitions were interrupted";
    frame.remove(machine);
}

TEST(MachineWeights, TheHeavierTimelineSaysTheFrame) {
    std::unique_ptr<Document> document = scenes::make_card_document();
    EditorFrame frame(*document);
    MachinePlayback machine(frame.timelines());
    frame.add(machine);
    machine.set_active_layer(1);
    ASSERT_TRUE(machine.play(content(*document).library().machines()[0].id()));
    ASSERT_TRUE(machine.set("hovered", 1));
    std::size_t compared = 0;
    for (int i = 0; i < 20; ++i) {
        frame.begin(kMotionStep);
        ASSERT_TRUE(frame.end());
        const PlaylistLayer& layer = machine.playlist().layers[1];
        const auto items = machine.playlist().items.subspan(layer.first, layer.count);
        if (items.size() != 2 || items[0].weight == items[1].weight) continue;
        const PlaylistItem& heavier = items[items[1].weight > items[0].weight ? 1 : 0];
        ASSERT_EQ(machine.position().timeline,
                  frame.timelines().set().timelines.timelines[heavier.source].id);
        ++compared;
    }
    EXPECT_GT(compared, 3u);
    frame.remove(machine);
}

}  // namespace
}  // namespace motus
