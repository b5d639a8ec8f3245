// Packed clips of generated motion: the bound, the grid, single joints, every SIMD target.
// SPDX-License-Identifier: MIT
#include <motus/bake/pack.h>
#include <motus/core/hash.h>
#include <motus/math/ops.h>
#include <motus/math/trig.h>
#include <motus/play/mixer.h>
#include <motus/pose/pose_buffer.h>
#include <motus/sample/joint.h>
#include <motus/sample/sample.h>
#include <scenes/stress/stress.h>
#include <tests/support/alloc_counter.h>
#include <tests/support/rigs.h>
#include <tests/support/simd_targets.h>

#include <gtest/gtest.h>

#include <cmath>

namespace motus {
namespace {

using test::ClipDraft;
using test::make_chain;
using test::Random;

// Smooth motion of every joint, a key per frame.
ClipDraft smooth(std::uint32_t joints, double rate_hz, std::uint32_t frames, Random& random) {
    ClipDraft draft;
    for (std::uint32_t j = 0; j < joints; ++j) {
        std::vector<Ticks> times;
        std::vector<float> values;
        const Vec3 axis = random.direction();
        const double speed = 1.0 + 3.0 * random.unit(), size = 0.2 + random.unit();
        for (std::uint32_t f = 0; f < frames; ++f) {
            times.push_back(ticks_of_seconds(f / rate_hz));
            const Quat q = axis_angle(axis, float(size * sine(speed * f / rate_hz)));
            values.insert(values.end(), {q.x, q.y, q.z, q.w});
        }
        draft.add(TrackKind::rotation, Interpolation::linear, j, times, values);
        if (j != 0) continue;
        values.clear();
        for (std::uint32_t f = 0; f < frames; ++f) {
            values.insert(values.end(), {float(1.4 * f / rate_hz), float(sine(f / rate_hz)), 0.0f});
        }
        draft.add(TrackKind::translation, Interpolation::linear, j, times, values);
    }
    return draft;
}

void expect_held(const Skeleton& skeleton, const Clip& source, const PackSettings& settings,
                 const Result<PackedClipBuffer>& packed) {
    ASSERT_TRUE(packed) << to_string(packed.error());
    // Again, and finer than the packer looked.
    ErrorSettings finer = settings.error;
    finer.between = 7;
    const auto report = measure_error(skeleton, source, packed->view(), finer);
    ASSERT_TRUE(report);
    EXPECT_LE(report->worst, 1.02);
    EXPECT_TRUE(report->finite);
    EXPECT_TRUE(packed->error().held(settings.error));
}

TEST(Pack, FindsTheRateOfTheKeys) {
    Random random(1);
    for (const double rate : {24.0, 29.97, 30.0, 60.0, 12.5}) {
        const ClipBuffer clip = std::move(*smooth(3, rate, 50, random).build());
        const FrameGrid grid = find_grid(clip);
        EXPECT_TRUE(grid.even);
        EXPECT_EQ(grid.frames, 50u) << rate;
        EXPECT_NEAR(kTicksPerSecond / grid.step, rate, 1e-4);
    }
}

// 24 frames a second, a gap of 4.8 frames, and on: as an exporter leaves a clip that was cut.
TEST(Pack, KeysOnTwoGridsNeedNoKeysEither) {
    Random random(7);
    const SkeletonBuffer skeleton = make_chain(20);
    ClipDraft draft = smooth(20, 24.0, 25, random);
    for (ClipDraft::Track& track : draft.tracks) {
        for (std::size_t k = 17; k < track.times.size(); ++k)
            track.times[k].value += 38 * kTicksPerSecond / 240;
    }
    const ClipBuffer clip = std::move(*draft.build());
    EXPECT_FALSE(find_grid(clip).even);
    const FrameGrid fine = find_fine_grid(clip);
    EXPECT_TRUE(fine.even);
    EXPECT_NEAR(kTicksPerSecond / fine.step, 120.0, 1e-4);
    const PackSettings settings;
    const auto packed = pack_fast(skeleton, clip, settings);
    expect_held(skeleton, clip, settings, packed);
    EXPECT_EQ(packed->exact_tracks(), 0u);
    EXPECT_LE(packed->bytes(), 4 * exact_bytes(clip));
}

TEST(Pack, SmoothMotionNeedsNoKeys) {
    Random random(2);
    const SkeletonBuffer skeleton = make_chain(20);
    const ClipBuffer clip = std::move(*smooth(20, 30.0, 90, random).build());
    const PackSettings settings;
    const auto packed = pack_fast(skeleton, clip, settings);
    expect_held(skeleton, clip, settings, packed);
    EXPECT_EQ(packed->exact_tracks(), 0u);
    EXPECT_LT(packed->bytes() * 3, exact_bytes(clip) * 2);
}

TEST(Pack, UnevenKeysStepsSplinesAndScaleHoldTheBound) {
    Random random(3);
    for (int round = 0; round < 12; ++round) {
        test::RandomTree tree(1 + random.below(20), random);
        const float weights[] = {0.0f, 0.25f};
        const SkeletonBuffer skeleton = std::move(*build_skeleton(tree.joints, weights));
        ClipDraft draft;
        for (std::uint32_t j = 0; j < skeleton.view().joint_count(); ++j) {
            if (random.below(3) != 0) draft.add_any(TrackKind::rotation, j, 6, random);
            if (random.below(3) == 0) draft.add_any(TrackKind::translation, j, 6, random);
            if (random.below(5) == 0) draft.add_any(TrackKind::scale, j, 6, random);
        }
        draft.add_any(TrackKind::weights, 0, 6, random, 2);
        const ClipBuffer clip = std::move(*draft.build());
        const PackSettings settings{settings_for(skeleton), {}};
        expect_held(skeleton, clip, settings, pack_fast(skeleton, clip, settings));
    }
}

// Keys half a turn apart: frames cannot follow, and the shorter way is a matter of rounding.
TEST(Pack, HalfTurnsHoldTheBound) {
    Random random(4);
    const SkeletonBuffer skeleton = make_chain(12);
    ClipDraft draft;
    for (std::uint32_t j = 0; j < 12; ++j) {
        std::vector<Ticks> times;
        std::vector<float> values;
        const Vec3 axis = random.direction();
        Quat q = random.rotation();
        for (std::uint32_t f = 0; f < 8; ++f) {
            times.push_back(ticks_of_frames(f, 30));
            values.insert(values.end(), {q.x, q.y, q.z, q.w});
            q = multiply(axis_angle(axis, float(kPi) * (j % 3 == 0 ? 1.0f : 0.999f)), q);
            if (random.below(2) == 0) q = {-q.x, -q.y, -q.z, -q.w};
        }
        draft.add(TrackKind::rotation, Interpolation::linear, j, times, values);
    }
    const ClipBuffer clip = std::move(*draft.build());
    const PackSettings settings;
    expect_held(skeleton, clip, settings, pack_fast(skeleton, clip, settings));
}

TEST(Pack, AWeightOfZeroStaysZero) {
    const float rest[] = {0.5f, 0.5f};
    const SkeletonBuffer skeleton = std::move(*build_skeleton({}, rest));
    ClipDraft draft;
    std::vector<Ticks> times;
    std::vector<float> values;
    for (int f = 0; f < 30; ++f) {
        times.push_back(ticks_of_frames(f, 30));
        values.insert(values.end(), {0.0f, f < 15 ? 0.0f : float(f - 15) / 15.0f});
    }
    draft.add(TrackKind::weights, Interpolation::linear, 0, times, values, 2);
    const ClipBuffer clip = std::move(*draft.build());
    const auto packed = pack_fast(skeleton, clip);
    ASSERT_TRUE(packed);
    PoseBuffer pose(skeleton);
    for (int f = 0; f < 58; ++f) {
        const Ticks time = ticks_of_frames(f, 60);
        ASSERT_EQ(run(SampleJob{*packed, time, rest_pose(skeleton), {}, pose}), Status::ok);
        EXPECT_EQ(pose.view().weights[0], 0.0f);
        if (f <= 30) {
            EXPECT_EQ(pose.view().weights[1], 0.0f);
        }
    }
}

// A clip that holds a joint at rest holds it there over whatever pose it is laid on.
TEST(Pack, HoldsWhatItAnimatesOverAnyPose) {
    Random random(5);
    const SkeletonBuffer skeleton = make_chain(9);
    ClipDraft draft = smooth(9, 30.0, 20, random);
    draft.add(TrackKind::scale, Interpolation::linear, 3, {{0}}, {1.0f, 1.0f, 1.0f});
    draft.add(TrackKind::translation, Interpolation::linear, 4, {{0}}, {0.0f, 0.1f, 0.0f});
    draft.add(TrackKind::translation, Interpolation::linear, 5, {{0}}, {0.0f, 0.3f, 0.0f});
    draft.tracks.erase(draft.tracks.begin() + 3);  // one rotation that is not animated
    const ClipBuffer clip = std::move(*draft.build());
    const auto packed = pack_fast(skeleton, clip);
    ASSERT_TRUE(packed);
    PoseBuffer below(skeleton), exact(skeleton), got(skeleton);
    for (std::uint32_t j = 0; j < 9; ++j)
        set_joint_transform(below, j, {random.vec3(1.0f), random.rotation(), random.vec3(2.0f)});
    const Ticks time = ticks_of_frames(7, 30);
    ASSERT_EQ(run(SampleJob{clip, time, below, {}, exact}), Status::ok);
    ASSERT_EQ(run(SampleJob{*packed, time, below, {}, got}), Status::ok);
    for (std::uint32_t j = 0; j < 9; ++j) {
        const Transform a = joint_transform(exact, j), b = joint_transform(got, j);
        EXPECT_LT(length(subtract(a.translation, b.translation)), 1e-4f) << j;
        EXPECT_GT(std::fabs(dot(a.rotation, b.rotation)), 0.999999f) << j;
        EXPECT_LT(length(subtract(a.scale, b.scale)), 1e-4f) << j;
    }
}

TEST(Pack, OneJointIsThePosesAndEveryTargetTheSame) {
    const scenes::StressRig rig = scenes::make_stress_rig(19);
    const Skeleton skeleton = rig.skeleton;
    for (const auto which : {scenes::StressClip::linear, scenes::StressClip::mixed,
                             scenes::StressClip::cubic, scenes::StressClip::still}) {
        const PackSettings settings{settings_for(skeleton), {}};
        const auto packed = pack_fast(skeleton, rig.clip(which), settings);
        ASSERT_TRUE(packed) << to_string(packed.error());
        const Clip clip = *packed;
        std::uint64_t first = 0;
        test::for_each_simd_target([&](const char* name) {
            PoseBuffer pose(skeleton);
            std::uint64_t hash = kHashSeed;
            for (std::int64_t i = 0; i < 50; ++i) {
                const Ticks time{clip.duration.value * i / 47};
                ASSERT_EQ(run(SampleJob{clip, time, rest_pose(skeleton), {}, pose}), Status::ok);
                for (std::uint32_t j = 0; j < skeleton.joint_count(); ++j) {
                    const Transform whole = joint_transform(pose, j);
                    const Transform rest = joint_transform(rest_pose(skeleton), j);
                    ASSERT_EQ(sample_joint(clip, j, time, rest), whole) << name << " joint " << j;
                }
                const ConstPoseView view = pose;
                for (std::uint32_t p = 0; p < kPlaneCount; ++p) {
                    hash = hash_floats(
                        hash, {view.joints.plane(static_cast<Plane>(p)), view.joints.count});
                }
                hash = hash_floats(hash, view.weights);
            }
            if (first == 0) first = hash;
            EXPECT_EQ(hash, first) << name;
        });
    }
}

TEST(Pack, SamplingAllocatesNothing) {
    const scenes::StressRig rig = scenes::make_stress_rig(30);
    const PackSettings settings{settings_for(rig.skeleton), {}};
    const auto packed = pack_fast(rig.skeleton, rig.clip(scenes::StressClip::mixed), settings);
    ASSERT_TRUE(packed);
    PoseBuffer pose(rig.skeleton);
    const Clip clip = *packed;
    const test::AllocCounter allocations;
    for (std::int64_t i = 0; i < 20; ++i) {
        const Ticks time{clip.duration.value * i / 19};
        (void)run(SampleJob{clip, time, rest_pose(rig.skeleton), {}, pose});
    }
    EXPECT_EQ(allocations.count(), 0u);
}

TEST(Pack, RefusesWhatDoesNotFit) {
    Random random(6);
    const ClipBuffer clip = std::move(*smooth(3, 30.0, 5, random).build());
    EXPECT_EQ(pack_fast(make_chain(2), clip).error().code, "pack-skeleton");
    const SkeletonBuffer skeleton = make_chain(3);
    const auto packed = pack_fast(skeleton, clip);
    EXPECT_EQ(pack_fast(skeleton, *packed).error().code, "pack-twice");
    PackSettings settings;
    settings.error.bound = 1e-12;
    EXPECT_EQ(pack_fast(skeleton, clip, settings).error().code, "pack-bound");
}

TEST(Pack, PlaysOnAMixerAsExactClipsDo) {
    Random random(5);
    const SkeletonBuffer skeleton = make_chain(12);
    const ClipDraft draft = smooth(12, 30.0, 31, random);
    const ClipBuffer exact = std::move(*draft.build());
    const auto packed = pack_fast(skeleton, exact);
    ASSERT_TRUE(packed);
    const Clip clips[] = {exact, *packed};
    const auto rig = build_rig({.skeleton = skeleton, .clips = clips});
    ASSERT_TRUE(rig);
    Mixer one(*rig), other(*rig);
    one.clip_action(ClipId{0}).play();
    other.clip_action(ClipId{1}).play();
    ASSERT_EQ(one.update(0.5f), Status::ok);
    ASSERT_EQ(other.update(0.5f), Status::ok);
    for (JointIndex j = 0; j < 12; ++j) {
        const Quat a = joint_transform(one.pose(), j).rotation;
        EXPECT_NEAR(std::fabs(dot(a, joint_transform(other.pose(), j).rotation)), 1.0, 1e-4) << j;
    }
}

}  // namespace
}  // namespace motus
