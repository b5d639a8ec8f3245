// SPDX-License-Identifier: MIT
#include <motus/session/recording.h>

namespace motus {

const RecordedFrame* Recording::find(std::uint64_t tick) const noexcept {
    if (count_ == 0 || tick < oldest() || tick > newest()) return nullptr;
    return &(*this)[static_cast<std::size_t>(tick - oldest())];
}

Ticks Recording::length() const noexcept {
    if (count_ == 0) return {};
    const RecordedFrame& first = (*this)[0];
    return (*this)[count_ - 1].time - first.time + first.dt;
}

RecordedFrame& Recording::next() {
    if (frames_.size() < frames_.capacity() && first_ + count_ == frames_.size()) {
        ++count_;
        return frames_.emplace_back();
    }
    if (count_ == frames_.size()) {
        first_ = (first_ + 1) % frames_.size();
    } else {
        ++count_;
    }
    return frames_[(first_ + count_ - 1) % frames_.size()];
}

void Recording::forget_after(std::uint64_t tick) noexcept {
    while (count_ != 0 && newest() > tick)
        --count_;
}

}  // namespace motus
