// motus/import/unity/clip_convert.h - a Unity clip as tracks of nodes: right-handed, cubic keys.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/import/unity/clip.h>
#include <motus/import/unity/fit.h>
#include <motus/import/unity/node_tree.h>
#include <motus/import/unity/report.h>

namespace motus::unity {

/// Whether the curve is the weight of a blend shape, which is called `blend_shape_name`.
[[nodiscard]] bool is_blend_shape(const ClipCurve& curve);
[[nodiscard]] std::string blend_shape_name(const ClipCurve& curve);

/// Reports the curves that were left out because others move the same.
void note_repeated(const UnityClip& clip, ImportReport& report, const std::string& place);

/// Length as a machine sees it: a clip of one key counts as one second.
[[nodiscard]] double playing_length(const UnityClip& clip);

/// Keys (of up to four numbers) that may be added to the curves of one clip: each gets its part by
/// the segments that need any, and what one leaves over is for those behind it.
class FitRoom {
  public:
    /// A part of those that are left for the import, and at most `kPerSegment` for each segment.
    FitRoom(const UnityClip& clip, std::size_t left);
    [[nodiscard]] std::size_t share(std::size_t segments) const noexcept;
    void spend(std::size_t segments, std::size_t keys) noexcept;
    [[nodiscard]] std::size_t spent() const noexcept { return spent_; }

    /// One with weights of 1, which stands upright inside, needs about 150 for the bound.
    static constexpr std::size_t kPerSegment = 256;
    /// Clips are made as they are found: none may leave nothing to those behind it.
    static constexpr std::size_t kPartOfClip = 4;

  private:
    std::size_t keys_ = 0, segments_ = 0, spent_ = 0;
};

/// One curve as fitted keys from 0 to the clip's playing length, in our coordinates: rotations as
/// quaternions.
[[nodiscard]] FitKeys convert_curve(const UnityClip& clip, const ClipCurve& curve, FitRoom& room);

/// The same of several curves, each of `scale` times its value: what one track holds.
[[nodiscard]] FitKeys fit_curves(const UnityClip& clip, const std::vector<const ClipCurve*>& curves,
                                 double scale, FitRoom& room);

/// Keys that all clips of an import may get beside their own.
inline constexpr std::size_t kExtraKeys = 600'000;

/// Adds the clip's pose curves to the tree as an AssetClip of this name. What it has beside them is
/// not looked at. `extra_keys` is what may be added in all, and is used up.
void add_pose_clip(const UnityClip& clip, const std::string& name, NodeTree& tree,
                   std::size_t& extra_keys, ImportReport& report);

}  // namespace motus::unity
