// motus/load/nodes.h - nodes of a rig as objects that timelines write to: transforms and weights.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/load/file.h>
#include <motus/pose/pose_view.h>
#include <motus/timeline/host.h>
#include <motus/timeline/scene.h>

#include <vector>

namespace motus {

/// What tracks with a path write: position, rotation and scale of a node (Transform3D), and weights
/// of its morph targets (MorphWeight, the target is the item). Stands between evaluating a pose and
/// showing it:
///
///     nodes.load(pose);            // what clips made of it
///     run(WriteJob{...});          // what timelines key of it
///     nodes.store(pose);
///
/// Only nodes that a track was bound to are touched. One instance per pose. Allocates when it is
/// made and when it is asked for its host, never after; do not move it once it is bound.
class NodeProperties {
  public:
    /// `rig` is an index into file.rigs.rigs. Paths are found through the file's names: a file
    /// whose names were dropped has none, and tracks with paths are reported as missing.
    NodeProperties(const BakedFile& file, std::uint32_t rig);

    /// For BindJob. What is not a node of this rig is asked of `next`, whose rows for Transform3D,
    /// where it has some, must be those of records.
    [[nodiscard]] PropertyHost host(const PropertyHost& next = {});

    /// Copies what is bound out of a pose of this rig, and back. `bad_size` for one of another rig.
    Status load(const ConstPoseView& pose) noexcept;
    Status store(const PoseView& pose) const noexcept;

  private:
    struct Path {
        std::uint64_t hash;
        JointIndex joint;
    };
    static void* find(void* user, const TargetQuery& query) noexcept;
    static void report(void* user, const TargetQuery& query, std::uint32_t property,
                       BindFault fault) noexcept;
    [[nodiscard]] void* find_node(const TargetQuery& query) noexcept;

    std::uint64_t entity_ = 0;
    std::vector<Path> paths_;            ///< By hash; of two nodes with one path the first counts.
    std::vector<record::Range> morphs_;  ///< Per joint: its weights.
    std::vector<record::Transform3D> transforms_;
    std::vector<record::MorphWeight> weights_;
    std::vector<std::uint8_t> has_transform_, has_weight_;  ///< 1: bound.
    std::vector<ComponentDef> types_;
    PropertyHost next_{};
};

}  // namespace motus
