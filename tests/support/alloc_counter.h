// tests/support/alloc_counter.h - counts calls of operator new, to show that there were none.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace motus::test {

/// Calls of any operator new on this thread since the counter was made.
///
///     AllocCounter allocations;
///     status = run(job);
///     EXPECT_EQ(allocations.count(), 0u);
class AllocCounter {
  public:
    AllocCounter() noexcept;
    [[nodiscard]] std::uint64_t count() const noexcept;

  private:
    std::uint64_t start_;
};

}  // namespace motus::test
