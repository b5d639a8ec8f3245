// Whole frames of crowds: against the pose path, alone and in batches, on every target, any
// workers. SPDX-License-Identifier: MIT
#include "frame_stage.h"

#include <motus/mix/blend.h>
#include <motus/pose/pose_buffer.h>
#include <motus/sample/sample.h>
#include <motus/skinning/palette.h>
#include <tests/support/simd_targets.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#if !defined(__EMSCRIPTEN__)
#include "threads.h"
#endif

namespace motus {
namespace {

using test::FrameCrowd;
using test::FrameKind;
using test::FrameStage;
using test::same_bytes;

// The way over poses: sample each, blend, compose, bind.
std::vector<Mat34> palette_of(const FrameStage& stage, std::span<const CrowdItem> items,
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
    std::vector<Mat34> model(skeleton.joint_count()), palette(stage.rig->view().plan->palette_size);
    EXPECT_EQ(run(LocalToModelJob{skeleton, mixed.view(), {}, model}), Status::ok);
    EXPECT_EQ(run(PaletteJob{*stage.skin, model, palette}), Status::ok);
    weights.assign(mixed.view().weights.begin(), mixed.view().weights.end());
    return palette;
}

class CrowdFrame : public testing::TestWithParam<FrameKind> {};

TEST_P(CrowdFrame, IsWhatThePosePathGives) {
    for (const std::uint32_t joints : {1u, 8u, 19u, 67u}) {
        const FrameStage stage(joints, GetParam(), joints);
        ASSERT_EQ(stage.rig->view().plan->chain, GetParam() == FrameKind::rigid);
        FrameCrowd crowd(stage, 37, joints);
        CrowdScratch memory(*stage.rig);
        const std::span<float> scratch[] = {memory.floats()};
        ASSERT_EQ(run(crowd.job(stage, scratch)), Status::ok);
        const std::size_t size = stage.rig->view().plan->palette_size;
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
    const FrameStage stage(43, GetParam(), 5);
    FrameCrowd crowd(stage, 45, 6);
    CrowdScratch memory(*stage.rig);
    const std::span<float> scratch[] = {memory.floats()};
    std::vector<Mat34> first;
    const int targets = test::for_each_simd_target([&](const char* name) {
        std::fill(crowd.palettes.begin(), crowd.palettes.end(), Mat34{});
        ASSERT_EQ(run(crowd.job(stage, scratch)), Status::ok);
        const std::vector<Mat34> together = crowd.palettes;
        std::fill(crowd.palettes.begin(), crowd.palettes.end(), Mat34{});
        const std::size_t size = stage.rig->view().plan->palette_size;
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
// Large palettes at whole lines are written past the cache; one matrix further on they are not.
TEST_P(CrowdFrame, StreamsTheSameBitsAndNothingBesides) {
    const FrameStage stage(43, GetParam(), 5, true);
    ASSERT_TRUE(stage.rig->view().plan->ordered);
    const std::size_t size = stage.rig->view().plan->palette_size, stride = (size + 4) / 4 * 4;
    ASSERT_LT(size, stride);
    constexpr std::uint32_t kMany = 1301;
    ASSERT_GT(kMany * stride * sizeof(Mat34), std::size_t{2} << 20);
    FrameCrowd crowd(stage, kMany, 6);
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
    const FrameStage stage(29, GetParam(), 8);
    std::vector<CrowdScratch> memory;
    std::vector<std::span<float>> scratch;
    for (int w = 0; w < 8; ++w) {
        memory.emplace_back(*stage.rig);
        scratch.push_back(memory.back().floats());
    }
    FrameCrowd crowd(stage, 301, 9);
    ASSERT_EQ(run(crowd.job(stage, scratch)), Status::ok);
    const std::vector<Mat34> alone = crowd.palettes;
    for (const std::uint32_t workers : {1u, 2u, 8u}) {
        std::fill(crowd.palettes.begin(), crowd.palettes.end(), Mat34{});
        test::Threads threads{workers};
        CrowdFrameJob job = crowd.job(stage, scratch);
        job.executor = threads.executor();
        job.batch = 13;
        ASSERT_EQ(run(job), Status::ok);
        EXPECT_TRUE(same_bytes(crowd.palettes, alone)) << workers;
    }
}
#endif

TEST_P(CrowdFrame, TakesPosesToo) {
    const FrameStage stage(21, GetParam(), 10);
    const Skeleton skeleton = *stage.skeleton;
    PoseBuffer buffer(skeleton);
    ASSERT_EQ(
        run(SampleJob{stage.clips[0], ticks_of_frames(7, 30), rest_pose(skeleton), {}, buffer}),
        Status::ok);
    const ConstPoseView pose = buffer;
    FrameCrowd crowd(stage, 9, 11, 1);
    crowd.characters[4].pose = &pose;
    crowd.characters[8].pose = &pose;  // in a batch, and left over
    CrowdScratch memory(*stage.rig);
    const std::span<float> scratch[] = {memory.floats()};
    ASSERT_EQ(run(crowd.job(stage, scratch)), Status::ok);
    std::vector<Mat34> model(skeleton.joint_count()), wanted(stage.rig->view().plan->palette_size);
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

INSTANTIATE_TEST_SUITE_P(Kinds, CrowdFrame, testing::Values(FrameKind::rigid, FrameKind::scaled));

}  // namespace
}  // namespace motus
