// Whole frames of crowds: against the pose path, alone and in batches, on every target, any
// workers. SPDX-License-Identifier: MIT
#include <motus/bake/pack.h>
#include <motus/crowd/frame.h>
#include <motus/math/ops.h>
#include <motus/math/trig.h>
#include <motus/mix/blend.h>
#include <motus/palette/palette.h>
#include <motus/pose/pose_buffer.h>
#include <motus/sample/sample.h>
#include <tests/support/alloc_counter.h>
#include <tests/support/rigs.h>
#include <tests/support/simd_targets.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>

#if !defined(__EMSCRIPTEN__)
#include <atomic>
#include <thread>
#endif

namespace motus {
namespace {

using test::ClipDraft;
using test::Random;

enum class Kind { rigid, scaled };

// A rig with a skin in an order of its own, and clips of every sort.
struct Stage {
    std::unique_ptr<SkeletonBuffer> skeleton;
    std::unique_ptr<SkinBuffer> skin;
    std::unique_ptr<CrowdRigBuffer> rig;
    std::vector<ClipBuffer> exact;
    std::vector<PackedClipBuffer> packed;
    std::vector<Clip> sources, clips;

    Stage(std::uint32_t joints, Kind kind, std::uint64_t seed, bool ordered = false) {
        Random random(seed);
        test::RandomTree tree(joints, random, !ordered);
        for (JointDesc& joint : tree.joints) {
            joint.rest.translation = multiply(joint.rest.translation, 0.2f);
            if (kind == Kind::rigid) joint.rest.scale = {1.0f, 1.0f, 1.0f};
        }
        const float weights[] = {0.25f, 0.0f};
        skeleton =
            std::make_unique<SkeletonBuffer>(std::move(*build_skeleton(tree.joints, weights)));
        std::vector<std::uint32_t> bound;
        for (std::uint32_t j = joints; j-- > 0;) {
            if (j % 7 != 3) bound.push_back(j);
        }
        if (ordered) std::reverse(bound.begin(), bound.end());
        skin = std::make_unique<SkinBuffer>(std::move(*build_skin(*skeleton, bound)));
        for (int k = 0; k < 4; ++k)
            exact.push_back(draw(random, joints, kind, k));
        for (const ClipBuffer& clip : exact)
            sources.push_back(clip);
        const Skin skins[] = {*skin};
        rig = std::make_unique<CrowdRigBuffer>(
            std::move(*build_crowd_rig(*skeleton, skins, sources)));
        const PackSettings settings{settings_for(*skeleton), rig->view().space};
        for (const Clip& clip : sources)
            packed.push_back(std::move(*pack_fast(*skeleton, clip, settings)));
        for (const PackedClipBuffer& clip : packed)
            clips.push_back(clip);
        clips.push_back(sources[0]);  // one that is not packed
    }

    static ClipBuffer draw(Random& random, std::uint32_t joints, Kind kind, int k) {
        ClipDraft draft;
        std::vector<Ticks> times;
        for (int f = 0; f <= 20; ++f)
            times.push_back(ticks_of_frames(f, 30));
        for (std::uint32_t j = 0; j < joints; ++j) {
            // The second clip leaves whole groups alone, the third holds some still.
            if (k == 1 && j / 8 % 2 == 1) continue;
            const Vec3 axis = random.direction();
            const bool still = k == 2 && j / 8 % 2 == 0;
            std::vector<float> values;
            for (int f = 0; f <= 20; ++f) {
                const Quat q = axis_angle(axis, still ? 0.5f : float(0.6 * sine(0.2 * f + j)));
                values.insert(values.end(), {q.x, q.y, q.z, q.w});
            }
            if (random.below(6) != 0) {
                draft.add(TrackKind::rotation, Interpolation::linear, j, times, values);
            }
            if (random.below(5) != 0) continue;
            values.clear();
            for (int f = 0; f <= 20; ++f)
                values.insert(values.end(), {float(0.1 * sine(0.3 * f)), 0.1f, 0.01f * float(f)});
            draft.add(TrackKind::translation, Interpolation::linear, j, times, values);
            if (kind != Kind::scaled) continue;
            for (float& value : values)
                value += 1.0f;
            draft.add(TrackKind::scale, Interpolation::linear, j, times, values);
        }
        std::vector<float> morph;
        for (int f = 0; f <= 20; ++f)
            morph.insert(morph.end(), {0.05f * float(f), 0.5f});
        draft.add(TrackKind::weights, Interpolation::linear, 0, times, morph, 2);
        return std::move(*draft.build());
    }
};

// Characters of all kinds, and where their palettes go.
struct Crowd {
    std::vector<CrowdItem> items;
    std::vector<CrowdCharacter> characters;
    std::vector<Mat34> palettes;
    std::vector<float> weights;

