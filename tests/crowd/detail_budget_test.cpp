// Fewer joints under a budget: who is simplified, and how far off it is.
// SPDX-License-Identifier: MIT
#include "detail_stage.h"

#include <gtest/gtest.h>

namespace motus {
namespace {

using test::DetailKind;
using test::DetailStage;
using test::kDetailCount;

TEST(DetailBudget, SaysHowFarOffSimplifiedCharactersAre) {
    const DetailStage stage(DetailKind::bound_elsewhere);
    const CrowdDetailBuffer coarse = stage.detail(0.02), fine = stage.detail(0.002);
    const CrowdDetail details[] = {coarse, fine};
    const BudgetLevel levels[] = {{0.7f, 1}, {0.4f, 1, 1}, {0.0f, 1, 0}};
    const std::vector<Mat34> full = stage.palettes({});
    std::vector<Mat34> shown(full.size()), before = shown, after = shown;
    const std::size_t room = budget_room(kDetailCount, 1, levels);
    std::vector<Mat34> updates(room * stage.bound.size());
    std::vector<CrowdCharacter> due(room);
    std::vector<std::uint32_t> who(room);
    std::vector<BudgetState> states(kDetailCount);
    std::vector<float> significance;
    for (std::uint32_t i = 0; i < kDetailCount; ++i)
        significance.push_back(static_cast<float>(i * 8 % kDetailCount) /
                               static_cast<float>(kDetailCount));
    BudgetReport report;
    CrowdBudgetJob job;
    job.frame = test::frame_job(*stage.rig, stage.clips, stage.items, stage.characters, shown,
                                stage.scratch);
    job.significance = significance;
    job.levels = levels;
    job.details = details;
    job.states = states;
    job.before = before;
    job.after = after;
    job.updates = updates;
    job.due = due;
    job.who = who;
    job.probe = 1;
    job.report = &report;
    const test::AllocCounter allocations;
    ASSERT_EQ(run(job), Status::ok);
    EXPECT_EQ(allocations.count(), 0u);
    double worst = 0.0;
    std::uint32_t simplified = 0;
    for (std::uint32_t i = 0; i < kDetailCount; ++i) {
        const double error = stage.apart(i, full, shown, 0.03f);
        const bool all = significance[i] >= 0.7f;
        simplified += all ? 0 : 1;
        worst = std::max(worst, error);
        EXPECT_EQ(error == 0.0, all) << i;
        if (!all) {
            EXPECT_LE(error, (significance[i] >= 0.4f ? 0.002 : 0.02) + 1e-5) << i;
        }
    }
    EXPECT_EQ(report.simplified, simplified);
    EXPECT_EQ(report.probed, simplified);
    EXPECT_EQ(report.updated, kDetailCount);
    EXPECT_LE(worst, report.error_max + 1e-6);
    EXPECT_GT(worst, 0.3 * report.error_max);
    EXPECT_LE(report.error_max, 0.02 + 1e-5);

    const BudgetLevel gone[] = {{0.0f, 1, 2}};
    job.levels = gone;
    EXPECT_EQ(run(job), Status::missing);
    job.levels = levels;
    job.who = job.who.first(kDetailCount);
    EXPECT_EQ(run(job), Status::bad_size);
}

}  // namespace
}  // namespace motus
