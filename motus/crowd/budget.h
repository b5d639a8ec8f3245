// motus/crowd/budget.h - fewer updates for characters that matter less, interpolated in between.
// Room: crowd. Includes frame. Included by games.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/crowd/frame.h>

namespace motus {

/// How often characters of at least this significance are updated.
struct BudgetLevel {
    float least = 0.0f;          ///< Of significance.
    std::uint32_t interval = 1;  ///< Frames from one update to the next, >= 1.
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
    std::uint32_t probed = 0;           ///< Of these, evaluated all the same, to measure.
    double error_max = 0.0;             ///< Of them: how far a joint is from where it should be.
    double error_mean = 0.0;            ///< Of the largest of each. Model units.
    std::uint32_t worst = 0xffffffffu;  ///< The character with the largest error.
};

/// One frame of a crowd under a budget.
///
/// A character that is due moves, over its interval, from what it shows to its new palette: motion
/// is smooth, and late by less than an interval. Characters take turns, so that frames cost alike.
/// What has interval 1 has the same bits as without a budget. Results do not depend on workers.
struct CrowdBudgetJob {
    CrowdFrameJob frame{};  ///< As it would be without a budget; its palettes are shown.
    std::span<const float> significance{};  ///< One per character: size on screen, say. Not NaN.
    std::span<const BudgetLevel> levels{};  ///< Descending; below the last, the last holds.
    std::uint64_t index = 0;                ///< Of the frame: goes up by one.
    std::span<BudgetState> states{};        ///< One per character.
    std::span<Mat34> before{}, after{};     ///< As the frame's palettes; kept between frames.
    std::span<Mat34> updates{};             ///< Scratch, as the frame's palettes.
    std::span<CrowdCharacter> due{};        ///< Scratch, one per character.
    std::span<std::uint32_t> who{};         ///< Scratch, one per character.
    /// Every so-many characters one that is interpolated is evaluated too, for the report, others
    /// in the next frame; 0: none is.
    std::uint32_t probe = 0;
    BudgetReport* report = nullptr;
};

/// Runs the job. Cost: that of a frame for who is due and probed, about 1 ns per joint for others.
/// No allocation, no lock. `bad_size` and others as of CrowdFrameJob; `bad_argument` for levels
/// that do not descend or have no interval. Then nothing is written.
Status run(const CrowdBudgetJob& job) noexcept;

}  // namespace motus
