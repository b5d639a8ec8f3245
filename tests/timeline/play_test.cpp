// SPDX-License-Identifier: MIT
#include "stage.h"

#include "../support/alloc_counter.h"

#include <motus/timeline/evaluate.h>
#include <motus/timeline/track.h>

#include <gtest/gtest.h>

#include <array>
#include <random>

namespace motus::test {
namespace {

constexpr std::uint32_t kThing = 1000;
constexpr std::uint32_t thing_id(std::uint32_t number) {
    return kThing << 16 | number;
}

/// Members that are copied to, and some that only a setter can fill.
struct Thing {
    float one = -1;
    std::array<float, 2> two{-1, -2};
    std::array<float, 3> three{-1, -2, -3};
    std::array<float, 4> four{-1, -2, -3, -4}, turn{0, 0, 0, 1};
    std::int64_t whole = -5;
    bool on = false;
    float hidden = 3;
    float after = 77;  ///< Nobody's: what is written too far shows here.

    [[nodiscard]] float half() const { return hidden * 0.5f; }
    void set_half(float value) { hidden = value * 2.0f; }
    bool operator==(const Thing&) const = default;
};
constexpr PropertyDef kRows[] = {
    property<&Thing::one>(thing_id(1)),
    property<&Thing::two>(thing_id(2)),
    property<&Thing::three>(thing_id(3)),
    property<&Thing::four>(thing_id(4), ValueKind::color),
    property<&Thing::turn>(thing_id(5), ValueKind::quat),
    property<&Thing::whole>(thing_id(6)),
    property<&Thing::on>(thing_id(7)),
    property<&Thing::half, &Thing::set_half>(thing_id(8)),
};
constexpr ComponentDef kThingTypes[] = {{kThing, kRows}};
constexpr ValueKind kThingKinds[] = {ValueKind::number,  ValueKind::vec2,  ValueKind::vec3,
                                     ValueKind::color,   ValueKind::quat,  ValueKind::integer,
                                     ValueKind::boolean, ValueKind::number};

/// Tracks of every kind: keyed at frames of their own, or at those of the track before.
class RandomTracks {
  public:
    explicit RandomTracks(std::uint32_t seed) : random_(seed) {
        stage.entity(1);
        stage.timeline("inner", 25).playback_mode = record::PlaybackMode::ping_pong;
        add_tracks(3);
        auto& outer = stage.timeline("outer", 40);
        outer.snap_fps = 24.0f;
        outer.key_rate = 60;
        add_tracks(6);
        stage.nested(0, 11, -0.75f);
        add_tracks(6);
    }
    Stage stage;

