// motus/timeline/job_check.h - what a job over a playlist must be before it runs.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/timeline/evaluate.h>

namespace motus::detail {

/// Items of one layer that can be shown at once.
inline constexpr std::size_t kMaxShown = 128;

/// As run(PropertyEvaluateJob) says what fails; reads only.
[[nodiscard]] Status check(const PropertyEvaluateJob& job) noexcept;

}  // namespace motus::detail
