// motus/import/unity/node_tree.h - nodes that clips animate, made from their paths as they are met.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/asset/asset.h>
#include <motus/core/result.h>

#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace motus::unity {

/// Objects that the clips of an import may name.
inline constexpr std::size_t kMaxUnityNodes = 100'000;
/// Weights of morph targets that are kept: times x targets.
inline constexpr std::size_t kMaxMorphValues = 16'000'000;

/// Where there were more of either.
[[nodiscard]] Error too_many_objects();

/// The Animator's own object, which files of Unity do not name.
inline constexpr const char* kRootName = "Root";

/// Nodes that clips animate, made from their paths as they are met.
class NodeTree {
  public:
    /// What the Animator's own object is called.
    [[nodiscard]] const std::string& root() const noexcept { return root_; }
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

}  // namespace motus::unity
