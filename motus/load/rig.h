// motus/load/rig.h - a rig of a baked file as the pose evaluator wants it.
// Room: load. Includes file, play. Included by games, crowd, tools.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/load/file.h>
#include <motus/play/evaluate.h>

#include <vector>

namespace motus {

/// What of a joint's movement `axes` take.
[[nodiscard]] RootMotion root_motion_of(JointIndex joint, RootAxes axes) noexcept;

/// Owns views of all clips of a file, as playlists count them. Allocates when made, never after.
/// The file's bytes must outlive it. Move-only; moving it leaves views valid.
class BakedClips {
  public:
    explicit BakedClips(const BakedFile& file);
    BakedClips(BakedClips&&) noexcept = default;
    BakedClips& operator=(BakedClips&&) noexcept = default;

    [[nodiscard]] std::span<const Clip> view() const noexcept { return clips_; }

  private:
    std::vector<SmallClip> small_;
    std::vector<PackedClip> packed_;
    std::vector<Clip> clips_;
};

/// Owns the lists of views that a PoseRig points to: all clips of the file, as playlists count
/// them, and all masks for this rig. Allocates when made, never after. The file's bytes must
/// outlive it.
class BakedRig {
  public:
    /// `rig` is an index into file.rigs.rigs.
    BakedRig(const BakedFile& file, std::uint32_t rig);

    [[nodiscard]] PoseRig view() const noexcept {
        return {skeleton_, clips_.view(), masks_, references_, root_, roots_};
    }
    operator PoseRig() const noexcept { return view(); }  // NOLINT

  private:
    Skeleton skeleton_{};
    BakedClips clips_;
    std::vector<Mask> masks_;
    std::vector<AdditiveReference> references_;
    RootMotion root_{};
    std::vector<RootMotion> roots_;
};

}  // namespace motus
