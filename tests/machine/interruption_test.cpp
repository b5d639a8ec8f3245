// SPDX-License-Identifier: MIT
#include "sketch.h"

#include <motus/core/decay.h>

#include <gtest/gtest.h>

namespace motus::test {
namespace {

using Source = record::InterruptionSource;

// A -> B is running; from A and from B other ways lead on, each with its own trigger.
struct Crossing {
    Sketch b;
    std::uint32_t a, to_b, from_a_before, from_a_after, from_b, from_any;
    Crossing(Source source, bool ordered, bool frozen = false) {
        const auto clip = b.clip(1.0f);
        a = b.state("A", clip);
        const auto other = b.state("B", clip), c = b.state("C", clip), d = b.state("D", clip);
        const auto e = b.state("E", clip), f = b.state("F", clip);
        to_b = b.variable("to_b", Kind::trigger);
        from_a_before = b.variable("before", Kind::trigger);
        from_a_after = b.variable("after", Kind::trigger);
        from_b = b.variable("from_b", Kind::trigger);
        from_any = b.variable("any", Kind::trigger);
        TransitionSpec* all[] = {
            &b.from_state(a, c).when(from_a_before, Op::is_true),
            &b.from_state(a, other).when(to_b, Op::is_true).interrupted_by(source, ordered),
            &b.from_state(a, d).when(from_a_after, Op::is_true),
            &b.from_state(other, e).when(from_b, Op::is_true),
            &b.any(f).when(from_any, Op::is_true)};
        for (TransitionSpec* spec : all) {
            spec->lasts(1.0f);
            if (frozen) spec->frozen();
        }
    }
};

// What is entered after the trigger was fired in the middle of A -> B.
std::string entered(Source source, bool ordered, std::uint32_t Crossing::*trigger,
                    bool can_carry = true) {
    Crossing m(source, ordered);
    RunningMachine machine(m.b);
    machine.can_carry = can_carry;
    machine.fire(m.to_b).tick(0.25f).fire(m.*trigger).tick(0.25f);
    EXPECT_NEAR(machine.total_weight(), 1.0, 1e-6);
    return machine.next();
}

TEST(Interruption, AnyStateTransitionsAlwaysMay) {
    for (const Source source : {Source::none, Source::source, Source::destination}) {
        for (const bool ordered : {false, true}) {
            EXPECT_EQ(entered(source, ordered, &Crossing::from_any), "F");
        }
    }
}

TEST(Interruption, NoneLetsNoStateTransition) {
    for (const bool ordered : {false, true}) {
        EXPECT_EQ(entered(Source::none, ordered, &Crossing::from_a_before), "B");
        EXPECT_EQ(entered(Source::none, ordered, &Crossing::from_a_after), "B");
        EXPECT_EQ(entered(Source::none, ordered, &Crossing::from_b), "B");
    }
}

TEST(Interruption, SourceListensToTheStateBeingLeft) {
    EXPECT_EQ(entered(Source::source, true, &Crossing::from_a_before), "C");
    EXPECT_EQ(entered(Source::source, true, &Crossing::from_a_after), "B");
    EXPECT_EQ(entered(Source::source, false, &Crossing::from_a_after), "D");
    EXPECT_EQ(entered(Source::source, false, &Crossing::from_b), "B");
}

TEST(Interruption, DestinationListensToTheStateBeingEntered) {
    for (const bool ordered : {false, true}) {
        EXPECT_EQ(entered(Source::destination, ordered, &Crossing::from_b), "E");
        EXPECT_EQ(entered(Source::destination, ordered, &Crossing::from_a_before), "B");
    }
}

TEST(Interruption, SourceThenDestinationOrderedStopsAtTheActiveTransition) {
    EXPECT_EQ(entered(Source::source_then_destination, true, &Crossing::from_a_before), "C");
    EXPECT_EQ(entered(Source::source_then_destination, true, &Crossing::from_b), "B");
    EXPECT_EQ(entered(Source::source_then_destination, false, &Crossing::from_b), "E");
    EXPECT_EQ(entered(Source::source_then_destination, false, &Crossing::from_a_after), "D");
}

TEST(Interruption, DestinationThenSourceOrderedHasAllOfTheDestinations) {
    EXPECT_EQ(entered(Source::destination_then_source, true, &Crossing::from_b), "E");
    EXPECT_EQ(entered(Source::destination_then_source, true, &Crossing::from_a_before), "C");
    EXPECT_EQ(entered(Source::destination_then_source, true, &Crossing::from_a_after), "B");
    EXPECT_EQ(entered(Source::destination_then_source, false, &Crossing::from_a_after), "D");
}

TEST(Interruption, WithoutAKeptPoseNothingIsInterrupted) {
    EXPECT_EQ(entered(Source::source, false, &Crossing::from_a_before, false), "B");
    EXPECT_EQ(entered(Source::none, false, &Crossing::from_any, false), "B");
}

TEST(Interruption, KeepsTheShownPoseOnceAndCountsItsWeight) {
    for (const bool frozen : {false, true}) {
        Crossing m(Source::source, false, frozen);
        RunningMachine machine(m.b);
        machine.fire(m.to_b).tick(0.5f);
        EXPECT_EQ(machine.playlist.layers[0].carry, Carry::none);
        machine.fire(m.from_a_after).tick(0.25f);
        const PlaylistLayer at_once = machine.playlist.layers[0];
        EXPECT_EQ(at_once.carry, frozen ? Carry::frozen : Carry::inertial);
        EXPECT_TRUE(at_once.keep);
        EXPECT_FLOAT_EQ(at_once.carry_weight, frozen ? 0.75f : decayed_value(0.25));
        EXPECT_EQ(at_once.carry_age, ticks_of_seconds(0.25));
        EXPECT_EQ(at_once.carry_length, ticks_of_seconds(1.0));
        machine.tick(0.25f);
        EXPECT_FALSE(machine.playlist.layers[0].keep);
        EXPECT_FLOAT_EQ(machine.playlist.layers[0].carry_weight, 0.5f);  // both halfway
        EXPECT_EQ(machine.state(), "A");                                 // still the current state
        machine.tick(0.5f);
        EXPECT_EQ(machine.state(), "D");
        EXPECT_EQ(machine.playlist.layers[0].carry, Carry::none);
    }
}

// Whatever the blend: the share that is applied is the one that is told.
TEST(Interruption, ACurveShapesInertialBlendsToo) {
    const auto key = [](float time, float value) {
        return CurveKey{half_of(time), half_of(value), half_of(0), half_of(0)};
    };
    for (const bool frozen : {false, true}) {
        Sketch b;
        const auto clip = b.clip(1.0f);
        const auto a = b.state("A", clip), other = b.state("B", clip), c = b.state("C", clip);
        const auto go = b.variable("go", Kind::trigger), on = b.variable("on", Kind::trigger);
        b.from_state(a, other).when(go, Op::is_true).lasts(1.0f);
        // Holds what it leaves until 0.875 of it.
        TransitionSpec& way = b.any(c)
                                  .when(on, Op::is_true)
                                  .lasts(1.0f)
                                  .shaped({key(0, 0), key(0.875f, 0), key(1, 1)});
        if (frozen) way.frozen();
        RunningMachine m(b);
        m.fire(go).tick(0.5f).fire(on);
        for (int i = 1; i <= 14; ++i) {
            m.tick(0.0625f);
            EXPECT_EQ(m.weight(), 0.0f) << i;
            EXPECT_EQ(m.playlist.layers[0].carry_weight, 1.0f) << i;
        }
        m.tick(0.0625f);
        EXPECT_NEAR(m.weight(), 0.5f, 1e-3f);
        EXPECT_NEAR(m.playlist.layers[0].carry_weight, 0.5f, 1e-3f);
    }
}

// How fast what is broken off moves is told over a fixed time, whatever the step.
TEST(Interruption, ProbesTellHowFastTheOldAndTheNewMove) {
    for (const float dt : {0.25f, 1e-3f, 1e-6f, 1e-39f}) {
        Sketch b;
        const auto a = b.state("A", b.clip(1.0f)), other = b.state("B", b.clip(2.0f));
        const auto c = b.state("C", b.clip(0.5f, false));
        const auto go = b.variable("go", Kind::trigger), on = b.variable("on", Kind::trigger);
        b.from_state(a, other).when(go, Op::is_true).lasts(1.0f);
        b.any(c).when(on, Op::is_true).lasts(1.0f);
        RunningMachine m(b);
        m.fire(go).tick(0.25f).fire(on).tick(dt);
        const auto probe = [&](std::uint32_t state, CutProbe which) -> const PlaylistItem& {
            static const PlaylistItem none{};
            for (const PlaylistItem& item : m.items())
                if (item.state == state && item.probe == which) return item;
            ADD_FAILURE() << "no probe " << static_cast<int>(which) << " of " << state;
            return none;
        };
        EXPECT_EQ(probe(a, CutProbe::left).to, ticks_of_seconds(0.25));
        EXPECT_EQ(probe(a, CutProbe::left_ahead).to, ticks_of_seconds(0.25) + kCutProbe);
        EXPECT_EQ(probe(other, CutProbe::left_ahead).to, ticks_of_seconds(0.25) + kCutProbe);
        EXPECT_EQ(probe(c, CutProbe::ahead).to, kCutProbe);
        EXPECT_NEAR(probe(a, CutProbe::left).weight, 0.75f, 1e-6f);
        EXPECT_NEAR(probe(a, CutProbe::left_ahead).weight, 0.75f - 1.0f / 60.0f, 1e-6f);
        EXPECT_NEAR(probe(other, CutProbe::left_ahead).weight, 0.25f + 1.0f / 60.0f, 1e-6f);
        for (const PlaylistItem& item : m.items())
            EXPECT_TRUE(item.probe == CutProbe::none || (item.passed && item.from == item.to));
        EXPECT_EQ(m.playlist.layers[0].broken.carry, Carry::none);
        m.fire(on).tick(dt);
        EXPECT_EQ(m.playlist.layers[0].broken.carry, Carry::inertial);
        EXPECT_EQ(probe(c, CutProbe::left).weight, 1.0f);
    }
}

TEST(Interruption, ALoopIsFollowedUpToItsSeam) {
    Sketch b;
    const auto a = b.state("A", b.clip(1.0f)), other = b.state("B", b.clip(1.0f));
    const auto c = b.state("C", b.clip(1.0f));
    const auto go = b.variable("go", Kind::trigger), on = b.variable("on", Kind::trigger);
    b.from_state(a, other).when(go, Op::is_true).lasts(10.0f);
    b.any(c).when(on, Op::is_true).lasts(1.0f);
    RunningMachine m(b);
    m.fire(go).tick(0.99f).fire(on).tick(0.0f);
    for (const PlaylistItem& item : m.items()) {
        if (item.probe != CutProbe::left_ahead) continue;
        EXPECT_EQ(item.to, ticks_of_seconds(1.0));
        EXPECT_EQ(item.wraps, 0);
    }
}

TEST(Interruption, CanHappenAgainAndAgain) {
    Crossing m(Source::source, false);
    RunningMachine machine(m.b);
    machine.fire(m.to_b).tick(0.2f);
    for (int i = 0; i < 20; ++i) {
        machine.fire(i % 2 == 0 ? m.from_any : m.from_any).tick(0.05f);
        EXPECT_TRUE(machine.playlist.layers[0].keep);
        EXPECT_NEAR(machine.total_weight(), 1.0, 1e-6);
    }
    EXPECT_EQ(machine.next(), "F");
}

TEST(Interruption, ExitTimesAreThoseOfTheStateTheCandidateBelongsTo) {
    Sketch b;
    const auto a = b.state("A", b.clip(10.0f)), other = b.state("B", b.clip(1.0f));
    const auto c = b.state("C", b.clip(1.0f));
    const auto go = b.variable("go", Kind::trigger);
    b.from_state(a, other).when(go, Op::is_true).lasts(2.0f).interrupted_by(Source::destination);
    b.from_state(other, c).exit_at(0.5f).lasts(1.0f);
    RunningMachine machine(b);
    EXPECT_EQ(machine.fire(go).tick(0.4f).next(), "B");
    EXPECT_EQ(machine.tick(0.2f).next(), "C");
    EXPECT_NEAR(machine.progress(), 0.1, 1e-6);
}

TEST(Interruption, LayersThatFollowCarryTheirPoseAsLong) {
    Crossing m(Source::none, false);
    m.b.sync(m.b.layer(), 0);
    RunningMachine machine(m.b);
    machine.fire(m.to_b).tick(0.25f).fire(m.from_any).tick(0.25f);
    EXPECT_EQ(machine.next(), "F");
    EXPECT_EQ(machine.playlist.layers[1].carry, Carry::inertial);
    EXPECT_EQ(machine.playlist.layers[1].carry_length, ticks_of_seconds(1.0));
}

// Broken off at the very end of a step, the new target is shown and heard in full at once.
TEST(Interruption, EntryEventsOfAnInertialBlendFireOnce) {
    const NameHash hit = hash_name("hit");
    for (const bool frozen : {false, true}) {
        Sketch b;
        const auto go = b.variable("go", Kind::trigger);
        const auto a = b.state("A", b.clip(1.0f)), c = b.state("B", b.clip(1.0f));
        const auto d = b.state("C", b.clip(1.0f, true, {{Ticks{0}, hit}}));
        b.from_state(a, c)
            .when(go, Op::is_true)
            .lasts(2.0f)
            .interrupted_by(record::InterruptionSource::source, false);
        TransitionSpec& breaks = b.from_state(a, d).exit_at(0.5f).lasts(1.0f);
        if (frozen) breaks.frozen();
        RunningMachine m(b);
        m.fire(go);
        std::size_t hits = 0;
        for (int i = 0; i < 4; ++i)
            hits += m.tick(0.25f).motion_events().size();
        EXPECT_EQ(m.next(), "C");
        EXPECT_EQ(hits, 1u) << frozen;
    }
}

// Only an any-state transition may break itself off. The target's list is here the source's.
TEST(Interruption, AStatesTransitionToItselfDoesNotBreakItselfOff) {
    for (const Source source : {Source::source, Source::destination,
                                Source::source_then_destination, Source::destination_then_source}) {
        for (const bool ordered : {false, true}) {
            Sketch b;
            const auto go = b.variable("go", Kind::bool_);
            const auto first = b.variable("first", Kind::bool_);
            const auto last = b.variable("last", Kind::bool_);
            const auto a = b.state("A", b.clip(1.0f)), c = b.state("C", b.clip(1.0f));
            b.from_state(a, c).when(first, Op::is_true).lasts(0.5f);
            b.from_state(a, a).when(go, Op::is_true).lasts(0.5f).interrupted_by(source, ordered);
            b.from_state(a, c).when(last, Op::is_true).lasts(0.5f);
            RunningMachine m(b);
            m.set(go, 1.0f);
            int starts = 0;
            for (int i = 0; i < 4; ++i) {
                m.tick(0.1f);
                for (const MachineEvent& event : m.events())
                    starts += event.kind == MachineEventKind::transition_start ? 1 : 0;
            }
            EXPECT_EQ(starts, 1) << static_cast<int>(source) << ordered;
            EXPECT_NEAR(m.weight(), 0.8f, 1e-5f) << static_cast<int>(source) << ordered;
            // What stands behind it in an ordered queue does not come through, what is before does.
            m.set(last, 1.0f).tick(0.01f);
            EXPECT_EQ(m.next(), ordered ? "A" : "C") << static_cast<int>(source);
            if (!ordered) continue;
            m.set(first, 1.0f).tick(0.01f);
            EXPECT_EQ(m.next(), "C") << static_cast<int>(source);
        }
    }
}

}  // namespace
}  // namespace motus::test
