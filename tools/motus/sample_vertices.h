// tools/motus/sample_vertices.h - the vertices of a posed model: morphed, skinned, in scene space.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/asset/asset_rig.h>
#include <motus/asset/json_writer.h>
#include <motus/import/model/model.h>
#include <motus/pose/pose_view.h>

#include <span>
#include <vector>

namespace motus::tool {

struct PosedModel {
    const ImportedModel& model;
    Skeleton skeleton{};
    ConstPoseView pose{};
    std::span<const Mat34> world;  ///< Of each joint of the skeleton.
    const std::vector<std::vector<Mat34>>& palettes;
    std::span<const MorphRange> morphs;
};

/// The vertices of the mesh of a node, in the file's order: those of an FBX file once each, those
/// of a glTF file by primitive. Empty: the node has no mesh.
[[nodiscard]] std::vector<Vec3> vertices_of(const PosedModel& posed, std::uint32_t node);

/// "verts": for each node with a mesh its index, its mesh, and three numbers per vertex.
void write_vertices(const PosedModel& posed, JsonWriter& json);

}  // namespace motus::tool
