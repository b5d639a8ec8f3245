// SPDX-License-Identifier: MIT
#include <motus/core/assert.h>
#include <motus/machine/recorder.h>

#include <cstring>

namespace motus {
namespace {

constexpr std::size_t kSlotHead = 32;

std::size_t slot_bytes(std::size_t instance, std::uint32_t candidates) noexcept {
    return kSlotHead + instance + std::size_t{candidates} * sizeof(Considered);
}

}  // namespace

std::size_t Recorder::bytes_for(const Machine& graph, std::uint32_t ticks,
                                std::uint32_t candidates) noexcept {
    return std::size_t{ticks} * slot_bytes(instance_size(graph), candidates);
}

Recorder::Recorder(const Machine& graph, std::uint32_t candidates,
                   std::span<std::byte> memory) noexcept
    : memory_(memory.data()),
      instance_bytes_(instance_size(graph)),
      slot_bytes_(slot_bytes(instance_bytes_, candidates)),
      candidates_(candidates) {
    static_assert(sizeof(Slot) == kSlotHead && sizeof(Considered) % 8 == 0);
    const bool aligned = reinterpret_cast<std::uintptr_t>(memory_) % alignof(Slot) == 0;
    const std::size_t fit = aligned ? memory.size() / slot_bytes_ : 0;
    capacity_ = static_cast<std::uint32_t>(fit < 0xffffffffu ? fit : 0xffffffffu);
}

std::byte* Recorder::slot(std::uint64_t number) const noexcept {
    return memory_ + number % capacity_ * slot_bytes_;
}

Status Recorder::run(const TickJob& job) noexcept {
    if (capacity_ == 0 || job.instance.size() != instance_bytes_) return Status::bad_size;
    std::byte* at = slot(next_);
    if (count_ == capacity_) --count_;  // the oldest makes room, also where the tick fails
    std::memcpy(at + kSlotHead, job.instance.data(), instance_bytes_);
    auto* considered = reinterpret_cast<Considered*>(at + kSlotHead + instance_bytes_);
    Explanation own{{considered, candidates_}, 0, 0};
    TickJob recorded = job;
    recorded.explain = &own;
    const Status status = motus::run(recorded);
    if (status != Status::ok) return status;
    if (job.explain != nullptr) {
        Explanation& other = *job.explain;
        other.total += own.total;
        for (std::uint32_t i = 0; i < own.count && other.count < other.considered.size(); ++i)
            other.considered[other.count++] = own.considered[i];
    }
    const Slot head{next_, job.exact_dt, job.dt_s, own.count, own.total, job.can_carry ? 1u : 0u};
    std::memcpy(at, &head, sizeof head);
    ++next_;
    ++count_;
    return Status::ok;
}

RecordedTick Recorder::at(std::uint32_t back) const noexcept {
    MOTUS_ASSERT(back < count_);
    const std::byte* at = slot(next_ - 1 - back);
    Slot head;
    std::memcpy(&head, at, sizeof head);
    const auto* considered = reinterpret_cast<const Considered*>(at + kSlotHead + instance_bytes_);
    RecordedTick tick{head.number, head.dt_s, head.can_carry != 0, head.exact_dt};
    tick.before = {at + kSlotHead, instance_bytes_};
    tick.considered = {considered, head.count};
    tick.total = head.total;
    return tick;
}

Status Recorder::step_back(std::uint32_t back, std::span<std::byte> instance) noexcept {
    if (back >= count_) return Status::missing;
    if (instance.size() != instance_bytes_) return Status::bad_size;
    std::memcpy(instance.data(), at(back).before.data(), instance_bytes_);
    next_ -= back + 1;
    count_ -= back + 1;
    return Status::ok;
}

}  // namespace motus
