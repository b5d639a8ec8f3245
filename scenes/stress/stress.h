// scenes/stress/stress.h - a rig made in code that uses every kind of track, at any size.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/clip/build.h>
#include <motus/play/player.h>
#include <motus/skeleton/build.h>

#include <cstdint>
#include <vector>

namespace motus::scenes {

/// What there is in StressRig::clips, by position.
enum class StressClip : std::uint32_t {
    linear,  ///< Rotation on every joint, translation on every third: a usual character clip.
    steps,   ///< STEP tracks, uneven key times.
    cubic,   ///< CUBICSPLINE tracks, uneven key times.
    mixed,   ///< All of it on one joint after the other, with scale and morph weights.
    still,   ///< One key: a clip of length zero.
};
inline constexpr std::uint32_t kStressClips = 5;

/// Owns everything that a player needs. Move-only; moving it leaves the views valid.
struct StressRig {
    SkeletonBuffer skeleton;
    SkinBuffer skin;
    std::vector<ClipBuffer> buffers;
    std::vector<Clip> clips;  ///< Views of `buffers`.
    std::vector<Skin> skins;  ///< A view of `skin`.

    [[nodiscard]] Rig view() const noexcept {
        return {.skeleton = skeleton, .clips = clips, .skins = skins};
    }
    [[nodiscard]] Clip clip(StressClip which) const noexcept {
        return clips[static_cast<std::uint32_t>(which)];
    }
};

/// `joints` > 0 joints in a tree whose input order is not parents-first, with a skin over all of
/// them and 5 morph weights. Same arguments, same bits, on every machine.
[[nodiscard]] StressRig make_stress_rig(std::uint32_t joints, std::uint64_t seed = 1);

/// The numbers the rig is made of: a small generator (SplitMix64) whose values are exact.
class Dice {
  public:
    explicit Dice(std::uint64_t seed) noexcept : state_(seed) {}
    [[nodiscard]] std::uint64_t next() noexcept;
    /// In [0, n), n > 0.
    [[nodiscard]] std::uint32_t below(std::uint32_t n) noexcept;
    /// In [-1, 1), a multiple of 2^-23.
    [[nodiscard]] float unit() noexcept;

  private:
    std::uint64_t state_;
};

}  // namespace motus::scenes