  private:
    int below(int bound) { return static_cast<int>(random_() % static_cast<unsigned>(bound)); }
    float number() { return static_cast<float>(below(2001) - 1000) * 0.01f; }
    PropertyValue value() {
        PropertyValue v = float_value(number(), number(), number(), number());
        v.whole = below(100) - 50;
        return v;
    }
    void add_tracks(int count) {
        for (int i = 0; i < count; ++i) {
            if (i == 0 || below(2) == 0) {
                frames_.clear();
                std::int64_t frame = below(30) - 10;
                for (int k = below(4) == 0 ? 20 : 1 + below(4); k > 0; --k)
                    frames_.push_back(frame += 1 + below(20));
            }
            const auto kind = static_cast<std::uint32_t>(below(8));
            std::vector<KeySpec> keys;
            for (const std::int64_t frame : frames_) {
                const auto way = static_cast<record::KeyInterpolation>(below(3));
                keys.push_back({frame, value(), way, value(), value()});
            }
            TrackSpec spec{0, kThing, thing_id(kind + 1), kThingKinds[kind], kind};
            spec.muted = below(8) == 0;
            stage.track(spec, below(10) == 0 ? std::vector<KeySpec>{} : keys);
        }
    }
    std::mt19937 random_;
    std::vector<std::int64_t> frames_;
};

/// Track by track through setters, with nothing but the records.
void play_plainly(const Timelines& t, std::uint32_t timeline, Ticks time, bool snap, Thing& out) {
    const record::AnimationTimeline& owner = t.timelines[timeline];
    if (snap) time = snapped(owner, time);
    for (const record::AnimationTrack& track :
         t.tracks.subspan(owner.tracks.start, owner.tracks.count)) {
        if (track.muted) continue;
        if (track.kind == record::TrackKind::timeline) {
            const record::AnimationTimeline& inner = t.timelines[track.timeline];
            play_plainly(t, track.timeline, nested_time(owner, track, inner, time), snap, out);
            continue;
        }
        PropertyValue value;
        if (!sample(keys_of(t, track), key_frame_at(owner, time), value)) continue;
        kRows[t.bindings[track.binding].property_index_hint].set(&out, value);
    }
}

struct Instances {
    Instances(const TimelineSet& set, std::size_t count)
        : things(count), bound(count * set.channels.size()) {
        const std::size_t channels = set.channels.size();
        std::vector<PropertyValue> base(channels);
        for (std::size_t i = 0; i < count; ++i) {
            const PropertyHost host{kThingTypes,
                                    [](void* user, const TargetQuery&) noexcept { return user; },
                                    &things[i]};
            EXPECT_EQ(run(BindJob{set, host, {&bound[i * channels], channels}, base}), Status::ok);
        }
    }
    std::vector<Thing> things;
    std::vector<BoundProperty> bound;
};

TEST(PlayTimelines, ManyAtOnceAreAsOneByOne) {
    constexpr std::size_t kCount = 150;  // two blocks and a part of one
    std::size_t differ = 0;
    for (std::uint32_t seed = 0; seed < 60; ++seed) {
        const RandomTracks tracks(seed);
        ASSERT_EQ(check(tracks.stage.view()), Status::ok);
        const TimelineIndex index(tracks.stage.view());
        const TimelineSet set = index.set();
        const std::size_t channels = set.channels.size();
        const bool snap = seed % 2 != 0;
        std::vector<Ticks> times;
        for (std::size_t i = 0; i < kCount; ++i)
            times.push_back(ticks_of_frames(static_cast<std::int64_t>(i) - 20, 60) +
                            Ticks{static_cast<std::int64_t>(i % 3 * 777)});
        Instances many(set, kCount), single(set, kCount);
        std::vector<Thing> plain(kCount);
        ASSERT_EQ(run(PlayTimelinesJob{set, 1, times, snap, many.bound}), Status::ok);
        for (std::size_t i = 0; i < kCount; ++i) {
            ASSERT_EQ(run(PlayTimelineJob{
                          set, 1, times[i], snap, {&single.bound[i * channels], channels}}),
                      Status::ok);
            play_plainly(set.timelines, 1, times[i], snap, plain[i]);
            ASSERT_TRUE(single.things[i] == plain[i]) << seed << " " << i;
            ASSERT_TRUE(many.things[i] == plain[i]) << seed << " " << i;
            differ += plain[i] == Thing{} ? 0 : 1;
        }
    }
    EXPECT_GT(differ, 8000u);
}

TEST(PlayTimelines, AClockOfTheSetMovesAsOneOfTheRecord) {
    const RandomTracks tracks(3);
    const TimelineIndex index(tracks.stage.view());
    const TimelineSet set = index.set();
    for (std::uint32_t t = 0; t < 2; ++t) {
        TimelineClock a, b;
        for (int i = 0; i < 500; ++i) {
            const float dt = 0.001f * static_cast<float>(i % 37), speed = i % 50 < 30 ? 1.3f : -2;
            TimelineStep x, y;
            ASSERT_EQ(advance(set, t, dt, speed, a, x), Status::ok);
            ASSERT_EQ(advance(set.timelines.timelines[t], dt, speed, b, y), Status::ok);
            ASSERT_EQ(x.time, y.time);
            ASSERT_EQ(a.head, b.head);
            ASSERT_EQ(a.step, b.step);
            ASSERT_EQ(x.entered, y.entered);
        }
    }
    TimelineClock clock;
    TimelineStep step;
    EXPECT_EQ(advance(set, 2, 0.1f, 1, clock, step), Status::missing);
    EXPECT_EQ(advance(set, 0, 0.1f, std::numeric_limits<float>::infinity(), clock, step),
              Status::bad_argument);
    EXPECT_EQ(clock.head, Playhead{}) << "a step that failed moves nothing";
    EXPECT_EQ(clock.step, TickRemainder{});
}

TEST(PlayTimelines, SizesAreCheckedAndNothingIsAllocated) {
    const RandomTracks tracks(5);
    const TimelineIndex index(tracks.stage.view());
    const TimelineSet set = index.set();
    Instances many(set, 70);
    const std::vector<Ticks> times(70), more(71);
    PlayTimelinesJob job{set, 1, times, false, many.bound};
    const AllocCounter allocations;
    const Status ok = run(job);
    EXPECT_EQ(allocations.count(), 0u);
    EXPECT_EQ(ok, Status::ok);
    job.times = more;
    EXPECT_EQ(run(job), Status::bad_size);
    job.times = {};
    EXPECT_EQ(run(job), Status::ok);
    job.timeline = 2;
    EXPECT_EQ(run(job), Status::missing);
}

}  // namespace
}  // namespace motus::test
