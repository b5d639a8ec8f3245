// tests/clip/clip_test.cpp - building clips: what they promise, and every fault.
// SPDX-License-Identifier: MIT
#include <motus/clip/build.h>
#include <tests/support/rigs.h>

#include <gtest/gtest.h>
#include <cmath>
#include <limits>
#include <tuple>

namespace motus::test {
namespace {

const float kNan = std::numeric_limits<float>::quiet_NaN();
const float kInfinity = std::numeric_limits<float>::infinity();

TEST(Clip, RandomClipsKeepEveryPromise) {
    Random random(1);
    for (int i = 0; i < 200; ++i) {
        ClipDraft draft;
        for (std::uint32_t j = 0; j < 20; ++j) {
            for (const auto kind :
                 {TrackKind::translation, TrackKind::rotation, TrackKind::scale}) {
                if (random.below(3) == 0) continue;
                draft.add_any(kind, 19 - j, 9, random);
            }
        }
        const std::uint32_t weights = 1 + random.below(40);
        draft.add_any(TrackKind::weights, 5, 5, random, weights);
        const auto built = draft.build();
        ASSERT_TRUE(built.has_value()) << to_string(built.error());
        const Clip clip = *built;
        ASSERT_EQ(clip.tracks.size(), draft.tracks.size());
        Ticks longest{};
        for (std::size_t t = 0; t < clip.tracks.size(); ++t) {
            const TrackRecord& r = clip.tracks[t];
            ASSERT_GE(r.key_count, 1u);
            ASSERT_LE(std::size_t{r.time_start} + r.key_count, clip.times.size());
            const std::size_t per_key =
                r.width * (r.interpolation == Interpolation::cubic_spline ? 3u : 1u);
            ASSERT_LE(r.value_start + r.key_count * per_key, clip.values.size());
            for (std::uint32_t k = 1; k < r.key_count; ++k) {
                ASSERT_LT(clip.times[r.time_start + k - 1], clip.times[r.time_start + k]);
            }
            longest = std::max(longest, clip.times[r.time_start + r.key_count - 1]);
            if (r.kind == TrackKind::weights) {
                ASSERT_LE(r.target + r.width, clip.weight_limit);
            } else {
                ASSERT_LT(r.target, clip.joint_limit);
                ASSERT_EQ(r.width, r.kind == TrackKind::rotation ? 4u : 3u);
            }
            if (t == 0) continue;
            const TrackRecord& before = clip.tracks[t - 1];
            ASSERT_LT(std::tuple(before.kind, before.interpolation, before.target),
                      std::tuple(r.kind, r.interpolation, r.target));
        }
        ASSERT_EQ(clip.duration, longest);
    }
}

TEST(Clip, EqualTimesKeepTheLastValue) {
    ClipDraft draft;
    draft.add(TrackKind::translation, Interpolation::linear, 0, {{0}, {5}, {5}, {5}, {9}},
              {0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4});
    const auto built = draft.build();
    ASSERT_TRUE(built.has_value());
    const Clip clip = *built;
    ASSERT_EQ(clip.tracks[0].key_count, 3u);
    EXPECT_EQ(clip.times[1].value, 5);
    EXPECT_EQ(clip.values[3], 3.0f);
    EXPECT_EQ(clip.values[6], 4.0f);
}

TEST(Clip, RotationKeysBecomeUnit) {
    ClipDraft draft;
    draft.add(TrackKind::rotation, Interpolation::linear, 0, {{0}, {5}},
              {0, 0, 0, 10, 1e-20f, 0, 0, 1e-20f});
    const auto built = draft.build();
    ASSERT_TRUE(built.has_value());
    EXPECT_EQ(built->view().values[3], 1.0f);
    EXPECT_NEAR(built->view().values[4], std::sqrt(0.5), 1e-7);
}

TEST(Clip, DurationIsTheLargestKeyUnlessGiven) {
    ClipDraft draft;
    draft.add(TrackKind::translation, Interpolation::step, 0, {{10}, {20}}, {0, 0, 0, 1, 1, 1});
    draft.add(TrackKind::scale, Interpolation::step, 0, {{30}}, {1, 1, 1});
    EXPECT_EQ(draft.build()->view().duration.value, 30);
    EXPECT_EQ(draft.build({15})->view().duration.value, 15);
    EXPECT_EQ(draft.build({100})->view().duration.value, 100);
    EXPECT_EQ(draft.build({0})->view().duration.value, 0);
    EXPECT_FALSE(draft.build(kMaxTicks).has_value());
    EXPECT_EQ(ClipDraft{}.build()->view().duration.value, 0) << "no tracks: one rest frame";
}

struct Fault {
    const char* code;
    const char* place;
    void (*plant)(ClipDraft&);
};

const Fault kFaults[] = {
    {"clip-empty", "tracks[1].times",
     [](ClipDraft& d) { d.tracks[1].times.clear(), d.tracks[1].values.clear(); }},
    {"clip-size", "tracks[0].values", [](ClipDraft& d) { d.tracks[0].values.pop_back(); }},
    {"clip-size", "tracks[0].values", [](ClipDraft& d) { d.tracks[0].values.push_back(0); }},
    {"clip-size", "tracks[0].values", [](ClipDraft& d) { d.tracks[0].values.clear(); }},
    {"clip-size", "tracks[1].values",
     [](ClipDraft& d) { d.tracks[1].interpolation = Interpolation::cubic_spline; }},
    {"clip-time", "tracks[0].times[0]", [](ClipDraft& d) { d.tracks[0].times[0] = {-1}; }},
    {"clip-time", "tracks[0].times[1]", [](ClipDraft& d) { d.tracks[0].times[1] = kMaxTicks; }},
    {"clip-time", "tracks[1].times[1]", [](ClipDraft& d) { d.tracks[1].times[0] = {2000}; }},
    {"clip-value", "tracks[0].values[4]", [](ClipDraft& d) { d.tracks[0].values[4] = kNan; }},
    {"clip-value", "tracks[1].values[7]", [](ClipDraft& d) { d.tracks[1].values[7] = kInfinity; }},
    {"clip-value", "tracks[2].values[0]", [](ClipDraft& d) { d.tracks[2].values[0] = -kInfinity; }},
    {"clip-rotation", "tracks[1].values[4]",
     [](ClipDraft& d) {
         for (int c = 4; c < 8; ++c)
             d.tracks[1].values[c] = 0.0f;
     }},
    {"clip-rotation", "tracks[3].values[4]",
     [](ClipDraft& d) {
         d.add(TrackKind::rotation, Interpolation::cubic_spline, 9, {{0}},
               {1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1});
     }},
    {"clip-width", "tracks[2].width", [](ClipDraft& d) { d.tracks[2].width = 0; }},
    {"clip-target", "tracks[0].target", [](ClipDraft& d) { d.tracks[0].target = kNoJoint; }},
    {"clip-target", "tracks[2].target", [](ClipDraft& d) { d.tracks[2].target = 0xfffffffe; }},
    {"clip-twice", "tracks[3]",
     [](ClipDraft& d) {
         d.add(TrackKind::translation, Interpolation::step, 0, {{0}}, {0, 0, 0});
     }},
    {"clip-twice", "tracks[3]",
     [](ClipDraft& d) {  // overlaps the last of two weights
         d.add(TrackKind::weights, Interpolation::step, 4, {{0}}, {0, 0}, 2);
     }},
};

TEST(ClipFaults, EachNamesItsPlace) {
    for (const Fault& fault : kFaults) {
        ClipDraft draft;
        draft.add(TrackKind::translation, Interpolation::linear, 0, {{0}, {1000}},
                  {0, 0, 0, 1, 1, 1});
        draft.add(TrackKind::rotation, Interpolation::linear, 0, {{0}, {1000}},
                  {0, 0, 0, 1, 0, 1, 0, 0});
        draft.add(TrackKind::weights, Interpolation::linear, 3, {{0}}, {0, 0}, 2);
        ASSERT_TRUE(draft.build().has_value());
        fault.plant(draft);
        const auto built = draft.build();
        ASSERT_FALSE(built.has_value()) << fault.code << ' ' << fault.place;
        EXPECT_EQ(built.error().code, fault.code);
        EXPECT_EQ(built.error().place, fault.place) << to_string(built.error());
        EXPECT_FALSE(built.error().cause.empty());
    }
}

}  // namespace
}  // namespace motus::test
