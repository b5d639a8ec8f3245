// motus/session/recording.h - the last ticks of a performance: what they started from.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/animator/animator.h>
#include <motus/pose/pose_buffer.h>

#include <vector>

namespace motus {

/// One tick: all that it depended on, and the pose that came of it.
struct RecordedFrame {
    std::uint64_t tick = 0;         ///< Ticks made when this one was done: the first has 1.
    Ticks dt{}, time{};             ///< Its step, and the time after it.
    std::vector<std::byte> before;  ///< Animator::snapshot.
    RootDelta place{};              ///< Before it.
    RootDelta place_after{};        ///< After it.
    PoseBuffer pose;                ///< After it.
};

/// A ring of frames. Memory grows to its capacity and is used again then: no allocation after.
class Recording {
  public:
    explicit Recording(std::uint32_t capacity = 0) { frames_.reserve(capacity); }

    [[nodiscard]] std::size_t size() const noexcept { return count_; }
    /// 0 is the oldest.
    [[nodiscard]] const RecordedFrame& operator[](std::size_t index) const noexcept {
        return frames_[(first_ + index) % frames_.size()];
    }
    [[nodiscard]] const RecordedFrame* find(std::uint64_t tick) const noexcept;
    [[nodiscard]] std::uint64_t oldest() const noexcept { return count_ ? (*this)[0].tick : 0; }
    [[nodiscard]] std::uint64_t newest() const noexcept {
        return count_ ? (*this)[count_ - 1].tick : 0;
    }
    /// From the start of the oldest to the newest.
    [[nodiscard]] Ticks length() const noexcept;

    /// The frame to be filled next; takes the oldest's place where all are in use.
    RecordedFrame& next();
    /// Forgets the newest: a tick that failed.
    void drop_newest() noexcept { --count_; }
    /// Forgets the frames after `tick`.
    void forget_after(std::uint64_t tick) noexcept;
    void clear() noexcept { first_ = count_ = 0; }

  private:
    std::vector<RecordedFrame> frames_;
    std::size_t first_ = 0, count_ = 0;
};

}  // namespace motus
