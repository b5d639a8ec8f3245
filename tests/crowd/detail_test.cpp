// Fewer joints: what is left out follows as said, within the error that is reported, in the same
// bits alone and in crowds. SPDX-License-Identifier: MIT
#include "detail_stage.h"

#include <motus/pose/pose_buffer.h>
#include <motus/sample/sample.h>
#include <motus/skinning/palette.h>
#include <tests/support/simd_targets.h>

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#if !defined(__EMSCRIPTEN__)
#include "threads.h"
#endif

namespace motus {
namespace {

using test::DetailKind;
using test::DetailStage;
using test::kDetailCount;
using test::kDetailJoints;

class Detail : public testing::TestWithParam<DetailKind> {};
INSTANTIATE_TEST_SUITE_P(All, Detail,
                         testing::Values(DetailKind::at_rest, DetailKind::bound_elsewhere,
                                         DetailKind::scaled));

TEST_P(Detail, OfAllJointsIsTheSameBits) {
    const DetailStage stage(GetParam());
    const CrowdDetailBuffer all = stage.detail(0.0);
    EXPECT_EQ(all.view().evaluated, kDetailJoints);
    EXPECT_EQ(all.view().error, 0.0);
    EXPECT_TRUE(test::same_bytes(stage.palettes({}), stage.palettes(all)));
}

TEST_P(Detail, LeavesOutMoreTheMoreIsAllowedAndStaysWithinIt) {
    const DetailStage stage(GetParam());
    const std::vector<Mat34> full = stage.palettes({});
    std::uint32_t last = kDetailJoints;
    for (const double tolerance : {0.0005, 0.002, 0.01, 0.05}) {
        const CrowdDetailBuffer detail = stage.detail(tolerance);
        const CrowdDetail view = detail;
        EXPECT_LT(view.evaluated, last) << tolerance;
        last = view.evaluated;
        EXPECT_LE(view.error, tolerance);
        EXPECT_GT(view.error, 0.0);
        const std::vector<Mat34> fewer = stage.palettes(view);
        const std::vector<bool> evaluated = DetailStage::evaluated(view);
        double worst = 0.0;
        for (std::uint32_t i = 0; i < kDetailCount; ++i) {
            worst = std::max(worst, stage.apart(i, full, fewer, 0.03f));
            for (std::size_t k = 0; k < stage.bound.size(); ++k) {
                if (!evaluated[stage.bound[k]]) continue;
                const std::size_t at = i * stage.bound.size() + k;
                ASSERT_EQ(std::memcmp(&full[at], &fewer[at], sizeof(Mat34)), 0) << i << " " << k;
            }
        }
        EXPECT_LE(worst, view.error + 1e-5);
        EXPECT_GT(worst, 0.3 * view.error);  // and it is no idle figure
    }
    EXPECT_LT(last, kDetailJoints / 2);
}

TEST_P(Detail, WhatIsLeftOutStandsAtRestUnderItsParent) {
    const DetailStage stage(GetParam());
    const CrowdDetailBuffer detail = stage.detail(0.01);
    const std::vector<bool> evaluated = DetailStage::evaluated(detail);
    const std::vector<Mat34> fewer = stage.palettes(detail);
    const Skeleton skeleton = *stage.skeleton;
    PoseBuffer pose(skeleton);
    std::vector<Mat34> model(kDetailJoints), palette(stage.bound.size());
    for (std::uint32_t i = 0; i < kDetailCount; ++i) {
        const CrowdItem& item = stage.items[i];
        ASSERT_EQ(run(SampleJob{stage.clips[item.clip], item.time, rest_pose(skeleton), {}, pose}),
                  Status::ok);
        for (std::uint32_t j = 0; j < kDetailJoints; ++j) {
            if (evaluated[j]) continue;
            for (std::uint32_t p = 0; p < kPlaneCount; ++p) {
                const auto plane = static_cast<Plane>(p);
                pose.view().joints.plane(plane)[j] = skeleton.rest.plane(plane)[j];
            }
        }
        ASSERT_EQ(run(LocalToModelJob{skeleton, pose, {}, model}), Status::ok);
        ASSERT_EQ(run(PaletteJob{*stage.skin, model, palette}), Status::ok);
        for (std::size_t k = 0; k < palette.size(); ++k) {
            for (int n = 0; n < 12; ++n) {
                ASSERT_NEAR(palette[k].m[n], fewer[i * palette.size() + k].m[n], 2e-5)
                    << i << " " << k << " " << n;
            }
        }
    }
}

TEST_P(Detail, AloneAndInACrowdIsTheSameBits) {
    const DetailStage stage(GetParam());
    const CrowdDetailBuffer detail = stage.detail(0.01);
    std::vector<Mat34> first;
    test::for_each_simd_target([&](const char* name) {
        for (const std::uint32_t batch : {1u, 5u, 64u}) {
            const std::vector<Mat34> palettes = stage.palettes(detail, batch);
            if (first.empty()) first = palettes;
            EXPECT_TRUE(test::same_bytes(first, palettes)) << name << " " << batch;
        }
    });
}

#if !defined(__EMSCRIPTEN__)
TEST_P(Detail, AnyNumberOfWorkersGivesTheSameBits) {
    const DetailStage stage(GetParam());
    const CrowdDetailBuffer detail = stage.detail(0.01);
    ASSERT_LT(detail.view().evaluated, kDetailJoints);
    const std::vector<Mat34> alone = stage.palettes(detail);
    std::vector<CrowdScratch> memory;
    std::vector<std::span<float>> scratch;
    for (int w = 0; w < 8; ++w) {
        memory.emplace_back(*stage.rig);
        scratch.push_back(memory.back().floats());
    }
    for (const std::uint32_t workers : {1u, 2u, 8u}) {
        for (const std::uint32_t batch : {1u, 5u}) {
            std::vector<Mat34> out(alone.size());
            test::Threads threads{workers};
            CrowdFrameJob job = test::frame_job(*stage.rig, stage.clips, stage.items,
                                                stage.characters, out, scratch);
            job.detail = detail;
            job.batch = batch;
            job.executor = threads.executor();
            ASSERT_EQ(run(job), Status::ok);
            EXPECT_TRUE(test::same_bytes(alone, out)) << workers << " " << batch;
        }
    }
}
#endif

TEST(DetailSettings, KeepsWhatMustStayAndAllAboveIt) {
    const DetailStage stage(DetailKind::at_rest);
    std::vector<std::uint8_t> keep(kDetailJoints, 0);
    keep[kDetailJoints - 1] = 1;
    DetailSettings settings;
    settings.tolerance = 1e9;
    settings.keep = keep;
    const auto detail = build_crowd_detail(*stage.rig, settings);
    ASSERT_TRUE(detail);
    const std::vector<bool> evaluated = DetailStage::evaluated(*detail);
    for (JointIndex j = kDetailJoints - 1; j != kNoJoint; j = stage.skeleton->view().parents[j])
        EXPECT_TRUE(evaluated[j]) << j;
    EXPECT_LT(detail->view().evaluated, 20u);
}

TEST(DetailSettings, RefusesWhatDoesNotFit) {
    const DetailStage stage(DetailKind::at_rest);
    DetailSettings settings;
    settings.tolerance = std::nan("");
    EXPECT_FALSE(build_crowd_detail(*stage.rig, settings));
    settings.tolerance = 0.1;
    settings.rate = 0.0;
    EXPECT_FALSE(build_crowd_detail(*stage.rig, settings));
    settings.rate = 30.0;
    const std::uint8_t few[] = {1};
    settings.keep = few;
    EXPECT_FALSE(build_crowd_detail(*stage.rig, settings));
    CrowdFrameJob job;
    job.rig = *stage.rig;
    job.scratch = stage.scratch;
    CrowdDetailBuffer detail = stage.detail(0.01);
    job.detail = detail;
    job.detail.first = job.detail.first.first(3);
    EXPECT_EQ(run(job), Status::bad_size);
}

}  // namespace
}  // namespace motus
