// motus/bake/pack_fast.h - one attempt at packing a clip: which track goes which way, and the
// frames.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/bake/curve.h>
#include <motus/bake/pack.h>

namespace motus {

/// How a track is stored.
enum class TrackWay : std::uint8_t { rest, constant, frames, wide, exact };

/// Builds packed clips of one source over and over, on different grids and with different ways.
class FastPacker {
  public:
    FastPacker(const Skeleton& skeleton, const Clip& source, const PackSettings& settings);

    /// Packs on a grid: starts with what looks possible and moves tracks to better ways until the
    /// bound holds. Empty where it cannot be held.
    [[nodiscard]] Result<PackedClipBuffer> pack(const FrameGrid& grid);

    /// Where each track of the source went when it was packed last.
    [[nodiscard]] std::span<const TrackWay> ways() const noexcept { return ways_; }
    [[nodiscard]] std::uint32_t animated() const noexcept { return animated_; }

  private:
    void classify();
    /// Tracks that frames of this grid cannot follow, seen by themselves, keep their keys.
    void judge(const FrameGrid& grid);
    [[nodiscard]] Result<PackedClipBuffer> build(const FrameGrid& grid) const;
    void put_rotations(PackedClipBuffer& out) const;
    void put_channels(PackedClipBuffer& out) const;
    void fill_frames(const FrameGrid& grid, PackedClipBuffer& out) const;
    /// Moves what is to blame for an error to a better way. False where nothing is left to move.
    bool improve(const ErrorReport& report, const PackedClipBuffer& packed);
    [[nodiscard]] double blame(const TrackRecord& track, const CurvePose& wanted,
                               const CurvePose& got, JointIndex at) const;
    [[nodiscard]] std::array<double, 4> stored(JointIndex joint,
                                               const std::array<double, 4>& local) const;
    [[nodiscard]] std::array<double, 4> local_of(JointIndex joint,
                                                 const std::array<double, 4>& stored) const;

    const Skeleton& skeleton_;
    const Clip& source_;
    const PackSettings& settings_;
    std::vector<std::array<double, 12>> rest_model_;
    std::vector<double> reach_;  // From a joint to the farthest vertex that hangs on it.
    std::vector<TrackWay> first_, ways_;
    std::uint32_t animated_ = 0;
};

}  // namespace motus
