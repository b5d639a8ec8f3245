// motus/machine/recorder.h - the last ticks of one machine, with their reasons: to step back and
// look.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/machine/tick.h>

namespace motus {

/// One tick as it was recorded. Views into the recorder's memory: good until it is overwritten.
struct RecordedTick {
    std::uint64_t number = 0;  ///< Ticks recorded before this one.
    float dt_s = 0.0f;
    bool can_carry = false;
    Ticks exact_dt{-1};                   ///< As TickJob has it.
    std::span<const std::byte> before{};  ///< The instance with the tick's inputs set: a snapshot.
    std::span<const Considered> considered{};
    std::uint32_t total = 0;  ///< Candidates, with those for which there was no room.
};

/// A ring of ticks in the caller's memory. Ticking the snapshot again gives the same playlist,
/// events and reasons; so that is what is kept, and nothing else.
class Recorder {
  public:
    /// Memory for `ticks` ticks with up to `candidates` reasons each.
    [[nodiscard]] static std::size_t bytes_for(const Machine& graph, std::uint32_t ticks,
                                               std::uint32_t candidates) noexcept;

    Recorder() noexcept = default;
    /// Takes as many ticks as fit. `memory` is aligned to 8 bytes; what is in it is lost.
    Recorder(const Machine& graph, std::uint32_t candidates, std::span<std::byte> memory) noexcept;

    /// Runs the job and records it; a tick that fails is not recorded. The job's own explanation,
    /// if it has one, is filled too. `bad_size` where the recorder is for another graph or has no
    /// room for one tick: nothing is run.
    Status run(const TickJob& job) noexcept;

    [[nodiscard]] std::uint32_t capacity() const noexcept { return capacity_; }
    [[nodiscard]] std::uint32_t count() const noexcept { return count_; }
    /// `back` 0 is the newest; below count().
    [[nodiscard]] RecordedTick at(std::uint32_t back) const noexcept;

    /// Puts the instance where it was before that tick, and forgets the ticks from there on.
    /// `missing` where it is not kept, `bad_size` where `instance` has another size.
    Status step_back(std::uint32_t back, std::span<std::byte> instance) noexcept;

  private:
    struct Slot {
        std::uint64_t number;
        Ticks exact_dt;
        float dt_s;
        std::uint32_t count, total;
        std::uint32_t can_carry;
    };
    [[nodiscard]] std::byte* slot(std::uint64_t number) const noexcept;

    std::byte* memory_ = nullptr;
    std::size_t instance_bytes_ = 0, slot_bytes_ = 0;
    std::uint32_t candidates_ = 0, capacity_ = 0, count_ = 0;
    std::uint64_t next_ = 0;
};

}  // namespace motus
