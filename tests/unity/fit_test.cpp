// Weighted tangents and angles as plain keys: how close, with how many keys, and who gets them.
// SPDX-License-Identifier: MIT
#include <motus/import/unity/clip_convert.h>
#include <motus/import/unity/import.h>
#include <tests/support/rounds.h>
#include <tests/unity/anim_text.h>

#include <algorithm>

namespace motus::unity {
namespace {

using namespace test;

ClipCurve clip_curve(const std::vector<RefCurve>& parts, CurveTarget target) {
    ClipCurve out;
    out.target = target;
    out.path = "Hips";
    for (const RefCurve& part : parts) {
        Curve& curve = out.parts.emplace_back();
        for (const RefKey& key : part) {
            curve.keys.push_back({key.time, key.value, key.in, key.out, key.in_weight,
                                  key.out_weight, (key.mode & 1) != 0, (key.mode & 2) != 0});
        }
    }
    return out;
}

UnityClip clip_of(const std::vector<ClipCurve>& curves) {
    UnityClip clip;
    clip.curves = curves;
    for (const ClipCurve& curve : curves)
        clip.stop = std::max(clip.stop, curve.parts[0].keys.back().time);
    return clip;
}

/// The cubic between the keys about a tick.
double value_at(const FitKeys& keys, std::size_t width, std::size_t part, Ticks time) {
    const auto next = std::upper_bound(keys.times.begin(), keys.times.end(), time);
    if (next == keys.times.end()) return keys.values[(keys.times.size() - 1) * width + part];
    const auto k = static_cast<std::size_t>(next - keys.times.begin()) - 1;
    const std::size_t a = k * width + part, b = a + width;
    const double length = seconds_of(keys.times[k + 1] - keys.times[k]);
    const double t = seconds_of(time - keys.times[k]) / length, u = 1 - t;
    const double c1 = keys.values[a] + length * keys.out[a] / 3;
    const double c2 = keys.values[b] - length * keys.in[b] / 3;
    return u * u * u * keys.values[a] + 3 * u * u * t * c1 + 3 * u * t * t * c2 +
           t * t * t * keys.values[b];
}

/// Where a segment stands upright, if it does.
double steepest(const RefKey& a, const RefKey& b) {
    double best = 0, at = 0;
    const double x1 = a.out_weight, x2 = 1 - b.in_weight;
    for (int i = 0; i <= 1000; ++i) {
        const double s = i / 1000.0, r = 1 - s;
        const double speed = 3 * r * r * x1 + 6 * r * s * (x2 - x1) + 3 * s * s * (1 - x2);
        if (i == 0 || speed < best) {
            best = speed;
            at = 3 * r * r * s * x1 + 3 * r * s * s * x2 + s * s * s;
        }
    }
    return a.time + at * (b.time - a.time);
}

/// The largest error of a part in some segments, times 1 / max(1, value), beside what a curve moves
/// in a tick: keys stand on ticks. Looked at more closely where a segment is steepest.
double error_between(const FitKeys& keys, std::size_t width, std::size_t part,
                     const RefCurve& curve, std::size_t first, std::size_t last) {
    double worst = 0;
    const auto look = [&](Ticks time) {
        const double wanted = reference(curve, seconds_of(time));
        const double half = 0.5 / static_cast<double>(kTicksPerSecond);
        const double moved = std::fabs(reference(curve, seconds_of(time) + half) -
                                       reference(curve, seconds_of(time) - half));
        const double error = std::fabs(value_at(keys, width, part, time) - wanted) - moved;
        worst = std::max(worst, error / std::max(1.0, std::fabs(wanted)));
    };
    for (std::size_t k = first; k < last; ++k) {
        const double length = curve[k + 1].time - curve[k].time;
        const Ticks upright = ticks_of_seconds(steepest(curve[k], curve[k + 1]));
        for (int i = 1; i < 200; ++i) {
            const Ticks time = ticks_of_seconds(curve[k].time + length * i / 200);
            if (time != upright) look(time);  // there a last bit of time is 1e-5 of the value
        }
        for (std::int64_t step = 1; step < 100'000'000; step = step * 3 / 2 + 1) {
            for (const Ticks time : {upright - Ticks{step}, upright + Ticks{step}}) {
                const double t = seconds_of(time);
                if (t > curve[k].time + 1e-8 && t < curve[k + 1].time - 1e-8) look(time);
            }
        }
    }
    return worst;
}

std::vector<RefCurve> heavy(Random& random, std::size_t parts, std::size_t count, double range) {
    std::vector<RefCurve> out(parts);
    double time = 0;
    for (std::size_t k = 0; k < count; ++k) {
        for (RefCurve& curve : out) {
            const auto weight = [&random] {  // the ends of the range as often as what is between
                const std::uint32_t kind = random.below(4);
                return kind == 0 ? 0.0 : kind == 1 ? 1.0 : static_cast<double>(random.unit());
            };
            const auto slope = [&] {
                return random.below(3) == 0 ? 0.0 : 10 * range * (random.unit() * 2.0 - 1.0);
            };
            curve.push_back({time, range * (random.unit() * 2.0 - 1.0), slope(), slope(), 3,
                             weight(), weight()});
        }
        time += (1 + random.below(60)) / 30.0;
    }
    for (RefCurve& curve : out)
        curve = as_floats(curve);
    return out;
}

constexpr double kDocumented = 2e-6;

TEST(UnityFit, WeightsUpToOneAndUprightCurvesAreWithinTheBound) {
    Random random(61);
    for (int round = 0; round < rounds(40); ++round) {
        const double range = round % 3 == 0 ? 100.0 : 1.0;
        const auto p = heavy(random, 3, 6, range);
        const ClipCurve curve = clip_curve(p, CurveTarget::scale);
        const UnityClip clip = clip_of({curve});
        FitRoom room(clip, kExtraKeys);
        const FitKeys keys = convert_curve(clip, curve, room);
        EXPECT_FALSE(keys.exhausted);
        EXPECT_LE(keys.error, kDocumented);
        for (std::size_t c = 0; c < 3; ++c)
            ASSERT_LE(error_between(keys, 3, c, p[c], 0, 5), kDocumented) << round;
    }
}

// Every segment needs many keys: the last ones get theirs as the first ones do.
TEST(UnityFit, AHundredUprightSegmentsAreWithinTheBound) {
    std::vector<RefCurve> p(3);
    for (int i = 0; i < 100; ++i) {
        for (std::size_t c = 0; c < 3; ++c) {
            const double value = c == 0 ? i % 2 * 90 : c == 1 ? i % 5 : i % 3;
            p[c].push_back({static_cast<double>(i), value, 0, 0, 3, 1, 1});
        }
    }
    const ClipCurve curve = clip_curve(p, CurveTarget::scale);
    const UnityClip clip = clip_of({curve});
    FitRoom room(clip, kExtraKeys);
    const FitKeys keys = convert_curve(clip, curve, room);
    EXPECT_FALSE(keys.exhausted);
    RecordProperty("keys", static_cast<int>(keys.added));
    for (std::size_t c = 0; c < 3; ++c)
        EXPECT_LE(error_between(keys, 3, c, p[c], 0, rounds(std::size_t{99})), kDocumented);
}

// Where the keys do not suffice, all get worse alike, and the error that is told is the true one.
TEST(UnityFit, TooLittleRoomIsSharedByAllSegments) {
    Random random(62);
    std::vector<RefCurve> p(1);
    for (int i = 0; i < 200; ++i)
        p[0].push_back({static_cast<double>(i), i % 2 * 1.0, 0, 0, 3, 0.9, 0.9});
    const ClipCurve curve = clip_curve(p, CurveTarget::number);
    const UnityClip clip = clip_of({curve, curve});
    FitRoom room(clip, FitRoom::kPartOfClip * 2 * 200 * 8);
    const FitKeys first = convert_curve(clip, curve, room);
    const FitKeys second = convert_curve(clip, curve, room);
    EXPECT_TRUE(first.exhausted);
    EXPECT_LE(room.spent(), 2u * 200 * 8);
    EXPECT_NEAR(static_cast<double>(first.added), static_cast<double>(second.added), 2.0);
    const double start = error_between(first, 1, 0, p[0], 0, 20);
    const double end = error_between(first, 1, 0, p[0], 179, 199);
    EXPECT_LE(end, 1.5 * start);
    EXPECT_LE(start, 1.5 * end);
    EXPECT_LE(std::max(start, end), 1.5 * first.error);
    EXPECT_LE(first.error, 1.5 * std::max(start, end));
}

// Clips come one after the other: what all get is bounded, and the last get some.
TEST(UnityFit, ManyClipsShareTheKeysOfAnImport) {
    std::vector<RefCurve> p(1);
    for (int i = 0; i < 2000; ++i)
        p[0].push_back({static_cast<double>(i), i % 2 * 1.0, 0, 0, 3, 0.9, 0.9});
    const UnityClip clip = clip_of({clip_curve(p, CurveTarget::number)});
    std::size_t left = kExtraKeys;
    for (int i = 0; i < 20; ++i) {
        FitRoom room(clip, left);
        const std::size_t share = room.share(1999);
        EXPECT_GT(share, 100u);
        EXPECT_LE(share, left / 4);
        left -= share;
    }
    // Of many morph targets a key is many numbers: it counts for more.
    std::vector<RefCurve> short_one(1);
    for (int i = 0; i < 5; ++i)
        short_one[0].push_back({static_cast<double>(i), i % 2 * 100.0, 0, 0, 3, 0.9, 0.9});
    const ClipCurve target = clip_curve(short_one, CurveTarget::number);
    const UnityClip face = clip_of({target});
    FitRoom room(face, 4 * 400);
    const std::vector<const ClipCurve*> targets(40, &target);
    const FitKeys keys = fit_curves(face, targets, 0.01, room);
    EXPECT_LE(keys.added, 40u);
    EXPECT_EQ(room.spent(), 10 * keys.added);
}

// For a look at a file no keys are made.
TEST(UnityFit, KeysStayAsTheyAreWhenNoFitIsWanted) {
    Random random(64);
    AnimText anim;
    anim.position = curve_text("Hips", heavy(random, 3, 6, 1.0));
    anim.stop = 2;
    ImportOptions options;
    options.text = anim.text();
    options.clips_path = "clips.glb";
    Diagnostics diagnostics;
    const auto fitted = import_clip(options, diagnostics);
    options.fit = false;
    const auto plain = import_clip(options, diagnostics);
    ASSERT_TRUE(fitted);
    ASSERT_TRUE(plain);
    EXPECT_LT(plain->clips_glb.size(), fitted->clips_glb.size() / 4);
}

TEST(UnityFit, NoKeysAreAddedWhereTangentsArePlain) {
    Random random(63);
    const ClipCurve curve =
        clip_curve(random_curves(random, 3, false, true, 1.0), CurveTarget::position);
    const UnityClip clip = clip_of({curve});
    FitRoom room(clip, kExtraKeys);
    EXPECT_EQ(convert_curve(clip, curve, room).added, 0u);
    EXPECT_EQ(room.share(1), 0u);
}

}  // namespace
}  // namespace motus::unity