    Crowd(const Stage& stage, std::uint32_t count, std::uint64_t seed, std::uint32_t most = 4) {
        Random random(seed);
        for (std::uint32_t i = 0; i < count; ++i) {
            CrowdCharacter c;
            c.first = static_cast<std::uint32_t>(items.size());
            c.count = i % 11 == 5 ? 0 : 1 + random.below(most);
            float left = random.below(4) == 0 ? 0.7f : 1.0f;
            for (std::uint32_t k = 0; k < c.count; ++k) {
                const float weight = k + 1 == c.count ? left : left * random.range(0.2f, 0.8f);
                left -= weight;
                const Ticks time{static_cast<std::int64_t>(random.unit() * 0.7 * kTicksPerSecond)};
                const std::uint32_t clips = random.below(16) == 0 ? 5 : 4;
                items.push_back({time, random.below(clips), weight});
            }
            characters.push_back(c);
        }
        palettes.resize(count * stage.rig->view().palette_size);
        weights.resize(count * 2);
    }

    [[nodiscard]] CrowdFrameJob job(const Stage& stage, std::span<const std::span<float>> scratch) {
        CrowdFrameJob out;
        out.rig = *stage.rig;
        out.clips = stage.clips;
        out.items = items;
        out.characters = characters;
        out.palettes = palettes;
        out.weights = weights;
        out.scratch = scratch;
        return out;
    }
};

bool same_bytes(const std::vector<Mat34>& a, const std::vector<Mat34>& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(Mat34)) == 0;
}

// The way over poses: sample each, blend, compose, bind.
std::vector<Mat34> palette_of(const Stage& stage, std::span<const CrowdItem> items,
                              std::vector<float>& weights) {
    const Skeleton skeleton = *stage.skeleton;
    std::vector<PoseBuffer> poses;
    std::vector<BlendLayer> layers;
    for (const CrowdItem& item : items) {
        poses.emplace_back(skeleton);
        const SampleJob job{
            stage.clips[item.clip], item.time, rest_pose(skeleton), {}, poses.back().view()};
        EXPECT_EQ(run(job), Status::ok);
    }
    for (std::size_t i = 0; i < items.size(); ++i) {
        BlendLayer layer;
        layer.pose = poses[i].view();
        layer.weight = items[i].weight;
        layer.motion = static_cast<std::uint32_t>(i);
        layers.push_back(layer);
    }
    PoseBuffer mixed(skeleton);
    EXPECT_EQ(run(BlendJob{layers, rest_pose(skeleton), mixed.view()}), Status::ok);
    std::vector<Mat34> model(skeleton.joint_count()), palette(stage.rig->view().palette_size);
    EXPECT_EQ(run(LocalToModelJob{skeleton, mixed.view(), {}, model}), Status::ok);
    EXPECT_EQ(run(PaletteJob{*stage.skin, model, palette}), Status::ok);
    weights.assign(mixed.view().weights.begin(), mixed.view().weights.end());
    return palette;
}

class CrowdFrame : public testing::TestWithParam<Kind> {};

TEST_P(CrowdFrame, IsWhatThePosePathGives) {
    for (const std::uint32_t joints : {1u, 8u, 19u, 67u}) {
        const Stage stage(joints, GetParam(), joints);
        ASSERT_EQ(stage.rig->view().chain, GetParam() == Kind::rigid);
        Crowd crowd(stage, 37, joints);
        CrowdScratch memory(*stage.rig);
        const std::span<float> scratch[] = {memory.floats()};
        ASSERT_EQ(run(crowd.job(stage, scratch)), Status::ok);
        const std::size_t size = stage.rig->view().palette_size;
        for (std::size_t i = 0; i < crowd.characters.size(); ++i) {
            const CrowdCharacter& c = crowd.characters[i];
            std::vector<float> weights;
            const std::vector<Mat34> wanted =
                palette_of(stage, std::span(crowd.items).subspan(c.first, c.count), weights);
            for (std::size_t k = 0; k < size; ++k) {
                for (int n = 0; n < 12; ++n) {
                    const float tolerance = 3e-5f * (1.0f + std::fabs(wanted[k].m[n]));
                    ASSERT_NEAR(crowd.palettes[i * size + k].m[n], wanted[k].m[n], tolerance)
                        << joints << " joints, character " << i << " place " << k;
                }
            }
            for (std::size_t w = 0; w < weights.size(); ++w)
                ASSERT_NEAR(crowd.weights[2 * i + w], weights[w], 1e-5f);
        }
    }
}

TEST_P(CrowdFrame, AloneAndInCrowdsOnEveryTargetTheSameBits) {
    const Stage stage(43, GetParam(), 5);
    Crowd crowd(stage, 45, 6);
    CrowdScratch memory(*stage.rig);
    const std::span<float> scratch[] = {memory.floats()};
    std::vector<Mat34> first;
    const int targets = test::for_each_simd_target([&](const char* name) {
        std::fill(crowd.palettes.begin(), crowd.palettes.end(), Mat34{});
        ASSERT_EQ(run(crowd.job(stage, scratch)), Status::ok);
        const std::vector<Mat34> together = crowd.palettes;
        std::fill(crowd.palettes.begin(), crowd.palettes.end(), Mat34{});
        const std::size_t size = stage.rig->view().palette_size;
        for (std::size_t i = 0; i < crowd.characters.size(); ++i) {
            CrowdFrameJob job = crowd.job(stage, scratch);
            job.characters = job.characters.subspan(i, 1);
            job.palettes = job.palettes.subspan(i * size, size);
            ASSERT_EQ(run(job), Status::ok);
        }
        EXPECT_TRUE(same_bytes(crowd.palettes, together)) << name;
        if (first.empty()) first = together;
        EXPECT_TRUE(same_bytes(first, together)) << name;
    });
    EXPECT_GE(targets, 1);
}

#if !defined(__EMSCRIPTEN__)
// Threads that take parts from the end.
struct Threads {
    std::uint32_t count;
    [[nodiscard]] Executor executor() { return {for_each, this, count}; }
    static void for_each(void* self, std::uint32_t parts, Executor::Body body, void* user) {
        std::atomic<std::uint32_t> left{parts};
        std::vector<std::thread> threads;
        for (std::uint32_t w = 0; w < static_cast<Threads*>(self)->count; ++w) {
            threads.emplace_back([&, w] {
                for (;;) {
                    std::uint32_t part = left.load();
                    while (part > 0 && !left.compare_exchange_weak(part, part - 1)) {
                    }
                    if (part == 0) return;
                    body(user, part - 1, w);
                }
            });
        }
        for (std::thread& thread : threads)
            thread.join();
    }
};

// Large palettes at whole lines are written past the cache; one matrix further on they are not.
TEST_P(CrowdFrame, StreamsTheSameBitsAndNothingBesides) {
    const Stage stage(43, GetParam(), 5, true);
    ASSERT_TRUE(stage.rig->view().ordered);
    const std::size_t size = stage.rig->view().palette_size, stride = (size + 4) / 4 * 4;
    ASSERT_LT(size, stride);
    constexpr std::uint32_t kMany = 1301;
    ASSERT_GT(kMany * stride * sizeof(Mat34), std::size_t{2} << 20);
    Crowd crowd(stage, kMany, 6);
    CrowdScratch memory(*stage.rig);
    const std::span<float> scratch[] = {memory.floats()};
    Mat34 mark;
    mark.m[5] = 17.0f;
    std::vector<Mat34> room(kMany * stride + 4);
    auto* lines =
        reinterpret_cast<Mat34*>((reinterpret_cast<std::uintptr_t>(room.data()) + 63) / 64 * 64);
    std::vector<Mat34> first;
    test::for_each_simd_target([&](const char* name) {
        for (const std::size_t shift : {1u, 0u}) {
            const std::span<Mat34> to(lines + shift, kMany * stride);
            std::fill(to.begin(), to.end(), mark);
            CrowdFrameJob job = crowd.job(stage, scratch);
            job.palettes = to;
            job.palette_stride = stride;
            ASSERT_EQ(run(job), Status::ok);
            const std::vector<Mat34> got(to.begin(), to.end());
            if (first.empty()) first = got;
            EXPECT_TRUE(same_bytes(first, got)) << name << " " << shift;
            for (std::size_t i = 0; i < kMany; ++i) {
                ASSERT_EQ(std::memcmp(&got[i * stride + size], &mark, sizeof mark), 0) << i;
            }
        }
    });
}

TEST_P(CrowdFrame, AnyNumberOfWorkersGivesTheSameBits) {
    const Stage stage(29, GetParam(), 8);
    std::vector<CrowdScratch> memory;
    std::vector<std::span<float>> scratch;
    for (int w = 0; w < 8; ++w) {
        memory.emplace_back(*stage.rig);
        scratch.push_back(memory.back().floats());
    }
    Crowd crowd(stage, 301, 9);
    ASSERT_EQ(run(crowd.job(stage, scratch)), Status::ok);
    const std::vector<Mat34> alone = crowd.palettes;
    for (const std::uint32_t workers : {1u, 2u, 8u}) {
        std::fill(crowd.palettes.begin(), crowd.palettes.end(), Mat34{});
        Threads threads{workers};
        CrowdFrameJob job = crowd.job(stage, scratch);
        job.executor = threads.executor();
        job.batch = 13;
        ASSERT_EQ(run(job), Status::ok);
        EXPECT_TRUE(same_bytes(crowd.palettes, alone)) << workers;
    }
}
#endif

TEST_P(CrowdFrame, TakesPosesToo) {
    const Stage stage(21, GetParam(), 10);
    const Skeleton skeleton = *stage.skeleton;
    PoseBuffer buffer(skeleton);
    ASSERT_EQ(
        run(SampleJob{stage.clips[0], ticks_of_frames(7, 30), rest_pose(skeleton), {}, buffer}),
        Status::ok);
    const ConstPoseView pose = buffer;
    Crowd crowd(stage, 9, 11, 1);
    crowd.characters[4].pose = &pose;
    crowd.characters[8].pose = &pose;  // in a batch, and left over
    CrowdScratch memory(*stage.rig);
    const std::span<float> scratch[] = {memory.floats()};
    ASSERT_EQ(run(crowd.job(stage, scratch)), Status::ok);
    std::vector<Mat34> model(skeleton.joint_count()), wanted(stage.rig->view().palette_size);
    ASSERT_EQ(run(LocalToModelJob{skeleton, pose, {}, model}), Status::ok);
    ASSERT_EQ(run(PaletteJob{*stage.skin, model, wanted}), Status::ok);
    for (std::size_t k = 0; k < wanted.size(); ++k) {
        for (int n = 0; n < 12; ++n) {
            ASSERT_NEAR(crowd.palettes[4 * wanted.size() + k].m[n], wanted[k].m[n], 3e-5f);
            ASSERT_EQ(crowd.palettes[4 * wanted.size() + k].m[n],
                      crowd.palettes[8 * wanted.size() + k].m[n]);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Kinds, CrowdFrame, testing::Values(Kind::rigid, Kind::scaled));

TEST(CrowdRig, ChainOnlyWhereItHolds) {
    const Stage stage(12, Kind::rigid, 3);
    const Skin skins[] = {*stage.skin};
    EXPECT_TRUE(build_crowd_rig(*stage.skeleton, skins, stage.sources)->view().chain);
    ClipDraft grows;
    grows.add(TrackKind::scale, Interpolation::linear, 2, {{0}}, {1.0f, 2.0f, 1.0f});
    const ClipBuffer clip = std::move(*grows.build());
    const Clip clips[] = {clip};
    EXPECT_FALSE(build_crowd_rig(*stage.skeleton, skins, clips)->view().chain);
    // A bind that shears.
    std::vector<Mat34> binds(stage.skin->view().inverse_binds.begin(),
                             stage.skin->view().inverse_binds.end());
    binds[3].m[1] += 0.1f;
    const Skin sheared[] = {{stage.skin->view().joints, binds}};
    EXPECT_FALSE(build_crowd_rig(*stage.skeleton, sheared, {})->view().chain);
    // Two skins that bind a joint differently.
    std::vector<Mat34> moved(stage.skin->view().inverse_binds.begin(),
                             stage.skin->view().inverse_binds.end());
    moved[3].m[3] += 0.5f;
    const Skin two[] = {*stage.skin, {stage.skin->view().joints, moved}};
    EXPECT_FALSE(build_crowd_rig(*stage.skeleton, two, {})->view().chain);
    const JointIndex bad[] = {99};
    const Skin unfit[] = {{bad, binds}};
    EXPECT_EQ(build_crowd_rig(*stage.skeleton, unfit, {}).error().code, "crowd-skin");
}

TEST(CrowdRig, FewSlotsForAChain) {
    std::vector<JointDesc> joints(100);
    for (std::uint32_t j = 1; j < 100; ++j)
        joints[j].parent = j - 1;
    const SkeletonBuffer skeleton = std::move(*build_skeleton(joints));
    EXPECT_EQ(build_crowd_rig(skeleton, {}, {})->view().slots, 1u);
}

TEST(CrowdFrameContract, RefusesAndWritesNothing) {
    const Stage stage(12, Kind::rigid, 3);
    Crowd crowd(stage, 9, 4);
    CrowdScratch memory(*stage.rig);
    const std::span<float> scratch[] = {memory.floats()};
    const CrowdFrameJob good = crowd.job(stage, scratch);
    const std::vector<Mat34> before = crowd.palettes;
    const auto refused = [&](auto change) {
        CrowdFrameJob job = good;
        change(job);
        const Status status = run(job);
        EXPECT_TRUE(same_bytes(crowd.palettes, before));
        return status;
    };
    EXPECT_EQ(refused([](auto& job) { job.palettes = job.palettes.first(5); }), Status::bad_size);
    EXPECT_EQ(refused([](auto& job) { job.scratch = {}; }), Status::bad_size);
    EXPECT_EQ(refused([](auto& job) { job.batch = 0; }), Status::bad_argument);
    EXPECT_EQ(refused([](auto& job) { job.palette_stride = 1; }), Status::bad_argument);
    EXPECT_EQ(refused([](auto& job) { job.clips = job.clips.first(1); }), Status::missing);
    EXPECT_EQ(refused([](auto& job) { job.weights = job.weights.first(3); }), Status::bad_size);
    EXPECT_EQ(refused([](auto& job) { job.items = job.items.first(2); }), Status::bad_size);
    const std::span<float> small[] = {memory.floats().first(10)};
    EXPECT_EQ(refused([&](auto& job) { job.scratch = small; }), Status::bad_size);
    const float kept = crowd.items[0].weight;
    for (const float bad : {-0.1f, std::numeric_limits<float>::quiet_NaN()}) {
        crowd.items[0].weight = bad;
        EXPECT_EQ(refused([](auto&) {}), Status::bad_argument);
    }
    crowd.items[0].weight = kept;
    const test::AllocCounter allocations;
    EXPECT_EQ(run(good), Status::ok);
    EXPECT_EQ(allocations.count(), 0u);
}

}  // namespace
}  // namespace motus
