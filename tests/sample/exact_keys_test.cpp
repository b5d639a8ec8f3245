// tests/sample/exact_keys_test.cpp - between equal keys nothing moves, and nothing leaves two keys.
// SPDX-License-Identifier: MIT
#include <motus/clip/build.h>
#include <motus/pose/pose_buffer.h>
#include <motus/sample/sample.h>
#include <motus/skeleton/build.h>
#include <tests/support/random.h>
#include <tests/support/simd_targets.h>

#include <gtest/gtest.h>
#include <cmath>
#include <cstring>
#include <vector>

namespace motus::test {
namespace {

constexpr std::uint32_t kJoints = 21;
const Ticks kTimes[] = {{0}, {kTicksPerSecond / 3}};

SkeletonBuffer make_row() {
    std::vector<JointDesc> joints(kJoints);
    std::vector<std::string> names;
    for (std::uint32_t j = 0; j < kJoints; ++j)
        names.push_back("j" + std::to_string(j));
    for (std::uint32_t j = 0; j < kJoints; ++j)
        joints[j] = {names[j], j == 0 ? kNoJoint : j - 1, {}};
    const std::vector<float> weights(5);
    return std::move(*build_skeleton(joints, weights));
}

// Two keys per track, which `other` makes the second of.
template <typename Other>
void for_each_sample(Interpolation interpolation, Other other,
                     void (*expect)(const float*, const float*, const float*, std::size_t)) {
    const SkeletonBuffer skeleton = make_row();
    const bool cubic = interpolation == Interpolation::cubic_spline;
    Random random(5);
    struct Keys {
        TrackKind kind;
        std::uint32_t target;
        std::vector<float> left, right, values;
    };
    std::vector<Keys> keys;
    const auto add = [&](TrackKind kind, std::uint32_t target, std::size_t width) {
        Keys k{kind, target, std::vector<float>(width), std::vector<float>(width), {}};
        for (float& v : k.left)
            v = random.range(-3.0f, 3.0f);
        if (kind == TrackKind::rotation) {
            const Quat q = random.rotation();
            k.left = {q.x, q.y, q.z, q.w};
        }
        for (std::size_t i = 0; i < width; ++i)
            k.right[i] = other(k.left[i], target + i, random);
        const std::vector<float> none(width);
        for (const std::vector<float>* key : {&k.left, &k.right}) {
            if (cubic) k.values.insert(k.values.end(), none.begin(), none.end());
            k.values.insert(k.values.end(), key->begin(), key->end());
            if (cubic) k.values.insert(k.values.end(), none.begin(), none.end());
        }
        keys.push_back(std::move(k));
    };
    for (std::uint32_t j = 0; j < kJoints; ++j) {
        add(TrackKind::translation, j, 3);
        add(TrackKind::scale, j, 3);
        if (expect == nullptr) add(TrackKind::rotation, j, 4);
    }
    add(TrackKind::weights, 0, 5);
    std::vector<TrackDesc> tracks;
    for (const Keys& k : keys) {
        const std::uint32_t width = k.kind == TrackKind::weights ? 5 : 0;
        tracks.push_back({k.kind, interpolation, k.target, width, kTimes, k.values});
    }
    auto clip = build_clip(tracks);
    ASSERT_TRUE(clip) << to_string(clip.error());
    PoseBuffer pose(skeleton);
    for (int i = 0; i <= 1000; ++i) {
        const Ticks time{kTimes[1].value * i / 1000};
        ASSERT_EQ(run(SampleJob{*clip, time, rest_pose(skeleton), {}, pose}), Status::ok);
        for (const Keys& k : keys) {
            float got[5] = {};
            if (k.kind == TrackKind::weights) {
                std::memcpy(got, pose.view().weights.data(), sizeof got);
            } else {
                const Transform t = joint_transform(pose, k.target);
                if (k.kind == TrackKind::translation) std::memcpy(got, &t.translation, 12);
                if (k.kind == TrackKind::rotation) std::memcpy(got, &t.rotation, 16);
                if (k.kind == TrackKind::scale) std::memcpy(got, &t.scale, 12);
            }
            if (expect != nullptr) {
                expect(got, k.left.data(), k.right.data(), k.left.size());
            } else {
                ASSERT_EQ(std::memcmp(got, k.left.data(), k.left.size() * 4), 0) << i;
            }
            if (::testing::Test::HasFailure()) return;
        }
    }
}

}  // namespace

TEST(ExactKeys, BetweenEqualKeysNothingMoves) {
    const auto same = [](float v, std::size_t, Random&) { return v; };
    for_each_simd_target([&](const char* name) {
        SCOPED_TRACE(name);
        for_each_sample(Interpolation::linear, same, nullptr);
    });
}

TEST(ExactKeys, OppositeQuaternionsAreEqualKeys) {
    const SkeletonBuffer skeleton = make_row();
    for_each_simd_target([&](const char* name) {
        Random random(9);
        PoseBuffer pose(skeleton);
        for (int round = 0; round < 50; ++round) {
            const Quat q = random.rotation();
            const float values[] = {q.x, q.y, q.z, q.w, -q.x, -q.y, -q.z, -q.w};
            const TrackDesc track{TrackKind::rotation, Interpolation::linear, 3, 0, kTimes, values};
            auto clip = build_clip({&track, 1});
            ASSERT_TRUE(clip);
            for (int i = 0; i < 100; ++i) {
                const Ticks time{kTimes[1].value * i / 100};
                ASSERT_EQ(run(SampleJob{*clip, time, rest_pose(skeleton), {}, pose}), Status::ok);
                ASSERT_EQ(joint_transform(pose, 3).rotation, q) << name << " " << i;
            }
        }
    });
}

// Keys half a turn apart are as near on both sides: the second one says which way.
TEST(ExactKeys, TheSignOfZerosTurnsNothingRound) {
    const SkeletonBuffer skeleton = make_row();
    for_each_simd_target([&](const char* name) {
        PoseBuffer pose(skeleton);
        for (const float zero : {0.0f, -0.0f}) {
            const float values[] = {0.0f, 0.0f, 0.0f, 1.0f, -1.0f, zero, zero, zero};
            const TrackDesc track{TrackKind::rotation, Interpolation::linear, 3, 0, kTimes, values};
            auto clip = build_clip({&track, 1});
            ASSERT_TRUE(clip);
            const Ticks half{kTimes[1].value / 2};
            ASSERT_EQ(run(SampleJob{*clip, half, rest_pose(skeleton), {}, pose}), Status::ok);
            const Quat q = joint_transform(pose, 3).rotation;
            EXPECT_NEAR(q.x, -0.70710678f, 1e-6f) << name << " " << zero;
            EXPECT_NEAR(q.w, 0.70710678f, 1e-6f) << name << " " << zero;
        }
    });
}

TEST(ExactKeys, LinearResultsStayWithinTheirKeys) {
    const auto near = [](float v, std::size_t i, Random& random) {
        if (i % 4 == 0) return random.range(-3.0f, 3.0f);
        if (i % 4 == 1) return v < 0.0f ? 1e5f : -1e5f;
        return i % 4 == 2 ? std::nextafterf(v, 9.0f) : std::nextafterf(v, -9.0f);
    };
    for_each_simd_target([&](const char* name) {
        SCOPED_TRACE(name);
        for_each_sample(Interpolation::linear, near,
                        [](const float* got, const float* a, const float* b, std::size_t count) {
                            for (std::size_t c = 0; c < count; ++c) {
                                ASSERT_GE(got[c], std::fmin(a[c], b[c]));
                                ASSERT_LE(got[c], std::fmax(a[c], b[c]));
                            }
                        });
    });
}

// A spline without tangents between equal keys stands still too.
TEST(ExactKeys, SplinesBetweenEqualKeysStandStill) {
    const auto same = [](float v, std::size_t, Random&) { return v; };
    for_each_simd_target([&](const char* name) {
        SCOPED_TRACE(name);
        for_each_sample(Interpolation::cubic_spline, same,
                        [](const float* got, const float* a, const float*, std::size_t count) {
                            ASSERT_EQ(std::memcmp(got, a, count * sizeof(float)), 0);
                        });
    });
}

}  // namespace motus::test
