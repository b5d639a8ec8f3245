// Motion sync: by phase, by named markers, in blends and across transitions.
// SPDX-License-Identifier: MIT
#include "sketch.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

namespace motus::test {
namespace {

using record::MotionSync;

EventTime at(double time_s, std::string_view name) {
    return {ticks_of_seconds(time_s), hash_name(name)};
}

// Walk: left at 0.1, right at 0.5 of 1 s. Run: right at 0.05, left at 0.4 of 0.6 s.
struct Gaits {
    Sketch b;
    std::uint32_t speed, walk, run, move;

    explicit Gaits(MotionSync sync = MotionSync::markers) {
        speed = b.variable("speed", Kind::float_);
        walk = b.clip(1.0f, true, {at(0.1, "L"), at(0.5, "R")});
        run = b.clip(0.6f, true, {at(0.05, "R"), at(0.4, "L")});
        b.mark(walk, {at(0.1, "left"), at(0.5, "right")});
        b.mark(run, {at(0.05, "right"), at(0.4, "left")});
        move = b.blend("Move", record::StateKind::blend_1d, speed);
        b.child(move, walk, 0.0f);
        b.child(move, run, 1.0f);
        b.edit(move).sync = sync;
    }
};

// How far a motion is between its markers: 0..1 from left to right, 1..2 from right to left.
double stride(double t, double left, double right, double length) {
    const auto ahead = [&](double from, double to) {
        return std::fmod(to - from + 2 * length, length);
    };
    const double from_left = ahead(left, t), half = ahead(left, right);
    if (from_left < half) return from_left / half;
    return 1.0 + ahead(right, t) / ahead(right, left);
}

TEST(MotionSync, MarkersMeetInABlendWhateverTheClipsTiming) {
    Gaits g;
    RunningMachine m(g.b);
    std::map<std::uint32_t, double> time;
    for (int i = 0; i < 500; ++i) {
        m.set(g.speed, 0.5f + 0.4f * std::sin(static_cast<float>(i) * 0.05f));
        m.tick(0.013f);
        for (const PlaylistItem& item : m.items())
            time[item.motion] = seconds_of(item.to);
        ASSERT_EQ(time.size(), 2u);
        double a = stride(time[g.walk], 0.1, 0.5, 1.0), b = stride(time[g.run], 0.4, 0.05, 0.6);
        double apart = std::fabs(a - b);
        if (apart > 1.0) apart = 2.0 - apart;
        ASSERT_LT(apart, 1e-5) << "frame " << i << " walk " << time[g.walk] << " run "
                               << time[g.run];
    }
}

TEST(MotionSync, EventsAtMarkersFireOnceEachAndTogether) {
    Gaits g;
    RunningMachine m(g.b);
    m.set(g.speed, 0.5f);
    std::map<std::pair<std::uint32_t, NameHash>, int> count;
    // At half and half a cycle takes 0.8 s.
    for (int i = 0; i < 1000; ++i) {
        m.tick(0.016f);
        for (const MachineEvent& event : m.events()) {
            if (event.kind == MachineEventKind::motion) ++count[{event.motion, event.name}];
        }
    }
    for (const auto motion : {g.walk, g.run}) {
        for (const char* name : {"L", "R"})
            EXPECT_NEAR((count[{motion, hash_name(name)}]), 20, 1) << motion << name;
    }
}

TEST(MotionSync, OneClipAlonePlaysAsAuthored) {
    for (const float speed : {0.0f, 1.0f}) {
        Gaits g;
        RunningMachine m(g.b);
        m.set(g.speed, speed).tick(0.01f);
        const double length = speed == 0.0f ? 1.0 : 0.6;
        const double first = seconds_of(m.items()[0].to);
        for (int i = 1; i <= 300; ++i) {
            m.tick(0.01f);
            ASSERT_EQ(m.items().size(), 1u);
            const double expected = std::fmod(first + 0.01 * i, length);
            const double error = std::fabs(seconds_of(m.items()[0].to) - expected);
            ASSERT_LT(std::min(error, length - error), 1e-5) << i;
        }
        // Large and backward steps come to the same place as small ones.
        Gaits h;
        h.b.edit(h.move).speed = -1.0f;
        RunningMachine back(h.b), fine(h.b);
        back.set(h.speed, speed).tick(25.0f);
        fine.set(h.speed, speed);
        for (int i = 0; i < 2500; ++i)
            fine.tick(0.01f);
        EXPECT_NEAR(seconds_of(back.items()[0].to), seconds_of(fine.items()[0].to), 1e-4);
    }
}

TEST(MotionSync, ExitTimesAreCrossedInACycleOfUnevenSpans) {
    Gaits g;
    const auto stop = g.b.state("Stop", g.b.clip(1.0f));
    g.b.from_state(g.move, stop).exit_at(0.75f).lasts(0.0f);
    RunningMachine m(g.b);
    m.set(g.speed, 0.0f);
    double now = 0.0;
    do {
        m.tick(0.001f);
        now += 0.001;
    } while (m.state() == "Move" && now < 2.0);
    // From left (0.1): right after 0.4 s is half a cycle; half of the 0.6 s back to left follows.
    EXPECT_NEAR(now, 0.7, 2e-3);
}

TEST(MotionSync, PhaseIsTheDefaultAndOtherMarkersStayInPhase) {
    Gaits by_phase(MotionSync::phase);
    RunningMachine m(by_phase.b);
    m.set(by_phase.speed, 0.5f).tick(0.2f);  // a quarter of 0.8 s
    EXPECT_NEAR(seconds_of(m.items()[0].to), 0.25, 1e-5);
    EXPECT_NEAR(seconds_of(m.items()[1].to), 0.15, 1e-5);

    Gaits g;
    const auto limp = g.b.clip(0.9f);
    g.b.mark(limp, {at(0.3, "left")});
    g.b.child(g.move, limp, 2.0f);
    RunningMachine odd(g.b);
    odd.set(g.speed, 2.0f).tick(0.45f);
    EXPECT_NEAR(seconds_of(odd.items()[0].to), 0.45, 1e-5);
}

TEST(MotionSync, ATransitionStartsItsTargetWhereTheMarkersMeet) {
    Sketch b;
    const auto go = b.variable("go", Kind::bool_);
    const auto walk = b.clip(1.0f), run = b.clip(0.6f), hop = b.clip(0.5f);
    b.mark(walk, {at(0.1, "left"), at(0.5, "right")});
    b.mark(run, {at(0.05, "right"), at(0.4, "left")});
    const auto from = b.state("Walk", walk), to = b.state("Run", run), other = b.state("Hop", hop);
    b.from_state(from, to).when(go, Op::is_true).lasts(0.2f).synced(MotionSync::markers);
    b.from_state(to, other).when(go, Op::is_false).lasts(0.2f).synced(MotionSync::markers);
    RunningMachine m(b);
    m.tick(0.3f);  // half way from left to right
    m.set(go, 1.0f).tick(0.0f);
    ASSERT_EQ(m.next(), "Run");
    // From left (0.4) to right (0.65): half way is 0.525.
    EXPECT_NEAR(m.next_time() * 0.6, 0.525, 1e-6);
    m.tick(0.3f);
    ASSERT_EQ(m.state(), "Run");
    m.set(go, 0.0f).tick(0.0f);
    EXPECT_EQ(m.next_time(), 0.0) << "no markers in common";
}

TEST(MotionSync, ATransitionKeepsThePhase) {
    Sketch b;
    const auto go = b.variable("go", Kind::bool_);
    const auto from = b.state("A", b.clip(1.0f)), to = b.state("B", b.clip(2.0f));
    b.from_state(from, to)
        .when(go, Op::is_true)
        .lasts(0.2f)
        .starts_at(0.1f)
        .synced(MotionSync::phase);
    RunningMachine m(b);
    m.tick(1.25f);
    m.set(go, 1.0f).tick(0.0f);
    EXPECT_NEAR(m.next_time(), 0.35, 1e-6);
}

TEST(MachineEvents, OfStatesOnEnterUpdateAndExitWithTheirPlace) {
    Sketch b;
    const auto go = b.variable("go", Kind::trigger);
    const auto a = b.state("A", b.clip(1.0f)), c = b.state("C", b.clip(1.0f));
    b.from_state(a, c).when(go, Op::is_true).lasts(0.1f);
    b.state_event(a, record::StateMoment::exit, "left A");
    b.state_event(c, record::StateMoment::enter, "entered C");
    b.state_event(c, record::StateMoment::update, "in C");
    RunningMachine m(b);
    const auto authored = [&] {
        std::vector<NameHash> names;
        for (const MachineEvent& event : m.events()) {
            if (event.kind != MachineEventKind::state) continue;
            names.push_back(event.name);
            EXPECT_EQ(NameHash{m.graph.event_names[m.graph.state_events[event.event].event].name},
                      event.name);
        }
        return names;
    };
    m.tick(0.05f);
    EXPECT_TRUE(authored().empty());
    m.fire(go).tick(0.05f);
    EXPECT_EQ(authored(), (std::vector{hash_name("entered C"), hash_name("in C")}));
    m.tick(0.05f);
    EXPECT_EQ(authored(), (std::vector{hash_name("left A"), hash_name("in C")}));
    m.tick(0.0f);
    EXPECT_TRUE(authored().empty()) << "a step of 0";
}

TEST(SyncedLayer, LoopsAsTheStateSays) {
    for (const bool looping : {false, true}) {
        Sketch b;
        const auto a = b.state("A", b.clip(1.0f, !looping));
        b.edit(a).loop = looping ? record::LoopMode::loop : record::LoopMode::once;
        const auto layer = b.layer();
        b.sync(layer, 0);
        b.synced_motion(layer, a, b.clip(2.0f, !looping));
        RunningMachine m(b);
        m.tick(1.25f);
        EXPECT_DOUBLE_EQ(seconds_of(m.items(0).back().to), looping ? 0.25 : 1.0);
        EXPECT_DOUBLE_EQ(seconds_of(m.items(1).back().to), looping ? 0.5 : 2.0);
    }
}

// The clock of what has ended runs on; its pose stays at the end, and so does its phase.
TEST(PhaseSync, GoesOnFromTheEndOfWhatHasEnded) {
    for (const bool looping : {false, true}) {
        Sketch b;
        const auto go = b.variable("go", Kind::trigger);
        const auto a = b.state("A", b.clip(1.0f, false)), c = b.state("B", b.clip(1.0f, looping));
        b.from_state(a, c).when(go, Op::is_true).lasts(0.5f).synced(record::MotionSync::phase);
        RunningMachine m(b);
        m.tick(1.3f);
        m.fire(go).tick(0.0f);
        EXPECT_DOUBLE_EQ(m.next_time(), looping ? 0.0 : 1.0);
        m.tick(0.25f);
        EXPECT_DOUBLE_EQ(m.next_time(), looping ? 0.25 : 1.25);
    }
}

}  // namespace
}  // namespace motus::test
