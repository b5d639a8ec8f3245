// motus/skinning/palette.h - local pose to model space to skinning matrices; attachments.
// SPDX-License-Identifier: MIT
#pragma once

#include <motus/core/status.h>
#include <motus/math/vec.h>
#include <motus/pose/pose_view.h>
#include <motus/skeleton/skeleton.h>

#include <span>

namespace motus {

/// Composes the hierarchy in one forward pass: model[j] = model[parent] * local[j].
struct LocalToModelJob {
    Skeleton skeleton{};
    ConstPoseView local{};
    Mat34 root{};              ///< Where the whole skeleton stands; the identity unless said.
    std::span<Mat34> model{};  ///< At least one per joint.
};

/// Cost: joints. No allocation, no lock. `bad_size` where sizes do not agree.
Status run(const LocalToModelJob& job) noexcept;

/// Skinning matrices of one skin: palette[k] = model[joints[k]] * inverse_binds[k]. Three rows of
/// four, 48 bytes a joint, ready for a uniform buffer.
struct PaletteJob {
    Skin skin{};
    std::span<const Mat34> model{};
    std::span<Mat34> palette{};  ///< At least one per joint of the skin.
};

/// Cost: joints of the skin. No allocation, no lock. `bad_size` where sizes do not agree.
Status run(const PaletteJob& job) noexcept;

/// Something held by a joint: a sword in a hand.
struct Attachment {
    JointIndex joint = kNoJoint;
    Mat34 offset{};  ///< From the attached thing to the joint.
};

/// Model matrix of an attachment. `missing` where there is no such joint; `out` is untouched then.
Status attach(const Attachment& attachment, std::span<const Mat34> model, Mat34& out) noexcept;

}  // namespace motus
