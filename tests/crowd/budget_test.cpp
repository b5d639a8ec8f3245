// Crowds under a budget: who is updated when, what is shown in between, and what is said of it.
// SPDX-License-Identifier: MIT
#include "frame_stage.h"

#include <motus/crowd/budget.h>
#include <motus/math/ops.h>
#include <motus/math/trig.h>
#include <tests/support/alloc_counter.h>
#include <tests/support/simd_targets.h>

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

namespace motus {
namespace {

constexpr std::uint32_t kBudgetJoints = 11, kBudgetCount = 40;
constexpr BudgetLevel kLevels[] = {{0.5f, 1}, {0.2f, 4}, {0.0f, 8}};

// Parts in the order of a stride that has nothing to do with theirs, each as another worker.
struct Scattered {
    std::uint32_t workers = 1;
    static void for_each(void* self, std::uint32_t parts, Executor::Body body, void* user) {
        const std::uint32_t workers = static_cast<Scattered*>(self)->workers;
        for (std::uint32_t k = 0; k < parts; ++k)
            body(user, (k * 7 + 3) % parts, k % workers);
    }
};

struct Stage : test::PackedRig {
    std::vector<CrowdItem> items = std::vector<CrowdItem>(kBudgetCount);
    std::vector<CrowdCharacter> characters, due = std::vector<CrowdCharacter>(kBudgetCount);
    std::vector<float> significance;
    std::vector<Mat34> shown, before, after, updates;
    std::vector<BudgetState> states = std::vector<BudgetState>(kBudgetCount);
    std::vector<std::uint32_t> who = std::vector<std::uint32_t>(kBudgetCount);
    Scattered workers;
    BudgetReport report;

    explicit Stage(std::uint32_t count = 1) : workers{count} {
        std::vector<JointDesc> joints(kBudgetJoints);
        std::vector<std::uint32_t> bound;
        test::ClipDraft draft;
        for (std::uint32_t j = 0; j < kBudgetJoints; ++j) {
            bound.push_back(j);
            if (j > 0) joints[j] = {"", j - 1, {{0.0f, 0.1f, 0.0f}}};
            test::add_turns(draft, j, 60, [&](int f) {
                return axis_angle({0, 0, 1}, float(0.3 * sine(kPi * f / 15.0 + j)));
            });
        }
        bind(joints, bound);
        exact.push_back(std::move(*draft.build()));
        pack(ErrorSettings{}, count);
        for (std::uint32_t i = 0; i < kBudgetCount; ++i) {
            characters.push_back({i, 1});
            significance.push_back(float(i) / float(kBudgetCount));
        }
        shown.resize(kBudgetCount * kBudgetJoints);
        before = after = updates = shown;
    }

