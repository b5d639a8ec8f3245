// Rigs of crowds, and frames of them that are refused.
// SPDX-License-Identifier: MIT
#include "frame_stage.h"

#include <tests/support/alloc_counter.h>

#include <gtest/gtest.h>

#include <limits>

namespace motus {
namespace {

using test::ClipDraft;
using test::FrameCrowd;
using test::FrameKind;
using test::FrameStage;
using test::same_bytes;

TEST(PalettePlan, ChainOnlyWhereItHolds) {
    const FrameStage stage(12, FrameKind::rigid, 3);
    const Skin skins[] = {*stage.skin};
    EXPECT_TRUE(build_palette_plan(*stage.skeleton, skins, stage.sources)->view().chain);
    ClipDraft grows;
    grows.add(TrackKind::scale, Interpolation::linear, 2, {{0}}, {1.0f, 2.0f, 1.0f});
    const ClipBuffer clip = std::move(*grows.build());
    const Clip clips[] = {clip};
    EXPECT_FALSE(build_palette_plan(*stage.skeleton, skins, clips)->view().chain);
    // A bind that shears.
    std::vector<Mat34> binds(stage.skin->view().inverse_binds.begin(),
                             stage.skin->view().inverse_binds.end());
    binds[3].m[1] += 0.1f;
    const Skin sheared[] = {{stage.skin->view().joints, binds}};
    EXPECT_FALSE(build_palette_plan(*stage.skeleton, sheared, {})->view().chain);
    // Two skins that bind a joint differently.
    std::vector<Mat34> moved(stage.skin->view().inverse_binds.begin(),
                             stage.skin->view().inverse_binds.end());
    moved[3].m[3] += 0.5f;
    const Skin two[] = {*stage.skin, {stage.skin->view().joints, moved}};
    EXPECT_FALSE(build_palette_plan(*stage.skeleton, two, {})->view().chain);
    const JointIndex bad[] = {99};
    const Skin unfit[] = {{bad, binds}};
    EXPECT_EQ(build_palette_plan(*stage.skeleton, unfit, {}).error().code, "rig-skin");
}

TEST(PalettePlan, FewSlotsForAChain) {
    std::vector<JointDesc> joints(100);
    for (std::uint32_t j = 1; j < 100; ++j)
        joints[j].parent = j - 1;
    const SkeletonBuffer skeleton = std::move(*build_skeleton(joints));
    EXPECT_EQ(build_palette_plan(skeleton, {}, {})->view().slots, 1u);
}

TEST(CrowdFrameContract, RefusesAndWritesNothing) {
    const FrameStage stage(12, FrameKind::rigid, 3);
    FrameCrowd crowd(stage, 9, 4);
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
    EXPECT_EQ(refused([](auto& job) { job.rig.clips = job.rig.clips.first(1); }), Status::missing);
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
