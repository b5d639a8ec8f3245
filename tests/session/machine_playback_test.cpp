// A machine that runs in an editor: shows what a game would show, and leaves no trace.
// SPDX-License-Identifier: MIT
#include "../bake/property_show.h"

#include <motus/document/file.h>
#include <motus/document/model_change.h>
#include <motus/session/editor_frame.h>
#include <motus/session/machine_playback.h>
#include <scenes/card/card.h>

namespace motus {
namespace {

constexpr float kPlaybackStep = 1.0f / 60.0f;

struct MachineTest : ::testing::Test {
    std::unique_ptr<Document> document = scenes::make_card_document();
    EditorFrame frame{*document};
    MachinePlayback machine{frame.timelines()};
    const std::string before = write_document(*document);
    const std::uint64_t card = content(*document).library().machines()[0].id();

    MachineTest() { frame.add(machine); }
    ~MachineTest() override { frame.remove(machine); }

    void step(int frames, float dt_s = kPlaybackStep) {
        for (int i = 0; i < frames; ++i) {
            frame.begin(dt_s);
            const Result<Done> done = frame.end();
            ASSERT_TRUE(done) << to_string(done.error());
            ASSERT_FALSE(frame.failure());
        }
    }
    template <class T>
    const T& component(const char* entity) const {
        for (const doc::Entity& e : content(*document).scene().entities()) {
            if (e.name() != entity) continue;
            for (const Object& c : e.components())
                if (const auto* found = object_cast<T>(&c)) return *found;
        }
        throw std::logic_error(entity);
    }
    std::uint64_t timeline(const char* name) const {
        for (const doc::AnimationTimeline& t : content(*document).library().timelines())
            if (t.name() == name) return t.id();
        return 0;
    }
};

TEST_F(MachineTest, ShowsWhileItRunsAndStoppingRestores) {
    ASSERT_TRUE(machine.play(card));
    ASSERT_TRUE(machine.set("hovered", 1));
    step(40);
    EXPECT_NEAR(component<doc::Transform2D>("Button").scale()[0], 1.06f, 1e-4f);
    EXPECT_EQ(write_document(*document), before) << "nothing it writes reaches the disk";
    EXPECT_FALSE(document->is_modified());
    EXPECT_EQ(document->history().position(), 0u);
    ASSERT_TRUE(machine.set("flip", 1));
    step(120);
    EXPECT_EQ(component<doc::Text>("Title").text(), "Kp 6.3");
    frame.stop();
    EXPECT_FALSE(machine.is_running());
    EXPECT_EQ(component<doc::Transform2D>("Button").scale()[0], 1.0f);
    EXPECT_EQ(component<doc::Text>("Title").text(), "Aurora");
    EXPECT_EQ(write_document(*document), before);
}

TEST_F(MachineTest, ShowsItsFirstStateBeforeTheFirstStep) {
    // Where "card idle" begins is not where the card stands in the document.
    {
        auto change = document->begin_change(component<doc::Transform2D>("Card"), "Move");
        ASSERT_TRUE(change.set_position({1, 2}).commit());
    }
    ASSERT_TRUE(machine.play(card));
    EXPECT_EQ(component<doc::Transform2D>("Card").position()[1], 168.0f);
    EXPECT_EQ(machine.position().timeline, timeline("card idle"));
    EXPECT_EQ(machine.position().frame, 0.0);
    machine.stop();
    EXPECT_EQ(component<doc::Transform2D>("Card").position()[1], 2.0f);
    EXPECT_FALSE(machine.position().timeline);
    EXPECT_TRUE(machine.events().empty());
}

TEST_F(MachineTest, PlayingAgainStartsAnew) {
    ASSERT_TRUE(machine.play(card));
    ASSERT_TRUE(machine.set("hovered", 1));
    step(40);
    machine.pause(true);
    ASSERT_TRUE(machine.play(card));
    EXPECT_EQ(component<doc::Transform2D>("Button").scale()[0], 1.0f) << "not hovered";
    step(30);
    EXPECT_NEAR(machine.position().frame, 15.0, 1e-4) << "nor paused";
}

TEST_F(MachineTest, ShowsWhatABakedFileShows) {
    test::PropertyShow game(*document);
    ASSERT_TRUE(machine.play(card));
    ASSERT_EQ(game.tick(0.0f), Status::ok);
    for (int i = 0; i < 240; ++i) {
        if (i == 20 || i == 30) {
            ASSERT_TRUE(machine.set("hovered", i == 20 ? 1 : 0));
            game.set("hovered", i == 20);
        }
        if (i == 60) {
            ASSERT_TRUE(machine.set("flip", 1));
            game.trigger("flip");
        }
        step(1);
        ASSERT_EQ(game.tick(kPlaybackStep), Status::ok);
        const TimelineSet set = game.timelines();
        for (std::uint32_t c = 0; c < set.channels.size(); ++c) {
            const PropertyPlace& place = frame.timelines().place_of(c);
            ASSERT_TRUE(place);
            const PropertyDef& row = *game.bound()[c].property;
            const PropertyValue shown = runtime_value(get_property(*place.object, *place.property));
            const PropertyValue played = row.get(game.bound()[c].object);
            ASSERT_TRUE(same_value(row.kind, shown, played))
                << "frame " << i << ", " << describe(*place.object, *place.property);
        }
    }
}

TEST_F(MachineTest, TheContextStandsWhereTheActiveLayerIs) {
    ASSERT_TRUE(machine.play(card));
    step(30);
    PropertyContext& context = frame.begin(0.0f);
    EXPECT_EQ(context.position().timeline, timeline("card idle"));
    EXPECT_NEAR(context.position().frame, 15.0, 1e-4);
    machine.set_active_layer(1);
    ASSERT_TRUE(machine.set("hovered", 1));
    step(30);
    EXPECT_EQ(frame.begin(0.0f).position().timeline, timeline("button hover"));
    EXPECT_EQ(frame.begin(0.0f).frame(), 8) << "a one-shot that has ended";
    machine.set_active_layer(9);
    EXPECT_EQ(frame.begin(0.0f).timeline(), nullptr);
}

TEST_F(MachineTest, AClickWhileItRunsKeysWhatIsShown) {
    ASSERT_TRUE(machine.play(card));
    step(30);
    const doc::Transform2D& place = component<doc::Transform2D>("Card");
    const PropertyKey key = key_of(place, *place.type().find(doc::Transform2D::kPosition));
    PropertyContext& context = frame.begin(0.0f);
    const Float2 shown = place.position();
    EXPECT_EQ(context.state(key), TrackState::has_track);
    ASSERT_TRUE(context.toggle(key));
    ASSERT_TRUE(frame.end());
    EXPECT_EQ(frame.begin(0.0f).state(key), TrackState::key_here);
    ASSERT_TRUE(frame.end());
    EXPECT_EQ(place.position(), shown) << "the machine goes on, and shows the key";
    EXPECT_EQ(document->history().position(), 1u);
    frame.post_undo();
    frame.begin(0.0f);
    ASSERT_TRUE(frame.end());
    frame.stop();
    EXPECT_EQ(write_document(*document), before);
}

TEST_F(MachineTest, AnEditLetsItGoOnWhereItWas) {
    ASSERT_TRUE(machine.play(card));
    step(45);
    const double reached = machine.position().frame;
    frame.post([&](Document& d) {
        return d.begin_change(component<doc::Fill>("Glow"), "Edit").set_corner_radius(10).commit();
    });
    step(1, 0.0f);
    EXPECT_NEAR(machine.position().frame, reached, 1e-9);
    step(2);
    EXPECT_NEAR(machine.position().frame, reached + 1.0, 1e-4);
}

TEST_F(MachineTest, WhereStatesComeOrGoItStartsAgainWithItsVariables) {
    ASSERT_TRUE(machine.play(card));
    ASSERT_TRUE(machine.set("hovered", 1));
    step(40);
    frame.post([&](Document& d) {
        auto change = d.begin_change(content(d).library(), "State");
        auto definition = change.machines_change(0);
        definition.machine_change().layers_change(0).graph_change().states_append().set_name("New");
        return change.commit();
    });
    step(40);
    EXPECT_TRUE(machine.is_running());
    EXPECT_NEAR(component<doc::Transform2D>("Button").scale()[0], 1.06f, 1e-4f) << "still hovered";
}

TEST_F(MachineTest, AMachineThatGoesStops) {
    ASSERT_TRUE(machine.play(card));
    step(5);
    frame.begin(kPlaybackStep);
    frame.post([&](Document& d) {
        auto change = d.begin_change(content(d).library(), "Remove");
        change.machines_remove(0);
        return change.commit();
    });
    EXPECT_FALSE(frame.end());
    EXPECT_FALSE(machine.is_running());
    EXPECT_EQ(component<doc::Transform2D>("Card").position()[1], 168.0f);
    const auto again = machine.play(card);
    ASSERT_FALSE(again);
    EXPECT_EQ(again.error().code, "no-machine");
}

TEST_F(MachineTest, RefusesWhatItDoesNotHave) {
    EXPECT_EQ(machine.set("hovered", 1).error().code, "no-variable");
    ASSERT_TRUE(machine.play(card));
    EXPECT_EQ(machine.set("speed", 1).error().code, "no-variable");
    frame.begin(-1.0f);
    ASSERT_TRUE(frame.failure());
    EXPECT_EQ(frame.failure()->code, "bad-step");
    EXPECT_FALSE(machine.is_running());
}

TEST_F(MachineTest, ShowingAgainChangesNothing) {
    ASSERT_TRUE(machine.play(card));
    ASSERT_TRUE(machine.set("hovered", 1));
    step(10);
    const float shown = component<doc::Transform2D>("Button").scale()[0];
    const std::vector<std::byte> bytes(machine.instance().begin(), machine.instance().end());
    for (int i = 0; i < 10; ++i)
        step(1, 0.0f);
    EXPECT_EQ(component<doc::Transform2D>("Button").scale()[0], shown);
    EXPECT_TRUE(std::equal(bytes.begin(), bytes.end(), machine.instance().begin()));
    machine.pause(true);
    step(10);
    EXPECT_EQ(component<doc::Transform2D>("Button").scale()[0], shown);
}

}  // namespace
}  // namespace motus
