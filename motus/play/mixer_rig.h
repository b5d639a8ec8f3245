// motus/play/mixer_rig.h - what all mixers of one character share: skeleton, clips, skins, masks.
// Room: play. Includes core, skeleton, clip, pose. Included by action, mixing, mixer.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/clip/clip.h>
#include <motus/core/events.h>
#include <motus/core/result.h>
#include <motus/pose/mask.h>
#include <motus/skeleton/skeleton.h>

#include <cstdint>
#include <span>
#include <vector>

namespace motus {

/// A clip as a mixer plays it.
struct MixerClip {
    Clip clip{};
    std::span<const EventTime> events{};  ///< Ascending times.
    /// 1 for each joint that the clip has a track for, else 0; empty where it has all. So two
    /// clips on different joints, both at full weight, do not thin each other out.
    Mask joints{};
    bool morphs = true;  ///< It has tracks for morph weights.
};

/// A view of the shared data: cheap to copy, owns nothing, never changes.
struct MixerRig {
    Skeleton skeleton{};
    std::span<const MixerClip> clips{};  ///< ClipId is the position here.
    std::span<const Skin> skins{};       ///< One palette each.
    std::span<const Mask> masks{};       ///< For Action::set_mask, by position.
    /// Clips x masks: each mask as far as the clip has tracks. Empty: masks count as they are.
    std::span<const Mask> clip_masks{};
};

/// A clip as given by a user.
struct MixerClipDesc {
    Clip clip{};
    std::span<const EventTime> events{};  ///< In any order; copied.
};

/// Owns the tables of a MixerRig. Move-only; moving it leaves views valid. The skeleton, clips and
/// skins stay where they are and must live as long.
class MixerRigBuffer {
  public:
    [[nodiscard]] MixerRig view() const noexcept {
        return {skeleton_, clips_, skins_, masks_, clip_masks_};
    }
    operator MixerRig() const noexcept { return view(); }  // NOLINT

    MixerRigBuffer(MixerRigBuffer&&) noexcept = default;
    MixerRigBuffer& operator=(MixerRigBuffer&&) noexcept = default;

  private:
    friend Result<MixerRigBuffer> build_mixer_rig(const Skeleton&, std::span<const MixerClipDesc>,
                                                  std::span<const Skin>, std::span<const Mask>);
    MixerRigBuffer() = default;
    Skeleton skeleton_{};
    std::vector<MixerClip> clips_;
    std::vector<Skin> skins_;
    std::vector<Mask> masks_, clip_masks_;
    std::vector<std::vector<EventTime>> events_;
    std::vector<std::vector<float>> mask_floats_;
};

/// Makes the shared data of mixers. Masks are copied.
/// Fails on: a clip that targets joints or morph weights that the skeleton does not have, a skin
/// with joints out of range or inverse binds missing, a mask that is too short or out of [0, 1].
[[nodiscard]] Result<MixerRigBuffer> build_mixer_rig(const Skeleton& skeleton,
                                                     std::span<const MixerClipDesc> clips,
                                                     std::span<const Skin> skins = {},
                                                     std::span<const Mask> masks = {});

}  // namespace motus
