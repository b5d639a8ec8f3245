// motus/import/vrm/vrm.h - what a VRM avatar (.vrm) or a VRM animation (.vrma) says beside glTF.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/diagnostics.h>
#include <motus/core/result.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace motus {

/// Which node a bone of the humanoid is.
struct VrmBone {
    std::string bone;  ///< As VRM 1.0 names it: "hips", "leftThumbMetacarpal".
    std::uint32_t node = 0;
    friend bool operator==(const VrmBone&, const VrmBone&) = default;
};

/// A face or a mouth shape, as the file describes it.
struct VrmExpression {
    std::string name;
    bool is_preset = false;
    std::string json;
    friend bool operator==(const VrmExpression&, const VrmExpression&) = default;
};

/// Kept for later use: nothing of it plays yet. Nodes, meshes and materials in the JSON text are
/// numbers of the file, which are those of the asset.
struct VrmInfo {
    std::string extension;  ///< "VRM" (0.x), "VRMC_vrm" (1.0) or "VRMC_vrm_animation".
    std::string version;    ///< As the file states it; may be empty.
    std::vector<VrmBone> bones;
    std::string look_at;  ///< JSON; of VRM 0.x the object "firstPerson". Empty: there is none.
    std::vector<VrmExpression> expressions;
};

/// Reads the extension of a glTF file that import_gltf has read, with that many nodes. What is
/// wrong in it is a warning, and left out: the model is sound without it. Fails only where the
/// file is not glTF. Cost: linear; the JSON is parsed a second time.
[[nodiscard]] Result<VrmInfo> read_vrm(std::span<const std::byte> bytes, std::size_t node_count,
                                       Diagnostics& diagnostics);

inline constexpr std::size_t kMaxVrmBones = 256;  ///< A humanoid has 55.

}  // namespace motus
