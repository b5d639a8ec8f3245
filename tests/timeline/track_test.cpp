// SPDX-License-Identifier: MIT
#include "reference.h"

#include "../support/alloc_counter.h"
#include "../support/random.h"

#include <motus/timeline/evaluate.h>
#include <motus/timeline/track.h>

#include <gtest/gtest.h>

#include <limits>

namespace motus::test {
namespace {

using record::KeyInterpolation;
using record::PlaybackMode;

const ValueKind kAllKinds[] = {ValueKind::boolean,     ValueKind::integer,  ValueKind::number,
                               ValueKind::enumeration, ValueKind::text,     ValueKind::vec2,
                               ValueKind::vec3,        ValueKind::vec4,     ValueKind::quat,
                               ValueKind::color,       ValueKind::reference};

// Four keys, unevenly spaced, with values that suit the kind.
std::vector<KeySpec> keys_for(ValueKind kind, KeyInterpolation interpolation) {
    const PropertyValue numbers[4] = {
        float_value(0.25f, -1.5f, 3.0f, 0.5f), float_value(1.75f, 2.0f, -0.5f, 1.0f),
        float_value(-0.5f, 0.125f, 8.0f, 0.25f), float_value(0.0f, 1.0f, 2.0f, 0.75f)};
    const PropertyValue turns[4] = {float_value(0, 0, 0, 1), float_value(0, 0.6f, 0, 0.8f),
                                    float_value(0, -0.6f, 0, -0.8f), float_value(0.6f, 0, 0.8f, 0)};
    const std::int64_t wholes[4] = {3, -14, 1'000'003, 0};
    const std::int64_t hashes[4] = {0x7777'1234'5678'9abc, -5, 17, 0};
    std::vector<KeySpec> keys;
    const std::int64_t frames[4] = {2, 9, 10, 24};
    for (int i = 0; i < 4; ++i) {
        KeySpec key{frames[i], numbers[i], interpolation, {}, {}};
        if (kind == ValueKind::quat) key.value = turns[i];
        // Opposite quaternions are one rotation to slerp; to a spline they are opposite.
        if (kind == ValueKind::quat && i == 2 && interpolation == KeyInterpolation::cubic) {
            key.value = float_value(0, 0.8f, 0, 0.6f);
        }
        if (kind == ValueKind::integer || kind == ValueKind::enumeration) {
            key.value = whole_value(wholes[i]);
        }
        if (kind == ValueKind::boolean) key.value = bool_value(i % 2 == 0);
        if (kind == ValueKind::text || kind == ValueKind::reference) {
            key.value = text_value(NameHash(hashes[i]));
        }
        if (interpolation == KeyInterpolation::cubic) {
            key.in = float_value(0.3f, -0.2f, 0.05f, 0.01f);
            key.out = float_value(-0.4f, 0.1f, 0.0f, 0.02f);
            if (kind == ValueKind::quat) key.in = key.out = float_value(0.01f, 0.02f, 0, 0.01f);
        }
        keys.push_back(key);
    }
    return keys;
}

double difference(ValueKind kind, const PropertyValue& value, const Numbers& expected) {
    if (kind == ValueKind::quat) {
        return distance(expected, Quat{value.v[0], value.v[1], value.v[2], value.v[3]});
    }
    if (width_of(kind) == 0) return std::fabs(static_cast<double>(value.whole) - expected[0]);
    double worst = 0.0;
    for (std::uint32_t i = 0; i < width_of(kind); ++i)
        worst = std::fmax(worst, std::fabs(static_cast<double>(value.v[i]) - expected[i]));
    return worst;
}

// Every kind x interpolation x mode x sign of speed: the clock runs in steps of 1/60 s, the value
// of each step is compared with double arithmetic on the time that has passed.
TEST(TimelineTable, MatchesDoubleReferences) {
    std::size_t compared = 0;
    for (const ValueKind kind : kAllKinds) {
        for (const auto interpolation :
             {KeyInterpolation::step, KeyInterpolation::linear, KeyInterpolation::cubic}) {
            const std::vector<KeySpec> keys = keys_for(kind, interpolation);
            for (const auto mode :
                 {PlaybackMode::one_shot, PlaybackMode::loop, PlaybackMode::ping_pong}) {
                for (const float speed : {1.0f, -1.0f, 0.37f, -2.3f}) {
                    Stage s;
                    s.entity(1);
                    auto& t = s.timeline("t", 30);
                    t.playback_mode = mode;
                    t.playback_speed = speed;
                    t.work_start = 1;
                    t.work_end = 28;
                    s.track({.kind = kind}, keys);
                    const Timelines view = s.view();
                    ASSERT_EQ(check(view), Status::ok);
                    const auto& timeline = view.timelines[0];
                    TimelineClock clock;
                    rewind(timeline, 1.0f, clock);
                    const float dt_s = 1.0f / 60.0f;
                    for (int step = 1; step <= 200; ++step) {
                        TimelineStep out;
                        ASSERT_EQ(advance(timeline, dt_s, 1.0f, clock, out), Status::ok);
                        const double passed = step * static_cast<double>(dt_s);
                        const double frame = reference_frame(mode, passed, speed, 30, 1, 28);
                        EXPECT_NEAR(frame_at(timeline, out.time), frame, 1e-5);
                        PropertyValue value;
                        ASSERT_TRUE(sample(keys_of(view, view.tracks[0]),
                                           key_frame_at(timeline, out.time), value));
                        // Where a key is closer than the clock's tick, either side is right; so is
                        // either neighbour where an integer is about to round.
                        double best = 1e9;
                        for (const double nudge : {0.0, -2e-6, 2e-6}) {
                            const Numbers expected = reference_value(kind, keys, frame + nudge);
                            best = std::fmin(best, difference(kind, value, expected));
                        }
                        const double allowed = kind == ValueKind::integer ? 1.0 : 2e-5;
                        EXPECT_LE(best,
                                  width_of(kind) == 0 && kind != ValueKind::integer ? 0.0 : allowed)
                            << "kind " << int(kind) << " interpolation " << int(interpolation)
                            << " mode " << int(mode) << " speed " << speed << " step " << step;
                        ++compared;
                    }
                }
            }
        }
    }
    EXPECT_EQ(compared, 11u * 3 * 3 * 4 * 200);
}

// On exact frames nothing is allowed for.
TEST(TimelineTable, ValuesAtFramesAreClose) {
    for (const ValueKind kind : kAllKinds) {
        for (const auto interpolation :
             {KeyInterpolation::step, KeyInterpolation::linear, KeyInterpolation::cubic}) {
            Stage s;
            s.entity(1);
            s.timeline("t", 30);
            const std::vector<KeySpec> keys = keys_for(kind, interpolation);
            s.track({.kind = kind}, keys);
            const Timelines view = s.view();
            for (int quarter = -8; quarter <= 140; ++quarter) {
                const double frame = 0.25 * quarter;
                PropertyValue value;
                ASSERT_TRUE(sample(keys_of(view, view.tracks[0]), frame, value));
                const Numbers expected = reference_value(kind, keys, frame);
                EXPECT_LE(difference(kind, value, expected), width_of(kind) == 0 ? 0.0 : 1.5e-6)
                    << "kind " << int(kind) << " interpolation " << int(interpolation) << " frame "
                    << frame;
            }
        }
    }
}

TEST(TimelineTrack, EndsHoldAndKeysAreExact) {
    for (const ValueKind kind : kAllKinds) {
        for (const auto interpolation :
             {KeyInterpolation::step, KeyInterpolation::linear, KeyInterpolation::cubic}) {
            Stage s;
            s.entity(1);
            s.timeline("t", 30);
            const std::vector<KeySpec> keys = keys_for(kind, interpolation);
            s.track({.kind = kind}, keys);
            const Timelines view = s.view();
            const TrackKeys track = keys_of(view, view.tracks[0]);
            PropertyValue value;
            ASSERT_TRUE(sample(track, -1e9, value));
            EXPECT_TRUE(same_value(kind, value, keys.front().value));
            ASSERT_TRUE(sample(track, 1e9, value));
            EXPECT_TRUE(same_value(kind, value, keys.back().value));
            ASSERT_TRUE(sample(track, std::numeric_limits<double>::quiet_NaN(), value));
            EXPECT_TRUE(same_value(kind, value, keys.front().value));
            for (const KeySpec& key : keys) {
                if (kind == ValueKind::quat) continue;
                ASSERT_TRUE(sample(track, static_cast<double>(key.frame), value));
                EXPECT_TRUE(same_value(kind, value, key.value)) << key.frame;
            }
        }
    }
}

// A threshold binding at a key's value must not flip while the property stands still.
TEST(TimelineTrack, EqualKeysAreConstantAndNothingLeavesTheKeys) {
    Random random(3);
    for (const KeyInterpolation interpolation :
         {KeyInterpolation::linear, KeyInterpolation::cubic}) {
        for (int round = 0; round < 200; ++round) {
            Stage s;
            s.entity(1);
            s.timeline("t", 100);
            const float a = round == 0 ? 0.7f : random.range(-9.0f, 9.0f);
            const float b = round % 3 == 1 ? std::nextafterf(a, 100.0f) : random.range(-9.0f, 9.0f);
            const PropertyValue equal = float_value(a, 3e38f, -a, 1e-40f);
            const PropertyValue other = float_value(b, -3e38f, -a, -1e-40f);
            const auto vec4 = ValueKind::vec4;
            s.track({.kind = vec4}, {{0, equal, interpolation}, {37, equal, interpolation}});
            s.track({.kind = vec4}, {{0, equal, interpolation}, {37, other, interpolation}});
            for (int i = 0; i <= 40; ++i) {
                const double frame = i < 38 ? i : 37.0 * random.unit();
                PropertyValue value;
                ASSERT_TRUE(sample(keys_of(s.view(), s.tracks_[0]), frame, value));
                ASSERT_TRUE(same_value(vec4, value, equal)) << frame;
                ASSERT_TRUE(sample(keys_of(s.view(), s.tracks_[1]), frame, value));
                for (int c = 0; c < 4; ++c) {
                    ASSERT_GE(value.v[c], std::fmin(equal.v[c], other.v[c])) << frame;
                    ASSERT_LE(value.v[c], std::fmax(equal.v[c], other.v[c])) << frame;
                }
            }
        }
    }
}

TEST(TimelineTrack, EqualRotationsReturnTheKey) {
    Random random(4);
    for (int round = 0; round < 200; ++round) {
        const Quat q = random.rotation();
        const PropertyValue key = float_value(q.x, q.y, q.z, q.w);
        const PropertyValue turned = float_value(-q.x, -q.y, -q.z, -q.w);
        Stage s;
        s.entity(1);
        s.timeline("t", 100);
        s.track({.kind = ValueKind::quat}, {{0, key}, {20, key}, {40, turned}});
        for (int i = 0; i < 40; ++i) {
            PropertyValue value;
            ASSERT_TRUE(sample(keys_of(s.view(), s.tracks_[0]), i + 0.3, value));
            ASSERT_TRUE(same_value(ValueKind::quat, value, key)) << i;
        }
    }
}

TEST(TimelineTrack, OneKeyIsConstantAndNoneWritesNothing) {
    Stage s;
    s.entity(1);
    s.timeline("t", 30);
    s.track({}, {{5, float_value(3.5f), KeyInterpolation::cubic}});
    s.track({.property = 1 << 16 | 2}, {});
    const Timelines view = s.view();
    PropertyValue value = float_value(-1);
    EXPECT_TRUE(sample(keys_of(view, view.tracks[0]), 0, value));
    EXPECT_EQ(value.v[0], 3.5f);
    value = float_value(-1);
    EXPECT_FALSE(sample(keys_of(view, view.tracks[1]), 0, value));
    EXPECT_EQ(value.v[0], -1.0f);
}

// Tangents are value per frame: doubling the distance of two keys doubles what they do.
TEST(TimelineTrack, TangentsAreScaledByTheInterval) {
    for (const int length : {1, 10, 400}) {
        Stage s;
        s.entity(1);
        s.timeline("t", 1000);
        s.track({}, {{0, float_value(0), KeyInterpolation::cubic, {}, float_value(0.5f)},
                     {length, float_value(0), KeyInterpolation::cubic}});
        PropertyValue value;
        ASSERT_TRUE(sample(keys_of(s.view(), s.tracks_[0]), 0.25 * length, value));
        // h10(0.25) = 0.140625
        EXPECT_NEAR(value.v[0], 0.140625 * 0.5 * length, 1e-5 * length);
    }
}

TEST(TimelineTrack, FindsItsSegmentAmongMany) {
    Stage s;
    s.entity(1);
    s.timeline("t", 1000);
    std::vector<KeySpec> keys;
    for (int i = 0; i < 300; ++i)
        keys.push_back({3 * i, float_value(static_cast<float>(i * i))});
    s.track({}, keys);
    const Timelines view = s.view();
    for (double frame = 0; frame < 900; frame += 0.7) {
        PropertyValue value;
        ASSERT_TRUE(sample(keys_of(view, view.tracks[0]), frame, value));
        EXPECT_NEAR(value.v[0], reference_value(ValueKind::number, keys, frame)[0], 0.01);
    }
}

TEST(TimelineTrack, SamplingAllocatesNothing) {
    Stage s;
    s.entity(1);
    s.timeline("t", 30);
    s.track({.kind = ValueKind::quat}, keys_for(ValueKind::quat, KeyInterpolation::cubic));
    const Timelines view = s.view();
    const AllocCounter allocations;
    PropertyValue value;
    bool all = true;
    for (int i = 0; i < 100; ++i)
        all = sample(keys_of(view, view.tracks[0]), 0.3 * i, value) && all;
    EXPECT_EQ(allocations.count(), 0u);
    EXPECT_TRUE(all);
}

// Also those that a double cannot hold.
TEST(TimelineTrack, TheLargestIntegersStayWhereTheyAre) {
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
    constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
    constexpr std::int64_t kOdd = (std::int64_t{1} << 53) + 1;
    for (const KeyInterpolation interpolation :
         {KeyInterpolation::linear, KeyInterpolation::cubic}) {
        for (const std::int64_t extreme : {kMost, kLeast, kOdd, -kOdd, kMost - 1}) {
            Stage s;
            s.entity(1);
            s.timeline("t", 10);
            s.track({.kind = ValueKind::integer},
                    {{0, whole_value(extreme), interpolation}, {10, whole_value(extreme)}});
            PropertyValue value;
            ASSERT_TRUE(sample(keys_of(s.view(), s.tracks_[0]), 5.0, value));
            EXPECT_EQ(value.whole, extreme);
        }
    }
    Stage s;
    s.entity(1);
    s.timeline("t", 10);
    s.track({.kind = ValueKind::integer}, {{0, whole_value(kOdd)}, {10, whole_value(kOdd + 2)}});
    for (double frame = 0.0; frame <= 10.0; frame += 0.25) {
        PropertyValue value;
        ASSERT_TRUE(sample(keys_of(s.view(), s.tracks_[0]), frame, value));
        EXPECT_GE(value.whole, kOdd) << frame;
        EXPECT_LE(value.whole, kOdd + 2) << frame;
    }
}

}  // namespace
}  // namespace motus::test
