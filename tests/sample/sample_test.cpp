// tests/sample/sample_test.cpp - sampling against double precision, with and without cursors.
// SPDX-License-Identifier: MIT
#include <motus/core/hash.h>
#include <motus/math/ops.h>
#include <motus/pose/pose_buffer.h>
#include <motus/sample/sample.h>
#include <tests/sample/reference.h>
#include <tests/support/alloc_counter.h>
#include <tests/support/simd_targets.h>

#include <gtest/gtest.h>
#include <cmath>
#include <limits>

namespace motus::test {
namespace {

// A rig and a clip with every kind of track, some joints left alone.
struct Scene {
    SkeletonBuffer skeleton;
    ClipDraft draft;
    ClipBuffer clip;
};

Scene make_scene(std::uint32_t joints, std::uint64_t seed) {
    Random random(seed);
    const RandomTree tree(joints, random);
    std::vector<float> weights(50);
    for (float& w : weights)
        w = random.range(0.0f, 1.0f);
    auto skeleton = build_skeleton(tree.joints, weights);
    ClipDraft draft;
    for (std::uint32_t j = 0; j < joints; ++j) {
        for (const auto kind : {TrackKind::translation, TrackKind::rotation, TrackKind::scale}) {
            if (random.below(4) == 0) continue;
            draft.add_any(kind, j, 12, random);
        }
    }
    draft.add_random(TrackKind::weights, Interpolation::linear, 0, 5, random, 3);
    draft.add_random(TrackKind::weights, Interpolation::cubic_spline, 4, 5, random, 40);
    draft.add_random(TrackKind::weights, Interpolation::step, 45, 5, random, 2);
    auto clip = draft.build();
    EXPECT_TRUE(skeleton.has_value() && clip.has_value());
    return {std::move(skeleton).value(), std::move(draft), std::move(clip).value()};
}

Status sample(const Scene& scene, Ticks time, const PoseView& out,
              std::span<std::uint32_t> cursor = {}) {
    return run(SampleJob{scene.clip, time, rest_pose(scene.skeleton), cursor, out});
}

std::uint64_t hash_pose(std::uint64_t hash, const ConstPoseView& pose) {
    for (std::uint32_t p = 0; p < kPlaneCount; ++p) {
        hash = hash_floats(hash, {pose.joints.plane(static_cast<Plane>(p)), pose.joint_count()});
    }
    return hash_floats(hash, pose.weights);
}

// Times on keys, between them, and outside.
std::vector<Ticks> interesting_times(const Scene& scene, Random& random) {
    std::vector<Ticks> times = {{0}, {-1}, {-1000000000}, kMaxTicks, scene.clip.view().duration};
    for (const ClipDraft::Track& track : scene.draft.tracks) {
        const Ticks key = track.times[random.below(std::uint32_t(track.times.size()))];
        times.insert(times.end(), {key, key + Ticks{1}, key - Ticks{1}});
    }
    for (int i = 0; i < 100; ++i)
        times.push_back({random.below(1600000000)});
    return times;
}

TEST(Sample, EveryKindOfTrackMatchesDoublePrecision) {
    Random random(1);
    for (const std::uint32_t joints : {1u, 5u, 16u, 40u}) {
        const Scene scene = make_scene(joints, joints);
        PoseBuffer pose(scene.skeleton);
        for (const Ticks time : interesting_times(scene, random)) {
            ASSERT_EQ(sample(scene, time, pose), Status::ok);
            for (const ClipDraft::Track& track : scene.draft.tracks) {
                double raw = 1.0;
                const std::vector<double> want = reference_value(track, time, &raw);
                if (track.kind == TrackKind::weights) {
                    for (std::size_t c = 0; c < want.size(); ++c) {
                        ASSERT_NEAR(pose.view().weights[track.target + c], want[c], 2e-6);
                    }
                    continue;
                }
                const Transform got = joint_transform(pose, track.target);
                if (track.kind == TrackKind::rotation) {
                    if (raw < 0.05) continue;  // no direction to speak of
                    // Slerp itself is within 5e-7; its t is a float.
                    ASSERT_LE(distance({want[0], want[1], want[2], want[3]}, got.rotation),
                              6e-7 + 1e-6 * (1.0 / raw - 1.0));
                    ASSERT_NEAR(dot(got.rotation, got.rotation), 1.0f, 5e-7f);
                } else {
                    const Vec3 v =
                        track.kind == TrackKind::translation ? got.translation : got.scale;
                    ASSERT_NEAR(v.x, want[0], 2e-6);
                    ASSERT_NEAR(v.y, want[1], 2e-6);
                    ASSERT_NEAR(v.z, want[2], 2e-6);
                }
            }
        }
    }
}

TEST(Sample, WhatIsNotAnimatedIsTheRestPose) {
    const Scene scene = make_scene(40, 3);
    PoseBuffer pose(scene.skeleton);
    for (JointIndex j = 0; j < 40; ++j) {
        set_joint_transform(pose, j, {{9, 9, 9}, {1, 0, 0, 0}, {9, 9, 9}});
    }
    ASSERT_EQ(sample(scene, {500000000}, pose), Status::ok);
    int checked = 0;
    for (JointIndex j = 0; j < 40; ++j) {
        bool animated[3] = {};
        for (const auto& track : scene.draft.tracks) {
            if (track.kind != TrackKind::weights && track.target == j)
                animated[int(track.kind)] = true;
        }
        const Transform got = joint_transform(pose, j);
        const Transform rest = joint_transform(rest_pose(scene.skeleton), j);
        if (!animated[0]) {
            EXPECT_EQ(got.translation, rest.translation);
            ++checked;
        }
        if (!animated[1]) {
            EXPECT_EQ(got.rotation, rest.rotation);
            ++checked;
        }
        if (!animated[2]) {
            EXPECT_EQ(got.scale, rest.scale);
            ++checked;
        }
    }
    EXPECT_GT(checked, 10);
    EXPECT_EQ(pose.view().weights[3], scene.skeleton.view().rest_weights[3]);
    EXPECT_EQ(pose.view().weights[49], scene.skeleton.view().rest_weights[49]);
}

// The traps: the ends of a spline are values and not tangents, nothing is extrapolated, a step
// takes the new key at its time.
TEST(Sample, EndsAndSteps) {
    const JointDesc joint{"a", kNoJoint, {}};
    const auto skeleton = build_skeleton({&joint, 1});
    ASSERT_TRUE(skeleton.has_value());
    ClipDraft draft;
    draft.add(TrackKind::translation, Interpolation::cubic_spline, 0, {{100}, {200}},
              {7, 7, 7, 1, 2, 3, 8, 8, 8, 9, 9, 9, 4, 5, 6, 6, 6, 6});
    draft.add(TrackKind::scale, Interpolation::step, 0, {{100}, {200}, {300}},
              {1, 1, 1, 2, 2, 2, 3, 3, 3});
    draft.add(TrackKind::rotation, Interpolation::linear, 0, {{150}}, {0, 0, 1, 0});
    const auto clip = draft.build();
    ASSERT_TRUE(clip.has_value());
    PoseBuffer pose(*skeleton);
    const auto at = [&](std::int64_t time) {
        EXPECT_EQ(run(SampleJob{*clip, {time}, rest_pose(*skeleton), {}, pose}), Status::ok);
        return joint_transform(pose, 0);
    };
    EXPECT_EQ(at(0).translation, (Vec3{1, 2, 3}));
    EXPECT_EQ(at(100).translation, (Vec3{1, 2, 3}));
    EXPECT_EQ(at(200).translation, (Vec3{4, 5, 6}));
    EXPECT_EQ(at(900).translation, (Vec3{4, 5, 6}));
    EXPECT_EQ(at(99).scale.x, 1.0f);
    EXPECT_EQ(at(199).scale.x, 1.0f);
    EXPECT_EQ(at(200).scale.x, 2.0f);
    EXPECT_EQ(at(299).scale.x, 2.0f);
    EXPECT_EQ(at(300).scale.x, 3.0f);
    EXPECT_EQ(at(100000).scale.x, 3.0f);
    EXPECT_EQ(at(0).rotation, (Quat{0, 0, 1, 0}));
    EXPECT_EQ(at(1000).rotation, (Quat{0, 0, 1, 0}));
}

// cases.md: the midpoint of 0 -> 4 is 2.
TEST(Sample, MidpointIsExact) {
    const JointDesc joint{"a", kNoJoint, {}};
    const auto skeleton = build_skeleton({&joint, 1});
    ClipDraft draft;
    draft.add(TrackKind::translation, Interpolation::linear, 0, {{0}, {kTicksPerSecond}},
              {0, 0, 0, 4, 4, 4});
    const auto clip = draft.build();
    PoseBuffer pose(*skeleton);
    ASSERT_EQ(run(SampleJob{*clip, {kTicksPerSecond / 2}, rest_pose(*skeleton), {}, pose}),
              Status::ok);
    EXPECT_EQ(joint_transform(pose, 0).translation, (Vec3{2, 2, 2}));
}

TEST(Sample, CursorNeverChangesTheResult) {
    Random random(5);
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        const Scene scene = make_scene(25, seed);
        PoseBuffer with(scene.skeleton), without(scene.skeleton);
        std::vector<std::uint32_t> cursor(scene.clip.view().tracks.size());
        std::int64_t time = 0;
        for (int i = 0; i < 2000; ++i) {
            if (random.below(10) == 0) {
                time = std::int64_t(random.below(2000000000)) - 200000000;
            } else {
                time += std::int64_t(random.below(40000000)) - (i % 500 < 250 ? 5000000 : 35000000);
            }
            if (random.below(3) == 0) {  // exactly on a key, or a tick beside it
                const auto& keys =
                    scene.draft.tracks[random.below(std::uint32_t(scene.draft.tracks.size()))];
                time = keys.times[random.below(std::uint32_t(keys.times.size()))].value +
                       random.below(3) - 1;
            }
            if (random.below(50) == 0) {
                for (std::uint32_t& c : cursor)
                    c = std::uint32_t(random.bits());
            }
            ASSERT_EQ(sample(scene, {time}, with, cursor), Status::ok);
            ASSERT_EQ(sample(scene, {time}, without), Status::ok);
            ASSERT_EQ(hash_pose(kHashSeed, with.view()), hash_pose(kHashSeed, without.view()))
                << "time " << time;
        }
    }
}

TEST(Sample, SameBitsOnEveryTarget) {
    std::uint64_t expected = 0;
    for_each_simd_target([&](const char* name) {
        Random random(6);
        std::uint64_t hash = kHashSeed;
        for (const std::uint32_t joints : {1u, 3u, 17u, 33u, 70u}) {
            const Scene scene = make_scene(joints, joints);
            PoseBuffer pose(scene.skeleton);
            for (const Ticks time : interesting_times(scene, random)) {
                ASSERT_EQ(sample(scene, time, pose), Status::ok);
                hash = hash_pose(hash, pose.view());
            }
        }
        if (expected == 0) expected = hash;
        EXPECT_EQ(hash, expected) << name;
    });
    EXPECT_EQ(expected, 0x6419917d6dc3c6a0u)
        << "pinned: the same from every compiler and from WebAssembly";
}

TEST(Sample, PaddingDoesNotLeak) {
    const Scene scene = make_scene(19, 7);
    PoseBuffer clean(scene.skeleton), pose(scene.skeleton), rest(scene.skeleton);
    ASSERT_EQ(sample(scene, {300000000}, clean), Status::ok);
    const SoaView planes = rest.view().joints;
    for (std::uint32_t p = 0; p < kPlaneCount; ++p) {
        for (std::uint32_t j = planes.count; j < planes.stride; ++j) {
            planes.plane(static_cast<Plane>(p))[j] = std::numeric_limits<float>::quiet_NaN();
        }
    }
    ASSERT_EQ(run(SampleJob{scene.clip, {300000000}, rest.view(), {}, pose}), Status::ok);
    EXPECT_EQ(hash_pose(kHashSeed, pose.view()), hash_pose(kHashSeed, clean.view()));
}

TEST(Sample, InPlaceOverTheRestPose) {
    const Scene scene = make_scene(30, 8);
    PoseBuffer apart(scene.skeleton), same(scene.skeleton);
    ASSERT_EQ(sample(scene, {700000000}, apart), Status::ok);
    ASSERT_EQ(run(SampleJob{scene.clip, {700000000}, same.view(), {}, same}), Status::ok);
    EXPECT_EQ(hash_pose(kHashSeed, apart.view()), hash_pose(kHashSeed, same.view()));
}

TEST(Sample, FaultsLeaveTheOutputAlone) {
    const Scene scene = make_scene(20, 9), small = make_scene(10, 9);
    PoseBuffer pose(scene.skeleton), little(small.skeleton);
    const std::uint64_t before = hash_pose(kHashSeed, pose.view());
    std::vector<std::uint32_t> cursor(scene.clip.view().tracks.size() - 1);
    EXPECT_EQ(sample(scene, {5}, pose, cursor), Status::bad_size);
    EXPECT_EQ(run(SampleJob{scene.clip, {5}, rest_pose(small.skeleton), {}, pose}),
              Status::bad_size);
    EXPECT_EQ(run(SampleJob{scene.clip, {5}, rest_pose(small.skeleton), {}, little}),
              Status::bad_size)
        << "the clip targets joints that are not there";
    PoseView broken = pose;
    broken.weights = broken.weights.first(46);
    EXPECT_EQ(sample(scene, {5}, broken), Status::bad_size);
    broken = pose;
    broken.joints.data = nullptr;
    EXPECT_EQ(sample(scene, {5}, broken), Status::bad_size);
    EXPECT_EQ(hash_pose(kHashSeed, pose.view()), before);
    const std::uint64_t rest = hash_pose(kHashSeed, rest_pose(small.skeleton));
    EXPECT_EQ(hash_pose(kHashSeed, little.view()), rest);
}

TEST(Sample, AClipWithoutTracksIsTheRestPose) {
    const Scene scene = make_scene(20, 10);
    PoseBuffer pose(scene.skeleton);
    ASSERT_EQ(sample(scene, {5}, pose), Status::ok);
    ASSERT_EQ(run(SampleJob{Clip{}, {5}, rest_pose(scene.skeleton), {}, pose}), Status::ok);
    EXPECT_EQ(hash_pose(kHashSeed, pose.view()), hash_pose(kHashSeed, rest_pose(scene.skeleton)));
}

TEST(Sample, AllocatesNothing) {
    const Scene scene = make_scene(60, 11);
    PoseBuffer pose(scene.skeleton);
    std::vector<std::uint32_t> cursor(scene.clip.view().tracks.size());
    AllocCounter allocations;
    Status status = sample(scene, {123456789}, pose);
    EXPECT_EQ(status, Status::ok);
    status = sample(scene, {223456789}, pose, cursor);
    EXPECT_EQ(status, Status::ok);
    EXPECT_EQ(allocations.count(), 0u);
}

}  // namespace
}  // namespace motus::test
