// motus/play/carry.h - the poses that a mixer has shown, kept for inertial crossfades.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/play/mixing.h>

namespace motus::detail {

/// The parts of MixerView::carry.
class Carry {
  public:
    explicit Carry(const MixerView& mixer) noexcept;

    /// False where the mixer has no memory for it.
    [[nodiscard]] bool there() const noexcept { return !offsets_.empty(); }
    /// An inertial fade waits for its first step, and there is a pose to go on from.
    [[nodiscard]] bool waits() const noexcept {
        return there() && state_.carry_pending && state_.kept > 0;
    }
    [[nodiscard]] ConstPoseView shown() const noexcept { return kept_[state_.newest]; }

    /// Takes the offsets: the mix was at `target` when shown() was, and is at `after` now.
    Status begin(const ConstPoseView& target, const ConstPoseView& after, Ticks dt) noexcept;
    /// Adds what is left of the offsets `dt` later.
    Status apply(const PoseView& pose, Ticks dt) noexcept;
    /// Keeps what is shown. `jumped`: it does not continue what was shown before.
    void keep(const ConstPoseView& pose, Ticks dt, bool jumped) noexcept;

  private:
    MixerState& state_;
    std::span<float> offsets_{};
    PoseView kept_[2]{};
};

}  // namespace motus::detail
