// motus/render/figure.h - evaluates a rig for drawing: clip and time to the poses of a model.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/asset/asset_rig.h>
#include <motus/clip/clip.h>
#include <motus/core/status.h>
#include <motus/core/ticks.h>
#include <motus/pose/pose_buffer.h>
#include <motus/render/model.h>

#include <span>
#include <vector>

namespace motus::render {

/// Memory for `count` poses of one rig. Allocates when made; the rig must stay where it is.
class FigurePoses {
  public:
    /// `clips`, where there are any, instead of the rig's: those of a baked file.
    explicit FigurePoses(const AssetRig& rig, std::uint32_t count = 1,
                         std::span<const Clip> clips = {});

    /// Fills pose `index`: clip `clip` at `time` (kNone: the rest pose), the rig standing at
    /// `root`. `missing` for an unknown clip, `bad_argument` for an index out of range; nothing
    /// changes.
    Status sample(std::uint32_t index, std::uint32_t clip, Ticks time, const Mat34& root = {});

    /// The same from any clip of the rig's skeleton: a packed one.
    Status sample(std::uint32_t index, const Clip& clip, Ticks time, const Mat34& root = {});

    /// The same from a local pose that someone else made.
    Status set(std::uint32_t index, const ConstPoseView& local, const Mat34& root = {});

    /// What a Model reads. Valid until the next sample.
    [[nodiscard]] PoseSet view() const noexcept;

    /// Model matrices of one pose, per joint.
    [[nodiscard]] std::span<const Mat34> joints(std::uint32_t index) const noexcept;
    [[nodiscard]] const AssetRig& rig() const noexcept { return *rig_; }
    [[nodiscard]] std::span<const Clip> clips() const noexcept { return clips_; }

  private:
    const AssetRig* rig_;
    std::uint32_t count_;
    std::vector<Clip> clips_;
    PoseBuffer local_;
    std::vector<Mat34> joints_;
    std::vector<std::vector<Mat34>> palettes_;
    std::vector<std::span<const Mat34>> palette_views_;
    std::vector<float> weights_;
};

/// Box of everything that a clip shows, looked at in `steps` + 1 moments; kNone: the rest pose.
[[nodiscard]] Bounds clip_bounds(const Model& model, FigurePoses& poses, std::uint32_t clip,
                                 std::uint32_t steps = 24);

/// How far joint `joint` moves from the start of a clip to its end, as a movement of the whole
/// figure: what must be added on each wrap so that a walk goes on. Keeps upright: the height and
/// the turn about Y only. The identity where there is no such clip.
[[nodiscard]] Mat34 clip_travel(FigurePoses& poses, std::uint32_t clip, JointIndex joint);

}  // namespace motus::render
