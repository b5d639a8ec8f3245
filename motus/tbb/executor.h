// motus/tbb/executor.h - oneTBB's threads as an Executor.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/crowd/executor.h>

#include <memory>

namespace motus {

/// Runs parts on oneTBB's workers, the calling thread among them. For hosts that use oneTBB, or
/// have no job system of their own. Outlives the executors it gives; calls from several threads at
/// a time need an object each.
class TbbExecutor {
  public:
    /// At most `workers` threads at a time; 0: as many as oneTBB finds fit for the machine.
    explicit TbbExecutor(std::uint32_t workers = 0);
    ~TbbExecutor();
    TbbExecutor(const TbbExecutor&) = delete;
    TbbExecutor& operator=(const TbbExecutor&) = delete;

    [[nodiscard]] Executor executor() const noexcept;
    [[nodiscard]] std::uint32_t workers() const noexcept;

  private:
    struct Arena;
    std::unique_ptr<Arena> arena_;
};

}  // namespace motus
