// SPDX-License-Identifier: MIT
#include <motus/core/assert.h>
#include <motus/crowd/update.h>

#include <motus/crowd/first_fault.h>
#include <motus/crowd/frame_task.h>
#include <motus/play/evaluate.h>

#include <algorithm>

namespace motus {
namespace {

struct SharedUpdate {
    const CrowdUpdateJob& job;
    std::size_t size;
    std::size_t stride;
    std::uint32_t count;
    std::size_t carry;  // floats per machine
    detail::FirstFault fault{};
};

// Steps the machines [first, end) and lists who is to be evaluated; how many.
std::uint32_t decide_part(SharedUpdate& shared, const CrowdUpdateScratch& scratch,
                          std::uint32_t first, std::uint32_t end, std::uint32_t worker) {
    const CrowdUpdateJob& job = shared.job;
    std::size_t items = 0, layers = 0;
    std::uint32_t due = 0;
    TickJob tick{.graph = job.graph, .dt_s = job.dt_s};
    tick.can_carry = shared.carry != 0;
    MachineEvents events;
    if (!scratch.events.empty()) tick.events = &events;
    for (std::uint32_t i = first; i < end; ++i) {
        if (!job.steps.empty()) {
            if (job.steps[i] < Ticks{}) continue;
            tick.exact_dt = job.steps[i];
        }
        Playlist& playlist = scratch.playlists[due];
        playlist = {scratch.items.subspan(items), scratch.layers.subspan(layers), 0, 0};
        events = {scratch.events, 0, 0};
        tick.instance = job.instances.subspan(i * shared.stride, shared.size);
        tick.playlist = &playlist;
        const Status status = run(tick);
        if (status != Status::ok) {
            playlist.item_count = playlist.layer_count = 0;
            events.count = events.total = 0;
            shared.fault.note(i, status);
        }
        if (job.visit != nullptr) job.visit(job.user, {i, worker, status, &playlist, &events});
        CrowdCharacter& character = scratch.characters[due];
        character = {};
        character.playlist = &playlist;
        if (shared.carry != 0) {
            character.carry = job.carry.subspan(i * shared.carry, shared.carry);
        }
        scratch.places[due++] = i;
        items += playlist.item_count;
        layers += playlist.layer_count;
    }
    return due;
}

void update_part(void* user, std::uint32_t part, std::uint32_t worker) {
    SharedUpdate& shared = *static_cast<SharedUpdate*>(user);
    const CrowdUpdateJob& job = shared.job;
    const CrowdUpdateScratch& scratch = job.scratch[worker];
    const std::uint32_t first = part * job.batch;
    const std::uint32_t end = first + std::min(job.batch, shared.count - first);
    MOTUS_ASSERT(first < shared.count && worker < job.scratch.size());
    const std::uint32_t due = decide_part(shared, scratch, first, end, worker);
    MOTUS_ASSERT(due <= end - first);
    if (due == 0) return;
    CrowdFrameJob frame = job.frame;
    frame.characters = scratch.characters.first(due);
    frame.places = scratch.places.first(due);
    frame.scratch = {&scratch.floats, 1};
    frame.executor = {};
    frame.batch = due;
    frame.whole = shared.count;
    const Status status = run(frame);
    if (status != Status::ok) shared.fault.note(first, status);
}

Status check(const CrowdUpdateJob& job, std::size_t size, std::size_t stride) noexcept {
    if (job.frame.rig.plan == nullptr) return Status::missing;
    if (stride < size || stride % 8 != 0 || job.batch == 0 || job.executor.workers == 0) {
        return Status::bad_argument;
    }
    const std::size_t count = job.instances.size() / stride;
    if (job.instances.size() % stride != 0 || count > 0xffffffffu - job.batch ||
        job.scratch.size() < job.executor.workers ||
        (!job.steps.empty() && job.steps.size() < count)) {
        return Status::bad_size;
    }
    const Skeleton& skeleton = job.frame.rig.skeleton;
    const auto layers = static_cast<std::uint32_t>(job.graph.layers.size());
    if (!job.carry.empty() && job.carry.size() < count * carry_floats(skeleton, layers)) {
        return Status::bad_size;
    }
    const PlaylistLimits limits = playlist_limits(job.graph);
    for (std::uint32_t w = 0; w < job.executor.workers; ++w) {
        const CrowdUpdateScratch& s = job.scratch[w];
        const std::size_t least =
            std::min({s.playlists.size(), s.characters.size(), s.places.size(),
                      s.items.size() / std::max<std::size_t>(limits.items, 1),
                      s.layers.size() / std::max<std::size_t>(limits.layers, 1)});
        if (least < std::min<std::size_t>(job.batch, count)) return Status::bad_size;
    }
    // What is said of palettes, weights and roots holds for all machines.
    CrowdFrameJob frame = job.frame;
    const std::uint32_t last[] = {static_cast<std::uint32_t>(count - 1)};
    const CrowdCharacter nobody[1];
    std::span<float> floats[1];
    frame.characters = count > 0 ? std::span(nobody) : std::span<const CrowdCharacter>{};
    frame.places = count > 0 ? std::span(last) : std::span<const std::uint32_t>{};
    frame.executor = {};
    frame.batch = job.batch;
    frame.scratch = floats;
    for (std::uint32_t w = 0; w < job.executor.workers; ++w) {
        floats[0] = job.scratch[w].floats;
        if (const Status status = detail::check_frame(frame); status != Status::ok) return status;
    }
    return Status::ok;
}

}  // namespace

Status run(const CrowdUpdateJob& job) noexcept {
    const std::size_t size = instance_size(job.graph);
    const std::size_t stride = job.stride != 0 ? job.stride : size;
    if (const Status status = check(job, size, stride); status != Status::ok) return status;
    const auto count = static_cast<std::uint32_t>(job.instances.size() / stride);
    const auto layers = static_cast<std::uint32_t>(job.graph.layers.size());
    SharedUpdate shared{job, size, stride, count,
                        job.carry.empty() ? 0 : carry_floats(job.frame.rig.skeleton, layers)};
    const std::uint32_t parts = (count + job.batch - 1) / job.batch;
    run_parts(job.executor, parts, update_part, &shared);
    return shared.fault.status();
}

}  // namespace motus
