// motus/render/capture.h - vertices as the vertex shader moved them, read back from the GPU.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/result.h>
#include <motus/render/model.h>

#include <vector>

namespace motus::render {

/// One part of a model: vertex after vertex, instance after instance.
struct CapturedPart {
    JointIndex joint = 0;                   ///< Of the part's node in the rig's skeleton.
    std::uint32_t mesh = 0, primitive = 0;  ///< Of the asset.
    std::uint32_t skin = kNone;
    std::uint32_t vertices = 0;   ///< Of one instance.
    bool pose_texture = false;    ///< Which way the palette went.
    std::vector<Vec3> positions;  ///< World space.
    std::vector<Vec3> normals;    ///< World space, length 1.
};

/// Runs the vertex shader of every part with transform feedback, and nothing else. For checking,
/// not for speed. "render-poses" where the poses do not fit the model.
[[nodiscard]] Result<std::vector<CapturedPart>> capture(const Model& model, const PoseSet& poses,
                                                        std::span<const Instance> instances);

}  // namespace motus::render
