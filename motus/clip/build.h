// motus/clip/build.h - makes clips from tracks in any order, and owns them.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/clip/clip.h>
#include <motus/core/result.h>

#include <span>
#include <vector>

namespace motus {

/// One track as given by a user or a file.
struct TrackDesc {
    TrackKind kind = TrackKind::translation;
    Interpolation interpolation = Interpolation::linear;
    std::uint32_t target = 0;         ///< Joint of the skeleton, or first morph weight.
    std::uint32_t width = 0;          ///< For weights: how many. Else it may be left 0.
    std::span<const Ticks> times{};   ///< Ascending strictly from >= 0.
    std::span<const float> values{};  ///< As TrackRecord says.
};

/// Owns what a Clip looks at. Move-only; moving it leaves views valid.
class ClipBuffer {
  public:
    [[nodiscard]] Clip view() const noexcept;
    operator Clip() const noexcept { return view(); }  // NOLINT

    ClipBuffer(ClipBuffer&&) noexcept = default;
    ClipBuffer& operator=(ClipBuffer&&) noexcept = default;

  private:
    friend Result<ClipBuffer> build_clip(std::span<const TrackDesc>, Ticks);
    ClipBuffer() = default;
    Ticks duration_{};
    std::vector<TrackRecord> tracks_;
    std::vector<Ticks> times_;
    std::vector<float> values_;
    std::uint32_t joint_limit_ = 0, weight_limit_ = 0;
};

/// Copies and sorts the tracks and checks everything a Clip promises. `duration` negative: the
/// largest key time. Equal times in one track are kept once, the last value wins.
/// Fails on: no keys, counts that do not fit, descending or negative times, numbers that are not
/// finite, a zero rotation, two tracks on one property. `Error::place` is "tracks[i]...".
[[nodiscard]] Result<ClipBuffer> build_clip(std::span<const TrackDesc> tracks,
                                            Ticks duration = {-1});

}  // namespace motus
