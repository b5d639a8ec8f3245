// motus/crowd/first_fault.h - the status of the first character that was not ok, whoever met it.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/status.h>

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace motus::detail {

class FirstFault {
  public:
    void note(std::size_t index, Status status) noexcept {
        const std::uint64_t mine =
            static_cast<std::uint64_t>(index) << 8 | static_cast<std::uint64_t>(status);
        std::uint64_t seen = least_.load(std::memory_order_relaxed);
        while (mine < seen &&
               !least_.compare_exchange_weak(seen, mine, std::memory_order_relaxed)) {
        }
    }
    [[nodiscard]] Status status() const noexcept {
        const std::uint64_t least = least_.load(std::memory_order_relaxed);
        return least == kNone ? Status::ok : static_cast<Status>(least & 0xff);
    }

  private:
    static constexpr std::uint64_t kNone = ~std::uint64_t{0};
    std::atomic<std::uint64_t> least_{kNone};  // index << 8 | status
};

}  // namespace motus::detail
