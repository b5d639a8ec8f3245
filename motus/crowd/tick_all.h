// motus/crowd/tick_all.h - many machines of one graph: an array of instances, stepped by workers.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/crowd/executor.h>
#include <motus/machine/tick.h>

namespace motus {

/// Memory of one worker, used for one machine after the other. Sized by playlist_limits; events
/// that do not fit are counted. Keep those of different workers on different cache lines.
struct TickScratch {
    std::span<PlaylistItem> items{};
    std::span<PlaylistLayer> layers{};
    std::span<MachineEvent> events{};
};

/// One machine after its step. The lists are the worker's: good until the visit returns.
struct TickResult {
    std::uint32_t index = 0;
    std::uint32_t worker = 0;
    Status status = Status::ok;  ///< As run(TickJob) gave it; on other than ok the lists are empty.
    const Playlist* playlist = nullptr;
    const MachineEvents* events = nullptr;
};

struct TickAllJob {
    Machine graph{};
    std::span<std::byte> instances{};  ///< One every `stride` bytes.
    std::size_t stride = 0;            ///< 0: instance_size. Else at least that, a multiple of 8.
    float dt_s = 0.0f;
    bool can_carry = false;
    std::span<const TickScratch> scratch{};  ///< One per worker.
    /// Called on the worker's thread after each step: evaluate the playlist, hand on the events.
    void (*visit)(void* user, const TickResult& result) = nullptr;
    void* user = nullptr;
    Executor executor{};
    std::uint32_t batch = 64;  ///< Machines per part, >= 1.
};

/// Runs the job. Each machine sees only its own bytes: results do not depend on the number of
/// workers, on their order, or on `batch`. No allocation, no lock. `bad_size` or `bad_argument`
/// for a job that does not fit, before anything is stepped; else every machine is stepped, and the
/// status is that of the first (by index) that was not ok.
Status run(const TickAllJob& job) noexcept;

}  // namespace motus
