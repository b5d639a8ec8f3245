// motus/play/rig.h - the one view of a rig that players, mixers, playlists and crowds play on.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/clip/clip.h>
#include <motus/core/events.h>
#include <motus/core/result.h>
#include <motus/play/palette_plan.h>
#include <motus/pose/mask.h>
#include <motus/skeleton/skeleton.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace motus {

/// Which part of a joint's movement is root motion.
struct RootMotion {
    JointIndex joint = kNoJoint;  ///< kNoJoint: none is taken.
    bool x = true, y = false, z = true;
    bool yaw = true;      ///< Turning about the up axis (Y).
    bool tumble = false;  ///< All turning; then `yaw` says nothing.
};

/// What an additive clip is measured from.
struct AdditiveReference {
    std::uint32_t clip = 0xffffffffu;  ///< 0xffffffff: the first frame of the clip itself.
    Ticks time{};                      ///< Negative: the rest pose.
};

/// What a clip animates.
struct ClipCover {
    std::span<const std::uint16_t> joints{};  ///< Bit j % 16 of word j / 16 is joint j; empty: all.
    bool morphs = true;                       ///< It has tracks for morph weights.
};

/// A rig: a skeleton and what plays on it. A view: cheap to copy, owns nothing, never changes. All
/// characters and threads share it.
///
/// The first part is given. A hand-made Rig of that alone plays; build_rig checks it and adds the
/// second part, which mixers and crowds need.
struct Rig {
    Skeleton skeleton{};
    std::span<const Clip> clips{};
    std::span<const Skin> skins{};  ///< Palettes hold their matrices, one skin after the other.
    std::span<const Mask> masks{};
    RootMotion root{};
    /// Per clip, what it gives as root motion; what it does not give stays in its pose. Empty:
    /// `root` for each.
    std::span<const RootMotion> roots{};
    std::span<const AdditiveReference> references{};       ///< Per clip; empty: each its own.
    std::span<const std::span<const EventTime>> events{};  ///< Per clip, ascending; or empty.

    std::span<const ClipCover> covers{};  ///< Per clip. Empty: each animates every joint.
    const PalettePlan* plan = nullptr;    ///< For crowds.
};

/// Matrices in the palettes of one character: the joints of all skins.
[[nodiscard]] inline std::size_t palette_size(const Rig& rig) noexcept {
    std::size_t count = 0;
    for (const Skin& skin : rig.skins)
        count += skin.joints.size();
    return count;
}

/// Owns the tables of a Rig, masks and events included. Move-only; moving it leaves views valid.
/// What the skeleton, the clips and the skins look at stays where it is and must live as long.
class RigBuffer {
  public:
    [[nodiscard]] const Rig& view() const noexcept;
    operator const Rig&() const noexcept { return view(); }  // NOLINT

    RigBuffer(RigBuffer&&) noexcept;
    RigBuffer& operator=(RigBuffer&&) noexcept;
    ~RigBuffer();

  private:
    friend Result<RigBuffer> build_rig(const Rig&, std::uint32_t, std::uint32_t);
    RigBuffer();
    struct Tables;
    std::unique_ptr<Tables> tables_;
};

/// Checks the given part of a rig, copies its lists and adds the second part. Events may be in any
/// order. Where a rig lists clips of other rigs too, as the rigs of a baked file do,
/// [first, first + count) are its own: others are neither checked nor prepared.
///
/// Fails on: a clip that targets joints or morph weights that the skeleton does not have, a skin
/// with joints out of range or inverse binds missing, a mask that is too short or out of [0, 1],
/// a list that is not as long as that of the clips.
[[nodiscard]] Result<RigBuffer> build_rig(const Rig& parts, std::uint32_t first = 0,
                                          std::uint32_t count = 0xffffffffu);

}  // namespace motus
