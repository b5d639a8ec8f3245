// motus/crowd/budget.h - fewer updates and joints for characters that matter less.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/crowd/frame.h>

namespace motus {

inline constexpr std::uint32_t kFullDetail = 0xffffffffu;

/// How often characters of at least this significance are updated, and how many of their joints.
struct BudgetLevel {
    float least = 0.0f;                  ///< Of significance.
    std::uint32_t interval = 1;          ///< Frames from one update to the next, >= 1.
    std::uint32_t detail = kFullDetail;  ///< Index in CrowdBudgetJob::details; or all joints.
};

/// What a budget remembers of a character. Plain data: copy it with the rest of a snapshot.
struct BudgetState {
    std::uint32_t shown = 0;  ///< 0: never updated.
    std::uint32_t since = 0;  ///< Frames since the last update.
};

/// What a frame under a budget cost, and what it did to the picture.
struct BudgetReport {
    std::uint32_t updated = 0;          ///< Characters that were evaluated because they were due.
    std::uint32_t interpolated = 0;     ///< Those that were not.
    std::uint32_t simplified = 0;       ///< Of all, those whose level leaves joints out.
    std::uint32_t probed = 0;           ///< Evaluated in full all the same, to measure.
    double error_max = 0.0;             ///< Of them: how far a vertex is from where it should be.
    double error_mean = 0.0;            ///< Of the largest of each. Model units.
    std::uint32_t worst = 0xffffffffu;  ///< The character with the largest error.
};

/// One frame of a crowd under a budget.
///
/// A character that is due moves, over its interval, from what it shows to its new palette: motion
/// is smooth, and late by less than an interval. Characters take turns, so that frames cost alike.
/// What has interval 1 and all joints has the same bits as without a budget. Results do not depend
/// on workers.
struct CrowdBudgetJob {
    CrowdFrameJob frame{};  ///< As it would be without a budget; its palettes and weights show.
    std::span<const float> significance{};   ///< One per character: size on screen, say. Not NaN.
    std::span<const BudgetLevel> levels{};   ///< Descending; below the last, the last holds.
    std::span<const CrowdDetail> details{};  ///< Of the rig, for levels.
    std::uint64_t index = 0;                 ///< Of the frame: goes up by one.
    std::span<BudgetState> states{};         ///< One per character.
    std::span<Mat34> before{}, after{};      ///< As the frame's palettes; kept between frames.
    /// As the frame's weights, where it has some; kept between frames.
    std::span<float> weights_before{}, weights_after{};
    std::span<float> weight_updates{};  ///< Scratch, as the frame's weights; see budget_room().
    std::span<Mat34> updates{};         ///< Scratch, as the frame's palettes; see budget_room().
    std::span<CrowdCharacter> due{};    ///< Scratch, budget_room().
    std::span<std::uint32_t> who{};     ///< Scratch, budget_room().
    /// Every so-many characters one that is interpolated or simplified is evaluated in full too,
    /// for the report, others in the next frame; 0: none is.
    std::uint32_t probe = 0;
    float reach = 0.03f;  ///< For the report: vertices are at most this far from their joint.
    BudgetReport* report = nullptr;
};

/// Characters that scratch must hold: all of them, and where levels leave joints out, those that
/// are probed a second time.
[[nodiscard]] std::size_t budget_room(std::size_t characters, std::uint32_t probe,
                                      std::span<const BudgetLevel> levels) noexcept;

/// Runs the job. Cost: that of a frame for who is due and probed, about 1 ns per joint for others.
/// No allocation, no lock. `bad_size` and others as of CrowdFrameJob; `bad_argument` for levels
/// that do not descend or have no interval, `missing` for a detail that is not there. Then nothing
/// is written.
Status run(const CrowdBudgetJob& job) noexcept;

}  // namespace motus
