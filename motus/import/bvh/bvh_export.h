// motus/import/bvh/bvh_export.h - the skeleton and one clip of an asset as a BVH file.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/asset/asset.h>
#include <motus/core/diagnostics.h>
#include <motus/core/result.h>
#include <motus/import/bvh/bvh.h>

#include <string>

namespace motus {

struct BvhExportOptions {
    std::uint32_t clip = 0;  ///< Of an asset without clips the rest pose is written, one frame.
    double metres_per_unit = kBvhMetresPerUnit;
};

/// Writes joints (those of skins, nodes that clips move, and all above them; of an asset without
/// skins all nodes but meshes and cameras) and a frame for every key where keys stand at even
/// times, else 60 a second. Joints are where the asset has them; scales are not written. Rotations
/// are Zrotation Yrotation Xrotation, and only joints whose offset changes have positions.
///
/// Warnings: "bvh-loss". Fails on an inconsistent asset, one without nodes, and lengths beyond
/// kMaxBvhNumber. Cost and memory: nodes times frames.
[[nodiscard]] Result<std::string> export_bvh(const Asset& asset, const BvhExportOptions& options,
                                             Diagnostics& diagnostics);

}  // namespace motus
