// motus/render/stage_view_data.h - the model that a studio shows.
// SPDX-License-Identifier: MIT
#pragma once

#include "gl_objects.h"

#include <motus/render/stage_view.h>

#include <algorithm>

namespace motus::render {

struct StageView::Loaded {
    const Asset* asset;
    AssetRig rig;
    FigurePoses poses, ghosts;
    std::vector<bool> bones;
    std::optional<Model> model;  ///< None while the context is lost.
    Bounds rest{};               ///< Of the rest pose, at the origin.
    Bounds bounds{};             ///< Of the last frame.

    Loaded(const Asset& a, AssetRig r, std::uint32_t ghost_count)
        : asset(&a),
          rig(std::move(r)),
          poses(rig, 1),
          ghosts(rig, ghost_count),
          bones(bone_joints(rig)) {}

    /// A joint's place in the first skin that has it; -1: none has.
    [[nodiscard]] std::int32_t skin_joint(JointIndex joint) const {
        for (const SkinBuffer& skin : rig.skins) {
            const auto joints = skin.view().joints;
            const auto found = std::find(joints.begin(), joints.end(), joint);
            if (found != joints.end()) return static_cast<std::int32_t>(found - joints.begin());
        }
        return -1;
    }
};

}  // namespace motus::render
