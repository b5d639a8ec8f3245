// SPDX-License-Identifier: MIT
#include <motus/crowd/tick_all.h>

#include <motus/crowd/first_fault.h>

namespace motus {
namespace {

struct Shared {
    const TickAllJob& job;
    std::size_t size;
    std::size_t stride;
    std::uint32_t count;
    detail::FirstFault fault{};
};

void step_part(void* user, std::uint32_t part, std::uint32_t worker) {
    Shared& shared = *static_cast<Shared*>(user);
    const TickAllJob& job = shared.job;
    const TickScratch& scratch = job.scratch[worker];
    Playlist playlist;
    MachineEvents events;
    TickJob tick{.graph = job.graph};
    tick.dt_s = job.dt_s;
    tick.can_carry = job.can_carry;
    tick.playlist = &playlist;
    if (!scratch.events.empty()) tick.events = &events;
    const std::uint32_t first = part * job.batch;
    const std::uint32_t left = shared.count - first;
    const std::uint32_t end = first + (left < job.batch ? left : job.batch);
    for (std::uint32_t i = first; i < end; ++i) {
        playlist = {scratch.items, scratch.layers, 0, 0};
        events = {scratch.events, 0, 0};
        tick.instance = job.instances.subspan(i * shared.stride, shared.size);
        const Status status = run(tick);
        if (status != Status::ok) {
            playlist.item_count = playlist.layer_count = 0;
            events.count = events.total = 0;
            shared.fault.note(i, status);
        }
        if (job.visit != nullptr) job.visit(job.user, {i, worker, status, &playlist, &events});
    }
}

}  // namespace

Status run(const TickAllJob& job) noexcept {
    const std::size_t size = instance_size(job.graph);
    const std::size_t stride = job.stride != 0 ? job.stride : size;
    if (stride < size || stride % 8 != 0 || job.batch == 0 || job.executor.workers == 0) {
        return Status::bad_argument;
    }
    if (job.scratch.size() < job.executor.workers || job.instances.size() % stride != 0) {
        return Status::bad_size;
    }
    const std::size_t count = job.instances.size() / stride;
    if (count > 0xffffffffu - job.batch) return Status::bad_size;
    Shared shared{job, size, stride, static_cast<std::uint32_t>(count)};
    const auto parts = static_cast<std::uint32_t>((count + job.batch - 1) / job.batch);
    run_parts(job.executor, parts, step_part, &shared);
    return shared.fault.status();
}

}  // namespace motus
