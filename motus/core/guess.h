// motus/core/guess.h - what a misspelt word was meant to be.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace motus {

/// ` (did you mean "inspect"?)` for the one of `words` that `word` is closest to; empty where none
/// is close. Letters count the same in either case. Cost: words x letters^2.
[[nodiscard]] std::string did_you_mean(std::string_view word,
                                       const std::vector<std::string>& words);

/// `there is no machine "her" (did you mean "hero"?); there are "hero", "arms"`.
[[nodiscard]] std::string there_is_no(std::string_view kind, std::string_view word,
                                      const std::vector<std::string>& names);

}  // namespace motus
