// tests/support/rounds.h - how many rounds a test takes that tries many.
// SPDX-License-Identifier: MIT
#pragma once

namespace motus::test {

/// Asserts and sanitizers are on. Such a build looks for faults of memory, which few rounds show as
/// well as many; what holds for all of them is for the build that is shipped to prove.
#ifdef NDEBUG
inline constexpr bool kSlowBuild = false;
#else
inline constexpr bool kSlowBuild = true;
#endif

/// All of them, or a tenth in a slow build.
template <typename Count>
constexpr Count rounds(Count all) noexcept {
    return kSlowBuild ? (all + 9) / 10 : all;
}

}  // namespace motus::test
