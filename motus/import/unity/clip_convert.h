// motus/import/unity/clip_convert.h - a Unity clip as tracks of nodes: right-handed, cubic keys.
// Room: import/unity, private.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/asset/asset.h>
#include <motus/import/unity/clip.h>
#include <motus/import/unity/fit.h>
#include <motus/import/unity/report.h>

#include <map>

namespace motus::unity {

/// Nodes that clips animate, made from their paths as they are met.
class NodeTree {
  public:
    /// `root` is the name of the Animator's own object. With `one_tree` all nodes hang below it;
    /// else paths stay as they are, to be matched with those of another file.
    NodeTree(std::string root, bool one_tree) : root_(std::move(root)), one_tree_(one_tree) {}

    [[nodiscard]] std::uint32_t node(std::string_view path);
    /// The morph target of a node's mesh; made where it is new.
    [[nodiscard]] std::uint32_t morph_target(std::uint32_t node, const std::string& name);
    /// Whether a part of the node's rest transform is still to be set; it counts as set then.
    [[nodiscard]] bool take_rest(std::uint32_t node, TrackKind kind);
    /// Weights of clips made before targets were added get room for them. Once, at the end.
    void finish();

    Asset asset;        ///< Nodes, meshes of morph targets, and clips.
    bool full = false;  ///< More than can be kept: what came after is left out.

  private:
    [[nodiscard]] std::uint32_t child(std::uint32_t parent, std::string name);

    std::string root_;
    bool one_tree_;
    std::map<std::pair<std::uint32_t, std::string>, std::uint32_t> nodes_;  ///< Parent and name.
    std::map<std::pair<std::uint32_t, std::string>, std::uint32_t> targets_;
    std::map<std::pair<std::uint32_t, TrackKind>, bool> rest_;
};

/// Whether every curve moves a transform or a blend shape, so that the clip can be one of a rig.
[[nodiscard]] bool is_pose_clip(const UnityClip& clip);

/// Length as a machine sees it: a clip of one key counts as one second.
[[nodiscard]] double playing_length(const UnityClip& clip);

/// One curve as fitted keys from 0 to the clip's playing length, in our coordinates: rotations as
/// quaternions. `budget` bounds the keys that are added, and is used up.
[[nodiscard]] FitKeys convert_curve(const UnityClip& clip, const ClipCurve& curve,
                                    std::size_t& budget);

/// Keys that one clip may get beside its own.
inline constexpr std::size_t kExtraKeys = 200'000;
/// Objects that the clips of an import may name.
inline constexpr std::size_t kMaxUnityNodes = 100'000;
/// Weights of morph targets that are kept: times x targets.
inline constexpr std::size_t kMaxMorphValues = 16'000'000;

/// Where there were more of either.
[[nodiscard]] Error too_many_objects();

/// Adds the clip's pose curves to the tree as an AssetClip of this name. What it has beside them is
/// not looked at. `extra_keys` is what may be added in all, and is used up.
void add_pose_clip(const UnityClip& clip, const std::string& name, NodeTree& tree,
                   std::size_t& extra_keys, ImportReport& report);

}  // namespace motus::unity
