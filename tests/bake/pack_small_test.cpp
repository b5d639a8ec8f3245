// Clips in the small form: the bound on every sort of motion, single joints, every SIMD target.
// SPDX-License-Identifier: MIT
#include <motus/asset/asset_rig.h>
#include <motus/bake/pack.h>
#include <motus/core/hash.h>
#include <motus/math/ops.h>
#include <motus/math/trig.h>
#include <motus/pose/pose_buffer.h>
#include <motus/sample/joint.h>
#include <motus/sample/sample.h>
#include <scenes/scenes.h>
#include <tests/support/alloc_counter.h>
#include <tests/support/rigs.h>
#include <tests/support/rounds.h>
#include <tests/support/simd_targets.h>

#if !defined(__EMSCRIPTEN__)
#include <motus/import/gltf/gltf.h>
#include <tests/import/data.h>
#endif

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace motus {
namespace {

using test::ClipDraft;
using test::kSlowBuild;  // Packing takes long there, so clips are short.
using test::make_chain;
using test::Random;

void expect_held(const Skeleton& skeleton, const Clip& source, const ErrorSettings& settings,
                 const Result<SmallClipBuffer>& packed, const char* what) {
    ASSERT_TRUE(packed) << what << " " << to_string(packed.error());
    ErrorSettings finer = settings;
    finer.between = 7;
    const auto report = measure_error(skeleton, source, packed->view(), finer);
    ASSERT_TRUE(report);
    EXPECT_LE(report->worst, 1.02) << what;
    EXPECT_LE(report->weight_max, 1.02 * settings.weight_bound) << what;
    EXPECT_TRUE(report->finite) << what;
    EXPECT_TRUE(packed->error().held(settings)) << what;
}

// A sum of waves per joint, as captured motion is; some joints turn all the way round.
ClipDraft waves(std::uint32_t joints, std::uint32_t frames, Random& random, double pace = 1.0) {
    ClipDraft draft;
    for (std::uint32_t j = 0; j < joints; ++j) {
        std::vector<Ticks> times;
        std::vector<float> values, moves;
        const Vec3 a = random.direction(), b = random.direction();
        const double speed = 1.0 + 2.0 * random.unit();
        const bool round = j % 7 == 3;
        for (std::uint32_t f = 0; f < frames; ++f) {
            const double t = pace * f / 30.0;
            times.push_back(ticks_of_frames(f, 30));
            const double first = round ? 4.0 * t : 0.5 * sine(speed * t);
            const Quat q = multiply(axis_angle(a, float(first)),
                                    axis_angle(b, float(0.2 * sine(3.1 * speed * t))));
            values.insert(values.end(), {q.x, q.y, q.z, q.w});
            moves.insert(moves.end(), {float(1.4 * t), float(0.02 * sine(6.0 * t)), 0.0f});
        }
        draft.add(TrackKind::rotation, Interpolation::linear, j, times, values);
        if (j == 0) draft.add(TrackKind::translation, Interpolation::linear, j, times, moves);
    }
    return draft;
}

TEST(PackSmall, WavesTakeHalfOfTheFastForm) {
    Random random(2);
    const SkeletonBuffer skeleton = make_chain(20);
    const ClipBuffer clip = std::move(*waves(20, kSlowBuild ? 45 : 90, random).build());
    const PackSettings settings;
    const auto packed = pack_small(skeleton, clip, settings);
    expect_held(skeleton, clip, settings.error, packed, "waves");
    EXPECT_EQ(packed->exact_tracks(), 0u);
    const auto fast = pack_fast(skeleton, clip, settings);
    ASSERT_TRUE(fast);
    EXPECT_LT(packed->bytes() * 2, fast->bytes());
}

// A wide movement and a small bound: amounts have too many bits unless steps or segments give way.
TEST(PackSmall, BoundsFarBelowTheUsualStaySmall) {
    for (const double bound : {5e-5, 2e-5, 1e-5, 2e-6}) {
        Random random(5);
        const SkeletonBuffer skeleton = make_chain(6);
        const ClipBuffer clip = std::move(*waves(6, 18, random, 3.0).build());
        PackSettings settings;
        settings.error.bound = bound;
        const auto packed = pack_small(skeleton, clip, settings);
        expect_held(skeleton, clip, settings.error, packed, std::to_string(bound * 1e6).c_str());
        ASSERT_TRUE(packed) << bound;
        EXPECT_EQ(packed->exact_tracks(), 0u) << bound;
        EXPECT_LT(packed->bytes(), exact_bytes(clip)) << bound;
    }
}

TEST(PackSmall, LengthsAroundASegmentHoldTheBound) {
    for (const std::uint32_t frames : {1u, 2u, 3u, 15u, 16u, 17u, 18u, 31u, 32u, 33u, 50u}) {
        Random random(frames);
        const std::uint32_t joints = kSlowBuild ? 3 : 9;
        const SkeletonBuffer skeleton = make_chain(joints);
        const ClipBuffer clip = std::move(*waves(joints, frames, random).build());
        expect_held(skeleton, clip, {}, pack_small(skeleton, clip), std::to_string(frames).c_str());
    }
}

TEST(PackSmall, UnevenKeysStepsSplinesAndScaleHoldTheBound) {
    Random random(3);
    for (int round = 0; round < (kSlowBuild ? 2 : 8); ++round) {
        test::RandomTree tree(1 + random.below(kSlowBuild ? 6 : 20), random);
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
        expect_held(skeleton, clip, settings.error, pack_small(skeleton, clip, settings), "any");
    }
}

TEST(PackSmall, HalfTurnsHoldTheBound) {
    Random random(4);
    const std::uint32_t joints = kSlowBuild ? 4 : 12;
    const SkeletonBuffer skeleton = make_chain(joints);
    ClipDraft draft;
    for (std::uint32_t j = 0; j < joints; ++j) {
        std::vector<Ticks> times;
        std::vector<float> values;
        const Vec3 axis = random.direction();
        Quat q = random.rotation();
        for (std::uint32_t f = 0; f < 40; ++f) {
            times.push_back(ticks_of_frames(f, 30));
            values.insert(values.end(), {q.x, q.y, q.z, q.w});
            const float turn = f % 8 == 5 ? (j % 3 == 0 ? 1.0f : 0.999f) : 0.02f;
            q = multiply(axis_angle(axis, float(kPi) * turn), q);
            if (random.below(2) == 0) q = {-q.x, -q.y, -q.z, -q.w};
        }
        draft.add(TrackKind::rotation, Interpolation::linear, j, times, values);
    }
    const ClipBuffer clip = std::move(*draft.build());
    expect_held(skeleton, clip, {}, pack_small(skeleton, clip), "half turns");
}

// A turn about z, `angle(f)` at frame f of 30 a second.
template <class Angle>
void add_turn(ClipDraft& draft, std::uint32_t joint, std::uint32_t frames, const Angle& angle) {
    std::vector<Ticks> times;
    std::vector<float> values;
    for (std::uint32_t f = 0; f < frames; ++f) {
        const Quat q = axis_angle({0, 0, 1}, static_cast<float>(angle(f)));
        times.push_back(ticks_of_frames(f, 30));
        values.insert(values.end(), {q.x, q.y, q.z, q.w});
    }
    draft.add(TrackKind::rotation, Interpolation::linear, joint, times, values);
}

TEST(PackSmall, FastTurnsNeedNoMoreFramesThanTheyHaveKeys) {
    const SkeletonBuffer skeleton = make_chain(10);
    ClipDraft draft;
    for (std::uint32_t j = 0; j < 10; ++j)
        add_turn(draft, j, 20, [&](std::uint32_t f) { return (f + j) % 2 == 0 ? 0.4 : -0.4; });
    const ClipBuffer clip = std::move(*draft.build());
    const auto packed = pack_small(skeleton, clip);
    expect_held(skeleton, clip, {}, packed, "46 degrees a frame");
    EXPECT_EQ(packed->exact_tracks(), 0u);
    EXPECT_EQ(packed->small().frame_count, 20u);
}

TEST(PackSmall, EvenTurnsNeedFramesWhereTheyBend) {
    const SkeletonBuffer skeleton = make_chain(4);
    ClipDraft draft;
    for (std::uint32_t j = 0; j < 4; ++j) {
        add_turn(draft, j, 37, [](std::uint32_t f) { return f < 12 ? 0.05 * f : 1.2 - 0.05 * f; });
    }
    const ClipBuffer clip = std::move(*draft.build());
    const auto packed = pack_small(skeleton, clip);
    expect_held(skeleton, clip, {}, packed, "bent once");
    EXPECT_EQ(packed->small().frame_count, 4u);
}

TEST(PackSmall, WhatIsNextToRestIsRestAndWhatHardlyMovesIsConstant) {
    const SkeletonBuffer skeleton = make_chain(6);
    ClipDraft draft;
    const std::vector<Ticks> times{{}, ticks_of_frames(15, 30), ticks_of_frames(30, 30)};
    for (std::uint32_t j = 0; j < 6; ++j) {
        draft.add(TrackKind::scale, Interpolation::linear, j, times,
                  {1, 1, 1, 1.0000002f, 1, 0.9999998f, 1, 1.0000001f, 1});
        draft.add(TrackKind::translation, Interpolation::linear, j, times,
                  {0, 0.3f, 0, 1e-7f, 0.3f, 0, 0, 0.3f, 1e-7f});
    }
    const ClipBuffer clip = std::move(*draft.build());
    const auto packed = pack_small(skeleton, clip);
    expect_held(skeleton, clip, {}, packed, "next to rest");
    EXPECT_EQ(packed->small().frame_count, 0u);
    EXPECT_EQ(packed->small().moving, 0u);
    EXPECT_EQ(packed->small().scalars.size(), 18u);  // translations: 0.3, not the 0.1 of rest
    EXPECT_EQ(packed->exact_tracks(), 0u);
}

TEST(PackSmall, AClipThatWasCutIsFramesOfAFinerGrid) {
    const SkeletonBuffer skeleton = make_chain(5);
    ClipDraft draft;
    for (std::uint32_t j = 0; j < 5; ++j) {
        std::vector<Ticks> times;
        std::vector<float> values;
        for (int f = 0; f < 24; ++f) {
            // 24 a second; from the middle on a fifth of a frame later.
            times.push_back(ticks_of_frames(5 * f + (f < 12 ? 0 : 1), 120));
            const Quat q = axis_angle({0, 0, 1}, float(0.3 * sine(0.9 * f + j)));
            values.insert(values.end(), {q.x, q.y, q.z, q.w});
        }
        draft.add(TrackKind::rotation, Interpolation::linear, j, times, values);
    }
    const ClipBuffer clip = std::move(*draft.build());
    const auto packed = pack_small(skeleton, clip);
    expect_held(skeleton, clip, {}, packed, "cut");
    EXPECT_EQ(packed->exact_tracks(), 0u);
}

TEST(PackSmall, SingleJointsAndEveryTargetGiveTheSameBits) {
    Random random(5);
    const SkeletonBuffer skeleton = make_chain(21);
    const ClipBuffer clip = std::move(*waves(21, kSlowBuild ? 50 : 70, random).build());
    const auto packed = pack_small(skeleton, clip);
    ASSERT_TRUE(packed);
    EXPECT_GT(packed->small().wide(), 0u);
    EXPECT_GT(packed->small().narrow, 0u);
    PoseBuffer pose(skeleton);
    std::optional<std::uint64_t> first;
    test::for_each_simd_target([&](const char* name) {
        std::uint64_t hash = kHashSeed;
        for (int k = 0; k < 200; ++k) {
            const Ticks time{clip.view().duration.value * k / 190};
            ASSERT_EQ(run(SampleJob{packed->view(), time, rest_pose(skeleton), {}, pose}),
                      Status::ok);
            const ConstPoseView view = pose.view();
            for (std::uint32_t p = 0; p < kPlaneCount; ++p) {
                hash = hash_floats(hash, {view.joints.plane(static_cast<Plane>(p)), 21});
            }
            for (JointIndex j = 0; j < 21; ++j) {
                const Transform a = joint_transform(pose, j);
                const Transform b =
                    sample_joint(packed->view(), j, time, joint_transform(rest_pose(skeleton), j));
                ASSERT_EQ(std::memcmp(&a, &b, sizeof a), 0) << name << " " << j << " " << k;
            }
        }
        if (!first) first = hash;
        EXPECT_EQ(hash, *first) << name;
    });
}

#if !defined(__EMSCRIPTEN__)
TEST(PackSmall, EveryClipOfTheModelsHoldsTheBound) {
    MOTUS_NEED_DATA(data);
    std::size_t clips = 0, with = 0, without = 0;
    for (const auto& path : test::files_below(data / "models", {".glb", ".gltf"})) {
        if (kSlowBuild && std::filesystem::file_size(path) > 100'000) continue;
        Diagnostics diagnostics;
        const auto asset = import_gltf_file(path.string(), diagnostics);
        if (!asset || asset->clips.empty()) continue;
        const auto rig = make_rig(*asset);
        if (!rig) continue;
        const Skeleton skeleton = rig->skeleton;
        const PackSettings settings{settings_for(skeleton), {}};
        for (std::size_t i = 0; i < rig->clips.size(); ++i, ++clips) {
            const Clip clip = rig->clips[i];
            if (kSlowBuild && (clips % 10 != 0 || exact_bytes(clip) > 10'000)) continue;
            const auto packed = pack_small(skeleton, clip, settings);
            if (!packed) {
                // Then a bake takes the fast form.
                EXPECT_EQ(packed.error().code, "pack-bound");
                EXPECT_TRUE(pack_fast(skeleton, clip, settings)) << path;
                ++without;
                continue;
            }
            ++with;
            expect_held(skeleton, clip, settings.error, packed, path.stem().string().c_str());
            if (std::getenv("MOTUS_SHOW_PACKED") == nullptr) continue;
            std::printf("%-28s %-16s joints %4u frames %5u  bytes %8zu of %8zu (%.2f) kept %u\n",
                        path.stem().string().c_str(), asset->clips[i].name.c_str(),
                        skeleton.joint_count(), packed->small().frame_count, packed->bytes(),
                        exact_bytes(clip), double(exact_bytes(clip)) / double(packed->bytes()),
                        packed->exact_tracks());
        }
    }
    EXPECT_GT(clips, 20u);
    EXPECT_GT(with + without, 1u);
    if (!kSlowBuild) {
        EXPECT_GT(with, without);
    }
}
#endif

}  // namespace
}  // namespace motus