    CrowdBudgetJob job(std::uint64_t frame) {
        for (std::uint32_t i = 0; i < kBudgetCount; ++i) {
            items[i] = {{(ticks_of_frames(std::int64_t(frame), 60).value + 9'000'000 * i) %
                         clips[0].duration.value},
                        0,
                        1.0f};
        }
        CrowdBudgetJob out;
        out.frame = test::frame_job(*rig, clips, items, characters, shown, scratch);
        out.frame.batch = 5;
        if (workers.workers > 1) {
            out.frame.executor = {Scattered::for_each, &workers, workers.workers};
        }
        out.significance = significance;
        out.levels = kLevels;
        out.index = frame;
        out.states = states;
        out.before = before;
        out.after = after;
        out.updates = updates;
        out.due = due;
        out.who = who;
        out.probe = 3;
        out.report = &report;
        return out;
    }
};

TEST(Budget, SignificantCharactersAreAsWithoutOne) {
    Stage stage;
    std::vector<Mat34> full = stage.shown;
    for (std::uint64_t frame = 0; frame < 30; ++frame) {
        CrowdBudgetJob job = stage.job(frame);
        const test::AllocCounter allocations;
        ASSERT_EQ(run(job), Status::ok);
        EXPECT_EQ(allocations.count(), 0u);
        job.frame.palettes = full;
        ASSERT_EQ(run(job.frame), Status::ok);
        const std::size_t first = kBudgetCount / 2 * kBudgetJoints;
        EXPECT_EQ(
            std::memcmp(&full[first], &stage.shown[first], (full.size() - first) * sizeof(Mat34)),
            0);
        EXPECT_EQ(stage.report.updated + stage.report.interpolated, kBudgetCount);
        if (frame == 0) {
            EXPECT_EQ(stage.report.updated, kBudgetCount);
            continue;
        }
        // 20 each frame, 12 every fourth, 8 every eighth, in turn.
        EXPECT_EQ(stage.report.updated, 20u + 3u + 1u);
        EXPECT_GT(stage.report.probed, 3u);
    }
}

TEST(Budget, WhatIsShownIsOnItsWayAndItsErrorIsReported) {
    Stage stage;
    std::vector<Mat34> full = stage.shown, last;
    double worst = 0.0;
    for (std::uint64_t frame = 0; frame < 60; ++frame) {
        CrowdBudgetJob job = stage.job(frame);
        job.probe = 1;
        job.reach = 0.0f;
        last = stage.shown;
        ASSERT_EQ(run(job), Status::ok);
        job.frame.palettes = full;
        ASSERT_EQ(run(job.frame), Status::ok);
        double error = 0.0, jump = 0.0;
        for (std::uint32_t i = 0; i < kBudgetCount / 2; ++i) {
            for (std::uint32_t j = 0; j < kBudgetJoints; ++j) {
                const std::size_t k = i * kBudgetJoints + j;
                const Vec3 at{0.0f, 0.1f * float(j), 0.0f};
                const auto apart = [&](const Mat34& a, const Mat34& b) {
                    const Vec3 d = subtract(transform_point(a, at), transform_point(b, at));
                    return std::sqrt(double(d.x) * d.x + double(d.y) * d.y + double(d.z) * d.z);
                };
                // Those that are due now are measured at their next probe.
                const std::uint32_t interval = i < kBudgetCount / 5 ? 8 : 4;
                if ((frame + i) % interval != 0)
                    error = std::max(error, apart(stage.shown[k], full[k]));
                if (frame > 0) jump = std::max(jump, apart(stage.shown[k], last[k]));
            }
        }
        if (frame == 0) continue;
        EXPECT_NEAR(stage.report.error_max, error, 1e-5);
        EXPECT_LE(stage.report.error_mean, stage.report.error_max);
        EXPECT_LT(jump, 0.12);  // a wave of 1 m swings by up to 0.1 m a frame
        worst = std::max(worst, error);
    }
    EXPECT_GT(worst, 0.001);
    EXPECT_LT(worst, 0.9);
}

TEST(Budget, WorkersAndTargetsGiveTheSameBits) {
    std::vector<Mat34> first;
    test::for_each_simd_target([&](const char* name) {
        for (const std::uint32_t workers : {1u, 2u, 8u}) {
            Stage stage(workers);
            for (std::uint64_t frame = 0; frame < 20; ++frame)
                ASSERT_EQ(run(stage.job(frame)), Status::ok);
            if (first.empty()) first = stage.shown;
            EXPECT_TRUE(test::same_bytes(first, stage.shown)) << name << " " << workers;
        }
    });
}

TEST(Budget, RefusesWhatDoesNotFit) {
    Stage stage;
    CrowdBudgetJob job = stage.job(0);
    job.levels = {};
    EXPECT_EQ(run(job), Status::bad_argument);
    const BudgetLevel never[] = {{0.0f, 0}};
    job.levels = never;
    EXPECT_EQ(run(job), Status::bad_argument);
    const BudgetLevel wrong[] = {{0.1f, 1}, {0.2f, 2}};
    job.levels = wrong;
    EXPECT_EQ(run(job), Status::bad_argument);
    job = stage.job(0);
    job.after = job.after.first(3);
    EXPECT_EQ(run(job), Status::bad_size);
    stage.significance[4] = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(run(stage.job(0)), Status::bad_argument);
    EXPECT_EQ(stage.states[0].shown, 0u);
}

// Morph weights go the way of the palettes.
TEST(Budget, MorphWeightsAreOnTheirWayToo) {
    test::FrameStage stage(9, test::FrameKind::rigid, 3);
    test::FrameCrowd crowd(stage, 6, 4);
    constexpr BudgetLevel kEveryFourth[] = {{0.5f, 1}, {0.0f, 4}};
    std::vector<Mat34> before(crowd.palettes.size()), after(before), updates(before);
    std::vector<float> weights_before(12), weights_after(12), weight_updates(12), full(12);
    std::vector<float> significance{1, 0, 1, 0, 0, 0}, last(12);
    std::vector<BudgetState> states(6);
    std::vector<CrowdCharacter> due(6);
    std::vector<std::uint32_t> who(6);
    for (std::uint64_t frame = 0; frame < 20; ++frame) {
        for (CrowdItem& item : crowd.items)
            item.time = {(item.time.value + kTicksPerSecond / 60) % (kTicksPerSecond / 2)};
        CrowdBudgetJob job;
        job.frame = crowd.job(stage, stage.scratch);
        job.significance = significance;
        job.levels = kEveryFourth;
        job.index = frame;
        job.states = states;
        job.before = before;
        job.after = after;
        job.updates = updates;
        job.due = due;
        job.who = who;
        EXPECT_EQ(run(job), Status::bad_size) << "weights without memory for them";
        job.weights_before = weights_before;
        job.weights_after = weights_after;
        job.weight_updates = weight_updates;
        ASSERT_EQ(run(job), Status::ok);
        const std::vector<float> shown = crowd.weights;
        job.frame.weights = full;
        ASSERT_EQ(run(job.frame), Status::ok);
        for (std::uint32_t i = 0; i < 6; ++i) {
            for (std::uint32_t w = 2 * i; w < 2 * i + 2; ++w) {
                if (frame == 0 || significance[i] > 0.5f) {
                    EXPECT_EQ(shown[w], full[w]) << frame << " " << w;
                } else if ((frame + i) % 4 == 0) {
                    EXPECT_NEAR(shown[w], last[w] * 0.75f + full[w] * 0.25f, 1e-6f);
                } else if ((frame + i) % 4 == 3 && frame > 3) {
                    EXPECT_NEAR(shown[w], weights_after[w], 1e-6f);
                }
            }
        }
        last = shown;
    }
}

}  // namespace
}  // namespace motus
