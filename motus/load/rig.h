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

/// Owns the lists of views that a PoseRig points to: all clips of the file, as playlists count
/// them, and all masks for this rig. Allocates when made, never after. The file's bytes must
/// outlive it.
class BakedRig {
  public:
    /// `rig` is an index into file.rigs.rigs.
    BakedRig(const BakedFile& file, std::uint32_t rig);

    [[nodiscard]] PoseRig view() const noexcept {
        return {skeleton_, clips_, masks_, references_, root_, roots_};
    }
    operator PoseRig() const noexcept { return view(); }  // NOLINT

  private:
    Skeleton skeleton_{};
    std::vector<Clip> clips_;
    std::vector<Mask> masks_;
    std::vector<AdditiveReference> references_;
    RootMotion root_{};
    std::vector<RootMotion> roots_;
};

}  // namespace motus
