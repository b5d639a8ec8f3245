// tests/core/events_test.cpp - which events a step passes, and in which order.
// SPDX-License-Identifier: MIT
#include <motus/core/events.h>
#include <tests/support/alloc_counter.h>
#include <tests/support/random.h>

#include <gtest/gtest.h>
#include <algorithm>
#include <vector>

namespace motus::test {
namespace {

using Names = std::vector<int>;

// A motion in tenths of a second, with events named by their time in tenths.
struct Motion {
    PlayMode mode;
    std::int64_t tenths;
    std::vector<EventTime> events;
    Playhead head{};
    bool entered = true;
    float speed = 1.0f;

    Motion(PlayMode m, std::int64_t length, const std::vector<int>& times)
        : mode(m), tenths(length) {
        for (int t : times)
            events.push_back({at(t), NameHash{static_cast<std::uint64_t>(t)}});
    }
    static Ticks at(std::int64_t tenths) { return {tenths * kTicksPerSecond / 10}; }
    Ticks duration() const { return at(tenths); }

    Names step(std::int64_t by) {
        Advance step{};
        EXPECT_EQ(advance(head, at(by), speed, mode, duration(), step), Status::ok);
        const EventWalk walk = event_walk(events, step, mode, duration(), entered);
        Names names;
        EXPECT_TRUE(for_each_event(
            walk, [&](const EventTime& e) { names.push_back(static_cast<int>(e.name)); }));
        if (walk.stepped || tenths == 0) entered = false;
        return names;
    }
};

}  // namespace

TEST(Events, OnceForwardFiresTheEntryAndTheEndOnce) {
    Motion m(PlayMode::once, 2, {0, 2});
    EXPECT_EQ(m.step(1), Names{0});
    EXPECT_EQ(m.step(1), Names{2});
    EXPECT_EQ(m.step(1), Names{});
    EXPECT_EQ(m.step(1), Names{});
}

TEST(Events, OnceBackwardFromTheEndIsTheMirrorImage) {
    Motion m(PlayMode::once, 2, {0, 2});
    seek(m.head, m.duration(), m.mode, m.duration());
    m.speed = -1.0f;
    EXPECT_EQ(m.step(1), Names{2});
    EXPECT_EQ(m.step(1), Names{0});
    EXPECT_EQ(m.step(1), Names{});
    EXPECT_EQ(m.step(1), Names{});
}

TEST(Events, ReachingTheEndOfALoopIsReachingItsStart) {
    Motion m(PlayMode::loop, 3, {0, 2, 3});
    EXPECT_EQ(m.step(1), Names{0});
    EXPECT_EQ(m.step(1), Names{2});
    EXPECT_EQ(m.step(1), (Names{3, 0}));
    EXPECT_EQ(m.step(1), Names{});
}

TEST(Events, ALoopBackwardReachesTheStartFirst) {
    Motion m(PlayMode::loop, 3, {0, 2, 3});
    EXPECT_EQ(m.step(1), Names{0});
    m.speed = -1.0f;
    EXPECT_EQ(m.step(1), (Names{0, 3}));
    EXPECT_EQ(m.step(1), Names{2});
    EXPECT_EQ(m.step(1), Names{});
    EXPECT_EQ(m.step(1), (Names{0, 3}));
}

TEST(Events, EnteringALoopBackwardAtItsStartIsEnteringAtItsEnd) {
    Motion m(PlayMode::loop, 3, {0, 2, 3});
    m.speed = -1.0f;
    EXPECT_EQ(m.step(1), (Names{0, 3, 2}));
    EXPECT_EQ(m.step(2), (Names{0, 3}));
}

TEST(Events, AStepOverTheWholeLengthFiresEachOnce) {
    Motion m(PlayMode::loop, 3, {0, 2, 3});
    EXPECT_EQ(m.step(1), Names{0});
    EXPECT_EQ(m.step(3), (Names{2, 3, 0}));
    EXPECT_EQ(m.step(6), (Names{2, 3, 0, 2, 3, 0}));
    m.speed = -1.0f;
    EXPECT_EQ(m.step(3), (Names{0, 3, 2}));
    Motion fresh(PlayMode::loop, 3, {0, 2, 3});
    EXPECT_EQ(fresh.step(3), (Names{0, 2, 3, 0}));
}

TEST(Events, AStepOfMoreThanALoopFiresWhatLiesInBothParts) {
    Motion m(PlayMode::loop, 100, {1, 50, 100});
    EXPECT_EQ(m.step(101), (Names{1, 50, 100, 1}));
    EXPECT_EQ(m.step(48), Names{});
    EXPECT_EQ(m.step(1), Names{50});
}

TEST(Events, SeveralAtOneTimeAllFireAndBackwardInReverse) {
    Motion m(PlayMode::once, 4, {});
    m.events = {
        {Motion::at(2), NameHash{1}}, {Motion::at(2), NameHash{2}}, {Motion::at(2), NameHash{3}}};
    EXPECT_EQ(m.step(3), (Names{1, 2, 3}));
    m.speed = -1.0f;
    EXPECT_EQ(m.step(2), (Names{3, 2, 1}));
}

TEST(Events, AZeroLengthClipFiresOncePerEntryOrOncePerUpdate) {
    Motion once(PlayMode::once, 0, {0});
    EXPECT_EQ(once.step(1), Names{0});
    EXPECT_EQ(once.step(1), Names{});
    Motion loop(PlayMode::loop, 0, {0});
    EXPECT_EQ(loop.step(1), Names{0});
    EXPECT_EQ(loop.step(1), Names{0});
    EXPECT_EQ(loop.step(5), Names{0});
}

TEST(Events, AStepOfNothingFiresNothingAndKeepsTheEntry) {
    Motion m(PlayMode::loop, 3, {0, 2});
    EXPECT_EQ(m.step(0), Names{});
    EXPECT_TRUE(m.entered);
    EXPECT_EQ(m.step(1), Names{0});
}

TEST(Events, EntryInTheMiddleFiresWhatIsExactlyThere) {
    for (PlayMode mode : {PlayMode::once, PlayMode::loop, PlayMode::ping_pong}) {
        Motion m(mode, 5, {1, 2, 3});
        seek(m.head, Motion::at(2), m.mode, m.duration());
        EXPECT_EQ(m.step(1), (Names{2, 3}));
        Motion back(mode, 5, {1, 2, 3});
        seek(back.head, Motion::at(2), back.mode, back.duration());
        back.speed = -1.0f;
        EXPECT_EQ(back.step(1), (Names{2, 1}));
    }
}

TEST(Events, EntryAtTheEndOfAOneShotFiresTheEnd) {
    Motion m(PlayMode::once, 2, {0, 2});
    seek(m.head, m.duration(), m.mode, m.duration());
    EXPECT_EQ(m.step(1), Names{2});
    EXPECT_EQ(m.step(1), Names{});
}

TEST(Events, PingPongPassesItsTurnsOnce) {
    Motion m(PlayMode::ping_pong, 3, {0, 1, 3});
    EXPECT_EQ(m.step(3), (Names{0, 1, 3}));
    EXPECT_EQ(m.step(3), (Names{1, 0}));
    EXPECT_EQ(m.step(12), (Names{1, 3, 1, 0, 1, 3, 1, 0}));
    m.speed = -1.0f;
    EXPECT_EQ(m.step(6), (Names{1, 3, 1, 0}));
}

TEST(Events, OutsideTheMotionNothingFires) {
    Motion m(PlayMode::loop, 3, {});
    m.events = {{Motion::at(-1), NameHash{1}}, {Motion::at(4), NameHash{2}}};
    EXPECT_EQ(m.step(10), Names{});
}

TEST(Events, ALastLapReachesItsEndButNoNewStart) {
    const std::vector<EventTime> events{{{0}, NameHash{7}}, {{100}, NameHash{8}}};
    EventWalk walk{.events = events,
                   .mode = PlayMode::loop,
                   .duration = {100},
                   .from = {40},
                   .moved = {160},
                   .stepped = true,
                   .ended = true};
    Names names;
    const auto note = [&](const EventTime& e) { names.push_back(static_cast<int>(e.name)); };
    for_each_event(walk, note);
    EXPECT_EQ(names, (Names{8, 7, 8}));
    names.clear();
    walk.from = {100};  // held there, and now sent back over both laps
    walk.moved = {-200};
    walk.backward = true;
    for_each_event(walk, note);
    EXPECT_EQ(names, (Names{7, 8, 7}));
}

TEST(Events, AVisitorCanStopALongWalk) {
    Motion m(PlayMode::loop, 1, {1});
    Advance step{};
    ASSERT_EQ(advance(m.head, kMaxTicks, 1.0f, m.mode, m.duration(), step), Status::ok);
    int seen = 0;
    EXPECT_FALSE(for_each_event(event_walk(m.events, step, m.mode, m.duration(), true),
                                [&](const EventTime&) { return ++seen < 10; }));
    EXPECT_EQ(seen, 10);
    EXPECT_TRUE(for_each_event(event_walk({}, step, m.mode, m.duration(), true),
                               [&](const EventTime&) { ++seen; }));
}

// However a way is cut into steps, the events are the same; and the way back passes them mirrored.
TEST(Events, AnyCutOfAWayIntoStepsFiresTheSame) {
    Random random(11);
    std::size_t fired = 0;
    for (int trial = 0; trial < 2000; ++trial) {
        const auto mode = static_cast<PlayMode>(random.below(3));
        const std::int64_t length = 1 + random.below(9);
        std::vector<int> times;
        for (std::uint32_t i = random.below(6); i > 0; --i)
            times.push_back(static_cast<int>(random.below(static_cast<std::uint32_t>(length) + 1)));
        std::sort(times.begin(), times.end());
        Motion whole(mode, length, times), parts(mode, length, times);
        whole.speed = parts.speed = random.below(2) == 0 ? 1.0f : -1.0f;
        const std::int64_t start = random.below(static_cast<std::uint32_t>(length));
        seek(whole.head, Motion::at(start), mode, whole.duration());
        parts.head = whole.head;
        const std::int64_t way = 1 + random.below(40);
        const Names all = whole.step(way);
        Names pieces;
        for (std::int64_t left = way; left > 0;) {
            const std::int64_t part = 1 + random.below(static_cast<std::uint32_t>(left));
            const Names some = parts.step(part);
            pieces.insert(pieces.end(), some.begin(), some.end());
            left -= part;
        }
        ASSERT_EQ(all, pieces) << trial;
        fired += all.size();
    }
    EXPECT_GT(fired, 10000u);
}

// Counted independently: how often the unfolded way passes each event's places.
TEST(Events, EveryEventFiresAsOftenAsTheWayPassesIt) {
    Random random(12);
    for (int trial = 0; trial < 500; ++trial) {
        const std::int64_t length = 2 + random.below(8);
        const int time = static_cast<int>(1 + random.below(static_cast<std::uint32_t>(length - 1)));
        const std::int64_t way = 1 + random.below(60);
        Motion loop(PlayMode::loop, length, {time}), swing(PlayMode::ping_pong, length, {time});
        int in_loop = 0, in_swing = 0;
        for (std::int64_t u = 1; u <= way; ++u) {
            if (u % length == time) ++in_loop;
            const std::int64_t folded = u % (2 * length);
            if (folded == time || 2 * length - folded == time) ++in_swing;
        }
        EXPECT_EQ(static_cast<int>(loop.step(way).size()), in_loop);
        EXPECT_EQ(static_cast<int>(swing.step(way).size()), in_swing);
    }
}

TEST(Events, AllocatesNothing) {
    Motion m(PlayMode::loop, 3, {0, 1, 2, 3});
    Advance step{};
    int seen = 0;
    AllocCounter allocations;
    ASSERT_EQ(advance(m.head, Motion::at(30), 1.0f, m.mode, m.duration(), step), Status::ok);
    for_each_event(event_walk(m.events, step, m.mode, m.duration(), true),
                   [&](const EventTime&) { ++seen; });
    EXPECT_EQ(allocations.count(), 0u);
    EXPECT_EQ(seen, 41);
}

}  // namespace motus::test
