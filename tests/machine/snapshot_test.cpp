// Snapshots are copies, deltas turn one into another, a recorder steps back.
// SPDX-License-Identifier: MIT
#include "random_machine.h"

#include <motus/machine/delta.h>
#include <motus/machine/recorder.h>
#include <tests/support/rounds.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <deque>
#include <limits>

namespace motus::test {
namespace {

using Bytes = std::vector<std::byte>;

// What one tick gave: everything but padding.
std::uint64_t hash_of(const RunningMachine& m) {
    std::uint64_t hash = kHashSeed;
    for (std::uint32_t l = 0; l < m.playlist.layer_count; ++l) {
        const PlaylistLayer& layer = m.playlist.layers[l];
        const float weights[] = {layer.weight, layer.carry_weight};
        hash = hash_floats(hash, weights);
        for (const PlaylistItem& item : m.items(l)) {
            hash = hash_u64(hash, static_cast<std::uint64_t>(item.from.value));
            hash = hash_u64(hash, static_cast<std::uint64_t>(item.to.value));
            hash = hash_u64(hash, item.motion + (std::uint64_t{item.state} << 32));
            const float weight[] = {item.weight};
            hash = hash_floats(hash, weight);
        }
    }
    for (const MachineEvent& event : m.events())
        hash = hash_u64(hash, static_cast<std::uint64_t>(event.name) + event.state);
    return hash;
}

using Plant = void (*)(const InstanceView&);

// With each plant alone a tick refuses the bytes and leaves them; without, it runs.
void expect_refused(RunningMachine& m, std::span<const Plant> plants) {
    const auto runs = [&m] {
        std::vector<PlaylistItem> items(64);
        std::vector<PlaylistLayer> layers(4);
        Playlist playlist{items, layers, 0, 0};
        return run(TickJob{m.graph, m.bytes, 0.1f, &playlist});
    };
    const Bytes good = m.bytes;
    for (std::size_t i = 0; i < plants.size(); ++i) {
        m.bytes = good;
        plants[i](view_of(m.graph, m.bytes));
        const Bytes planted = m.bytes;
        EXPECT_EQ(runs(), Status::bad_data) << i;
        EXPECT_EQ(m.bytes, planted);
    }
    m.bytes = good;
    EXPECT_EQ(runs(), Status::ok);
}

TEST(Snapshot, TenThousandRandomRestoresAreEqualBitForBit) {
    constexpr std::uint32_t kSavedMachines = rounds(50);
    std::uint32_t restores = 0;
    for (std::uint32_t seed = 1; seed <= kSavedMachines; ++seed) {
        auto random = random_machine(seed);
        RunningMachine m(random->builder);
        // The whole run is a function of the frame's number: inputs come from it alone.
        const auto step = [&](std::uint32_t frame) {
            std::mt19937 dice(seed * 1000 + frame);
            random_inputs(*random, m, dice);
            m.tick(frame % 7 == 0 ? 0.0f : 0.004f * static_cast<float>(1 + frame % 11));
        };
        std::vector<Bytes> snapshots;
        std::vector<std::uint64_t> hashes;
        for (std::uint32_t frame = 0; frame < 60; ++frame) {
            snapshots.push_back(m.bytes);
            step(frame);
            hashes.push_back(hash_of(m));
        }
        snapshots.push_back(m.bytes);
        std::mt19937 dice(seed);
        for (int i = 0; i < 200; ++i, ++restores) {
            const std::uint32_t from = dice() % 60, to = from + 1 + dice() % (60 - from);
            m.bytes = snapshots[from];
            for (std::uint32_t frame = from; frame < to; ++frame) {
                step(frame);
                ASSERT_EQ(hash_of(m), hashes[frame]) << "seed " << seed << " frame " << frame;
            }
            ASSERT_EQ(m.bytes, snapshots[to]) << "seed " << seed << " frame " << to;
        }
    }
    EXPECT_EQ(restores, 200 * kSavedMachines);
}

TEST(Delta, TurnsOneSnapshotIntoTheNextInFewBytes) {
    std::size_t largest = 0, sum = 0, count = 0;
    for (std::uint32_t seed = 1; seed <= 20; ++seed) {
        auto random = random_machine(seed);
        RunningMachine m(random->builder);
        std::mt19937 dice(seed);
        Bytes before = m.bytes, delta(delta_bound(before.size())), made(before.size());
        for (int frame = 0; frame < 100; ++frame) {
            random_inputs(*random, m, dice);
            m.tick(1.0f / 60.0f);
            std::size_t size = 0;
            ASSERT_EQ(encode_delta(before, m.bytes, delta, size), Status::ok);
            ASSERT_EQ(apply_delta(before, std::span(delta).first(size), made), Status::ok);
            ASSERT_EQ(made, m.bytes);
            // In place, too.
            ASSERT_EQ(apply_delta(before, std::span(delta).first(size), before), Status::ok);
            ASSERT_EQ(before, m.bytes);
            largest = std::max(largest, size);
            sum += size * 1000 / before.size();
            ++count;
        }
    }
    EXPECT_LT(sum / count, 300u) << "per mille of an instance";
    RecordProperty("largest", static_cast<int>(largest));
}

TEST(Delta, AnyTwoBlocksWithinTheBound) {
    std::mt19937 dice(5);
    for (int round = 0; round < 3000; ++round) {
        const std::size_t size = dice() % 400 + (round % 50 == 0 ? 40'000 : 0);
        Bytes from(size), to(size);
        for (std::byte& b : from)
            b = std::byte(dice());
        to = from;
        const unsigned every = 1 + dice() % 9;
        for (std::byte& b : to)
            if (dice() % every == 0) b = std::byte(dice());
        Bytes delta(delta_bound(size)), made(size);
        std::size_t written = 0;
        ASSERT_EQ(encode_delta(from, to, delta, written), Status::ok);
        ASSERT_LE(written, delta.size());
        ASSERT_EQ(apply_delta(from, std::span(delta).first(written), made), Status::ok);
        ASSERT_EQ(made, to);
        if (written > 0) {
            std::size_t none = 1;
            Bytes small(written - 1);
            EXPECT_EQ(encode_delta(from, to, small, none), Status::bad_size);
        }
    }
}

TEST(Delta, RefusesWhatIsDamagedAndLeavesTheTargetAlone) {
    std::mt19937 dice(6);
    Bytes from(300), to(300), delta(delta_bound(300)), made(300, std::byte{7});
    for (std::byte& b : from)
        b = std::byte(dice());
    to = from;
    for (int i = 0; i < 40; ++i)
        to[dice() % 300] = std::byte(dice());
    std::size_t size = 0;
    ASSERT_EQ(encode_delta(from, to, delta, size), Status::ok);
    delta.resize(size);
    const Bytes untouched = made;
    for (std::size_t cut = 0; cut < size; ++cut) {
        EXPECT_NE(apply_delta(from, std::span(delta).first(cut), made), Status::ok) << cut;
        ASSERT_EQ(made, untouched);
    }
    int wrong = 0;
    for (std::size_t i = 0; i < size; ++i) {
        for (int bit = 0; bit < 8; ++bit) {
            Bytes flipped = delta;
            flipped[i] ^= std::byte(1 << bit);
            if (apply_delta(from, flipped, made) == Status::ok) ++wrong;
        }
    }
    EXPECT_EQ(wrong, 0);
    ASSERT_EQ(made, untouched);
    Bytes longer = delta;
    longer.push_back(std::byte{0});
    EXPECT_EQ(apply_delta(from, longer, made), Status::bad_data);
    std::size_t kept = 3;  // far from every byte that the delta replaces
    while (!std::equal(from.begin() + kept - 3, from.begin() + kept + 4, to.begin() + kept - 3))
        ++kept;
    from[kept] ^= std::byte{1};
    EXPECT_EQ(apply_delta(from, delta, made), Status::bad_data) << "made from another snapshot";
    Bytes other(299);
    EXPECT_EQ(apply_delta(other, delta, made), Status::bad_size);
    ASSERT_EQ(made, untouched);
    for (int round = 0; round < 2000; ++round) {
        Bytes noise(dice() % 60);
        for (std::byte& b : noise)
            b = std::byte(dice());
        if (!noise.empty()) noise[0] = std::byte{40};  // a plausible size
        (void)apply_delta(std::span(from).first(40), noise, std::span(made).first(40));
    }
}

// Two graphs of one shape may have other motions; bytes from elsewhere may say anything.
TEST(Snapshot, IndicesThatTheGraphDoesNotHaveAreRefused) {
    Sketch b;
    const auto a = b.state("A", b.clip(1.0f));
    b.from_state(a, b.state("B", b.clip(1.0f))).exit_at(0.5f).lasts(1.0f);
    RunningMachine m(b);
    m.tick(0.75f);
    const Plant plants[] = {
        [](const InstanceView& v) { v.layers[0].state = 2; },
        [](const InstanceView& v) { v.layers[0].next = 77; },
        [](const InstanceView& v) { v.layers[0].transition = 1; },
        [](const InstanceView& v) { v.layers[0].timing = kNoIndex; },
        [](const InstanceView& v) { v.layers[0].state = kNoState; },
        [](const InstanceView& v) { v.header->one_shots[1].motion = 2; },
    };
    expect_refused(m, plants);
}

TEST(Recorder, KeepsTheLastTicksAndTheirReasons) {
    Sketch b;
    const auto go = b.variable("go", Kind::trigger);
    const auto a = b.state("A", b.clip(1.0f)), c = b.state("C", b.clip(1.0f));
    b.from_state(a, c).when(go, Op::is_true).lasts(0.1f);
    b.from_state(c, a).exit_at(0.5f).lasts(0.1f);
    RunningMachine m(b);
    Bytes memory(Recorder::bytes_for(m.graph, 4, 8));
    Recorder recorder(m.graph, 8, memory);
    ASSERT_EQ(recorder.capacity(), 4u);
    std::deque<Bytes> before;
    std::vector<PlaylistItem> items(64);
    std::vector<PlaylistLayer> layers(playlist_limits(m.graph).layers);
    const auto tick = [&] {
        Playlist playlist{items, layers, 0, 0};
        return recorder.run({.graph = m.graph,
                             .instance = m.bytes,
                             .dt_s = 0.125f,
                             .playlist = &playlist,
                             .can_carry = true});
    };
    for (int i = 0; i < 10; ++i) {
        if (i == 7) m.fire(go);
        before.push_back(m.bytes);
        ASSERT_EQ(tick(), Status::ok);
    }
    ASSERT_EQ(recorder.count(), 4u);
    for (std::uint32_t back = 0; back < 4; ++back) {
        const RecordedTick tick_back = recorder.at(back);
        EXPECT_EQ(tick_back.number, 9 - back);
        EXPECT_EQ(Bytes(tick_back.before.begin(), tick_back.before.end()), before[9 - back]);
    }
    // Frame 6: the trigger was not there. Frame 7: it was.
    ASSERT_GE(recorder.at(3).considered.size(), 1u);
    EXPECT_EQ(recorder.at(3).considered[0].blocked, Blocked::conditions);
    EXPECT_EQ(recorder.at(3).considered[0].met, 0u);
    EXPECT_EQ(recorder.at(2).considered[0].blocked, Blocked::no);
    EXPECT_EQ(recorder.at(2).considered[0].met, 1u);

    const Bytes after = m.bytes;
    EXPECT_EQ(recorder.step_back(4, m.bytes), Status::missing);
    ASSERT_EQ(recorder.step_back(2, m.bytes), Status::ok);
    EXPECT_EQ(m.bytes, before[7]);
    EXPECT_EQ(recorder.count(), 1u);
    for (int i = 0; i < 3; ++i)
        ASSERT_EQ(tick(), Status::ok);
    EXPECT_EQ(m.bytes, after) << "the same ticks again";
    EXPECT_EQ(recorder.at(0).number, 9u);

    Recorder none(m.graph, 8, std::span(memory).first(10));
    Playlist playlist{items, layers, 0, 0};
    EXPECT_EQ(none.run({.graph = m.graph, .instance = m.bytes, .playlist = &playlist}),
              Status::bad_size);
    EXPECT_EQ(m.bytes, after);
}

TEST(Parameters, AreSetByNameAndRefuseOthersKinds) {
    Sketch b;
    const auto speed = b.variable("speed", Kind::float_), count = b.variable("count", Kind::int_);
    const auto on = b.variable("on", Kind::bool_), go = b.variable("go", Kind::trigger);
    const auto mode = b.variable("mode", Kind::enum_);
    b.state("A");
    RunningMachine m(b);
    const auto bits = [&](std::uint32_t v) { return view_of(m.graph, m.bytes).variables[v]; };
    EXPECT_EQ(set_float(m.graph, m.bytes, hash_name("speed"), 2.5f), Status::ok);
    EXPECT_EQ(set_int(m.graph, m.bytes, hash_name("count"), -3), Status::ok);
    EXPECT_EQ(set_int(m.graph, m.bytes, hash_name("mode"), 2), Status::ok);
    EXPECT_EQ(set_bool(m.graph, m.bytes, hash_name("on"), true), Status::ok);
    EXPECT_EQ(set_trigger(m.graph, m.bytes, hash_name("go")), Status::ok);
    float value = 0.0f;
    const std::uint32_t stored = bits(speed);
    std::memcpy(&value, &stored, sizeof value);
    EXPECT_EQ(value, 2.5f);
    EXPECT_EQ(static_cast<std::int32_t>(bits(count)), -3);
    EXPECT_EQ(bits(on), 1u);
    EXPECT_EQ(bits(go), 1u);
    EXPECT_EQ(bits(mode), 2u);
    const Bytes before = m.bytes;
    EXPECT_EQ(set_float(m.graph, m.bytes, hash_name("sped"), 1.0f), Status::missing);
    EXPECT_EQ(set_float(m.graph, m.bytes, hash_name("count"), 1.0f), Status::bad_argument);
    EXPECT_EQ(set_float(m.graph, m.bytes, hash_name("speed"), std::nanf("")), Status::bad_argument);
    EXPECT_EQ(set_bool(m.graph, m.bytes, hash_name("go"), true), Status::bad_argument);
    EXPECT_EQ(set_trigger(m.graph, m.bytes, hash_name("on")), Status::bad_argument);
    EXPECT_EQ(m.bytes, before);
}

// Numbers that no step writes: they must not reach the arithmetic.
TEST(Snapshot, ValuesThatNoStepWritesAreRefused) {
    Sketch b;
    const auto a = b.state("A", b.clip(1.0f));
    b.from_state(a, b.state("B", b.clip(1.0f))).exit_at(0.5f).lasts(1.0f);
    RunningMachine m(b);
    static constexpr auto poke = [](auto& member, unsigned char value) {
        std::memcpy(static_cast<void*>(&member), &value, 1);
    };
    static constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
    static constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
    static constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
    const Plant plants[] = {
        [](const InstanceView& v) { v.layers[0].clock.at = {kMost}; },
        [](const InstanceView& v) { v.layers[0].clock.at = {kLeast}; },
        [](const InstanceView& v) { v.layers[0].clock.rest = kLeast; },
        [](const InstanceView& v) { v.layers[0].before.at = {kMost}; },
        [](const InstanceView& v) { v.layers[0].next_clock.at = {kMost}; },
        [](const InstanceView& v) { v.layers[0].next_before.rest = -1; },
        [](const InstanceView& v) { v.layers[0].fade.at = {-1}; },
        [](const InstanceView& v) { v.layers[0].fade.at = {3 * kCycle}; },
        [](const InstanceView& v) { v.layers[0].carry_age = {-1}; },
        [](const InstanceView& v) { v.layers[0].carry_age = {kMost}; },
        [](const InstanceView& v) { v.layers[0].weight = kNan; },
        [](const InstanceView& v) { v.layers[0].weight = 1.5f; },
        [](const InstanceView& v) { v.layers[0].weight = -0.5f; },
        [](const InstanceView& v) { poke(v.layers[0].source, 5); },
        [](const InstanceView& v) { poke(v.layers[0].carry, 3); },
        [](const InstanceView& v) { poke(v.layers[0].fresh, 2); },
        [](const InstanceView& v) { poke(v.layers[0].next_fresh, 2); },
        [](const InstanceView& v) { poke(v.layers[0].linear, 255); },
        [](const InstanceView& v) { poke(v.layers[0].kept, 2); },
        [](const InstanceView& v) { poke(v.header->started, 2); },
        [](const InstanceView& v) {
            v.header->one_shots[1] = {{-1000}, 0, 1, 1, 0.5f};
        },
        [](const InstanceView& v) {
            v.header->one_shots[1] = {{kMost}, 0, 1, 1, 0.5f};
        },
        [](const InstanceView& v) {
            v.header->one_shots[0] = {{}, 0, 1, 1, kNan};
        },
        [](const InstanceView& v) {
            v.header->one_shots[0] = {{}, 0, 1, 1, 1.5f};
        },
        // A pose that is carried belongs to a transition.
        [](const InstanceView& v) {
            v.layers[0].next = v.layers[0].timing = v.layers[0].transition = kNoIndex;
            v.layers[0].carry = Carry::frozen;
        },
    };
    m.tick(0.75f);
    expect_refused(m, plants);
}

TEST(Snapshot, VariablesThatNoSetterTakesAreRefused) {
    Sketch b;
    b.state("A", b.clip(1.0f));
    const std::uint32_t variables[] = {b.variable("f", Kind::float_), b.variable("i", Kind::int_),
                                       b.variable("e", Kind::enum_), b.variable("b", Kind::bool_),
                                       b.variable("t", Kind::trigger)};
    RunningMachine m(b);
    const auto runs_with = [&](std::uint32_t variable, std::uint32_t bits) {
        Bytes bytes = m.bytes;
        view_of(m.graph, bytes).variables[variable] = bits;
        const Bytes before = bytes;
        const Status status = run(TickJob{m.graph, bytes, 0.1f, &m.playlist});
        if (status != Status::ok) {
            EXPECT_EQ(bytes, before);
        }
        return status;
    };
    m.tick(0.1f);
    const std::uint32_t nan = 0x7fc00001u, infinite = 0xff800000u, largest = 0x7f7fffffu;
    EXPECT_EQ(runs_with(variables[0], nan), Status::bad_data);
    EXPECT_EQ(runs_with(variables[0], infinite), Status::bad_data);
    EXPECT_EQ(runs_with(variables[0], largest), Status::ok);
    EXPECT_EQ(runs_with(variables[1], nan), Status::ok) << "any integer is one";
    EXPECT_EQ(runs_with(variables[2], infinite), Status::ok);
    for (const std::uint32_t truth : {variables[3], variables[4]}) {
        EXPECT_EQ(runs_with(truth, 0), Status::ok);
        EXPECT_EQ(runs_with(truth, 1), Status::ok);
        EXPECT_EQ(runs_with(truth, 2), Status::bad_data);
        EXPECT_EQ(runs_with(truth, 0x100), Status::bad_data);
    }
}

// A playlist that is too short is found out in the middle; the instance can go on from there.
TEST(Snapshot, AFailedTickLeavesAnInstanceThatRuns) {
    Sketch b;
    const auto clip = b.clip(1.0f);
    const auto go = b.variable("go", Kind::trigger);
    for (std::uint32_t l = 0; l < 2; ++l) {
        const auto root = b.root(l == 0 ? 0 : b.layer());
        const auto a = b.state("A", clip, root), c = b.state("B", clip, root);
        b.from_state(a, c).when(go, Op::is_true).lasts(0.5f);
    }
    RunningMachine m(b);
    m.tick(0.1f).fire(go);
    Playlist playlist = m.playlist;
    playlist.items = playlist.items.first(3);
    EXPECT_EQ(run(TickJob{m.graph, m.bytes, 0.1f, &playlist}), Status::bad_size);
    m.tick(0.1f);
}

}  // namespace
}  // namespace motus::test
