// motus/crowd/update.h - a frame of many machines: each decides, then all are evaluated in batches.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/crowd/frame.h>
#include <motus/crowd/tick_all.h>

namespace motus {

/// Memory of one worker, for the characters of one part. Keep those of different workers on
/// different cache lines.
struct CrowdUpdateScratch {
    std::span<PlaylistItem> items{};    ///< playlist_limits(graph).items x batch.
    std::span<PlaylistLayer> layers{};  ///< playlist_limits(graph).layers x batch.
    std::span<MachineEvent> events{};   ///< Of one machine; those that do not fit are counted.
    std::span<Playlist> playlists{};    ///< One per machine of a part, as of the next two.
    std::span<CrowdCharacter> characters{};
    std::span<std::uint32_t> places{};
    std::span<float> floats{};  ///< crowd_scratch_floats(rig, frame.scratch_items, batch).
};

/// One frame of an array of machines of one rig: machine i steps, and what it plays becomes
/// palette i. A part is decided and evaluated by one worker, in that order, while its playlists are
/// in the cache.
///
/// Every machine sees its own bytes alone: instances, events, palettes and root motion do not
/// depend on the number of workers, on `batch`, or on how many machines there are.
struct CrowdUpdateJob {
    Machine graph{};
    std::span<std::byte> instances{};  ///< One every `stride` bytes.
    std::size_t stride = 0;            ///< 0: instance_size. Else at least that, a multiple of 8.
    float dt_s = 0.0f;
    /// A step per machine instead of `dt_s`, for budgets: negative where it waits, at most
    /// kMaxTicks. One that waits is neither stepped nor evaluated, and its palette stays; give it
    /// the sum of what it missed later, and it misses no event. Empty: `dt_s` for all.
    std::span<const Ticks> steps{};
    /// carry_floats(skeleton, layers of the graph) per machine, zeros at first; empty: transitions
    /// are not interrupted.
    std::span<float> carry{};
    /// Called on the worker's thread after each step, before the evaluation: hand on the events.
    void (*visit)(void* user, const TickResult& result) = nullptr;
    void* user = nullptr;
    /// Where the palettes go: rig, detail, palettes, weights, roots, and scratch_items, which is
    /// playlist_limits(graph).items or more. What it says of characters, scratch, workers and
    /// batches is not looked at.
    CrowdFrameJob frame{};
    std::span<const CrowdUpdateScratch> scratch{};  ///< One per worker.
    Executor executor{};
    std::uint32_t batch = 64;  ///< Machines per part, >= 1.
};

/// Runs the job. No allocation, no lock. `bad_size`, `bad_argument` or `missing` for a job that
/// does not fit, before anything is stepped. Else every machine is stepped; one whose step fails
/// shows the rest pose, and the status is that of the first such machine.
Status run(const CrowdUpdateJob& job) noexcept;

}  // namespace motus
